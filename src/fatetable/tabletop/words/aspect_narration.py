"""Puts the events of aspects and compels into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.engine.words import with_words
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    BOOST,
    CHARACTER,
    CONSEQUENCE,
    AspectPlaced,
    AspectRemoved,
    AspectRevealed,
    AspectReworded,
    BoxesSet,
    FreeInvokesSet,
)
from fatetable.mechanics.aspects.compel_state import COMPELS, CompelClosed, CompelOffered, CompelReworded
from fatetable.mechanics.characters.cast import ActorId
from fatetable.tabletop.words.event_context import EventContext, Tellers
from fatetable.tabletop.words.sentences import capitalised


def _compel_offered(context: EventContext, event: CompelOffered) -> Iterator[str]:
    compel = event.compel
    who = capitalised(context.seat(compel.by))
    yield with_words(f"{who} compels {context.name(compel.target)} by {context.card(compel.aspect)}", compel.text, ".")


def _compel_reworded(context: EventContext, event: CompelReworded) -> Iterator[str]:
    yield f"The compel is reworded: {event.text}"


def _compel_closed(context: EventContext, event: CompelClosed) -> Iterator[str]:
    open_before = context.before.get(COMPELS).get(event.compel)
    target = event.target or (open_before.target if open_before else "")
    verb = {"accepted": "accepts", "refused": "refuses"}.get(event.result)
    withdrawn = f"The compel on {context.name(target)} is {event.result}"
    told = f"{context.does(target, verb)} the compel" if verb else withdrawn
    yield f"{told}{f': {event.text}' if event.text and event.result == 'accepted' else '.'}"


def _placed(context: EventContext, event: AspectPlaced) -> Iterator[str]:
    card = event.card
    if card.kind == CHARACTER or card.id in context.before.get(ASPECTS):
        return
    if card.kind == BOOST:
        yield f"{context.does(card.owner, 'gains')} a boost."
    elif card.kind == CONSEQUENCE:
        yield f"{context.does(card.bearer, 'takes')} a {card.slot} consequence: “{card.text}”"
    else:
        on = f" on {context.name(card.bearer)}" if card.bearer else ""
        at = f" in {context.zone(card.zone)}" if context.zone(card.zone) else ""
        hidden = " (hidden)" if card.known_to is not None else ""
        yield f"A new aspect: “{card.text}”{on}{at}{hidden}"


def _revealed(context: EventContext, event: AspectRevealed) -> Iterator[str]:
    yield f"An aspect comes to light: “{event.card.text}”"


def _reworded(context: EventContext, event: AspectReworded) -> Iterator[str]:
    card = context.before.get(ASPECTS).get(event.aspect)
    if card is not None:
        what = f"{context.whose(card.owner)} boost" if card.kind == BOOST else f"“{card.text}”"
        yield f"{what} is now “{event.text}”"


def _removed(context: EventContext, event: AspectRemoved) -> Iterator[str]:
    if event.aspect in context.before.get(ASPECTS):
        yield f"{context.card(event.aspect)} is gone{f' ({event.reason})' if event.reason else ''}."


def _free(context: EventContext, event: FreeInvokesSet) -> Iterator[str]:
    card = context.before.get(ASPECTS).get(event.aspect)
    if card is None:
        return
    known = {free.id: free for free in card.free}
    gained = Counter(free.holder for free in event.free if free.id not in known)
    for holder, number in gained.items():
        invocations = "a free invocation" if number == 1 else f"{number} free invocations"
        yield f"{_holder(context, holder, 'holds')} {invocations} of “{card.text}”."
    for free in event.free:
        if free.id in known and free.lent_to != known[free.id].lent_to:
            ally = context.name(free.lent_to)
            yield f"{_holder(context, free.holder, 'lets')} {ally} use a free invocation of “{card.text}”."


def _boxes(context: EventContext, event: BoxesSet) -> Iterator[str]:
    """What is ticked for a roll is told with the roll, and what comes back can be seen on the cards."""
    if event.reason:
        left = event.level - event.ticked
        yield f"{context.card(event.aspect)} has {left} of {event.level} boxes left ({event.reason})."


def _holder(context: EventContext, holder: ActorId, verb: str) -> str:
    return context.does(holder, verb) if holder else f"The {context.ruleset.word('gm')} {verb}"


TELLERS: Tellers = {
    CompelOffered: _compel_offered,
    CompelReworded: _compel_reworded,
    CompelClosed: _compel_closed,
    AspectPlaced: _placed,
    AspectRevealed: _revealed,
    AspectReworded: _reworded,
    AspectRemoved: _removed,
    FreeInvokesSet: _free,
    BoxesSet: _boxes,
}
