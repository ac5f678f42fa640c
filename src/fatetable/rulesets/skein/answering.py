"""Who answers an attack, and with what: the victim, the leader of a frightened warband, or nobody at all.

How the answer is rolled is not known here.
"""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.acting import ATTACK
from fatetable.mechanics.cast import CAST, Actor, ActorId
from fatetable.mechanics.rolls import Roll
from fatetable.rulesets.skein.rolling import attack_kind, defence_action, known_opposition
from fatetable.rulesets.skein.stances import stance_of
from fatetable.rulesets.skein.tables import tables
from fatetable.rulesets.skein.warbands import is_rout, leader_of

LED_DEFENCES = ("leadership", "intimidation")
"""What the leader of a warband holds it together with (SK-WARB-11)."""
OPPOSED_BY = {
    "ambush": ("awareness",),
    "group-ambush": ("awareness", "strategy-and-tactics"),
}
"""The skills that meet a Test of this purpose."""


def opposition(state: State, roll: Roll) -> int | ActorId | None:
    """Whoever is on the offensive does not defend; a leader answers for a warband (SK-CBT-27, SK-WARB-11)."""
    declared = roll.declaration
    if declared.action == ATTACK and stance_of(state, declared.target) == "offensive":
        return tables().combat.figures.offensive_defence
    if is_rout(state, roll) and (leader := leader_of(state, state.get(CAST)[declared.target])):
        return leader
    return known_opposition(state, roll)


def answers_with(roll: Roll, actor: Actor) -> str:
    """The action under which somebody answers a roll."""
    declared = roll.declaration
    if skills := OPPOSED_BY.get(declared.mode):
        return f"defend:{'|'.join(skills)}"
    is_leader = declared.action == ATTACK and actor.id != declared.target and not roll.has_interposer
    if is_leader and attack_kind(roll.efforts[0].trait) == "composure":
        return f"defend:{'|'.join(LED_DEFENCES)}"
    return defence_action(roll)
