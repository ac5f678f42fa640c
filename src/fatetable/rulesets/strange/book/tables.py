"""The tables of Strange Fate, read from the folder `data` and checked against each other."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.mechanics.book.data_files import DataFiles
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.mechanics.modifiers.menus import Menu
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.mechanics.undertakings.undertaking import CALLED
from fatetable.rulesets.strange.book.companions import CompanionTables
from fatetable.rulesets.strange.book.diagram import Box, Line, diagram_problems
from fatetable.rulesets.strange.book.figures import Figures
from fatetable.rulesets.strange.book.gifts import GiftRow, ImprovementRow, ThemeRow
from fatetable.rulesets.strange.book.heroes import Foe, Hero
from fatetable.rulesets.strange.book.minions import MinionTables
from fatetable.rulesets.strange.book.people import Archetype, AspectIdeas, Benefit, WardRow
from fatetable.rulesets.strange.book.skills import (
    CommonSkill,
    Drawback,
    Extra,
    HeldTrapping,
    PsychicRow,
    SampleSkill,
    SecondSkillRow,
    Trapping,
    UnusualRow,
)
from fatetable.rulesets.strange.book.treatment import TreatmentTables
from fatetable.rulesets.strange.book.weights import WeightRow, Weights, weight_problems
from fatetable.rulesets.strange.book.works import WorkTables

RULESET = "strange"
MOST_STEPS = 4
"""So many steps of the time table shifts may buy (SF-ROLL-04)."""

PROCEDURES = ("mobility", "social", "perception", "technical", "subterfuge", "general", "healing", "works")
"""The categories of trappings with something to do that is neither an attack nor a defence, a file for each."""

Scope: TypeAlias = Literal["physical", "mental", "social"]
Way: TypeAlias = Literal["melee", "ranged", "mental", "social", "assessment"]
"""How an attack comes, which decides what meets it; being found out is met like one."""

_DATA = DataFiles("fatetable.rulesets.strange")


class Tier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`initial` is written behind a skill of this tier; `refresh` is what it costs."""

    name: str
    refresh: int
    initial: str = ""


class ScopeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Scope
    track: str


class AttackRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"defences": "defence"}):
    """What an attack with a trapping harms, and how many `zones` away it reaches by itself.

    `defences` are what may be claimed against it; `bounds` is what it cannot do unless it is psychic.
    """

    trapping: str
    scope: Scope
    way: Way
    zones: int = 0
    defences: Menu = ()
    bounds: str = ""


class DefenceRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    trapping: str
    stops: tuple[Way, ...]


class StandingRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the rows it is `left_by` leave for those it is `met_by`; some need who left it to keep `still`.

    What `lasts` is there in later scenes too.
    """

    id: str
    name: str
    left_by: tuple[str, ...]
    met_by: tuple[str, ...]
    still: tuple[str, ...] = ()
    lasts: bool = False


class RumorRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """From so many shifts on a rumor is an aspect that `lasts` so; what is beyond them it `spends` otherwise."""

    shifts: int
    lasts: str
    says: str = ""
    spends: bool = False


class AttitudeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an attitude means, and where it moves who has `won` or `lost` a conversation, by "success" and "style".

    `first` is the face of the Fate die for a first reaction.
    """

    name: str
    means: str
    won: Mapping[str, str] = {}
    lost: Mapping[str, str] = {}
    first: int | None = None


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of the time table; `also` is another name for it."""

    name: str
    seconds: int
    also: str = ""


def rolled_with(action: str) -> tuple[str, ...]:
    """The trappings that an action may be rolled with: "hide", or any of "examine+notice"."""
    return tuple(action.split("+"))


class Tables(Struct, frozen=True, kw_only=True):
    ladder: Ladder
    tiers: tuple[Tier, ...]
    trappings: tuple[Trapping, ...]
    skills: tuple[CommonSkill, ...]
    extras: tuple[Extra, ...]
    drawbacks: tuple[Drawback, ...]
    second_skills: tuple[SecondSkillRow, ...]
    unusual: tuple[UnusualRow, ...]
    psychic: tuple[PsychicRow, ...]
    samples: tuple[SampleSkill, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    archetypes: tuple[Archetype, ...]
    gifts: tuple[GiftRow, ...]
    improvements: tuple[ImprovementRow, ...]
    themes: tuple[ThemeRow, ...]
    companions: CompanionTables
    minions: MinionTables
    treatment: TreatmentTables
    works: WorkTables
    wards: tuple[WardRow, ...]
    weights: tuple[WeightRow, ...]
    benefits: tuple[Benefit, ...]
    aspects: AspectIdeas
    heroes: tuple[Hero, ...]
    opponents: tuple[Hero, ...]
    foes: tuple[Foe, ...]
    scopes: tuple[ScopeRow, ...]
    attacks: tuple[AttackRow, ...]
    defences: tuple[DefenceRow, ...]
    time_steps: tuple[Step, ...]
    procedures: tuple[Procedure, ...]
    rumors: tuple[RumorRow, ...]
    standings: tuple[StandingRow, ...]
    attitudes: tuple[AttitudeRow, ...]
    figures: Figures
    actions: ActionTable

    def __post_init__(self) -> None:
        """Skills, attacks and defences may only name trappings that there are, and each of those has a box."""
        known = {trapping.id for trapping in self.trappings}
        named = {held.id for skill in self.skills for held in skill.trappings}
        named |= {held.id for sample in self.samples for held in sample.trappings}
        rolled = (row for row in self.procedures if row.action != CALLED)
        named |= {each.partition(" ")[0] for row in rolled for each in rolled_with(row.action)}
        named |= {each for row in self.procedures for each in row.opposed_by}
        named |= {each for row in self.minions.scope for each in row.trappings}
        named |= {each for row in self.psychic for each in row.trappings}
        named |= {each for row in self.unusual for each in row.trappings}
        named |= {each for row in self.second_skills for each in (row.trapping, row.beside) if each}
        named |= {row.trapping for row in self.attacks} | {row.trapping for row in self.defences}
        if named - known:
            raise ValueError(f"there is no trapping {', '.join(sorted(named - known))}")
        if problems := tuple(diagram_problems(self.boxes, self.lines, self.wanted_boxes)):
            raise ValueError("; ".join(problems))
        if problems := tuple(weight_problems(self.weights)):
            raise ValueError("; ".join(problems))
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

    @property
    def weighed(self) -> Weights:
        return Weights(self.weights)

    @property
    def wanted_boxes(self) -> tuple[str, ...]:
        """What there must be a box for: each trapping, or each kind of one that has kinds."""
        return tuple(f"{trapping.id} {kind}".strip() for trapping in self.trappings for kind in trapping.kinds or ("",))

    def box(self, box_id: str) -> Box | None:
        return next((box for box in self.boxes if box.id == box_id), None)

    def drawback(self, drawback_id: str) -> Drawback | None:
        return next((drawback for drawback in self.drawbacks if drawback.id == drawback_id), None)

    def extra(self, extra_id: str) -> Extra | None:
        return next((extra for extra in self.extras if extra.id == extra_id), None)

    def sample(self, name: str) -> SampleSkill:
        return next(sample for sample in self.samples if sample.name == name)

    def has_trapping(self, trapping_id: str) -> bool:
        return any(trapping.id == trapping_id for trapping in self.trappings)

    def trapping(self, trapping_id: str) -> Trapping:
        return next(trapping for trapping in self.trappings if trapping.id == trapping_id)

    def benefit(self, trapping_id: str, tier: int) -> Benefit | None:
        """What a trapping brings on a tier."""
        rows = (row for row in self.benefits if row.trapping == trapping_id and row.tier <= tier)
        return max(rows, key=lambda row: row.tier, default=None)

    def opened(self, trapping_id: str) -> Mapping[str, int]:
        """What else a trapping may be about, with the tier from which on."""
        return {row.opens: row.tier for row in self.benefits if row.trapping == trapping_id and row.opens}

    def procedure(self, procedure_id: str) -> Procedure | None:
        return next((row for row in self.procedures if row.id == procedure_id), None)

    def rumor(self, shifts: int) -> RumorRow | None:
        """How far a rumor spreads; nowhere below the first step."""
        return max((row for row in self.rumors if row.shifts <= shifts), key=lambda row: row.shifts, default=None)

    def is_illusion(self, held: HeldTrapping) -> bool:
        return any(row.is_illusion and row.id in held.terms for row in self.unusual)

    def standing(self, standing_id: str) -> StandingRow:
        return next(row for row in self.standings if row.id == standing_id)

    def improvement(self, improvement_id: str) -> ImprovementRow | None:
        return next((each for each in self.improvements if each.id == improvement_id), None)

    def theme(self, theme_id: str) -> ThemeRow:
        return next(each for each in self.themes if each.id == theme_id)

    def archetype(self, archetype_id: str) -> Archetype | None:
        return next((each for each in self.archetypes if each.id == archetype_id), None)

    def ward(self, ward_id: str) -> WardRow | None:
        return next((each for each in self.wards if each.id == ward_id), None)

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
    OwnTable(
        name="boxes",
        meaning="The boxes of the Skill Trapping Diagram: what each trapping costs, and where its box stands.",
        heading="box",
        row=Box,
        key=lambda box: box.id,
        example='[[box]]\nid = "shoot"\nprice = 1\ncolumn = 3\nrow = 3\n',
        cites=("SF-DIAG-02", "SF-DIAG-03"),
    ),
    OwnTable(
        name="lines",
        meaning="The lines of the Skill Trapping Diagram.",
        heading="line",
        row=Line,
        key=lambda line: line.id,
        example='[[line]]\none = "dexterity"\nother = "security"\nstyle = "dotted"\n',
        cites=("SF-DIAG-02",),
    ),
    OwnTable(
        name="weights",
        meaning="What each rating lifts on each tier, and the Weight Factor for throwing it.",
        heading="weight",
        row=WeightRow,
        key=lambda row: str(row.rating),
        example="[[weight]]\nrating = 3\nfactor = 2\npounds = [300, 900]\ntons = [18, 170, 4000]\n",
        cites=("SF-PFORCE-02",),
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
    procedures = tuple(
        row for category in PROCEDURES for row in _DATA.rows(f"procedures_{category}.toml", "procedure", Procedure)
    )
    return Tables(
        ladder=Ladder.of({rung.number: rung.word for rung in _DATA.rows("ladder.toml", "rung", _Rung)}),
        tiers=_DATA.rows("tiers.toml", "tier", Tier),
        trappings=trappings,
        skills=_DATA.rows("skills.toml", "skill", CommonSkill),
        extras=_DATA.rows("extras.toml", "extra", Extra),
        drawbacks=_DATA.rows("drawbacks.toml", "drawback", Drawback),
        psychic=_DATA.rows("psychic.toml", "psychic", PsychicRow),
        unusual=_DATA.rows("unusual.toml", "unusual", UnusualRow),
        second_skills=_DATA.rows("second_skills.toml", "way", SecondSkillRow),
        samples=_DATA.rows("sample_skills.toml", "skill", SampleSkill),
        boxes=_DATA.rows("boxes.toml", "box", Box),
        lines=_DATA.rows("lines.toml", "line", Line),
        archetypes=_DATA.rows("archetypes.toml", "archetype", Archetype),
        gifts=_DATA.rows("gifts.toml", "gift", GiftRow),
        improvements=_DATA.rows("improvements.toml", "improvement", ImprovementRow),
        themes=_DATA.rows("themes.toml", "theme", ThemeRow),
        companions=_DATA.whole("companions.toml", CompanionTables),
        minions=_DATA.whole("minions.toml", MinionTables),
        treatment=_DATA.whole("treatment.toml", TreatmentTables),
        weights=_DATA.rows("weights.toml", "weight", WeightRow),
        works=_DATA.whole("works.toml", WorkTables),
        wards=_DATA.rows("wards.toml", "ward", WardRow),
        benefits=_DATA.rows("benefits.toml", "benefit", Benefit),
        aspects=_DATA.whole("aspects.toml", AspectIdeas),
        heroes=_DATA.rows("heroes.toml", "hero", Hero),
        opponents=_DATA.rows("opponents.toml", "opponent", Hero),
        foes=_DATA.rows("opposition.toml", "foe", Foe),
        scopes=conflict.scope,
        attacks=conflict.attack,
        defences=conflict.defence,
        time_steps=_DATA.rows("time.toml", "step", Step),
        procedures=procedures,
        attitudes=_DATA.rows("attitudes.toml", "attitude", AttitudeRow),
        rumors=_DATA.rows("rumors.toml", "rumor", RumorRow),
        standings=_DATA.rows("standing.toml", "standing", StandingRow),
        figures=_DATA.whole("figures.toml", Figures),
        actions=ActionTable.of(
            (*_without_grants(trappings, procedures), *_DATA.rows("actions.toml", "row", OutcomeRow))
        ),
    )


def _without_grants(trappings: tuple[Trapping, ...], procedures: tuple[Procedure, ...]) -> Iterator[OutcomeRow]:
    """What a trapping is rolled for is read by its procedure; the outcome itself grants nothing."""
    actions = dict.fromkeys((*(each.id for each in trappings), *(each.action for each in procedures)))
    return (OutcomeRow(action, outcome) for action in actions for outcome in OUTCOMES)


@functools.cache
def read_citations() -> Mapping[str, tuple[str, ...]]:
    """The rules of the book on each topic and behind each refusal."""
    return _DATA.citations()
