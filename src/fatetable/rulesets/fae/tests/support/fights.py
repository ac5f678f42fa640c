"""Shorthand for tests of fights: blows of an exact size, coming to somebody's turn, zones in a row."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import Event
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.throwing import CorrectTotal
from fatetable.mechanics.scenes.map_editing import PlaceActor, SetBorder
from fatetable.mechanics.scenes.zones import ZoneId, place_of
from fatetable.rulesets.fae.tests.support.playing import Game

RETH = ActorId("reth")
VOLTAIRE = ActorId("voltaire")
VELD = ActorId("veld")
GANG = ActorId("gang-of-thugs")
BULLY = ActorId("cyclops-house-bully")
ASSASSIN = ActorId("steel-assassin")
SHARK = ActorId("sky-shark")

BLANK = "0000"
"""Four dice that change nothing."""


def fight(first_to_act: str = "Voltaire") -> Game:
    g = Game(foes=("Gang of Thugs", "Veld"))
    g.start_conflict(first=first_to_act)
    return g


def end_turn(g: Game, actor: ActorId) -> tuple[Event, ...]:
    return g.do(g.seat_of(actor), EndTurn(actor))


def first_trait(g: Game, actor: ActorId) -> str:
    """An approach of a full character, something a nameless foe is skilled at."""
    return next(iter(g.actor(actor).sheet.traits), "skilled-1")


def attack(g: Game, attacker: ActorId, target: ActorId, **more: Any) -> Attack:
    """An attack as `attacker` would declare it."""
    return Attack(actor=attacker, target=target, trait=first_trait(g, attacker), description="strikes", **more)


def overcome(g: Game, actor: ActorId, **more: Any) -> Overcome:
    return Overcome(actor=actor, trait=first_trait(g, actor), description="tries", **more)


def create(g: Game, actor: ActorId, words: str, **more: Any) -> CreateAdvantage:
    trait = first_trait(g, actor)
    return CreateAdvantage(actor=actor, mode="new", trait=trait, description="sets it up", words=words, **more)


def declare(g: Game, attacker: ActorId, target: ActorId, **more: Any) -> None:
    g.do(g.seat_of(attacker), attack(g, attacker, target, **more))


def parry(g: Game, defender: ActorId) -> None:
    g.defend(g.seat_of(defender), first_trait(g, defender))


def let_fall(g: Game, shifts: int) -> tuple[Event, ...]:
    """The dice of the opposed roll on the table fall so that the acting side is ahead by this much; nobody invokes."""
    acting, opposing = g.roll.efforts
    g.do("gm", CorrectTotal(g.roll.id, 0, shifts - acting.fixed + opposing.fixed, "so that the numbers come out"))
    events = g.throw(g.seat_of(acting.actor), BLANK, BLANK)
    return (*events, *g.everyone_passes())


def strike(g: Game, attacker: ActorId, target: ActorId, shifts: int, **more: Any) -> tuple[Event, ...]:
    """On the attacker's turn: an attack that hits for this many shifts, at full force."""
    g.come_to(attacker)
    declare(g, attacker, target, **more)
    parry(g, target)
    events = let_fall(g, shifts)
    if g.prompt("trade"):
        events = g.answer(g.seat_of(attacker), "trade", "full")
    return events


def miss(g: Game, attacker: ActorId, target: ActorId) -> None:
    """An attack that does nothing but spend the action."""
    declare(g, attacker, target)
    parry(g, target)
    let_fall(g, -1)


def absorb(g: Game, target: ActorId, way: str, **words: str) -> tuple[Event, ...]:
    return g.answer(g.seat_of(target), "absorb", way, **words)


def absorbing(g: Game) -> Prompt:
    """The question to the player of the character who is hit."""
    prompt = g.prompt("absorb")
    assert prompt is not None, "nobody is being hit"
    return prompt


def ways_to_absorb(g: Game) -> list[str]:
    return [option.id for option in absorbing(g).options]


def knock_out(g: Game, attacker: ActorId, target: ActorId) -> tuple[Event, ...]:
    """Take somebody out with a hit that nobody could absorb, and tell it."""
    strike(g, attacker, target, 16)
    return g.answer(g.seat_of(attacker), "taken-out", "tell", fate="lies flat")


def put(g: Game, zone: ZoneId, *actors: ActorId) -> None:
    for actor in actors:
        g.do("gm", PlaceActor(actor, zone))


def bar(g: Game, one: ZoneId, other: ZoneId, barrier: str = "", blocker: ActorId = NOBODY) -> None:
    g.do("gm", SetBorder(one=one, other=other, barrier=barrier, blocker=blocker))


def zone_of(g: Game, actor: ActorId) -> ZoneId:
    return place_of(g.table.state, actor)
