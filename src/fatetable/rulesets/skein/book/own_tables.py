"""The tables of Skein that a campaign may have otherwise, with a table of each to begin with."""

from __future__ import annotations

from fatetable.mechanics.book.own_tables import OwnTable
from fatetable.rulesets.skein.book.entries import God, Good, Skill

_SKILLS = """\
[[skill]]
id = "weaving"
name = "Weaving"
category = "mental"
text = "Making cloth, and reading from it who made it and where."
supports = ["trade in cloth"]
"""

_GOODS = """\
[[good]]
name = "Loom"
kind = "equipment"
cost = 2
"""

_GODS = """\
[[god]]
name = "the Horned One"
text = "Lord of beasts and of those who hunt them."
aspects = ["Runs with the Herd"]
stunts = ["scent-tracking", "second-sight", "tough"]
"""

OWN_TABLES = (
    OwnTable(
        name="skills",
        meaning="Skills that everybody can learn.",
        heading="skill",
        row=Skill,
        key=lambda skill: skill.id,
        example=_SKILLS,
        cites=("SK-SKILL-02",),
    ),
    OwnTable(
        name="goods",
        meaning="Things and services with their prices, apart from weapons and armour.",
        heading="good",
        row=Good,
        key=lambda good: good.name,
        example=_GOODS,
        cites=("SK-EQUIP-01",),
    ),
    OwnTable(
        name="gods",
        meaning="Gods, with Aspects of their worshippers and the stunts that these permit.",
        heading="god",
        row=God,
        key=lambda god: god.name,
        example=_GODS,
        cites=("SK-GOD-02",),
    ),
)
