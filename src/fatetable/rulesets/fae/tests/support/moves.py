"""Shorthand for tests of single rolls: declaring them, settling what they are against, and exact margins."""

from __future__ import annotations

from fatetable.engine.messages import Event
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard, AspectId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import seat_of
from fatetable.testing import faces

RETH, VOLTAIRE, VELD, GANG = map(ActorId, ("reth", "voltaire", "veld", "gang-of-thugs"))


def join_abigail(g: Game) -> None:
    """A third player, cy, sits down and brings Abigail Zhao."""
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", "Abigail Zhao")


def overcome(actor: ActorId = RETH, trait: str = "forceful", how: str = "heaves", **more: str) -> Overcome:
    return Overcome(
        actor=actor,
        trait=trait,
        description=how,
        aspect=AspectId(more.get("aspect", "")),
        words=more.get("words", ""),
        task=more.get("task", ""),
    )


def create(actor: ActorId = RETH, trait: str = "careful", words: str = "Rope Bridge", **more: str) -> CreateAdvantage:
    """A new aspect of these words; with `aspect`, more out of that one; with `mode`, as it says."""
    aspect = AspectId(more.get("aspect", ""))
    mode = more.get("mode", "exploit" if aspect else "new")
    return CreateAdvantage(
        actor=actor,
        mode=mode,
        trait=trait,
        description="prepares",
        words=words if mode == "new" else "",
        target=ActorId(more.get("target", "")),
        aspect=aspect,
    )


def attack(
    actor: ActorId = VOLTAIRE, target: ActorId = VELD, trait: str = "flashy", features: tuple[str, ...] = ()
) -> Attack:
    return Attack(actor=actor, target=target, trait=trait, description="strikes", features=features)


def declare(g: Game, command: Attack | CreateAdvantage | Overcome) -> tuple[Event, ...]:
    return g.do(seat_of(command.actor), command)


def against(g: Game, number: int, **more: int) -> None:
    """The game master sets a difficulty."""
    g.answer("gm", "opposition", "difficulty", value=number, **more)


def resisted_by(g: Game, defender: str, trait: str = "careful") -> None:
    """The game master has somebody resist, who defends with that."""
    g.answer("gm", "opposition", "defend", defender=defender)
    g.defend(seat_of(defender), trait)


def settle(g: Game, margin: int) -> tuple[Event, ...]:
    """The open roll is thrown with exactly this margin, and nobody changes it."""
    roll = g.roll
    missing = margin - roll.margin_now()
    acting = max(-4, min(4, missing))
    dice = (faces(acting), faces(acting - missing)) if roll.is_opposed else (faces(missing),)
    events = g.throw(seat_of(roll.actor), *dice)
    if g.last_roll.stage == "thrown":
        events += g.everyone_passes()
    return events


def strike(g: Game, margin: int, actor: ActorId = VOLTAIRE, target: ActorId = VELD, trait: str = "flashy") -> None:
    """An attack with this margin, read but not yet absorbed."""
    declare(g, attack(actor, target, trait))
    g.defend(seat_of(target), "other" if target == GANG else "careful")
    settle(g, margin)


def boosts(g: Game) -> list[AspectCard]:
    return [card for card in g.table.state.get(ASPECTS).values() if card.kind == "boost"]


def kinds(g: Game) -> list[str]:
    """What is being asked at the moment."""
    return [prompt.kind for prompt in g.prompts()]
