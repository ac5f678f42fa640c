"""One folder per rulebook, found by looking and never listed.

Knows what every folder must contain, and nothing about any one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from fatetable.engine.errors import UnknownRuleset
from fatetable.mechanics.rulebook import Rulebook, read_rulebook

if TYPE_CHECKING:
    from fatetable.mechanics.dials import DialValue
    from fatetable.mechanics.ruleset import Ruleset

LEDGER = "rules.toml"


def folders() -> tuple[str, ...]:
    """The ids of the installed rulesets: every folder here that holds a ledger of rules."""
    return tuple(sorted(folder.name for folder in resources.files(__name__).iterdir() if (folder / LEDGER).is_file()))


@cache
def rulebook(ruleset_id: str) -> Rulebook:
    """The rules of a ruleset in our own words, as the table consults them."""
    return read_rulebook((_folder(ruleset_id) / LEDGER).read_text(encoding="utf-8"))


def load(ruleset_id: str, dials: Mapping[str, DialValue] | None = None) -> Ruleset:
    """The ruleset of that folder with these dials; raises `UnknownRuleset` or `InvalidDials`."""
    _folder(ruleset_id)
    built: Ruleset = import_module(f"{__name__}.{ruleset_id}.ruleset").build(dials or {})
    return built


@cache
def attribution(ruleset_id: str) -> str:
    """What the licence of the book wants shown wherever our own copyright notice stands.

    The attribution file of a ruleset explains itself in prose; the words to show are its quoted lines.
    """
    page = (_folder(ruleset_id) / rulebook(ruleset_id).book.attribution).read_text(encoding="utf-8")
    return "\n".join(line.removeprefix(">").strip() for line in page.splitlines() if line.startswith(">"))


def _folder(ruleset_id: str) -> Traversable:
    known = folders()
    if ruleset_id not in known:
        raise UnknownRuleset(ruleset_id, known)
    return resources.files(__name__) / ruleset_id
