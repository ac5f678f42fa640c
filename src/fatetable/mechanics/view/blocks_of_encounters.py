"""Blocks of the encounter being played: turn order, tally or tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.state import (
    ENCOUNTER,
    INTENTS,
    REVEALED,
    Challenge,
    Conflict,
    Contest,
    Fray,
    Intent,
)
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.scenes.sides import side_taken
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.blocks_of_cards import is_mine
from fatetable.mechanics.view.encounter_blocks import (
    IntentsBlock,
    IntentView,
    PlaceView,
    TallyBlock,
    TasksBlock,
    TaskView,
    TurnOrderBlock,
)


def encounter_blocks(state: State, seat: Seat, victories: int, place_value: Callable[[int], int]) -> Iterator[Block]:
    """`victories` are what wins a contest; a ruleset that counts none shows contests itself."""
    match state.get(ENCOUNTER):
        case Conflict() as conflict:
            yield _turn_order(state, seat, conflict, place_value)
        case Fray() as fray:
            yield _intents(state, fray)
        case Contest() as contest if victories:
            won = {name_of(state, actor): number for actor, number in contest.tally.items()}
            yield TallyBlock(contest.goal, contest.exchange, won, victories)
        case Challenge() as challenge:
            yield _tasks(state, challenge)
        case Contest() | None:
            return


def _intents(state: State, fray: Fray) -> IntentsBlock:
    """What everybody does; before all have said it, a viewer knows what their own do."""
    revealed = state.get(REVEALED)
    is_revealed = bool(fray.roll) and revealed.roll == fray.roll
    known = revealed.intents if is_revealed else state.get(INTENTS)
    rows = tuple(_intent(state, fray, actor, known.get(actor)) for actor in (*fray.actors, *fray.newcomers))
    return IntentsBlock(fray.kind, fray.exchange, is_revealed, rows)


def _intent(state: State, fray: Fray, actor: ActorId, intent: Intent | None) -> IntentView:
    said = "said" if actor in fray.entered else "thinking"
    return IntentView(
        actor=actor,
        name=name_of(state, actor),
        state="out" if is_out(state, actor) else said,
        deed=(intent.label or intent.description) if intent else "",
        target=name_of(state, intent.target) if intent and intent.target else "",
        effect=intent.effect if intent else "",
        side=side_taken(state, actor),
    )


def _tasks(state: State, challenge: Challenge) -> TasksBlock:
    tasks = tuple(
        TaskView(
            id=task.id,
            name=task.name,
            result=task.result,
            is_hidden=task.is_hidden,
            outcome=task.outcome,
            by=name_of(state, task.by) if task.by else "",
        )
        for task in challenge.tasks
    )
    return TasksBlock(challenge.situation, tasks)


def _turn_order(state: State, seat: Seat, conflict: Conflict, place_value: Callable[[int], int]) -> TurnOrderBlock:
    values = {actor: place.value for place in conflict.order for actor in place.actors}
    places = tuple(
        PlaceView(
            name_of(state, actor),
            place_value(values[actor]),
            turn_state(state, conflict, index, actor),
            actor,
            is_mine(state, seat, actor),
        )
        for index, actor in places_of(conflict)
    )
    return TurnOrderBlock(conflict.kind, conflict.exchange, places)


def places_of(conflict: Conflict) -> Iterator[tuple[int, ActorId]]:
    """Everybody in the order of turns, with the number of the turn."""
    return ((index, actor) for index, place in enumerate(conflict.order) for actor in place.actors)


def turn_state(state: State, conflict: Conflict, index: int, actor: ActorId) -> str:
    if is_out(state, actor):
        return "out"
    if actor in conflict.done:
        return "done"
    return "acting" if conflict.is_running and index == conflict.turn else "waiting"
