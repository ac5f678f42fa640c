"""The tables of the book, read from the folder `data` and checked against each other."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.mechanics.book.data_files import DataFiles
from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.harm.rows import WoundRow
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.rulesets.fate2.book.arms import OWN_ARMS, Armour, ArmourType, FightModifier, Weapon, WeaponTrait
from fatetable.rulesets.fate2.book.aspects import AspectRow
from fatetable.rulesets.fate2.book.budgets import Budgets
from fatetable.rulesets.fate2.book.challenges import OWN_CHALLENGES, ChallengeRow, LadderTables
from fatetable.rulesets.fate2.book.elements import Elements
from fatetable.rulesets.fate2.book.extras import ExtraKind, WatchRow
from fatetable.rulesets.fate2.book.figures import Figures, SixesFigures
from fatetable.rulesets.fate2.book.guides import AspectGuide, Difficulties, MarginRow, MarginTable
from fatetable.rulesets.fate2.book.improvised import Improvised, Tradition
from fatetable.rulesets.fate2.book.magic import OWN_MAGIC, Animal, Circle, Fire, Power, Spell, magical_skills
from fatetable.rulesets.fate2.book.organisations import OrganisationRow, OrganisationSkill
from fatetable.rulesets.fate2.book.plans import PhaseRow, Way
from fatetable.rulesets.fate2.book.points import OWN_CARDS, ActionCard, PointUses
from fatetable.rulesets.fate2.book.skills import Skill, chosen_skills
from fatetable.rulesets.fate2.dials import Dials

RULESET = "fate2"
_DATA = DataFiles("fatetable.rulesets.fate2")


class Spread(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made pyramid for so many phases; `skills` counts those at Average, at Fair and so on."""

    phases: int
    skills: tuple[int, ...]


class SampleRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready-made character.

    `phases` are the aspects of its life with what was learnt in each; a skill is a row of names, of which the first
    that the campaign has counts.  One with `magic` is there where that magic is.  It has as many
    phases as the campaign, unless it has a `length` of its own.
    """

    name: str
    cites: tuple[str, ...]
    kind: str = "hero"
    magic: str = ""
    description: str = ""
    goal: str = ""
    skills: Mapping[str, tuple[str, ...]] = {}
    phases: tuple[SamplePhase, ...] = ()
    aspects: Mapping[str, int] = {}
    length: int = 0


class SamplePhase(Struct, frozen=True, forbid_unknown_fields=True):
    aspect: str
    learnt: tuple[str, ...]
    story: str = ""
    circles: int = 0
    extras: tuple[SampleExtra, ...] = ()


class SampleExtra(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An extra of a phase; there as far as the ranks of the campaign go."""

    kind: str
    name: str
    ranks: int = 0
    aspects: tuple[str, ...] = ()
    text: str = ""

    @property
    def entry(self) -> Entry:
        return Entry(
            name=self.name,
            kind=self.kind,
            numbers={"ranks": self.ranks} if self.ranks else {},
            lists={"aspects": self.aspects} if self.aspects else {},
            texts={"text": self.text} if self.text else {},
        )


class Tables(Struct, frozen=True, kw_only=True):
    ladder: Ladder
    figures: Figures
    actions: ActionTable
    skills: tuple[Skill, ...]
    aspects: tuple[AspectRow, ...]
    phases: tuple[PhaseRow, ...]
    ways: tuple[Way, ...]
    extras: tuple[ExtraKind, ...]
    watched: tuple[WatchRow, ...]
    organisation_skills: tuple[OrganisationSkill, ...]
    organisations: tuple[OrganisationRow, ...]
    spreads: tuple[Spread, ...]
    samples: tuple[SampleRow, ...]
    wounds: tuple[WoundRow, ...]
    weapons: tuple[Weapon, ...]
    armours: tuple[Armour, ...]
    armour_types: tuple[ArmourType, ...]
    weapon_traits: tuple[WeaponTrait, ...]
    fight_modifiers: tuple[FightModifier, ...]
    time: TimeTrack
    procedures: tuple[Procedure, ...]
    margins: MarginTable
    ladders: LadderTables
    challenges: tuple[ChallengeRow, ...]
    point_uses: PointUses
    cards: tuple[ActionCard, ...]
    difficulties: Difficulties
    sixes: SixesFigures
    described: AspectGuide
    circles: tuple[Circle, ...]
    spells: tuple[Spell, ...]
    fire: Fire
    improvised: Improvised
    traditions: tuple[Tradition, ...]
    budgets: Budgets
    elements: Elements
    animals: tuple[Animal, ...]
    powers: tuple[Power, ...]

    def __post_init__(self) -> None:
        ids = [skill.id for skill in self.skills]
        if twice := sorted({each for each in ids if ids.count(each) > 1}):
            raise ValueError(f"two skills have the id {twice[0]!r}")
        of_magic = {skill.id for skill in self.of_magic}
        self._check_animals()
        if taken := sorted(of_magic & {skill.id for skill in self.skills if not skill.magic}):
            raise ValueError(f"a skill of magic has the id of another skill, {taken[0]!r}")

    def _check_animals(self) -> None:
        own = {animal.name for animal in self.animals if not animal.like}
        if strays := sorted(animal.like for animal in self.animals if animal.like and animal.like not in own):
            raise ValueError(f"no animal of its own is called {strays[0]!r}")

    @property
    def of_magic(self) -> tuple[Skill, ...]:
        """The skills that the tables of magic bring with them."""
        return tuple(magical_skills(self.circles, self.traditions, self.animals, self.powers))

    def phase(self, number: int) -> PhaseRow:
        """What is planned for a phase."""
        return next((row for row in self.phases if row.number == number), PhaseRow(number=max(1, number)))

    def skill(self, skill_id: str) -> Skill | None:
        return next((skill for skill in self.skills if skill.id == skill_id), None)


class _Rung(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    word: str


@functools.cache
def read_tables() -> Tables:
    """All tables as they are printed, read once.

    Only the assembly of the ruleset calls this.  Everything else is handed the tables: a game may bring its own.
    """
    return Tables(
        ladder=Ladder.of({rung.number: rung.word for rung in _DATA.rows("ladder.toml", "rung", _Rung)}),
        figures=_DATA.whole("figures.toml", Figures),
        actions=ActionTable.of(_DATA.rows("actions.toml", "row", OutcomeRow)),
        skills=_DATA.rows("skills.toml", "skill", Skill),
        aspects=_DATA.rows("aspects.toml", "aspect", AspectRow),
        phases=(),
        ways=_DATA.rows("ways.toml", "way", Way),
        extras=_DATA.rows("extras.toml", "kind", ExtraKind),
        watched=_DATA.rows("watched.toml", "watch", WatchRow),
        organisation_skills=_DATA.rows("organisation_skills.toml", "skill", OrganisationSkill),
        organisations=_DATA.rows("organisations.toml", "organisation", OrganisationRow),
        spreads=_DATA.rows("spreads.toml", "spread", Spread),
        samples=_DATA.rows("samples.toml", "sample", SampleRow),
        wounds=_DATA.rows("wounds.toml", "row", WoundRow),
        weapons=_DATA.rows("weapons.toml", "weapon", Weapon),
        armours=_DATA.rows("armour.toml", "armour", Armour),
        armour_types=_DATA.rows("armour_types.toml", "type", ArmourType),
        weapon_traits=_DATA.rows("weapon_traits.toml", "trait", WeaponTrait),
        fight_modifiers=_DATA.rows("fight_modifiers.toml", "modifier", FightModifier),
        time=_DATA.whole("time.toml", TimeTrack),
        procedures=_DATA.rows("procedures.toml", "procedure", Procedure),
        margins=MarginTable(_DATA.rows("margins.toml", "margin", MarginRow)),
        ladders=_DATA.whole("ladders.toml", LadderTables),
        point_uses=_DATA.whole("point_uses.toml", PointUses),
        cards=_DATA.rows("cards.toml", "card", ActionCard),
        challenges=_DATA.rows("challenges.toml", "challenge", ChallengeRow),
        difficulties=_DATA.whole("difficulties.toml", Difficulties),
        sixes=_DATA.whole("sixes.toml", SixesFigures),
        described=_DATA.whole("described_aspects.toml", AspectGuide),
        circles=_DATA.rows("circles.toml", "circle", Circle),
        spells=_DATA.rows("spells.toml", "spell", Spell),
        fire=_DATA.whole("fire.toml", Fire),
        improvised=_DATA.whole("improvised.toml", Improvised),
        traditions=_DATA.rows("traditions.toml", "tradition", Tradition),
        budgets=_DATA.whole("budgets.toml", Budgets),
        elements=_DATA.whole("elements.toml", Elements),
        animals=_DATA.rows("animals.toml", "animal", Animal),
        powers=_DATA.rows("powers.toml", "power", Power),
    )


def tables_of(tables: Tables, dials: Dials) -> Tables:
    """The tables of a campaign with these dials."""
    skills = (*tables.skills, *tables.of_magic)
    chosen = chosen_skills(skills, dials)
    known = {skill.id for skill in chosen}
    rows = tuple(procedures(tables, dials, known))
    extras = tuple(kind for kind in tables.extras if kind.magic in ("", dials.magic))
    margins = MarginTable(tables.margins.rows, dials.dynamic_bands == "symmetric")
    return msgspec.structs.replace(tables, skills=chosen, procedures=rows, extras=extras, margins=margins)


def procedures(tables: Tables, dials: Dials, skills: Collection[str]) -> Iterator[Procedure]:
    """What is done by rows of a table with the skills of the campaign, against its numbers."""
    figures = tables.figures.healing
    treated_at = figures.treated_at if dials.healing == "a-week" else figures.treated_at_if_slow
    for row in tables.procedures:
        if row.skills and not set(row.skills).intersection(skills):
            continue
        if row.id == "treat-injury":
            row = msgspec.structs.replace(row, difficulty=treated_at)
        yield _in_sixes(tables, row) if dials.dice == "fate-d6" else row


def _in_sixes(tables: Tables, row: Procedure) -> Procedure:
    """The row with the numbers that six-sided dice have to reach (F2-D6-03)."""
    number = tables.difficulties.number
    rungs = tuple(msgspec.structs.replace(rung, difficulty=number(rung.difficulty)) for rung in row.rungs)
    difficulty = None if row.difficulty is None else number(row.difficulty)
    return msgspec.structs.replace(row, rungs=rungs, difficulty=difficulty)


_OWN_SKILLS = """\
[[skill]]
id = "falconry"
name = "Falconry"
category = "professional"
covers = "training birds of prey and hunting with them"

[[skill]]
id = "sealing"
name = "Sealing"
category = "magical"
begins = "terrible"
"""

_OWN_ASPECTS = """\
[[aspect]]
name = "Sworn Falconer"
category = "career"
use = "train and fly hawks; be heard at court"
trouble = "the bird comes first"
"""

_OWN_PHASES = """\
[[phase]]
number = 1
title = "Childhood"
world = "The salt road is still open, and every winter the traders stay in the village."
plot = ["Child of Fennick", "Raised on the Salt Road"]

[[phase]]
number = 5
title = "The siege"
world = "Everybody is in the city when the gates are shut."
plot = ["Held the Wall"]
must = true
"""

_OWN_WAYS = """\
[[way]]
name = "The Marches"
structure = "geographic"
aspects = ["Reiver", "March Warden"]
skills = ["combat", "survival", "Riding"]
next = ["The Capital"]

[[way]]
name = "The Capital"
structure = "geographic"
aspects = ["Courtier", "Clerk of the Rolls"]
skills = ["social", "academic"]
next = ["The Marches"]
"""

OWN_TABLES = (
    OwnTable(
        name="skills",
        meaning="Skills that everybody can learn, besides those of the divisions that were chosen.",
        heading="skill",
        row=Skill,
        key=lambda skill: skill.id,
        example=_OWN_SKILLS,
        cites=("F2-SKL-01", "F2-SKL-03"),
    ),
    OwnTable(
        name="aspects",
        meaning="Aspects that are suggested, with what they are good for and what the GM may do with them.",
        heading="aspect",
        row=AspectRow,
        key=lambda row: row.name,
        example=_OWN_ASPECTS,
        cites=("F2-ASP-02", "F2-LIST-01"),
    ),
    OwnTable(
        name="phases",
        meaning="What was going on in each phase, and which aspects of it serve the plot of the campaign.",
        heading="phase",
        row=PhaseRow,
        key=lambda row: str(row.number),
        example=_OWN_PHASES,
        cites=("F2-CHAR-05", "F2-OPT-01", "F2-OPT-02"),
    ),
    OwnTable(
        name="ways",
        meaning="Places, pursuits or careers with the aspects and skills they offer, and how one comes there.",
        heading="way",
        row=Way,
        key=lambda row: row.name,
        example=_OWN_WAYS,
        cites=("F2-OPT-14", "F2-OPT-15", "F2-OPT-16", "F2-OPT-17"),
    ),
    OWN_CHALLENGES,
    OWN_CARDS,
    *OWN_MAGIC,
    *OWN_ARMS,
)


@functools.cache
def read_citations() -> Mapping[str, tuple[str, ...]]:
    """The rules of the book on each topic and behind each refusal."""
    return _DATA.citations()
