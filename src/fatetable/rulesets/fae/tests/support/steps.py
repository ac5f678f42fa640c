"""Steps that several tests of aspects and fate points take at the table."""

from __future__ import annotations

from fatetable.engine.messages import Event
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard, AspectId
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import POINT
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game

RETH, VOLTAIRE, VELD, GANG = map(ActorId, ("reth", "voltaire", "veld", "gang-of-thugs"))
BETHESDA, ABIGAIL = map(ActorId, ("bethesda-flushing-phd", "abigail-zhao"))
SEATS = {RETH: "ana", VOLTAIRE: "bo", BETHESDA: "cy", ABIGAIL: "cy"}


def seat_of(actor: str) -> str:
    return SEATS.get(ActorId(actor), "gm")


def join_third(g: Game, character: str | Sheet) -> None:
    """A third player, cy, sits down and brings a character, to which the game master agrees if need be."""
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", character)
    if g.prompt("character"):
        g.answer("gm", "character", "yes")


def stunt(name: str) -> Feature:
    """A ready-made stunt."""
    return next(ready.feature for ready in TABLES.stunts if ready.feature.name == name)


def lay_out(g: Game, *words: str, bearer: str = "", hidden: bool = False) -> None:
    """The game master lays out situation aspects."""
    for each in words:
        g.do("gm", PlaceAspect(words=each, bearer=ActorId(bearer), is_hidden=hidden))


def end_session(g: Game, *, scenario_ends: bool = False, milestone: str = "none") -> None:
    """The scene and the session end; nobody recovers, and the game master grants this milestone."""
    if g.table.state.get(SCENE).is_open:
        g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends))
    while prompt := g.prompt("recover"):
        g.do("gm" if prompt.seats == ("@gm",) else prompt.seats[0], Answer(prompt.id, "no"))
    g.answer("gm", "milestone", milestone)


def next_session(g: Game, *, scenario_ends: bool = False, milestone: str = "none") -> None:
    end_session(g, scenario_ends=scenario_ends, milestone=milestone)
    g.do("gm", StartSession())


def try_alone(g: Game, actor: str = "reth", trait: str = "forceful", dice: str = "0000", difficulty: int = 2) -> None:
    """An overcome roll against a difficulty, its dice on the table."""
    g.do(seat_of(actor), Overcome(actor=ActorId(actor), trait=trait, description="tries"))
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    g.throw(seat_of(actor), dice)


def try_against(
    g: Game, actor: str, defender: str, dice: str = "0000", defence: str = "0000", trait: str = "quick"
) -> None:
    """An overcome roll against somebody's defence with the same approach, the dice of both on the table."""
    g.do(seat_of(actor), Overcome(actor=ActorId(actor), trait=trait, description="tries"))
    g.answer("gm", "opposition", "defend", defender=defender)
    g.defend(seat_of(defender), trait)
    g.throw(seat_of(actor), dice, defence)


def create(
    g: Game,
    actor: str,
    words: str = "",
    dice: str = "0000",
    *,
    target: str = "",
    exploit: str = "",
    difficulty: int = 0,
) -> tuple[Event, ...]:
    """Create an advantage with Careful against a difficulty; nobody changes the roll."""
    command = CreateAdvantage(
        actor=ActorId(actor),
        mode="exploit" if exploit else "new",
        trait="careful",
        description="prepares",
        words=words,
        target=ActorId(target),
        aspect=g.card(exploit).id if exploit else AspectId(""),
    )
    g.do(seat_of(actor), command)
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    return (*g.throw(seat_of(actor), dice), *g.everyone_passes())


def invoking(
    g: Game, effect: str, aspect: str, party: str = "", *, effort: int = 0, payment: str = POINT, how: str = "it helps"
) -> Invoke:
    """The command to invoke an aspect, by its words, on the roll on the table."""
    return Invoke(
        roll=g.roll.id,
        effort=effort,
        effect=effect,
        aspect=g.card(aspect).id,
        explanation=how,
        payment=payment,
        party=ActorId(party),
    )


def choices_to_invoke(g: Game, seat: str, effect: str) -> set[str]:
    """The aspects a seat is offered to invoke for a fate point."""
    return {
        choice.label
        for offer in g.offers(seat, Invoke)
        if isinstance(offer.command, Invoke) and offer.command.effect == effect and offer.price and offer.price.points
        for choice in offer.holes[0].options  # type: ignore[union-attr]
    }


def free_on(g: Game, aspect: str, number: int = 0) -> str:
    """The id of a free invocation on a card, for `payment`."""
    return g.card(aspect).free[number].id


def holders(card: AspectCard) -> list[str]:
    return [free.holder for free in card.free]


def boost_of(g: Game, owner: str) -> AspectCard:
    cards = g.table.state.get(ASPECTS).values()
    return next(card for card in cards if card.kind == "boost" and card.owner == owner)


def margin(g: Game) -> int:
    return g.roll.margin_now()
