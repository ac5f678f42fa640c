"""Aspect cards: what is written on them, who knows of them, and the free invocations on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Audience, Event, SeatId
from fatetable.engine.offers import Choice
from fatetable.engine.prompts import withdraw
from fatetable.engine.recollection import tracked
from fatetable.engine.seats import Seat, is_addressed
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, Cast, SheetChanged
from fatetable.mechanics.characters.sheet import Sheet, closed
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import SCENE, Scene, is_present

AspectId = NewType("AspectId", str)

CHARACTER = "character"
SITUATION = "situation"
CONSEQUENCE = "consequence"
BOOST = "boost"


class FreeInvoke(Struct, frozen=True, gc=False, omit_defaults=True):
    """One unspent free invocation.

    `source` names the action it came from: two with the same source may go on one roll.
    `holder` earned it; `lent_to` is an ally whom the holder lets use it.  `NOBODY` holds for the game master's side.
    """

    id: str
    holder: ActorId
    source: str
    lent_to: ActorId = NOBODY


class AspectCard(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """`bearer` is the character the aspect is on, `slot` its place on that sheet, `owner` who gained a boost."""

    id: AspectId
    text: str
    kind: str
    bearer: ActorId = NOBODY
    slot: str = ""
    zone: str = ""
    owner: ActorId = NOBODY
    known_to: tuple[SeatId, ...] | None = None
    free: tuple[FreeInvoke, ...] = ()
    lasts: str = ""
    """How long it lasts, where its kind does not say; the subsystem that sets it also ends it."""
    score: str = ""
    """Of a consequence: the stress score whose damage it lessened, where there are several."""
    level: int = 0
    """How strong it is where aspects have levels; it has as many boxes, and `ticked` of them are used up."""
    ticked: int = 0

    @property
    def open_boxes(self) -> int:
        return max(0, self.level - self.ticked)


Cards: TypeAlias = Mapping[AspectId, AspectCard]
ASPECTS: Key[Cards] = Key("aspects", dict[AspectId, AspectCard], {})


class AspectPlaced(Event, frozen=True, tag="aspect-placed/1"):
    card: AspectCard


class AspectRevealed(Event, frozen=True, tag="aspect-revealed/1"):
    """From here on everybody knows this card."""

    card: AspectCard


class AspectReworded(Event, frozen=True, tag="aspect-reworded/1"):
    aspect: AspectId
    text: str
    reason: str = ""


class AspectRemoved(Event, frozen=True, tag="aspect-removed/1"):
    aspect: AspectId
    reason: str = ""


class FreeInvokesSet(Event, frozen=True, tag="free-invokes-set/1"):
    aspect: AspectId
    free: tuple[FreeInvoke, ...]


class BoxesSet(Event, frozen=True, tag="boxes-set/1"):
    """How many boxes a card has from here on, and how many of them are ticked."""

    aspect: AspectId
    level: int
    ticked: int
    reason: str = ""


def _revealed(cards: Cards, event: AspectRevealed) -> Cards:
    # It becomes the last card, as it is for seats that learn of it now: the order is the same for everybody.
    return {**{key: card for key, card in cards.items() if key != event.card.id}, event.card.id: event.card}


def _reworded(cards: Cards, event: AspectReworded) -> Cards:
    card = cards.get(event.aspect)
    return cards if card is None else {**cards, card.id: msgspec.structs.replace(card, text=event.text)}


def _free_set(cards: Cards, event: FreeInvokesSet) -> Cards:
    card = cards.get(event.aspect)
    return cards if card is None else {**cards, card.id: msgspec.structs.replace(card, free=event.free)}


def _boxes_set(cards: Cards, event: BoxesSet) -> Cards:
    card = cards.get(event.aspect)
    if card is None:
        return cards
    return {**cards, card.id: msgspec.structs.replace(card, level=event.level, ticked=event.ticked)}


ASPECT_EVOLVES = folds(
    ASPECTS,
    {
        AspectPlaced: put("card.id", "card"),
        AspectRevealed: _revealed,
        AspectReworded: _reworded,
        AspectRemoved: drop("aspect"),
        FreeInvokesSet: _free_set,
        BoxesSet: _boxes_set,
    },
)

# -- questions ---------------------------------------------------------------------------------------------------


def knows(seat: Seat, card: AspectCard) -> bool:
    return seat.is_gm or is_addressed(seat, card.known_to)


def in_play(state: State, card: AspectCard) -> bool:
    """Is the thing this aspect is about part of the scene?"""
    return is_present(state, card.bearer) if card.bearer else True


def free_in_play(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """The cards with free invocations this seat knows of that are part of the scene."""
    return _known_in_play(with_free(state), state.get(SCENE), seat)


@tracked
def with_free(state: State) -> Cards:
    """The cards that have free invocations."""
    return {card.id: card for card in state.get(ASPECTS).values() if card.free}


def known_in_play(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """The cards this seat knows of that are part of the scene."""
    return _known_in_play(state.get(ASPECTS), state.get(SCENE), seat)


@remembered(limit=1024)
def _known_in_play(cards: Cards, scene: Scene, seat: Seat) -> tuple[AspectCard, ...]:
    here = {NOBODY, *(scene.present if scene.is_open else ())}
    # Nearly all cards are known to everybody; only the others are asked about.
    return tuple(
        [card for card in cards.values() if card.bearer in here and (card.known_to is None or knows(seat, card))]
    )


@tracked
def worded(state: State) -> Cards:
    """All cards without their free invocations, for offers that do not depend on these."""
    return _worded(state.get(ASPECTS))


@remembered(limit=1024)
def _worded(cards: Cards) -> Cards:
    return {card.id: msgspec.structs.replace(card, free=()) if card.free else card for card in cards.values()}


@tracked
def lasting(state: State) -> Cards:
    """All cards but boosts, which come and go, without their free invocations."""
    return _lasting(_worded(state.get(ASPECTS)))


@remembered(limit=1024)
def _boosts(cards: Cards) -> Cards:
    return {card.id: card for card in cards.values() if card.kind == BOOST}


@tracked
def consequences(state: State) -> tuple[AspectCard, ...]:
    return tuple([card for card in lasting(state).values() if card.kind == CONSEQUENCE])


@remembered(limit=1024)
def _lasting(cards: Cards) -> Cards:
    return {card.id: card for card in cards.values() if card.kind != BOOST}


def lasting_in_play(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """The cards but boosts that this seat knows of and that are part of the scene, without their free invocations."""
    return _known_in_play(lasting(state), state.get(SCENE), seat)


@tracked
def hidden_cards(state: State) -> tuple[AspectCard, ...]:
    """The cards that not everybody knows, without their free invocations."""
    return tuple([card for card in worded(state).values() if card.known_to is not None])


def worded_in_play(state: State, seat: Seat) -> tuple[AspectCard, ...]:
    """The cards this seat knows of that are part of the scene, without their free invocations."""
    return _known_in_play(worded(state), state.get(SCENE), seat)


def with_public_aspects(state: State) -> State:
    """The same state with only those cards that everybody knows of."""
    cards = state.get(ASPECTS)
    public = {key: card for key, card in cards.items() if card.known_to is None}
    return state if len(public) == len(cards) else state.put(ASPECTS, public, state.seq)


NO_SUCH_ASPECT = Refusal("unknown-aspect", "You know of no such aspect.")


def card_of(decision: Decision, aspect: AspectId) -> AspectCard:
    """A card the deciding seat knows of; an unknown one is refused in the same words as one that does not exist."""
    card = decision.state.get(ASPECTS).get(aspect)
    if card is None or not knows(decision.seat, card):
        raise decision.violation(NO_SUCH_ASPECT.code, NO_SUCH_ASPECT.message)
    return card


@tracked
def borne_by(state: State, actor: ActorId) -> tuple[AspectCard, ...]:
    """The cards of one actor."""
    return tuple([card for card in state.get(ASPECTS).values() if card.bearer == actor])


def sheet_card(state: State, actor: ActorId, slot: str) -> AspectCard | None:
    cards = state.get(ASPECTS).values()
    return next((c for c in cards if c.bearer == actor and c.slot == slot and c.kind == CHARACTER), None)


def aspect_choices(state: State) -> Mapping[AspectId, Choice]:
    """Every card as something to choose."""
    cards, cast = worded(state), state.get(CAST)
    return {**choices_of(_lasting(cards), cast), **choices_of(_boosts(cards), cast)}


def lasting_choices(state: State) -> Mapping[AspectId, Choice]:
    """Every card but boosts as something to choose."""
    return choices_of(lasting(state), state.get(CAST))


@remembered(limit=1024)
def choices_of(cards: Cards, cast: Cast) -> Mapping[AspectId, Choice]:
    return {
        card.id: Choice(card.id, f"{card.text} ({bearer.name})" if (bearer := cast.get(card.bearer)) else card.text)
        for card in cards.values()
    }


def keepable_aspects(state: State) -> tuple[Choice, ...]:
    """The aspects that may outlast a scene."""
    choices = aspect_choices(state)
    return tuple(choices[card.id] for card in state.get(ASPECTS).values() if card.kind == SITUATION)


def usable_by(state: State, free: FreeInvoke, party: ActorId, *, holder_is_out: bool) -> bool:
    """May `party` use this free invocation?  Its holder, an ally it was lent to, or any ally once the holder is out.

    The characters the game master runs share what they hold or were lent: one person decides for all of them.
    """
    if free.holder == party:
        return True
    if party == NOBODY:
        cast = state.get(CAST)
        return _is_run_by_gm(cast.get(free.holder)) or (bool(free.lent_to) and _is_run_by_gm(cast.get(free.lent_to)))
    return are_allies(state, free.holder, party) and (free.lent_to == party or holder_is_out)


def _is_run_by_gm(actor: Actor | None) -> bool:
    return actor is None or not actor.has_player


# -- changes -----------------------------------------------------------------------------------------------------


def place(decision: Decision, card: AspectCard) -> AspectId:
    decision.emit(AspectPlaced(card), to=card.known_to)
    return card.id


def new_card(decision: Decision, text: str, kind: str, known_to: Audience = None, **more: object) -> AspectCard:
    made = {"id": decision.new_id("a", known_to), "text": text.strip(), "kind": kind, "known_to": known_to}
    return msgspec.convert({**made, **more}, AspectCard)


def change_sheet(decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
    """Replace a character's sheet.

    Those to whom it is closed see only the aspects they know; a sheet with an aspect not all know is closed too.
    """
    if actor.controller is None:
        decision.emit(SheetChanged(actor.id, sheet, reason), to=(GM,))
        return
    cards = [c for c in decision.state.get(ASPECTS).values() if c.bearer == actor.id and c.kind == CHARACTER]
    if not actor.is_closed and all(card.known_to is None for card in cards):
        decision.emit(SheetChanged(actor.id, sheet, reason))
        return
    known = {card.slot for card in cards if card.known_to is None}
    face = SheetChanged(actor.id, closed(sheet, known), reason)
    decision.emit(SheetChanged(actor.id, sheet, reason), to=(actor.controller, GM), face=face)


def reveal(decision: Decision, card: AspectCard) -> AspectCard:
    """Show a card to the whole table; one everybody knows already stays as it is."""
    if card.known_to is None:
        return card
    shown = msgspec.structs.replace(card, known_to=None)
    decision.emit(AspectRevealed(shown))
    return shown


def remove(decision: Decision, card: AspectCard, reason: str) -> None:
    withdraw(decision, aspect=card.id)
    decision.emit(AspectRemoved(card.id, reason), to=card.known_to)


def audience_of(card: AspectCard) -> Audience:
    return card.known_to


def add_free(decision: Decision, aspect: AspectId, holder: ActorId, number: int, source: str) -> None:
    card = decision.state.get(ASPECTS)[aspect]
    base = decision.new_id("f", card.known_to)
    more = tuple(FreeInvoke(f"{base}.{index}", holder, source) for index in range(number))
    decision.emit(FreeInvokesSet(aspect, card.free + more), to=card.known_to)


def spend_free(decision: Decision, card: AspectCard, free: FreeInvoke) -> None:
    """Tick off one free invocation; a boost goes with it."""
    if card.kind == BOOST:
        remove(decision, card, "used")
    else:
        rest = tuple(other for other in card.free if other.id != free.id)
        decision.emit(FreeInvokesSet(card.id, rest), to=card.known_to)


def set_boxes(decision: Decision, card: AspectCard, *, level: int | None = None, ticked: int, reason: str = "") -> None:
    """Give a card this level, and as many ticked boxes as it can have; nothing happens if it has them already."""
    after = card.level if level is None else level
    ticked = max(0, min(ticked, after))
    if (after, ticked) != (card.level, card.ticked):
        decision.emit(BoxesSet(card.id, after, ticked, reason), to=card.known_to)


def tick_box(decision: Decision, card: AspectCard, reason: str = "") -> None:
    set_boxes(decision, card, ticked=card.ticked + 1, reason=reason)


def open_box_again(decision: Decision, aspect: AspectId, reason: str = "") -> None:
    """What a box was ticked for did not happen."""
    if card := decision.state.get(ASPECTS).get(aspect):
        set_boxes(decision, card, ticked=card.ticked - 1, reason=reason)
