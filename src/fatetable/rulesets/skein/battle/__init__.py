"""Battles between armies, from muster to aftermath."""

from fatetable.rulesets.skein.battle.assembly import parts
from fatetable.rulesets.skein.battle.gates import TurnsInBattle, holds_up_conflicts
from fatetable.rulesets.skein.battle.rolls import BattleDefences, BattleRolls
from fatetable.rulesets.skein.battle.state import ARMY, BATTLE, ArmyCounted, BattleEnded
from fatetable.rulesets.skein.battle.view import battle_blocks, waited_for_in_battle

__all__ = [
    "ARMY",
    "BATTLE",
    "ArmyCounted",
    "BattleDefences",
    "BattleEnded",
    "BattleRolls",
    "TurnsInBattle",
    "battle_blocks",
    "holds_up_conflicts",
    "parts",
    "waited_for_in_battle",
]
