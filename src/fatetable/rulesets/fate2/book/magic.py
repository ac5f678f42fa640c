"""The tables of magic as typed data, and the skills that come of them.

A campaign may have each of them otherwise, as the book suggests for every system (F2-MAG-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.rulesets.fate2.book.improvised import Tradition
from fatetable.rulesets.fate2.book.skills import Skill

TALENT, INITIATION = "Magical Talent", "Magical Initiation"
LEVEL = "level"


class Circle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circle of spells, with the skill that casts them (F2-LVL-02).

    It opens with so many levels of initiation, and has the spells of these levels of the list.
    """

    id: str
    name: str
    opens_at: int
    levels: tuple[int, ...]

    @property
    def skill(self) -> Skill:
        return Skill(id=self.id, name=self.name, category="magical", magic=LEVEL)


class Spell(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A spell of the campaign's list; one that is `aimed` has to hit somebody, and harms them."""

    name: str
    level: int
    aimed: bool = False
    text: str = ""


PYROMANCER, PYROMANCY = "Pyromancer", "pyromancy"


class Water(Struct, frozen=True, forbid_unknown_fields=True):
    """What a fire mage may come into; some of it is not water enough (F2-STN-09)."""

    name: str
    quenches: bool


class Fire(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"waters": "water"}):
    """The figures of fire magic: modifiers, and results of the wound track by their names."""

    per_target: int
    inferior: int
    surround: str
    beneath: str
    burns: str
    can: tuple[str, ...]
    cannot: tuple[str, ...]
    waters: tuple[Water, ...]


MINOR_POWERS = "minor-powers"


class Animal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A shape to change into, and what takes a skill in it (F2-SKN-02 to F2-SKN-05).

    `inherent` traits are free, `notable` ones would be aspects of their own.  One that is `like` another is so similar
    to it that it uses the same skills (F2-SKN-06).
    """

    name: str
    flies: bool = False
    weapons: str = ""
    special: str = ""
    handles: bool = False
    inherent: tuple[str, ...] = ()
    notable: tuple[str, ...] = ()
    like: str = ""

    @property
    def id(self) -> str:
        return "-".join(re.findall(r"\w+", self.name.casefold()))

    @property
    def mobility(self) -> Skill:
        return self._skill("Mobility")

    @property
    def weapon(self) -> Skill | None:
        return self._skill(self.weapons) if self.weapons else None

    @property
    def others(self) -> tuple[Skill, ...]:
        """What mobility bounds: natural weapons, a special ability, fine handling."""
        named = (self.weapons, self.special, "Manipulation" if self.handles else "")
        return tuple(self._skill(name) for name in named if name)

    def _skill(self, what: str) -> Skill:
        return Skill(
            id=f"{self.id}-{'-'.join(what.lower().split())}",
            name=f"{self.name} {what}",
            category="magical",
            begins="terrible" if self.flies else "poor",
            magic=MINOR_POWERS,
        )


class Power(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A minor power: the aspect that introduces it, and the skills it takes (F2-SKN-07)."""

    aspect: str
    skills: tuple[str, ...]
    text: str = ""

    def __post_init__(self) -> None:
        if not self.skills:
            raise ValueError(f"{self.aspect!r} needs at least one skill")

    @property
    def learnt(self) -> tuple[Skill, ...]:
        return tuple(
            Skill(id="-".join(name.lower().split()), name=name, category="magical", begins="poor", magic=MINOR_POWERS)
            for name in self.skills
        )


def skills_of_animals(animals: Iterable[Animal]) -> Iterator[Skill]:
    """The skills of each shape that has its own."""
    for animal in animals:
        if not animal.like:
            yield from (animal.mobility, *animal.others)


def magical_skills(
    circles: Iterable[Circle],
    traditions: Iterable[Tradition],
    animals: Iterable[Animal],
    powers: Iterable[Power],
) -> Iterator[Skill]:
    """The skills that tables of magic bring with them; each is there where its magic is."""
    yield from (circle.skill for circle in circles)
    yield from (tradition.learnt for tradition in traditions)
    yield from skills_of_animals(animals)
    yield from (skill for power in powers for skill in power.learnt)


_OWN_CIRCLES = """\
replaces = true

[[circle]]
id = "cast-cantrips"
name = "Cast Cantrips"
opens_at = 0
levels = [0]

[[circle]]
id = "lower-circle"
name = "Lower Circle Spellcasting"
opens_at = 1
levels = [1, 2, 3, 4, 5]
"""

_OWN_SPELLS = """\
[[spell]]
name = "Glass Arrow"
level = 2
aimed = true
text = "It cannot be seen until it hits."
"""

_OWN_ANIMALS = """\
[[animal]]
name = "Otter"
weapons = "Bite"
handles = true
inherent = ["small", "swims"]
notable = ["Playful"]
"""

_OWN_POWERS = """\
[[power]]
aspect = "Touched by Frost"
skills = ["Chill"]
text = "makes cold what it touches"
"""

_OWN_TRADITIONS = """\
[[tradition]]
aspect = "Hedge Witch"
skill = "Witchery"
with_components = 1
in_haste = -1
"""

OWN_MAGIC = (
    OwnTable(
        name="traditions",
        meaning="The traditions of improvisational magic: their aspects, their skills, and what they are good at.",
        heading="tradition",
        row=Tradition,
        key=lambda tradition: tradition.aspect,
        example=_OWN_TRADITIONS,
        cites=("F2-IMP-01", "F2-IMP-13"),
    ),
    OwnTable(
        name="animals",
        meaning="The animals whose shape skinchangers take.",
        heading="animal",
        row=Animal,
        key=lambda animal: animal.name,
        example=_OWN_ANIMALS,
        cites=("F2-SKN-01",),
    ),
    OwnTable(
        name="powers",
        meaning="Minor powers besides shapes: an aspect, and the skills it takes.",
        heading="power",
        row=Power,
        key=lambda power: power.aspect,
        example=_OWN_POWERS,
        cites=("F2-SKN-07",),
    ),
    OwnTable(
        name="circles",
        meaning="The circles of level-based magic, and which levels of spells each holds.",
        heading="circle",
        row=Circle,
        key=lambda circle: circle.id,
        example=_OWN_CIRCLES,
        cites=("F2-LVL-05",),
    ),
    OwnTable(
        name="spells",
        meaning="The spells of level-based magic.",
        heading="spell",
        row=Spell,
        key=lambda spell: spell.name,
        example=_OWN_SPELLS,
        cites=("F2-LVL-05",),
    ),
)
"""The tables of magic that a campaign may have otherwise."""
