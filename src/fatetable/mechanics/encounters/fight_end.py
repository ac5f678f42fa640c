"""The end of a fight: both sides stop, or only one of them is left."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.prompts import open_of, withdraw_kind
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.state import Concession, ConcessionRuling, EncounterEnded, fight_of
from fatetable.mechanics.encounters.turn_order import TieForTurn
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.moments import ConflictEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, SidesNamed, side_of


def finish_fight(decision: Decision, result: str) -> None:
    withdraw_kind(decision, TieForTurn)
    decision.emit(EncounterEnded(result))
    decision.emit(SidesNamed({}))
    decision.moment(ConflictEnds())


def end_if_one_side_left(decision: Decision) -> bool:
    fight = fight_of(decision.state)
    if fight is None:
        return False
    everyone = (*fight.actors, *fight.newcomers)
    sides = {side_of(decision.state, actor) for actor in everyone if not is_out(decision.state, actor)}
    has_open_terms = bool(open_of(decision.state, Concession, ConcessionRuling))
    if len(sides) > 1 or has_open_terms or a_roll_is_open(decision.state):
        return False
    finish_fight(decision, _victory(decision.state, sides, everyone))
    return True


def _victory(state: State, sides: set[str], everyone: tuple[ActorId, ...]) -> str:
    match tuple(sides):
        case ():
            return "Nobody is left standing"
        case (side,) if side == HEROES:
            return "The heroes win"
        case (side,) if side == OPPOSITION:
            return "The opposition wins"
        case _:
            names = (name_of(state, actor) for actor in everyone if side_of(state, actor) in sides)
            return f"The side of {' and '.join(names)} wins"
