"""The game of scales where one attack may be made on several, for one less for each of them."""

from __future__ import annotations

import msgspec

from fatetable.engine.errors import Refusal
from fatetable.engine.prompts import Answer, Prompt, open_of
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral
from fatetable.mechanics.rolls.opposition import DefenceToChoose
from fatetable.mechanics.rolls.state import Comparison, Modifier, Roll
from tests.mechanics.rolls.comparing.tiers import TIERED, tiered
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

BOTH = (RETH, VOLT)


def one_less_for_each(_: State, roll: Roll) -> tuple[Comparison, ...]:
    """A spray: the attack loses one for each target."""
    number = len(roll.declaration.targets)
    less = (Modifier("spray", f"{number} targets", -number),) if number > 1 else ()
    return tuple(Comparison(other=place, modifiers=less) for place in range(1, len(roll.efforts)))


SPRAY = msgspec.structs.replace(TIERED, compare=one_less_for_each)


def only_speed(_: State, __: Actor, ___: tuple[ActorId, ...], trait: str) -> Refusal | None:
    return None if trait == "speed" else Refusal("one-target", "That hits one target only.")


def spraying(*dice: str, **tiers: int) -> SmallGame:
    """The thug, on the second tier, attacks both heroes; Volt answers first."""
    g = tiered(*dice, rules=SPRAY, may_spread=only_speed, **{"thug": 2, "volt": 1, **tiers})
    g.do("gm", AttackSeveral(actor=THUG, targets=BOTH, trait="speed", description="he sweeps the room"))
    return g


def defended(*dice: str, **tiers: int) -> SmallGame:
    g = spraying(*dice, **tiers)
    for seat, actor in (("bo", VOLT), ("ana", RETH)):
        prompt = next(each for each in open_of(g.state, DefenceToChoose) if each.read(DefenceToChoose).actor == actor)
        g.do(seat, answer(prompt))
    return g


def answer(prompt: Prompt) -> Answer:
    return Answer(prompt.id, "defend", {"trait": "speed", "description": "ducks"})
