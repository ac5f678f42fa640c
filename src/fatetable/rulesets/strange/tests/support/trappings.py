"""What is done with trappings, in the words of these tests."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import Command
from fatetable.engine.offers import ChoiceHole, Hole, ManyHole, NumberHole
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.rolls.state import Roll
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import FLAT, MAUD, Game, held, skill


def with_trapping(rating: int, tier: int, *trappings: str, name: str = "Knack", **more: Any) -> Entry:
    """A strange skill with these trappings, written "id of kind"."""
    parts = (held(each.partition(" ")[0], each.partition(" ")[2]) for each in trappings)
    return skill(name, rating, tier, *parts, **more)


def undertake(g: Game, row: str, *, trait: str = "knack", by: str = "maud", to: str = "", **more: Any) -> Roll:
    """Somebody does what a row says."""
    more = {"description": "so", **more}
    named = {card.text: card.id for card in g.table.state.get(ASPECTS).values() if card.bearer == by}
    more |= {"pick": named.get(more["pick"], more["pick"])} if "pick" in more else {}
    command = Undertake(actor=ActorId(by), procedure=row, trait=trait, target=ActorId(to), **more)
    g.do(g.seat_of(by), command)
    return g.roll


def ruled(g: Game, option: str, **fill: Any) -> Roll:
    """The GM says what it is against; nothing more counts than is said, and it takes the time that is suggested."""
    prompt = g.prompt("procedure-opposition")
    assert prompt is not None
    holes = next(each for each in prompt.options if each.id == option).holes
    g.answer("gm", "procedure-opposition", option, **{hole.key: _least(hole) for hole in holes} | fill)
    return g.last_roll


def _least(hole: Hole) -> object:
    match hole:
        case ManyHole():
            return ()
        case ChoiceHole():
            return hole.suggested
        case NumberHole():
            return hole.low
        case _:
            return ""


def answers(g: Game) -> list[str]:
    """What it can be answered with."""
    prompt = g.prompt("defend")
    assert prompt is not None
    hole = prompt.options[0].holes[0]
    assert isinstance(hole, ChoiceHole)
    return [choice.value for choice in hole.options]


def offered(g: Game, seat: str, command: type[Command], field: str) -> list[str]:
    """All that may be chosen for a field of what is offered of this kind."""
    offers = (offer for offer in g.offers(seat) if isinstance(offer.command, command))
    holes = (hole for offer in offers for hole in offer.holes if hole.field == field)
    return [choice.value for hole in holes if isinstance(hole, ChoiceHole) for choice in hole.options]


def done(g: Game, dice: str = FLAT, answer: str = "", *, by: str = "maud") -> tuple[int, str]:
    """The dice fall and nobody adds anything: the margin and the outcome."""
    g.throw(g.seat_of(by), *filter(None, (dice, answer)))
    return g.result()


def took(g: Game, who: ActorId = MAUD) -> str:
    """How long the last piece of work kept somebody."""
    return g.table.state.get(TIME_TAKEN).get(who, "")


def facts(g: Game) -> list[str]:
    return [fact.fact for fact in g.table.state.get(FACTS)]


def aspect_of(g: Game, bearer: ActorId) -> AspectCard:
    """The first aspect of somebody's sheet."""
    return next(card for card in g.table.state.get(ASPECTS).values() if card.bearer == bearer)
