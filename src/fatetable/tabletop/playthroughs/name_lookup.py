"""Replaces names in commands by ids: aspects by their text, zones and characters by name.

A name that nothing has is left as it is, and the table refuses it.  Which fields hold which kind of id follows from
the types of the commands; the few that are plain text are listed here.

"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import ChoiceHole, ManyHole
from fatetable.engine.prompts import PROMPTS, Option, Prompt, PromptId, may_answer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId, FreeInvoke
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.characters.cast import CAST, ActorId, pc_of
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import challenge_of
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.tabletop.table import Table

LAST = "last"
FREE = "free"
LIKE = "like"


def resolve(table: Table, seat: str, command: Mapping[str, Any]) -> dict[str, Any]:
    """A command with ids in place of names.

    If left out, `roll` and `compel` are the newest, `free` is the first that can be lent, `task` is none, and `party`
    is the player's own character.
    """
    kind = command_types(table).get(str(command.get("type")))
    if kind is None:
        return dict(command)
    fields = _field_types(kind)
    given = {**_left_out(table.state, seat, fields), **command}
    found = {name: _by_type(table, seat, fields.get(name), value) for name, value in given.items()}
    for name, look_up in _BY_FIELD.items():
        if name in found and name in fields:
            found[name] = look_up(table.state, found)
    plain = [name for name, value in found.items() if fields.get(name) is str and isinstance(value, str) and value]
    return {**found, **_as_offered(table, seat, kind, {name: found[name] for name in plain})}


@cache
def _field_types(kind: type[Command]) -> dict[str, Any]:
    return get_type_hints(kind)


def command_types(table: Table) -> dict[str, type[Command]]:
    return {str(kind.__struct_config__.tag): kind for kind in table.ruleset.engine.commands}


def _left_out(state: State, seat: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    own = pc_of(state, SeatId(seat))
    usual = {"roll": LAST, "compel": LAST, "free": FREE, "task": "", **({"party": own.id} if own else {})}
    return {name: value for name, value in usual.items() if name in fields}


# -- by type -------------------------------------------------------------------------------------------------------


def _by_type(table: Table, seat: str, kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple and isinstance(value, list):
        return [_by_type(table, seat, get_args(kind)[0], part) for part in value]
    if kind is Sheet:
        return _sheet(table, value)
    if kind is Feature:
        return _ready_made(table, ("feature",), value)
    if not isinstance(value, str):
        return value
    if kind is PromptId:
        prompt = open_prompt(table.state, seat, value)
        return value if prompt is None else prompt.id
    look_up = _BY_TYPE.get(kind)
    return value if look_up is None else look_up(table.state, value)


def actor_named(state: State, name: str) -> str:
    return _named(name, ((actor.id, actor.name) for actor in state.get(CAST).values()))


def aspect_worded(state: State, words: str) -> str:
    """The card with this text; of several, the newest."""
    return _named(words, ((card.id, card.text) for card in reversed(tuple(state.get(ASPECTS).values()))))


def zone_named(state: State, name: str) -> str:
    return _named(name, ((zone.id, zone.name) for zone in state.get(ZONES).zones.values()))


def _roll(state: State, name: str) -> str:
    """The newest roll for "last"; otherwise the open roll of the character with this name."""
    rolls = state.get(ROLLS)
    actor = actor_named(state, name)
    meant = [roll.id for roll in rolls.values() if name == LAST or (roll.actor == actor and roll.stage != "over")]
    return meant[-1] if meant else name


_BY_TYPE: dict[Any, Callable[[State, str], str]] = {
    ActorId: actor_named,
    AspectId: aspect_worded,
    ZoneId: zone_named,
    RollId: _roll,
}


def _named(name: str, ids: Iterable[tuple[str, str]]) -> str:
    pairs = tuple(ids)
    if any(name == known for known, _ in pairs):
        return name
    return next((known for known, shown in pairs if shown == name), name)


def _ready_made(table: Table, forms: tuple[str, ...], value: Any) -> Any:
    if not isinstance(value, str):
        return value
    samples: tuple[Any, ...] = tuple(sample for form in forms for sample in table.ruleset.forms(form))
    found = next((sample for sample in samples if sample.name == value), None)
    return value if found is None else msgspec.to_builtins(found)


def _sheet(table: Table, value: Any) -> Any:
    """A ready-made sheet by its name, or one `like` it with some other entries; stunts by name as well."""
    forms = ("hero", "opponent")
    if not isinstance(value, Mapping):
        return _ready_made(table, forms, value)
    own = {key: part for key, part in value.items() if key != LIKE}
    if isinstance(own.get("features"), list):
        own["features"] = [_ready_made(table, ("feature",), part) for part in own["features"]]
    model = _ready_made(table, forms, value.get(LIKE))
    return {**model, **own} if isinstance(model, Mapping) else {"ruleset": table.ruleset.id, **own}


# -- by offer ------------------------------------------------------------------------------------------------------


def _as_offered(table: Table, seat: str, kind: type[Command], words: Mapping[str, str]) -> dict[str, str]:
    """What stands for these words in an offer: the choice with this label, or what the member of a family is about."""
    if SeatId(seat) not in table.state.get(SEATS):
        return {}
    found: dict[str, str] = {}
    for offer in table.offers(seat):
        if isinstance(offer.command, kind):
            holes = {hole.field: hole for hole in offer.holes if not hole.key}
            for name, said in words.items():
                hole = holes.get(name)
                if isinstance(hole, ChoiceHole):
                    found[name] = next((each.value for each in hole.options if each.label == said), said)
                elif hole is None and said == offer.member:
                    found[name] = getattr(offer.command, name)
    return found


# -- by field ------------------------------------------------------------------------------------------------------


def _payment(state: State, command: Mapping[str, Any]) -> Any:
    if command["payment"] != FREE:
        return command["payment"]
    party = command.get("party", "")
    free = _free_on(state, command)
    own = (one.id for one in sorted(free, key=lambda one: party not in (one.holder, one.lent_to)))
    return next(own, FREE)


def _lendable(state: State, command: Mapping[str, Any]) -> Any:
    if command["free"] != FREE:
        return command["free"]
    return next((one.id for one in _free_on(state, command) if one.lent_to != command.get("to")), FREE)


def _free_on(state: State, command: Mapping[str, Any]) -> tuple[FreeInvoke, ...]:
    card = state.get(ASPECTS).get(AspectId(str(command.get("aspect"))))
    return card.free if card else ()


def _kept(state: State, command: Mapping[str, Any]) -> Any:
    keep = command["keep"]
    return [aspect_worded(state, str(words)) for words in keep] if isinstance(keep, list) else keep


def _compel(state: State, command: Mapping[str, Any]) -> Any:
    compels = list(state.get(COMPELS).keys())
    return compels[-1] if command["compel"] == LAST and compels else command["compel"]


def _task(state: State, command: Mapping[str, Any]) -> Any:
    challenge = challenge_of(state)
    tasks = challenge.tasks if challenge else ()
    return _named(str(command["task"]), ((task.id, task.name) for task in tasks))


def _effort(state: State, command: Mapping[str, Any]) -> Any:
    """The index of one side of a roll, by the name of its character."""
    roll = state.get(ROLLS).get(RollId(str(command.get("roll"))))
    actor = actor_named(state, str(command["effort"]))
    sides = [effort.actor for effort in roll.efforts] if roll else []
    return sides.index(ActorId(actor)) if actor in sides else command["effort"]


def _ailment(state: State, command: Mapping[str, Any]) -> Any:
    """An injury by the text of its aspect; other ailments have names of their own."""
    return aspect_worded(state, str(command["ailment"]))


_BY_FIELD: dict[str, Callable[[State, Mapping[str, Any]], Any]] = {
    "payment": _payment,
    "free": _lendable,
    "keep": _kept,
    "compel": _compel,
    "task": _task,
    "effort": _effort,
    "ailment": _ailment,
}

# -- answers -------------------------------------------------------------------------------------------------------


def open_prompt(state: State, seat: str, kind: str) -> Prompt | None:
    """The open question of a kind, preferably one that this seat is asked."""
    sitting = state.get(SEATS).get(SeatId(seat))
    found = [prompt for prompt in state.get(PROMPTS).values() if prompt.kind == kind]
    for prompt in found:
        if sitting and may_answer(state, sitting, prompt) and sitting.id not in prompt.answered:
            return prompt
    return found[0] if found else None


def answer_to(prompt: Prompt, option_name: str, fill: Mapping[str, Any]) -> dict[str, Any]:
    """An answer by the id or the label of an option, with choices by their labels."""
    option = next((one for one in prompt.options if option_name in (one.id, one.label)), None)
    if option is None:
        return {"type": "answer", "prompt": prompt.id, "option": option_name, "fill": dict(fill)}
    filled = {key: _chosen(option, key, value) for key, value in fill.items()}
    return {"type": "answer", "prompt": prompt.id, "option": option.id, "fill": filled}


def _chosen(option: Option, key: str, value: Any) -> Any:
    hole = next((one for one in option.holes if one.key == key), None)
    if not isinstance(hole, ChoiceHole | ManyHole):
        return value
    if isinstance(value, list):
        return [_chosen(option, key, part) for part in value]
    shown = ((choice.value, choice.label) for choice in hole.options)
    exact = _named(str(value), shown)
    # The label of an aspect names its bearer in brackets.
    return next((choice.value for choice in hole.options if choice.label.startswith(f"{exact} (")), exact)


# -- names of ids -------------------------------------------------------------------------------------------------


def names_in(state: State) -> dict[str, str]:
    """The names behind the ids of aspects and zones, to compare events with names."""
    cards = {str(card.id): card.text for card in state.get(ASPECTS).values()}
    return cards | {str(zone.id): zone.name for zone in state.get(ZONES).zones.values()}
