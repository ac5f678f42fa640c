"""Which skills are rolled against which, as the list of skills has it, and what it says about a Test beforehand.

Attacks and magic are met in ways of their own, which are not known here.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.cast import CAST, Actor
from fatetable.mechanics.rolls import Roll
from fatetable.rulesets.skein.cover import COVER, needs_no_cover
from fatetable.rulesets.skein.effects import Fly, StuntEffect
from fatetable.rulesets.skein.skills import level, resisting, skill_name, skill_of
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables


def advice(state: State, roll: Roll) -> str:
    """What the Storyteller should bear in mind before saying what opposes a Test."""
    actor = state.get(CAST)[roll.actor]
    # Everybody reads this; what is on the sheets of the Storyteller's people must not show in it.
    effects = [effect for _, effect in all_effects(actor.sheet)] if actor.is_pc else []
    return "".join(f" {sentence}" for sentence in _sentences(roll.efforts[0].trait, actor, effects))


def _sentences(trait: str, actor: Actor, effects: list[StuntEffect]) -> Iterator[str]:
    skill = skill_of(trait)
    if skill is None:
        return
    yield f"{skill.name}: {skill.text}"
    if found := resisting(trait):
        against = [f"{skill_name(other)} ({use})" if use else skill_name(other) for other, use in found]
        yield f"Opposed by {' or '.join(against)}."
    if skill.hindered_by_armour and any(isinstance(effect, Fly) for effect in effects):
        yield f"{actor.name} is at ease in the air and clumsy on the ground."
    if COVER in skill.needs and actor.is_pc and needs_no_cover(actor):
        yield f"{actor.name} needs no cover."
    elif skill.needs:
        yield f"Needs {skill.needs}{f', and takes {_small(skill.time)}' if skill.time else ''}."


def _small(time: str) -> str:
    return time[0].lower() + time[1:]


def best(roll: Roll, several: tuple[Actor, ...]) -> Actor:
    """The most watchful of a group answers for all of it (SK-SKILL-25); so with every skill that opposes another."""
    skills = [skill for skill, _ in resisting(roll.efforts[0].trait)]

    def ability(actor: Actor) -> int:
        return max((level(actor.sheet, skill) for skill in skills), default=max(actor.sheet.traits.values(), default=0))

    return max(several, key=ability)


def complications(difficulty: int) -> str:
    """How many complications make a Test so hard (SK-STORY-02).

    >>> complications(0), complications(2), complications(8)
    ('no complication', '1 complication', '4 complications')
    """
    figures = tables().rolling.figures
    number = (difficulty - figures.base_difficulty) // figures.per_complication
    return f"{number or 'no'} complication{'s' if number > 1 else ''}"
