"""Quick opponents of Fate Accelerated: a mook, or a group of them (FAE-NPC-02, FAE-NPC-08)."""

from __future__ import annotations

from fatetable.engine.offers import TextHole
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.quick_opponents import LONGEST_LINE, QuickKind, QuickOpponent
from fatetable.rulesets.fae.book import RULESET, Tables
from fatetable.rulesets.fae.creation.checks.mooks import LARGEST_GROUP
from fatetable.rulesets.fae.creation.procedure import finish

MOST_AT_ONCE = 12
"""More than this are better played as a group."""

USUAL_GROUP = 4


def quick_foes(tables: Tables) -> tuple[QuickKind, ...]:
    asks = tuple(
        TextHole("fill", f"{word} at (comma-separated)", optional=True, key=key, limit=LONGEST_LINE)
        for word, key in (("good", "skilled"), ("bad", "bad"))
    )
    nothing = {"skilled": "", "bad": ""}
    return (
        QuickKind(
            kind="mook",
            label="mook",
            numbers=(1, MOST_AT_ONCE),
            asks=asks,
            make=lambda wanted: tuple(_sheet(tables, wanted, name, {}) for name in wanted.names()),
            cites=("FAE-NPC-02", "FAE-NPC-03"),
            usual=nothing,
        ),
        QuickKind(
            kind="group",
            label="group of mooks",
            numbers=(tables.figures.mooks.members_per_box, LARGEST_GROUP),
            asks=asks,
            make=lambda wanted: (_sheet(tables, wanted, wanted.name, {"size": wanted.number}),),
            cites=("FAE-NPC-08",),
            usual=nothing,
            usual_number=USUAL_GROUP,
        ),
    )


def _sheet(tables: Tables, wanted: QuickOpponent, name: str, numbers: dict[str, int]) -> Sheet:
    """What it is called is its aspect, as with the book's own mooks (FAE-NPC-06)."""
    return finish(
        tables,
        Sheet(
            ruleset=RULESET,
            name=name,
            kind=wanted.kind,
            aspects={"aspect-1": wanted.name},
            numbers=numbers,
            lists={key: wanted.entries(key) for key in ("skilled", "bad")},
        ),
    )
