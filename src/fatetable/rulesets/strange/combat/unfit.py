"""Defences that are of no use against an attack: they count as +0, Mundane (SF-RESIST-01, SF-STR-13)."""

from __future__ import annotations

import msgspec

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.rolls.state import Effort, Modifier, Roll
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat.wards import means_of
from fatetable.rulesets.strange.sheet import is_broken_by, is_spared, skill_rolled, trapping_rolled

UNFIT = "unfit"
"""The source of the part that takes the rating off again."""


def without_use(effort: Effort, scale: int, reason: str, *cites: str) -> Effort:
    """The effort as if its skill were +0 and Mundane; `scale` is the tier of the skill."""
    rating = sum(part.amount for part in effort.modifiers if part.source == "trait")
    less = Modifier(UNFIT, reason, -rating, cites)
    return msgspec.structs.replace(effort, scale=effort.scale - scale, modifiers=(*effort.modifiers, less))


def with_use(effort: Effort, scale: int) -> Effort:
    kept = tuple(part for part in effort.modifiers if part.source != UNFIT)
    return msgspec.structs.replace(effort, scale=effort.scale + scale, modifiers=kept)


def is_unfit(effort: Effort) -> bool:
    return any(part.source == UNFIT for part in effort.modifiers)


def if_it_fits(tables: Tables, state: State, roll: Roll, actor: Actor, effort: Effort) -> Effort:
    """The defence, unless the attacker is one whom it does not work on, or breaks the illusion that it is."""
    skill, attacker = skill_rolled(tables, actor.sheet, effort.trait), state.get(CAST)[roll.actor]
    is_illusion = any(map(tables.is_illusion, trapping_rolled(tables, actor.sheet, effort.trait)))
    means = means_of(tables, attacker, roll.efforts[0].trait)
    if is_spared(skill, attacker) or (is_illusion and is_broken_by(skill, means)):
        return without_use(effort, effort.scale, "no use against this", "SF-STR-13")
    return effort
