"""What a theme adds to maneuvers and blocks by itself (SF-GIFT-04)."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.actions import CREATE
from fatetable.mechanics.rolls.check_rules import StandingModifiers
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import MANEUVERS, has_benefit_of_theme, skill_behind

BLOCK = "block"


def standing(tables: Tables) -> StandingModifiers:
    bonus = tables.theme(MANEUVERS).bonus

    def of_themes(_: State, actor: Actor, action: str, trait: str) -> tuple[Modifier, ...]:
        if action in (CREATE, BLOCK) and has_benefit_of_theme(actor.sheet, MANEUVERS, skill_behind(trait)):
            return (Modifier("theme", "theme", bonus, ("SF-GIFT-04",)),)
        return ()

    return of_themes
