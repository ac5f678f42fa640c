"""Magic that lasts: a wall of fire, a spirit that is bound, a spell that goes on.

What ends with the scene ends by itself; people end the rest, or end it sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, controls, name_of
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.view.blocks import Block
from fatetable.mechanics.view.encounter_blocks import ProgressBlock, ProgressRow

SCENE = "until the scene ends"


class Effect(Struct, frozen=True, kw_only=True):
    """`kind` is for the system that made it, `about` what it concerns: a roll, another effect, an element.

    `rank` is how much of that there is, if it matters; `lasts` is in words.
    """

    id: str
    kind: str
    maker: ActorId
    words: str
    lasts: str = SCENE
    about: str = ""
    rank: int = 0
    target: ActorId = NOBODY


Effects: TypeAlias = Mapping[str, Effect]
EFFECTS: Key[Effects] = Key("magic-effects", dict[str, Effect], {})


class EffectBegan(Event, frozen=True, tag="fate2-effect-began/1"):
    effect: Effect


class EffectEnded(Event, frozen=True, tag="fate2-effect-ended/1"):
    effect: str


class EndMagic(Command, frozen=True, tag="fate2-end-magic"):
    """Magic that lasts is over."""

    effect: str


def begin_effect(
    decision: Decision,
    kind: str,
    maker: ActorId,
    words: str,
    *,
    lasts: str = SCENE,
    about: str = "",
    rank: int = 0,
    target: ActorId = NOBODY,
) -> str:
    effect = Effect(
        id=decision.new_id("m"),
        kind=kind,
        maker=maker,
        words=words,
        lasts=lasts,
        about=about,
        rank=rank,
        target=target,
    )
    decision.emit(EffectBegan(effect))
    return effect.id


def effects_of(state: State, *kinds: str) -> tuple[Effect, ...]:
    """Everything of these kinds that lasts, in the order in which it began."""
    return tuple(effect for effect in state.get(EFFECTS).values() if effect.kind in kinds)


class LastingEffects(Struct, frozen=True, kw_only=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lasting magic",
            decides={EndMagic: self._end},
            evolves=folds(EFFECTS, {EffectBegan: put("effect.id", "effect"), EffectEnded: drop("effect")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    def _end(self, decision: Decision, command: EndMagic) -> None:
        effect = decision.state.get(EFFECTS).get(command.effect)
        if effect is None:
            raise decision.violation("no-such-effect", "No magic of that sort lasts.")
        is_theirs = _may_end(decision.state, decision.seat, effect)
        decision.require(is_theirs, "not-yours", f"That is for {name_of(decision.state, effect.maker)} to end.")
        decision.emit(EffectEnded(effect.id))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        for effect in tuple(decision.state.get(EFFECTS).values()):
            if isinstance(moment, SceneEnds) and effect.lasts == SCENE:
                decision.emit(EffectEnded(effect.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for effect in state.get(EFFECTS).values():
            if _may_end(state, seat, effect):
                yield Offer(
                    command=EndMagic(effect.id),
                    **one_of_a_family("End magic: …", effect.words),
                    actor=effect.maker,
                    verb="end",
                    cites=self.cites("magic"),
                    group="magic",
                )


def _may_end(state: State, seat: Seat, effect: Effect) -> bool:
    maker = state.get(CAST).get(effect.maker)
    return seat.is_gm or (maker is not None and controls(seat, maker))


def lasting_blocks(state: State) -> tuple[Block, ...]:
    rows = tuple(
        ProgressRow(label=effect.words, note=f"by {name_of(state, effect.maker)}, {effect.lasts}")
        for effect in state.get(EFFECTS).values()
    )
    return (ProgressBlock("Magic", rows),) if rows else ()


def told_beginning(_: State, after: State, event: EffectBegan) -> Iterator[str]:
    effect = event.effect
    upon = f" upon {name_of(after, effect.target)}" if effect.target else ""
    yield f"{name_of(after, effect.maker)}: {effect.words}{upon}, {effect.lasts}."


def told_end(before: State, _: State, event: EffectEnded) -> Iterator[str]:
    if effect := before.get(EFFECTS).get(event.effect):
        yield f"Over: {effect.words}."
