"""The tables of magic as typed data, and the skills that come of them.

A campaign may have each of them otherwise, as the book suggests for every system (F2-MAG-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.mechanics.book.own_tables import OwnTable
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


def magical_skills(circles: Iterable[Circle]) -> Iterator[Skill]:
    """The skills that tables of magic bring with them; each is there where its magic is."""
    yield from (circle.skill for circle in circles)


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

OWN_MAGIC = (
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
