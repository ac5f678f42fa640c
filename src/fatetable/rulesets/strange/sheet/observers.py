"""People that a power does not work on: without a mind, or spared by a snag (SF-EXT-02, SF-STR-13)."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.strange.sheet.devices import DEVICE
from fatetable.rulesets.strange.sheet.person import named_archetype
from fatetable.rulesets.strange.sheet.skills import PSYCHIC, Skill

MINDLESS = "mindless"
"""The number that says that somebody has no mind."""


def is_mindless(actor: Actor) -> bool:
    return actor.kind == DEVICE or bool(actor.sheet.numbers.get(MINDLESS))


def is_psychic(skill: Skill | None, trapping: str) -> bool:
    return skill is not None and any(PSYCHIC in held.extras for held in skill.having(trapping))


def is_spared(skill: Skill | None, other: Actor) -> bool:
    """Does the skill not work on people like this?"""
    archetype = named_archetype(other.sheet)
    return skill is not None and bool(archetype) and any(held.spares == archetype for held in skill.drawbacks)


def is_broken_by(skill: Skill | None, means: frozenset[str]) -> bool:
    """Do its illusions end at the touch of one of these?"""
    return skill is not None and any(held.broken_by in means for held in skill.drawbacks if held.broken_by)
