"""Minions: so many poor fighters in each scene, for as long as an aspect commands them (F2-EXT-14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import NumberHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    Actor,
    ActorId,
    actor_of,
    controlled,
    followers_of,
    require_control,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.state import is_present
from fatetable.rulesets.fate2.book import RULESET
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import MINION, Extra, Levels, extra_at, extras_of, minions_a_scene

OF = "minions"
"""Which extra of its patron a minion came of."""


class CallMinions(Command, frozen=True, kw_only=True, tag="call-minions"):
    """So many of somebody's minions come into the scene."""

    actor: ActorId
    extra: str
    number: int


class Minions(Struct, frozen=True, kw_only=True):
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="minions", decides={CallMinions: self._call}, offers=self._offers)

    def left(self, state: State, actor: Actor, extra: Extra) -> int:
        """How many more may come in this scene; they stay until it ends, standing or not."""
        own = Levels(actor.sheet.aspects, actor.sheet.levels)
        here = sum(minion.sheet.texts.get(OF) == extra.where for minion in _minions(state, actor))
        return max(0, minions_a_scene(extra, own) - here)

    def _cannot_call(self, state: State, actor: Actor, extra: Extra | None) -> Refusal | None:
        if extra is None or extra.kind != OF or extra.is_lost:
            return Refusal("no-minions", f"{actor.name} has no such minions.")
        if not is_present(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        if not self.left(state, actor, extra):
            return Refusal("no-more-minions", "No more of them are there in this scene.", "minions")
        return unsettled(state)

    def _call(self, decision: Decision, command: CallMinions) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        extra = extra_at(self.dials, actor.sheet, command.extra)
        decision.require_allowed(self._cannot_call(decision.state, actor, extra))
        assert extra is not None
        enough = 0 < command.number <= self.left(decision.state, actor, extra)
        decision.require(enough, "no-more-minions", "So many of them are not there in this scene.", "minions")
        before = len(_minions(decision.state, actor))
        for number in range(before + 1, before + command.number + 1):
            sheet = Sheet(ruleset=RULESET, name=f"{extra.name} {number}", kind=MINION, texts={OF: extra.where})
            enter(decision, _join(decision, actor, sheet))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for extra in extras_of(self.dials, actor.sheet):
                if extra.kind == OF and self._cannot_call(state, actor, extra) is None:
                    left = self.left(state, actor, extra)
                    yield Offer(
                        command=CallMinions(actor=actor.id, extra=extra.where, number=left),
                        **one_of_a_family("call …", extra.name),
                        actor=actor.id,
                        verb="join",
                        target=Target("scene"),
                        holes=(NumberHole("number", "how many", 1, left),),
                        cites=self.cites("minions"),
                        group="belongings",
                    )


def _minions(state: State, patron: Actor) -> tuple[Actor, ...]:
    return tuple(actor for actor in followers_of(state, patron.id) if actor.kind == MINION)


def _join(decision: Decision, patron: Actor, sheet: Sheet) -> ActorId:
    joining = decision.service(Joining)
    if patron.controller is not None:
        return joining.hand_over(decision, sheet, patron.controller, patron.id)
    return joining.add(decision, sheet, is_hidden=patron.is_hidden, patron=patron.id)
