"""What a spell is like, and how hard that makes it (F2-IMP-03 to F2-IMP-10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole
from fatetable.rulesets.fate2.book import Improvised, SpellRow, Tradition

ASKED = {
    "scope": "it covers",
    "targets": "it is for",
    "severity": "it is",
    "time": "casting takes",
    "components": "it needs",
    "duration": "it lasts",
}
AT_ONCE, BARE_HANDS, DAMAGING = "A few moments", "Nothing", "Damaging"
SLOW = "A few hours"
MUNDANE, IN_PARTY = "A mundane skill could do it", "Somebody in the party could do it"


class Plan(Struct, frozen=True, kw_only=True):
    """A spell as it is described: a row of each family; `mind` if it alters minds on top."""

    scope: str = "Nothing"
    targets: str = "No one"
    severity: str = "Harmless"
    time: str = AT_ONCE
    components: str = BARE_HANDS
    duration: str = "An instant"
    mind: bool = False

    @property
    def words(self) -> str:
        """In a line: "Damaging, 1 person, a few moments"."""
        said = (self.severity, "mind altering" if self.mind else "", self.scope, self.targets, self.time, self.duration)
        dull = ("Nothing", "No one", "")
        return ", ".join(part.lower() for part in said if part not in dull)


class Rulings(Struct, frozen=True, kw_only=True):
    """What the GM adds: effects on the story, timing, the laws of magic, and whether scope and targets both count."""

    story: Collection[str] = ()
    more: int = 0
    timing: int = 0
    laws: Collection[str] = ()
    both: bool = False


NO_RULINGS = Rulings()


def parts_of(tables: Improvised, plan: Plan, rulings: Rulings = NO_RULINGS) -> Iterator[tuple[str, int]]:
    """Everything that makes a spell harder or easier, by name."""
    scope, targets = tables.row("scope", plan.scope), tables.row("targets", plan.targets)
    assert scope is not None
    assert targets is not None
    # Most spells have one or the other; in doubt the higher counts (F2-IMP-05).
    counted = (scope, targets) if rulings.both else (max(targets, scope, key=lambda row: row.amount),)
    yield from ((row.name, row.amount) for row in counted)
    for family in ("severity", "time", "components", "duration"):
        row = tables.row(family, getattr(plan, family))
        assert row is not None
        yield row.name, row.amount
    if plan.mind:
        yield from ((row.name, row.amount) for row in tables.family("mind"))
    yield from _ruled(tables, rulings)


def _ruled(tables: Improvised, rulings: Rulings) -> Iterator[tuple[str, int]]:
    # Who says that somebody in the party could do it says that a skill could (F2-IMP-10).
    story = {*rulings.story, *((MUNDANE,) if IN_PARTY in rulings.story else ())}
    for row in tables.family("story"):
        if row.name in story:
            yield row.name, row.amount + (rulings.more if row.or_more else 0)
    for row in tables.family("law"):
        if row.name in rulings.laws:
            yield row.name, row.amount
    if rulings.timing:
        yield "Inconvenient timing", -rulings.timing


def difficulty_of(tables: Improvised, plan: Plan, rulings: Rulings = NO_RULINGS) -> int:
    return tables.base + sum(amount for _, amount in parts_of(tables, plan, rulings))


def is_possible(tables: Improvised, plan: Plan) -> bool:
    found = (tables.row(family, getattr(plan, family)) for family in ASKED)
    return all(row is not None and not row.impossible for row in found)


def school_modifier(tables: Improvised, tradition: Tradition, plan: Plan) -> int:
    """What a tradition is better or worse at (F2-IMP-13)."""
    slow = tables.row("time", SLOW)
    time = tables.row("time", plan.time)
    assert slow is not None
    assert time is not None
    needs = tradition.with_components if plan.components != BARE_HANDS else 0
    return needs + (tradition.in_haste if time.amount > slow.amount else 0)


def plan_holes(tables: Improvised, *, without: Collection[str] = (), harmless: bool = False) -> tuple[Hole, ...]:
    """What has to be said of a spell; of a `harmless` one, that it does not wound."""
    preset = Plan()
    rows = {family: tables.family(family) for family in ASKED if family not in without}
    if harmless:
        rows["severity"] = tuple(row for row in rows["severity"] if row.name != DAMAGING)
    choices = (
        ChoiceHole(family, ASKED[family], _choices(found), suggested=getattr(preset, family))
        for family, found in rows.items()
    )
    return (*choices, FlagHole("mind", "mind altering"))


def _choices(rows: tuple[SpellRow, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(row.name, row.label) for row in rows)
