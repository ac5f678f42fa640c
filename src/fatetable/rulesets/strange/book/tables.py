"""The tables of Strange Fate, read from the folder `data` and checked against each other."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.mechanics.book.data_files import DataFiles
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.mechanics.time.track import TimeTrack
from fatetable.rulesets.strange.book.figures import Figures

RULESET = "strange"
MOST_STEPS = 4
"""So many steps of the time table shifts may buy (SF-ROLL-04)."""

Scope: TypeAlias = Literal["physical", "mental", "social"]
Way: TypeAlias = Literal["melee", "ranged", "mental", "social"]
"""How an attack comes, which decides what meets it."""

_DATA = DataFiles("fatetable.rulesets.strange")


class Tier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`initial` is written behind a skill of this tier; `refresh` is what it costs."""

    name: str
    refresh: int
    initial: str = ""


class Trapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing a skill can be good for.  Each of its `kinds`, or of the types of one that `is_typed`, is another."""

    id: str
    name: str
    category: str
    kinds: tuple[str, ...] = ()
    is_typed: bool = False
    has_benefits: bool = False


class HeldTrapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A trapping as a skill has it: of which kind, with which extras, and a `note` on what is unusual about it."""

    id: str
    of: str = ""
    extras: tuple[str, ...] = ()
    note: str = ""


class CommonSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    name: str
    theme: str
    trappings: tuple[HeldTrapping, ...]


class ScopeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Scope
    track: str


class AttackRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an attack with a trapping harms, and how many `zones` away it reaches by itself."""

    trapping: str
    scope: Scope
    way: Way
    zones: int = 0


class DefenceRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    trapping: str
    stops: tuple[Way, ...]


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of the time table; `also` is another name for it."""

    name: str
    seconds: int
    also: str = ""


class Tables(Struct, frozen=True, kw_only=True):
    ladder: Ladder
    tiers: tuple[Tier, ...]
    trappings: tuple[Trapping, ...]
    skills: tuple[CommonSkill, ...]
    scopes: tuple[ScopeRow, ...]
    attacks: tuple[AttackRow, ...]
    defences: tuple[DefenceRow, ...]
    time_steps: tuple[Step, ...]
    figures: Figures
    actions: ActionTable

    def __post_init__(self) -> None:
        """Skills, attacks and defences may only name trappings that there are."""
        known = {trapping.id for trapping in self.trappings}
        named = {held.id for skill in self.skills for held in skill.trappings}
        named |= {row.trapping for row in self.attacks} | {row.trapping for row in self.defences}
        if named - known:
            raise ValueError(f"there is no trapping {', '.join(sorted(named - known))}")
        seconds = [step.seconds for step in self.time_steps]
        if seconds != sorted(seconds):
            raise ValueError("the steps of the time table stand from the shortest to the longest")

    @property
    def time(self) -> TimeTrack:
        return TimeTrack(
            track=tuple(step.name for step in self.time_steps),
            seconds=tuple(step.seconds for step in self.time_steps),
            most_steps=MOST_STEPS,
            aliases={step.also: step.name for step in self.time_steps if step.also},
        )

    def trapping(self, trapping_id: str) -> Trapping:
        return next(trapping for trapping in self.trappings if trapping.id == trapping_id)

    def attack(self, trapping_id: str) -> AttackRow | None:
        return next((row for row in self.attacks if row.trapping == trapping_id), None)

    def track(self, scope: str) -> str:
        return next(row.track for row in self.scopes if row.id == scope)

    def initial(self, tier: int) -> str:
        """What is written behind a skill of this tier: " (E)"; nothing for a mundane one."""
        return f" ({self.tiers[tier].initial})" if self.tiers[tier].initial else ""


class _Rung(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    word: str


OUTCOMES = ("fail", "tie", "succeed", "style")

_OWN_TIME = """\
replaces = true

[[step]]
name = "A Moment"
seconds = 5

[[step]]
name = "A Scene"
seconds = 1800

[[step]]
name = "A Day"
seconds = 86400
"""

OWN_TABLES = (
    OwnTable(
        name="time_steps",
        meaning="The steps of the time table.",
        heading="step",
        row=Step,
        key=lambda step: step.name,
        example=_OWN_TIME,
        cites=("SF-TIME-01",),
    ),
)


class _Scopes(Struct, frozen=True, forbid_unknown_fields=True):
    scope: tuple[ScopeRow, ...]
    attack: tuple[AttackRow, ...]
    defence: tuple[DefenceRow, ...]


@functools.cache
def read_tables() -> Tables:
    """All tables, read once; one that contradicts another is a `ValueError`, since only we could have written it.

    Only the assembly of the ruleset calls this.  Everything else is handed the tables: a game may bring its own.
    """
    trappings = _DATA.rows("trappings.toml", "trapping", Trapping)
    conflict = _DATA.whole("scopes.toml", _Scopes)
    return Tables(
        ladder=Ladder.of({rung.number: rung.word for rung in _DATA.rows("ladder.toml", "rung", _Rung)}),
        tiers=_DATA.rows("tiers.toml", "tier", Tier),
        trappings=trappings,
        skills=_DATA.rows("skills.toml", "skill", CommonSkill),
        scopes=conflict.scope,
        attacks=conflict.attack,
        defences=conflict.defence,
        time_steps=_DATA.rows("time.toml", "step", Step),
        figures=_DATA.whole("figures.toml", Figures),
        actions=ActionTable.of((*_DATA.rows("actions.toml", "row", OutcomeRow), *_without_grants(trappings))),
    )


def _without_grants(trappings: tuple[Trapping, ...]) -> tuple[OutcomeRow, ...]:
    """What a trapping is rolled for is read by its procedure; the outcome itself grants nothing."""
    return tuple(OutcomeRow(trapping.id, outcome) for trapping in trappings for outcome in OUTCOMES)


@functools.cache
def read_citations() -> Mapping[str, tuple[str, ...]]:
    """The rules of the book on each topic and behind each refusal."""
    return _DATA.citations()
