"""`fatetable.commands` has every command that people may send."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import fatetable.commands
from fatetable import engine, mechanics, rulesets
from fatetable.engine.errors import UnknownRuleset
from fatetable.engine.messages import Command

BY_THE_CLOCK = {command for name in rulesets.folders() for command in rulesets.load(name).engine.clock_handlers}
"""Sent by no person."""


def shared_commands() -> dict[str, type[Command]]:
    """Every command that is defined outside of rulesets, whether a ruleset uses it yet or not."""
    modules = [
        import_module(module.name)
        for package in (engine, mechanics)
        for module in walk_packages(package.__path__, f"{package.__name__}.")
    ]
    found = {(name, each) for module in modules for name, each in vars(module).items() if _is_command(each)}
    return {name: each for name, each in found if each not in BY_THE_CLOCK}


def _is_command(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Command) and value is not Command


def names_imported_for_types() -> set[str]:
    """What a type checker finds in the module; it does not run the code that finds commands."""
    tree = ast.parse(Path(fatetable.commands.__file__).read_text(encoding="utf-8"))
    guards = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    imports = [node for guard in guards for node in guard.body if isinstance(node, ast.ImportFrom)]
    return {alias.name for node in imports for alias in node.names} - {"Command"}


def test_all_shared_commands_are_there_and_nothing_else() -> None:
    found = {name: getattr(fatetable.commands, name) for name in fatetable.commands.__all__ if name != "of"}
    assert found == shared_commands()


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
