"""`fatetable.commands` has every command that any installed ruleset understands."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fatetable.commands
from fatetable import rulesets
from fatetable.engine.errors import UnknownRuleset
from fatetable.engine.messages import Command

ALL = {(name, command) for name in rulesets.folders() for command in rulesets.load(name).engine.commands}


def is_shared(command: type[Command]) -> bool:
    return not command.__module__.startswith(f"{rulesets.__name__}.")


def names_imported_for_types() -> set[str]:
    """What a type checker finds in the module; it does not run the code that finds commands."""
    tree = ast.parse(Path(fatetable.commands.__file__).read_text(encoding="utf-8"))
    guards = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for guard in guards for node in guard.body if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names} - {"Command"}


def test_the_shared_commands_are_those_of_the_rulesets_and_no_others() -> None:
    shared = {command.__name__: command for _, command in ALL if is_shared(command)}
    assert {name: getattr(fatetable.commands, name) for name in fatetable.commands.__all__ if name != "of"} == shared


def test_a_type_checker_finds_every_shared_command() -> None:
    assert names_imported_for_types() == set(fatetable.commands.__all__) - {"of"}


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_command_of_a_ruleset_is_found_by_the_name_of_its_class(ruleset_id: str) -> None:
    understood = rulesets.load(ruleset_id).engine.commands
    found = vars(fatetable.commands.of(ruleset_id))
    assert len({command.__name__ for command in understood}) == len(understood)
    assert found == {command.__name__: command for command in understood}


def test_a_name_that_is_no_command_and_a_ruleset_that_is_not_there_are_errors() -> None:
    with pytest.raises(AttributeError, match="Teleport"):
        _ = fatetable.commands.Teleport  # type: ignore[attr-defined]
    with pytest.raises(UnknownRuleset):
        fatetable.commands.of("weave")


def test_importing_the_module_imports_no_rules() -> None:
    script = "import sys, fatetable.commands; print(any('mechanics' in name for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "False\n"
