"""One engine for the Fate family of role-playing games, and the table where people play them.

Open a table, ask for offers, send commands, read views: `open_table` and the table it returns do most of it.

The public library is the names below, the commands in `fatetable.commands` and the test kit in `fatetable.testing`.
Each name is imported when it is first used, so that `import fatetable` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fatetable.adapters.library import open_table
    from fatetable.builder.sheet_files import read_sheet, write_sheet
    from fatetable.engine.chance import Entered, Scripted, Seeded, pledge_of
    from fatetable.engine.errors import FatetableError, RuleViolation
    from fatetable.rulesets import load as load_ruleset
    from fatetable.tabletop.table import Table
    from fatetable.tabletop.throw_checks import check_throws

__version__ = "0.1.0"

_HOMES = {
    "open_table": ("fatetable.adapters.library", "open_table"),
    "Table": ("fatetable.tabletop.table", "Table"),
    "check_throws": ("fatetable.tabletop.throw_checks", "check_throws"),
    "load_ruleset": ("fatetable.rulesets", "load"),
    "read_sheet": ("fatetable.builder.sheet_files", "read_sheet"),
    "write_sheet": ("fatetable.builder.sheet_files", "write_sheet"),
    "Seeded": ("fatetable.engine.chance", "Seeded"),
    "Scripted": ("fatetable.engine.chance", "Scripted"),
    "pledge_of": ("fatetable.engine.chance", "pledge_of"),
    "Entered": ("fatetable.engine.chance", "Entered"),
    "FatetableError": ("fatetable.engine.errors", "FatetableError"),
    "RuleViolation": ("fatetable.engine.errors", "RuleViolation"),
}

__all__ = [
    "Entered",
    "FatetableError",
    "RuleViolation",
    "Scripted",
    "Seeded",
    "Table",
    "check_throws",
    "load_ruleset",
    "open_table",
    "pledge_of",
    "read_sheet",
    "write_sheet",
]


if not TYPE_CHECKING:  # A type checker would take every misspelt name for one that is found here.

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'fatetable' has no attribute {name!r}")
        module, attribute = _HOMES[name]
        return getattr(import_module(module), attribute)
