"""What the sheet commands need of a ruleset: how it makes characters, and its ladder.

Knows no ruleset by name; the first one installed is the one meant when none is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from fatetable import rulesets
from fatetable.engine.errors import MalformedCommand, UnknownRuleset
from fatetable.mechanics.creation import CreationProcedure
from fatetable.mechanics.dials import DialValue, read_dials
from fatetable.mechanics.ladder import Ladder


class RulesetParts(NamedTuple):
    id: str
    creation: CreationProcedure
    ladder: Ladder


def ruleset_parts(ruleset_id: str | None, dial_texts: Sequence[str] = ()) -> RulesetParts:
    """The parts of a ruleset, set up with dials written `name=value`."""
    known = rulesets.folders()
    chosen = ruleset_id if ruleset_id is not None else known[0]
    if chosen not in known:
        raise UnknownRuleset(chosen[:60], known)
    dials_of, creation_of, tables_of = (
        import_module(f"{rulesets.__name__}.{chosen}.{part}") for part in ("dials", "creation", "tables")
    )
    dials = read_dials(dials_of.Dials, dials_of.DIALS, dict(_dial(text) for text in dial_texts))
    return RulesetParts(chosen, creation_of.creation(dials), tables_of.tables().ladder)


def _dial(text: str) -> tuple[str, DialValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise MalformedCommand("dial-not-readable", f'"{text[:60]}" is not a dial; write it as name=value.')
    value = value.strip()
    if value in ("true", "false"):
        return name.strip(), value == "true"
    return name.strip(), int(value) if value.isdecimal() and value.isascii() and len(value) < 10 else value
