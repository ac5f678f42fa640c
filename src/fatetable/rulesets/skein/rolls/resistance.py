"""Which skills oppose which according to the list of skills, and what the Storyteller should know before a Test.

How attacks are met is in `combat/who_defends.py`, how magic is met in `rolls/checks.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.rolls.state import Roll
from fatetable.rulesets.skein.book import Fly, StuntEffect, Tables
from fatetable.rulesets.skein.rolls.cover import COVER, needs_no_cover
from fatetable.rulesets.skein.sheet import all_effects, level, resisting, skill_name, skill_of


def advice(tables: Tables, state: State, roll: Roll) -> str:
    """What the Storyteller should know before saying what opposes a Test."""
    actor = state.get(CAST)[roll.actor]
    # Everybody reads this; what is on the sheets of the Storyteller's people must not show in it.
    effects = [effect for _, effect in all_effects(tables, actor.sheet)] if actor.is_pc else []
    return "".join(f" {sentence}" for sentence in _sentences(tables, roll.efforts[0].trait, actor, effects))


def _sentences(tables: Tables, trait: str, actor: Actor, effects: list[StuntEffect]) -> Iterator[str]:
    skill = skill_of(tables, trait)
    if skill is None:
        return
    yield f"{skill.name}: {skill.text}"
    if found := resisting(tables, trait):
        against = [f"{skill_name(tables, other)} ({use})" if use else skill_name(tables, other) for other, use in found]
        yield f"Opposed by {' or '.join(against)}."
    if skill.hindered_by_armour and any(isinstance(effect, Fly) for effect in effects):
        yield f"{actor.name} is at ease in the air and clumsy on the ground."
    if COVER in skill.needs and actor.is_pc and needs_no_cover(tables, actor):
        yield f"{actor.name} needs no cover."
    elif skill.needs:
        yield f"Needs {skill.needs}{f', and takes {_small(skill.time)}' if skill.time else ''}."


def _small(time: str) -> str:
    return time[0].lower() + time[1:]


def best(tables: Tables, roll: Roll, several: tuple[Actor, ...]) -> Actor:
    """Who of a group opposes a roll: the one with the best fitting skill, such as the most watchful (SK-SKILL-25)."""
    skills = [skill for skill, _ in resisting(tables, roll.efforts[0].trait)]

    def ability(actor: Actor) -> int:
        return max(
            (level(tables, actor.sheet, skill) for skill in skills), default=max(actor.sheet.traits.values(), default=0)
        )

    return max(several, key=ability)


def complications(tables: Tables, difficulty: int) -> str:
    """How many complications make a Test so hard (SK-STORY-02).

    >>> from fatetable.rulesets.skein.book.tables import read_tables
    >>> tables = read_tables()
    >>> complications(tables, 0), complications(tables, 2), complications(tables, 8)
    ('no complication', '1 complication', '4 complications')
    """
    figures = tables.rolling.figures
    number = (difficulty - figures.base_difficulty) // figures.per_complication
    return f"{number or 'no'} complication{'s' if number > 1 else ''}"
