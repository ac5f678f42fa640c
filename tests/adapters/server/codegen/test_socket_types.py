"""The page's types are written from the messages, and what is written fits what is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatetable.adapters.server import wire
from fatetable.adapters.server.codegen import socket_types

WRITTEN = Path(__file__).parents[4] / "web" / "src" / "wire" / "types.ts"


def interface(name: str) -> str:
    _, _, rest = socket_types.socket_types().partition(f"export interface {name} {{\n")
    return rest.partition("\n}\n")[0]


def test_the_types_of_the_page_are_up_to_date() -> None:
    command = "python -m fatetable.adapters.server.codegen.socket_types web/src/wire/types.ts"
    assert WRITTEN.read_text(encoding="utf-8") == socket_types.socket_types(), f"write them again: {command}"


def test_messages_tell_themselves_apart_by_their_tag() -> None:
    assert '  t: "welcome";' in interface("Welcome")
    assert '  type: "sheet";' in interface("SheetBlock")


def test_a_page_may_leave_out_what_has_a_default() -> None:
    assert "  key: string;\n  after?: number;" in interface("Hello")


def test_what_the_server_leaves_out_if_it_is_as_usual_may_be_missing_and_nothing_else() -> None:
    assert "  order?: string[] | null;" in interface("Patch")
    assert "  fresh: boolean;" in interface("Welcome")


def test_a_union_with_a_name_is_called_by_it() -> None:
    assert "  blocks?: Record<string, Block>;" in interface("Patch")
    assert "  holes?: Hole[];" in interface("OfferView")


def test_a_command_may_have_any_fields_because_only_its_ruleset_knows_them() -> None:
    assert interface("Command") == "  type: string;\n  [field: string]: unknown;"


def test_the_version_of_the_messages_is_told_to_the_page() -> None:
    assert f"export const VERSION = {wire.VERSION};\n" in socket_types.socket_types()


def test_the_file_to_write_is_named_exactly_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert socket_types.write_types(socket_types.socket_types, []) == 2
    assert "file" in capsys.readouterr().err
    assert socket_types.write_types(socket_types.socket_types, [str(tmp_path / "types.ts")]) == 0
    assert (tmp_path / "types.ts").read_text(encoding="utf-8") == socket_types.socket_types()
