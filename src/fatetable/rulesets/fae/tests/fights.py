"""Shorthand for tests of fights: blows of an exact size, coming to somebody's turn, zones in a row."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import Event
from fatetable.engine.prompts import Prompt
from fatetable.mechanics.acting import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.conflicts import EndTurn, NextExchange
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.staging import DrawZone, PlaceActor, SetBorder
from fatetable.mechanics.throwing import CorrectTotal
from fatetable.mechanics.turns import on_turn
from fatetable.mechanics.zones import ZONES, ZoneId, place_of
from fatetable.rulesets.fae.tests.playing import Game

RETH = ActorId("reth")
VOLTAIRE = ActorId("voltaire")
VELD = ActorId("veld")
GANG = ActorId("gang-of-thugs")
BULLY = ActorId("cyclops-house-bully")
ASSASSIN = ActorId("steel-assassin")
SHARK = ActorId("sky-shark")

BLANK = "0000"
"""Four dice that change nothing."""


def actor_in(g: Game, actor: ActorId) -> Actor:
    return g.table.state.get(CAST)[actor]


def seat_for(g: Game, actor: ActorId) -> str:
    return actor_in(g, actor).controller or "gm"


def conflict_in(g: Game) -> Conflict:
    conflict = conflict_of(g.table.state)
    assert conflict is not None, "no conflict is running"
    return conflict


def on_the_move(g: Game) -> tuple[ActorId, ...]:
    """Whose turn it is; several where characters act together."""
    conflict = conflict_in(g)
    return tuple(actor for actor in conflict.actors if on_turn(g.table.state, conflict, actor) is None)


def end_turn(g: Game, actor: ActorId) -> tuple[Event, ...]:
    return g.do(seat_for(g, actor), EndTurn(actor))


def come_to(g: Game, actor: ActorId) -> None:
    """Everybody before this actor passes, in a new exchange if need be."""
    for _ in range(30):
        waiting = on_the_move(g)
        if actor in waiting and actor not in conflict_in(g).acted:
            return
        if waiting:
            end_turn(g, waiting[0])
        else:
            g.do("gm", NextExchange())
    raise AssertionError(f"it is never {actor}'s turn")


def first_trait(g: Game, actor: ActorId) -> str:
    """An approach of a full character, something a nameless foe is skilled at."""
    return next(iter(actor_in(g, actor).sheet.traits), "skilled-1")


def attack(g: Game, attacker: ActorId, target: ActorId, **more: Any) -> Attack:
    """An attack as `attacker` would declare it."""
    return Attack(actor=attacker, target=target, trait=first_trait(g, attacker), description="strikes", **more)


def overcome(g: Game, actor: ActorId, **more: Any) -> Overcome:
    return Overcome(actor=actor, trait=first_trait(g, actor), description="tries", **more)


def create(g: Game, actor: ActorId, words: str, **more: Any) -> CreateAdvantage:
    trait = first_trait(g, actor)
    return CreateAdvantage(actor=actor, mode="new", trait=trait, description="sets it up", words=words, **more)


def declare(g: Game, attacker: ActorId, target: ActorId, **more: Any) -> None:
    g.do(seat_for(g, attacker), attack(g, attacker, target, **more))


def parry(g: Game, defender: ActorId) -> None:
    g.defend(seat_for(g, defender), first_trait(g, defender))


def let_fall(g: Game, shifts: int) -> tuple[Event, ...]:
    """The dice of the opposed roll on the table fall so that the acting side is ahead by this much; nobody invokes."""
    acting, opposing = g.roll.efforts
    g.do("gm", CorrectTotal(g.roll.id, 0, shifts - acting.fixed + opposing.fixed, "so that the numbers come out"))
    events = g.throw(seat_for(g, acting.actor), BLANK, BLANK)
    return (*events, *g.everyone_passes())


def strike(g: Game, attacker: ActorId, target: ActorId, shifts: int, **more: Any) -> tuple[Event, ...]:
    """On the attacker's turn: an attack that hits for this many shifts, at full force."""
    come_to(g, attacker)
    declare(g, attacker, target, **more)
    parry(g, target)
    events = let_fall(g, shifts)
    if g.prompt("trade"):
        events = g.answer(seat_for(g, attacker), "trade", "full")
    return events


def miss(g: Game, attacker: ActorId, target: ActorId) -> None:
    """An attack that does nothing but spend the action."""
    declare(g, attacker, target)
    parry(g, target)
    let_fall(g, -1)


def absorb(g: Game, target: ActorId, way: str, **words: str) -> tuple[Event, ...]:
    return g.answer(seat_for(g, target), "absorb", way, **words)


def absorbing(g: Game) -> Prompt:
    """The question to the one who is hit."""
    prompt = g.prompt("absorb")
    assert prompt is not None, "nobody is being hit"
    return prompt


def ways_to_absorb(g: Game) -> list[str]:
    return [option.id for option in absorbing(g).options]


def knock_out(g: Game, attacker: ActorId, target: ActorId) -> tuple[Event, ...]:
    """Take somebody out with a hit that nobody could absorb, and tell it."""
    strike(g, attacker, target, 16)
    return g.answer(seat_for(g, attacker), "taken-out", "tell", fate="lies flat")


def draw_row(g: Game, *names: str) -> tuple[ZoneId, ...]:
    """Zones in a row, each next to the one before."""
    zones: tuple[ZoneId, ...] = ()
    for name in names:
        g.do("gm", DrawZone(name=name, next_to=zones[-1:]))
        zones = (*zones, next(zone.id for zone in g.table.state.get(ZONES).zones.values() if zone.name == name))
    return zones


def put(g: Game, zone: ZoneId, *actors: ActorId) -> None:
    for actor in actors:
        g.do("gm", PlaceActor(actor, zone))


def bar(g: Game, one: ZoneId, other: ZoneId, barrier: str = "", blocker: ActorId = NOBODY) -> None:
    g.do("gm", SetBorder(one=one, other=other, barrier=barrier, blocker=blocker))


def zone_of(g: Game, actor: ActorId) -> ZoneId:
    return place_of(g.table.state, actor)
