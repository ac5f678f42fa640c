"""The book's own words for what every Fate game has, and the names of its trappings for what is done by them."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.rulesets.strange.book.tables import Tables

EITHER = (("examine", "notice"),)

WORDS = {
    "gm": "GM",
    "trait": "skill",
    "feature": "gift",
    "margin": "shifts",
    "fail": "Failure",
    "tie": "Tie",
    "succeed": "Success",
    "style": "Success with style",
    "attack": "Attack",
    "defend": "Defend",
    "overcome": "Roll",
    "called-test": "Roll",
    "create-advantage": "Maneuver",
}


def lexicon_of(tables: Tables) -> Mapping[str, str]:
    """An action has the name of its trapping, and what any of two trappings is good for has both."""
    names = {trapping.id: trapping.name for trapping in tables.trappings}
    names |= {
        f"{each.id} {kind}": f"{each.name} [{kind.capitalize()}]" for each in tables.trappings for kind in each.kinds
    }
    either = {"+".join(pair): " or ".join(names[each] for each in pair) for pair in EITHER}
    return {**names, **either, **WORDS}
