"""The types the page's builder is written in: made from what the server answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatetable.adapters.server.codegen.builder_types import builder_types
from fatetable.adapters.server.codegen.socket_types import write_types

WRITTEN = Path(__file__).parents[4] / "web" / "src" / "builder" / "types.ts"


def test_the_types_of_the_builder_are_what_the_server_answers() -> None:
    command = "python -m fatetable.adapters.server.codegen.builder_types web/src/builder/types.ts"
    assert WRITTEN.read_text(encoding="utf-8") == builder_types(), f"write them again: {command}"


def test_inputs_are_told_apart_by_their_tag() -> None:
    assert 'export interface ChooseInput {\n  type: "choose-input";\n' in builder_types()
    assert "inputs: (TextInput | ListInput | " in builder_types()


def test_the_file_to_write_must_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write_types(builder_types, []) == 2
    assert "file" in capsys.readouterr().err
    assert write_types(builder_types, [str(tmp_path / "types.ts")]) == 0
    assert (tmp_path / "types.ts").read_text(encoding="utf-8") == builder_types()
