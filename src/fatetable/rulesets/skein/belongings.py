"""What people own, in play: getting and giving away things, what is in hand, and the Aspects that special pieces bear.

What a thing counts for in a fight, and what it costs, is worked out elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Audience, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import ASPECTS, CHARACTER, change_sheet, new_card, place, remove
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.rolls import is_rolling
from fatetable.mechanics.scenes import SCENE, is_present
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.arms import (
    CARRIED,
    HANDS,
    WIELDED,
    armour,
    carried,
    hands_for,
    ranged_weapon,
    wielded,
    worn_armour,
)
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.stunts import stunts_of

GEAR = "gear"
AND = " + "
NOTHING = "nothing"
ON_ITEM = "item:"
"""Begins the lifetime of an Aspect that goes with a thing: it is there as long as its bearer has it."""


class Wield(Command, frozen=True, tag="wield"):
    """Take these things in hand, joined by " + "; everything else is put away."""

    actor: ActorId
    held: str


# -- having ----------------------------------------------------------------------------------------------------------


def add_item(decision: Decision, actor_id: ActorId, entry: str, reason: str) -> None:
    sheet = decision.state.get(CAST)[actor_id].sheet
    lists = {**sheet.lists, GEAR: (*sheet.lists.get(GEAR, ()), entry)}
    _write(decision, actor_id, lists, reason)


def drop_item(decision: Decision, actor_id: ActorId, entry: str, reason: str) -> None:
    """One such thing is gone, out of the hand as well if it was the last."""
    sheet = decision.state.get(CAST)[actor_id].sheet
    lists = dict(sheet.lists)
    name = next(name for name in CARRIED if entry in lists.get(name, ()))
    lists[name] = _without(lists[name], entry)
    left = carried(msgspec.structs.replace(sheet, lists=lists)).count(entry)
    if lists.get(WIELDED, ()).count(entry) > left:
        lists[WIELDED] = _without(lists[WIELDED], entry)
    _write(decision, actor_id, lists, reason)


def _without(entries: tuple[str, ...], entry: str) -> tuple[str, ...]:
    place_of_it = entries.index(entry)
    return entries[:place_of_it] + entries[place_of_it + 1 :]


def _write(decision: Decision, actor_id: ActorId, lists: dict[str, tuple[str, ...]], reason: str) -> None:
    actor = decision.state.get(CAST)[actor_id]
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, lists=lists), reason)
    lay_out_aspects(decision, actor_id)


# -- aspects of things -----------------------------------------------------------------------------------------------


def aspects_of_things(sheet: Sheet) -> tuple[str, ...]:
    """Of special pieces (SK-EQUIP-12), of magic items (SK-MITEM-03) and of the armour worn (SK-EQUIP-16)."""
    pieces = [read_item(entry).aspect for entry in carried(sheet)]
    magic = [found.choice("item-aspect") for found in stunts_of(sheet)]
    worn = worn_armour(sheet)
    heavy = worn.aspect if worn is not None else ""
    return tuple(dict.fromkeys(text for text in (*pieces, *magic, heavy) if text))


def lay_out_aspects(decision: Decision, actor_id: ActorId) -> None:
    """Cards for what somebody has now, and none for what they have no more."""
    actor = decision.state.get(CAST)[actor_id]
    wanted = {f"{ON_ITEM}{text}": text for text in aspects_of_things(actor.sheet)}
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
    """As open as the other Aspects of whoever has it."""
    cards = [card for card in state.get(ASPECTS).values() if card.bearer == actor.id and card.slot]
    is_open = actor.is_pc or any(card.known_to is None for card in cards)
    return None if is_open and not actor.is_hidden else (GM,)


# -- in hand ---------------------------------------------------------------------------------------------------------


def grips(sheet: Sheet, *, slung_shields: bool) -> tuple[tuple[str, ...], ...]:
    """Everything that two hands can hold at once (SK-EQUIP-13), empty hands last."""
    things = [entry for entry in carried(sheet) if hands_for(entry)]
    single = [(entry,) for entry in things]
    pairs = [pair for pair in combinations(things, 2) if _fit(pair, slung_shields=slung_shields)]
    return tuple(dict.fromkeys((*pairs, *single, ())))


def _fit(pair: tuple[str, ...], *, slung_shields: bool) -> bool:
    if sum(map(hands_for, pair)) <= HANDS:
        return True
    shields = [entry for entry in pair if (found := armour(entry)) and found.is_shield]
    shoots = any((weapon := ranged_weapon(entry)) and weapon.runs_out for entry in pair)
    return slung_shields and len(shields) == 1 and shoots


class Belongings(Struct, frozen=True):
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="belongings",
            decides={Wield: self._wield},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    @remembered(limit=2048)
    def _grips(self, actor: Actor) -> dict[str, tuple[str, ...]]:
        found = grips(actor.sheet, slung_shields=self.dials.slung_shields)
        return {AND.join(held) or NOTHING: held for held in found if held != wielded(actor.sheet)}

    def _is_free(self, state: State, actor: Actor) -> bool:
        return is_present(state, actor.id) and not is_out(state, actor.id) and not is_rolling(state, actor.id)

    def _wield(self, decision: Decision, command: Wield) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(self._is_free(decision.state, actor), "not-now", f"{actor.name} cannot change hands now.")
        held = self._grips(actor).get(command.held)
        if held is None:
            raise decision.violation("no-such-grip", f"{actor.name} cannot hold {command.held!r} now.")
        _write(decision, actor.id, {**actor.sheet.lists, WIELDED: held}, "changed hands")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneStarts):
            for actor in tuple(decision.state.get(CAST).keys()):
                lay_out_aspects(decision, actor)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        for actor in controlled(state, seat):
            if self._grips(actor) and self._is_free(state, actor):
                yield self._offer(actor)

    @remembered(limit=2048)
    def _offer(self, actor: Actor) -> Offer:
        return Offer(
            command=Wield(actor.id, ""),
            label=f"{actor.name}: take something else in hand",
            holes=(ChoiceHole("held", "what", tuple(Choice(what) for what in self._grips(actor))),),
            cites=self.cites("in-hand"),
            group="belongings",
        )
