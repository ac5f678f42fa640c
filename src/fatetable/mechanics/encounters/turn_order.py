"""The turn order of a conflict: who comes when, ties, features that put their owner first, and newcomers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw_kind
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, name_of, require_control
from fatetable.mechanics.characters.effects import ActFirst
from fatetable.mechanics.encounters.state import Conflict, Place, conflict_of, set_conflict
from fatetable.mechanics.points.limited_uses import spend_use
from fatetable.mechanics.rolls.feature_uses import uses_left


class ActFirstNow(Command, frozen=True, tag="act-first"):
    """A feature puts its owner ahead of everybody, while the turn order is being made."""

    actor: ActorId
    feature: str


class TieForTurn(PromptContext, frozen=True, tag="tie"):
    """`number` places of the order, from `start` on, are equally fast."""

    start: int
    number: int


class Ranks(Protocol):
    """What somebody throws for their place in the order: the value, and what decides between equal values."""

    def __call__(self, decision: Decision, actor: Actor, kind: str, /) -> tuple[int, ...]: ...


class TurnOrder(Struct, frozen=True, kw_only=True):
    """`turn_value(actor, kind)` ranks actors in a kind of conflict, the highest first.

    Where there are `ranks`, they take its place; they are asked once, as somebody comes into the conflict, and dice
    decide between places that are equal in all of them.  With `groups_npcs` everybody the game master runs shares one
    place.
    """

    turn_value: Callable[[Actor, str], int]
    groups_npcs: bool
    dice_break_ties: bool
    cites: Cites
    ranks: Ranks | None = None

    def thrown(self, decision: Decision, actors: tuple[Actor, ...], kind: str) -> Mapping[ActorId, tuple[int, ...]]:
        """What these throw for the order; nothing, where it is not thrown for."""
        return {} if self.ranks is None else {actor.id: self.ranks(decision, actor, kind) for actor in actors}

    def of(self, actors: tuple[Actor, ...], conflict: Conflict) -> tuple[Place, ...]:
        """Highest value first.  What the game master runs shares one place, at the best value among them."""
        values = {actor.id: self._ranks_of(actor, conflict) for actor in actors}
        together = tuple(actor.id for actor in actors if not actor.has_player) if self.groups_npcs else ()
        places = [_place((actor,), ranks) for actor, ranks in values.items() if actor not in together]
        if together:
            places.append(_place(together, max(values[actor] for actor in together)))
        return tuple(sorted(places, key=_rank))

    def _ranks_of(self, actor: Actor, conflict: Conflict) -> tuple[int, ...]:
        if actor.id in conflict.ranks:
            return (conflict.ranks[actor.id],)
        return conflict.rolled.get(actor.id) or (self.turn_value(actor, conflict.kind),)

    def with_newcomers(self, decision: Decision, conflict: Conflict) -> Conflict:
        """The conflict with its newcomers in the order."""
        cast = decision.state.get(CAST)
        rolled = self.thrown(decision, tuple(cast[newcomer] for newcomer in conflict.newcomers), conflict.kind)
        conflict = msgspec.structs.replace(conflict, rolled={**conflict.rolled, **rolled}) if rolled else conflict
        order = conflict.order
        for newcomer in conflict.newcomers:
            order = self._with_newcomer(decision.state, conflict, newcomer, order)
        return msgspec.structs.replace(conflict, order=order, newcomers=())

    def _with_newcomer(
        self, state: State, conflict: Conflict, newcomer: ActorId, order: tuple[Place, ...]
    ) -> tuple[Place, ...]:
        """By its value, behind equals that are there already; among the game master's others if they act together."""
        cast = state.get(CAST)
        actor = cast[newcomer]
        if self.groups_npcs and not actor.has_player:
            for index, place in enumerate(order):
                if not place.is_first and not any(cast[other].has_player for other in place.actors):
                    joined = msgspec.structs.replace(place, actors=(*place.actors, newcomer))
                    return (*order[:index], joined, *order[index + 1 :])
        own = _place((newcomer,), self._ranks_of(actor, conflict))
        return tuple(sorted((*order, own), key=_rank))

    def rank(self, decision: Decision, actor: ActorId, value: int) -> None:
        """Rule on somebody's value: the order is made again, or the value is kept for a newcomer."""
        conflict = conflict_of(decision.state)
        assert conflict is not None
        ruled = msgspec.structs.replace(conflict, ranks={**conflict.ranks, actor: value})
        order = conflict.order
        if not conflict.is_running:
            cast = decision.state.get(CAST)
            first = tuple(place for place in order if place.is_first)
            rest = tuple(cast[other] for place in order if not place.is_first for other in place.actors)
            order = first + self.of(rest, ruled)
        self._reorder(decision, msgspec.structs.replace(ruled, order=order))

    def _reorder(self, decision: Decision, conflict: Conflict, news: str = "") -> None:
        withdraw_kind(decision, TieForTurn)
        set_conflict(decision, conflict, news)
        if not conflict.is_running:
            self.ask_ties(decision)

    # -- ties ----------------------------------------------------------------------------------------------------

    def ask_ties(self, decision: Decision) -> None:
        """Every run of places that nothing has put in order yet: one question for each, or dice."""
        conflict = conflict_of(decision.state)
        assert conflict is not None
        start = 0
        for _, run in groupby(conflict.order, key=_rank):
            tied = tuple(run)
            if len(tied) > 1:
                self._break_tie(decision, start, len(tied))
            start += len(tied)

    def _break_tie(self, decision: Decision, start: int, number: int) -> None:
        """Ask; where the order is thrown for, equals throw again."""
        if self.ranks is None:
            self._ask_tie(decision, start, number)
        else:
            self._put_first(decision, start, number, _drawn(decision, start, number))

    def _ask_tie(self, decision: Decision, start: int, number: int) -> None:
        conflict = conflict_of(decision.state)
        assert conflict is not None
        tied = conflict.order[start : start + number]
        options = tuple(
            Option(str(index), " and ".join(name_of(decision.state, actor) for actor in place.actors))
            for index, place in enumerate(tied)
        )
        if self.dice_break_ties:
            options += (Option("dice", "Roll for it"),)
        ask(
            decision,
            TieForTurn(start, number),
            (GM,),
            "Tie. Who goes first?",
            options,
            cites=decision.cites("turn-ties"),
        )

    def tie_broken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        tie = prompt.read(TieForTurn)
        chosen = _drawn(decision, tie.start, tie.number) if answer.option == "dice" else int(answer.option)
        self._put_first(decision, tie.start, tie.number, chosen)

    def _put_first(self, decision: Decision, start: int, number: int, chosen: int) -> None:
        """One of the places that are tied comes before the others."""
        conflict = conflict_of(decision.state)
        assert conflict is not None
        end = start + number
        tied = list(conflict.order[start:end])
        tied.insert(0, tied.pop(chosen))
        order = conflict.order[:start] + tuple(tied) + conflict.order[end:]
        set_conflict(decision, msgspec.structs.replace(conflict, order=order))
        if number > 2:
            self._break_tie(decision, start + 1, number - 1)

    # -- acting first --------------------------------------------------------------------------------------------

    def act_first(self, decision: Decision, command: ActFirstNow) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_act_first(decision.state, actor, command.feature))
        conflict = conflict_of(decision.state)
        assert conflict is not None
        spend_use(decision, actor.id, command.feature)
        places = []
        for place in conflict.order:
            others = tuple(other for other in place.actors if other != actor.id)
            if others:
                places.append(msgspec.structs.replace(place, actors=others))
        own = _place((actor.id,), self._ranks_of(actor, conflict))
        places.append(msgspec.structs.replace(own, is_first=True))
        order = tuple(sorted(places, key=_rank))
        self._reorder(decision, msgspec.structs.replace(conflict, order=order), f"{actor.name} acts first")

    def _cannot_act_first(self, state: State, actor: Actor, feature_name: str) -> Refusal | None:
        conflict = conflict_of(state)
        if conflict is None or actor.id not in conflict.actors:
            return Refusal("cannot-act-first", f"{actor.name} has no place in a turn order.")
        if conflict.is_running:
            return Refusal("cannot-act-first", "The conflict has begun: its turn order is settled.")
        feature = actor.sheet.feature(feature_name)
        if feature is None or not any(isinstance(e, ActFirst) and e.conflict == conflict.kind for e in feature.effects):
            return Refusal("cannot-act-first", f"{feature_name!r} puts nobody first in this kind of conflict.")
        if uses_left(state, actor, feature) == 0:
            return Refusal("cannot-act-first", f"{feature_name!r} has no use left.")
        return None

    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for feature in actor.sheet.features:
                if self._cannot_act_first(state, actor, feature.name) is None:
                    yield Offer(
                        command=ActFirstNow(actor.id, feature.name),
                        actor=actor.id,
                        label=f"act first ({feature.name})",
                        verb="use",
                        cites=self.cites("act-first"),
                        group="react",
                    )


def _place(actors: tuple[ActorId, ...], ranks: tuple[int, ...]) -> Place:
    return Place(actors, ranks[0], ranks=ranks[1:])


def _rank(place: Place) -> tuple[bool, int, tuple[int, ...]]:
    """What places are put in order by, the first with the least."""
    return not place.is_first, -place.value, tuple(-rank for rank in place.ranks)


def _drawn(decision: Decision, start: int, number: int) -> int:
    """One of so many places that are tied, by a die."""
    faces = tuple(range(number))
    die = Die(f"d{number}", tuple(face + 1 for face in faces), faces)
    return decision.throw((die,), f"tie of {number} at {start}").total
