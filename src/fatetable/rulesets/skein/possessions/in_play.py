"""Possessions in play: getting and losing items, what is in hand, and the Aspects of special pieces.

What an item counts for in a fight is in `sheet/arms.py`, what it costs in `possessions/price_list.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Audience, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, change_sheet, new_card, place, remove
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import ConflictEnds, SceneStarts
from fatetable.mechanics.rolls.state import is_rolling
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls import has_turn
from fatetable.rulesets.skein.sheet import (
    CARRIED,
    HANDS,
    WIELDED,
    armour,
    carried,
    hands_for,
    ranged_weapon,
    read_item,
    stunts_of,
    wielded,
    without_aspect,
    worn_armour,
)

GEAR = "gear"
AND = " + "
NOTHING = "nothing"
ON_ITEM = "item:"
"""Begins the lifetime of an Aspect that goes with an item: the Aspect lasts as long as its bearer has the item."""


class Wield(Command, frozen=True, tag="wield"):
    """Take these items in hand and put everything else away; `held` is one of the choices of the offer."""

    actor: ActorId
    held: str


REGRIPPED: Key[Mapping[ActorId, int]] = Key("regripped", dict[ActorId, int], {})
"""The turn of the fight in which somebody has last changed what is in their hands."""


class Regripped(Event, frozen=True, tag="regripped/1"):
    actor: ActorId
    exchange: int


class GripsForgotten(Event, frozen=True, tag="grips-forgotten/1"):
    """The fight in which hands were changed is over."""


# -- having ----------------------------------------------------------------------------------------------------------


def add_item(tables: Tables, decision: Decision, actor_id: ActorId, entry: str, reason: str) -> None:
    sheet = decision.state.get(CAST)[actor_id].sheet
    lists = {**sheet.lists, GEAR: (*sheet.lists.get(GEAR, ()), entry)}
    _write(tables, decision, actor_id, lists, reason)


def drop_item(tables: Tables, decision: Decision, actor_id: ActorId, entry: str, reason: str) -> None:
    """Remove one such item, from the hands too if it was the last."""
    sheet = decision.state.get(CAST)[actor_id].sheet
    lists = dict(sheet.lists)
    name = next(name for name in CARRIED if entry in lists.get(name, ()))
    lists[name] = _without(lists[name], entry)
    left = carried(tables, msgspec.structs.replace(sheet, lists=lists)).count(entry)
    if lists.get(WIELDED, ()).count(entry) > left:
        lists[WIELDED] = _without(lists[WIELDED], entry)
    _write(tables, decision, actor_id, lists, reason)


def _without(entries: tuple[str, ...], entry: str) -> tuple[str, ...]:
    place_of_it = entries.index(entry)
    return entries[:place_of_it] + entries[place_of_it + 1 :]


def _write(
    tables: Tables, decision: Decision, actor_id: ActorId, lists: dict[str, tuple[str, ...]], reason: str
) -> None:
    actor = decision.state.get(CAST)[actor_id]
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, lists=lists), reason)
    lay_out_aspects(tables, decision, actor_id)


# -- aspects of things -----------------------------------------------------------------------------------------------


def aspects_of_things(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """Of special pieces (SK-EQUIP-12), of magic items (SK-MITEM-03) and of the armour worn (SK-EQUIP-16)."""
    pieces = [read_item(tables, entry).aspect for entry in carried(tables, sheet)]
    magic = [found.choice("item-aspect") for found in stunts_of(tables, sheet)]
    worn = worn_armour(tables, sheet)
    heavy = worn.aspect if worn is not None else ""
    return tuple(dict.fromkeys(text for text in (*pieces, *magic, heavy) if text))


def lay_out_aspects(tables: Tables, decision: Decision, actor_id: ActorId) -> None:
    """Place cards for what somebody has now, and remove those of what they have lost."""
    actor = decision.state.get(CAST)[actor_id]
    wanted = {f"{ON_ITEM}{text}": text for text in aspects_of_things(tables, actor.sheet)}
    cards = [c for c in decision.state.get(ASPECTS).values() if c.bearer == actor_id and c.lasts.startswith(ON_ITEM)]
    for card in cards:
        if card.lasts not in wanted:
            remove(decision, card, "it is theirs no more")
    there = {card.lasts for card in cards}
    for lasts, text in wanted.items():
        if lasts not in there:
            known = _known_to(decision.state, actor)
            place(decision, new_card(decision, text, CHARACTER, bearer=actor_id, lasts=lasts, known_to=known))


def _known_to(state: State, actor: Actor) -> Audience:
    """Known to the same people as the bearer's other Aspects."""
    cards = [card for card in state.get(ASPECTS).values() if card.bearer == actor.id and card.slot]
    is_open = actor.has_player or any(card.known_to is None for card in cards)
    return None if is_open and not actor.is_hidden else (GM,)


# -- in hand ---------------------------------------------------------------------------------------------------------


def grips(
    tables: Tables, sheet: Sheet, away: tuple[str, ...] = (), *, slung_shields: bool
) -> tuple[tuple[str, ...], ...]:
    """Everything that two hands can hold at once (SK-EQUIP-13), empty hands last."""
    things = [entry for entry in carried(tables, sheet) if hands_for(tables, entry)]
    for gone in away:
        if found := next((entry for entry in things if gone in (entry, without_aspect(tables, entry))), ""):
            things.remove(found)
    single = [(entry,) for entry in things]
    pairs = [pair for pair in combinations(things, 2) if _fit(tables, pair, slung_shields=slung_shields)]
    return tuple(dict.fromkeys((*pairs, *single, ())))


def _fit(tables: Tables, pair: tuple[str, ...], *, slung_shields: bool) -> bool:
    if sum(hands_for(tables, entry) for entry in pair) <= HANDS:
        return True
    shields = [entry for entry in pair if (found := armour(tables, entry)) and found.is_shield]
    shoots = any((weapon := ranged_weapon(tables, entry)) and weapon.runs_out for entry in pair)
    return slung_shields and len(shields) == 1 and shoots


class Away(Protocol):
    """What somebody has on their sheet and not about them, such as weapons they have thrown."""

    def __call__(self, state: State, actor: ActorId, /) -> tuple[str, ...]: ...


class PossessionsInPlay(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    away: Away
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="belongings",
            decides={Wield: self._wield},
            evolves=folds(REGRIPPED, {Regripped: put("actor", "exchange"), GripsForgotten: lambda _, __: {}}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts, ConflictEnds),
        )

    @remembered(limit=2048)
    def _grips(self, actor: Actor, away: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        found = grips(self.tables, actor.sheet, away, slung_shields=self.dials.slung_shields)
        return {AND.join(held) or NOTHING: held for held in found if held != wielded(self.tables, actor.sheet)}

    def _may_wield(self, state: State, actor: Actor) -> Refusal | None:
        if not is_active(state, actor.id):
            return Refusal("not-now", f"{actor.name} is not in the scene, and changes hands only in one.")
        if is_rolling(state, actor.id):
            return Refusal("not-now", f"{actor.name} takes part in a roll, and can change hands when it is over.")
        conflict = conflict_of(state)
        if conflict is None or actor.id not in conflict.actors:
            return None
        if state.get(REGRIPPED).get(actor.id) == conflict.exchange:
            return Refusal("not-now", f"{actor.name} has changed hands in this turn, and can do so again in the next.")
        return has_turn(state, actor.id, with_action=False)

    def _wield(self, decision: Decision, command: Wield) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_wield(decision.state, actor))
        held = self._grips(actor, self.away(decision.state, actor.id)).get(command.held)
        if held is None:
            is_held = command.held == (AND.join(wielded(self.tables, actor.sheet)) or NOTHING)
            lacks = f"{actor.name} does not have {command.held!r}, or has too few hands to hold it."
            message = f"{actor.name} holds {command.held!r} already." if is_held else lacks
            raise decision.violation("no-such-grip", message)
        _write(self.tables, decision, actor.id, {**actor.sheet.lists, WIELDED: held}, "changed hands")
        if (conflict := conflict_of(decision.state)) is not None:
            decision.emit(Regripped(actor.id, conflict.exchange))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, ConflictEnds) and decision.state.get(REGRIPPED):
            decision.emit(GripsForgotten())
        if isinstance(moment, SceneStarts):
            for actor in tuple(decision.state.get(CAST).keys()):
                lay_out_aspects(self.tables, decision, actor)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        for actor in controlled(state, seat):
            away = self.away(state, actor.id)
            if self._grips(actor, away) and self._may_wield(state, actor) is None:
                yield self._offer(actor, away)

    @remembered(limit=2048)
    def _offer(self, actor: Actor, away: tuple[str, ...]) -> Offer:
        return Offer(
            command=Wield(actor.id, ""),
            label="take in hand",
            actor=actor.id,
            verb="use",
            holes=(ChoiceHole("held", "what", tuple(Choice(what) for what in self._grips(actor, away))),),
            cites=self.cites("in-hand"),
            group="belongings",
        )
