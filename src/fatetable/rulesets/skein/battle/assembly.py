"""Mass battles: the parts that run one, each handed what it needs of the others."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.battle.aftermath import Aftermath
from fatetable.rulesets.skein.battle.fallen_generals import FallenGenerals
from fatetable.rulesets.skein.battle.heroics import Heroics
from fatetable.rulesets.skein.battle.muster import Muster
from fatetable.rulesets.skein.battle.personal_combat import PersonalCombat
from fatetable.rulesets.skein.battle.preliminaries import Preliminaries
from fatetable.rulesets.skein.battle.rolls import BattleRolls
from fatetable.rulesets.skein.battle.turns import BattleTurns
from fatetable.rulesets.skein.kit import SkeinKit


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, dials, rules, cites = kit.tables, kit.dials, kit.checks, kit.cites
    rolls = BattleRolls(tables=tables, rules=rules)
    aftermath = Aftermath(tables=tables, rules=rules, rolls=rolls, dials=dials, cites=cites)
    heroics = Heroics(tables=tables, rules=rules, rolls=rolls, cites=cites)
    turns = BattleTurns(
        tables=tables,
        rolls=rolls,
        dials=dials,
        open_aftermath=aftermath.open,
        has_deeds=heroics.has_deeds,
        cites=cites,
    )
    generals = FallenGenerals(tables=tables, end=turns.end, offer_surrender=turns.offer_surrender)
    personal_combat = PersonalCombat(
        tables=tables,
        rolls=rolls,
        generals=generals,
        cites=cites,
    )
    return (
        rolls,
        Muster(tables, cites),
        Preliminaries(tables=tables, rolls=rolls, cites=cites),
        turns,
        heroics,
        personal_combat,
        generals,
        aftermath,
    )
