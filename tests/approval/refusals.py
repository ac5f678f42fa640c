"""What people are told who try what cannot be done: every command of a ruleset, with parts that fit and that do not.

Knows no ruleset and no command; what may stand in a field follows from its type.  Nothing of it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from fatetable import rulesets
from fatetable.engine.chance import Seeded
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import Role, gm_seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.tabletop.table import Table
from tests.approval.own_words import names_of, pattern
from tests.approval.transcripts import states_of
from tests.conformance.swapping import versions_of

NOBODY, FAR = "nobody", 99
STEPS = 3
"""At how many steps of a game everything is tried."""
DICE = Seeded(b"a secret for nothing but tests", "table")


def refusals_in_words(ruleset_id: str, games: Iterable[tuple[str, str]]) -> str:
    """All refusals at some steps of these games, and with every ready-made character at one table."""
    ruleset = rulesets.load(ruleset_id)
    versions = tuple(versions_of(ruleset_id))
    states = [state for game in games for state in _some(states_of(*game))]
    found = {refusal for state in states for refusal in _refusals(ruleset, state)}
    found |= {refusal for version in versions for refusal in _refusals(version, _everybody(version))}
    by_command: dict[str, list[str]] = {}
    for command, sentence in sorted(found):
        by_command.setdefault(command, []).append(f" {sentence}")
    return "\n".join((*chain.from_iterable((command, *said) for command, said in by_command.items()), ""))


def _some(states: tuple[State, ...]) -> tuple[State, ...]:
    return (*states[:: max(1, len(states) // STEPS)], states[-1])


def _everybody(ruleset: Ruleset) -> State:
    heroes = [sheet for sheet in ruleset.creation.samples if sheet.kind == ruleset.creation.blank("hero").kind]
    seats: dict[str, Role] = {"gm": "gm", **{f"player-{number}": "player" for number, _ in enumerate(heroes)}}
    table = Table.open(ruleset, seats)
    for seat, sheet in zip(list(seats)[1:], heroes, strict=True):
        table.send(seat, BringCharacter(sheet, SeatId(seat)))
    for sheet in ruleset.creation.samples:
        if sheet not in heroes:
            table.send("gm", AddOpponent(sheet))
    table.send("gm", StartSession())
    table.send("gm", StartScene("Everybody", tuple(table.state.get(CAST).keys())))
    return table.state


def _refusals(ruleset: Ruleset, state: State) -> Iterator[tuple[str, str]]:
    """The name of each command that was refused, and the sentence that says why."""
    names = pattern(names_of(state))
    seats = (gm_seat(state).id, *_players(state)[:1])
    commands = tuple(_commands(ruleset, state))
    found = {
        (str(type(command).__struct_config__.tag), _refusal(ruleset, state, seat, command))
        for command in commands
        for seat in seats
    }
    return ((command, names.sub("_", sentence)) for command, sentence in found if sentence)


def _refusal(ruleset: Ruleset, state: State, seat: SeatId, command: Command) -> str:
    try:
        ruleset.engine.decide(state, seat, ruleset.codec.check_command(command), DICE)
    except FatetableError as refusal:
        return f"{refusal.code}: {refusal.message} [{', '.join(getattr(refusal, 'cites', ()))}]"
    return ""


def _players(state: State) -> tuple[SeatId, ...]:
    """Who plays somebody."""
    owners = (actor.controller for actor in state.get(CAST).values() if actor.is_pc)
    return tuple(dict.fromkeys(owner for owner in owners if owner))


def _commands(ruleset: Ruleset, state: State) -> Iterator[Command]:
    """Each command with what fits best, and then with one field after the other filled otherwise."""
    for kind in ruleset.engine.commands:
        if kind is Answer:
            continue
        choices = {name: _values(hint, ruleset, state) for name, hint in _hints(kind).items()}
        best = {name: values[0] for name, values in choices.items() if values}
        if len(best) < len(choices):
            continue
        yield kind(**best)
        for name, values in choices.items():
            yield from (kind(**{**best, name: value}) for value in values[1:])


@cache
def _hints(kind: type[Command]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def _values(hint: Any, ruleset: Ruleset, state: State) -> tuple[Any, ...]:
    """What may stand in a field of that type, the best first; nothing if nobody could fill it in by hand."""
    by_hand: dict[Any, tuple[Any, ...]] = {
        ActorId: (*_actors(state), NOBODY),
        SeatId: (*_players(state)[:1], NOBODY),
        AspectId: (*tuple(state.get(ASPECTS).keys())[:1], NOBODY),
        RollId: (*tuple(state.get(ROLLS).keys())[-1:], NOBODY),
        ZoneId: (*tuple(state.get(ZONES).zones)[:1], NOBODY),
        str: ("words", "", NOBODY),
        int: (1, 0, -1, FAR),
        bool: (False, True),
        Sheet: ruleset.creation.samples[:1],
        Feature: tuple(feature for sheet in ruleset.creation.samples for feature in sheet.features)[:1],
    }
    if hint in by_hand:
        return by_hand[hint]
    if get_origin(hint) is tuple:
        inner = _values(get_args(hint)[0], ruleset, state)
        return (*((each,) for each in inner), (), inner[:2])
    if getattr(hint, "__supertype__", None) is str:
        return (NOBODY, "")
    if get_args(hint) and all(isinstance(each, str) for each in get_args(hint)):
        return get_args(hint)
    return ()


def _actors(state: State) -> list[ActorId]:
    """Those of the players first."""
    return [actor.id for actor in sorted(state.get(CAST).values(), key=lambda actor: not actor.is_pc)]
