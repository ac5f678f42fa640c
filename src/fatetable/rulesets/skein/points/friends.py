"""Friends of the heroes: people of the Storyteller who side with them and have Fate Points of their own."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.mechanics.moments import SessionStarts
from fatetable.mechanics.points.accounts import BANK, balance, move, move_all, purse
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.points.accounts import FRIEND, FRIENDS, is_friend

CLASSES = ("significant", "major")
"""Lesser people have no points of their own, whichever side they are on (SK-FP-04)."""


class JoinHeroes(Command, frozen=True, tag="join-heroes"):
    """An important character sides with the players' characters and gets Fate Points of their own."""

    actor: ActorId


class LeaveHeroes(Command, frozen=True, tag="leave-heroes"):
    actor: ActorId


class FriendsSet(Event, frozen=True, tag="friends-set/1"):
    friends: tuple[ActorId, ...]


class Friends(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="friends",
            decides={JoinHeroes: self._join, LeaveHeroes: self._leave},
            evolves=folds(FRIENDS, {FriendsSet: set_to("friends")}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionStarts,),
        )

    def _may_join(self, actor: Actor) -> Refusal | None:
        if actor.is_pc:
            return Refusal("no-friend", f"{actor.name} is a player's character and has Fate Points already.")
        if actor.kind not in CLASSES:
            return Refusal("no-friend", f"{actor.name} is too minor a character to have Fate Points.")
        if is_friend(actor):
            return Refusal("no-friend", f"{actor.name} is with the heroes already.")
        if actor.is_hidden:
            return Refusal("no-friend", f"Nobody knows of {actor.name} yet: reveal them first.")
        return None

    def _join(self, decision: Decision, command: JoinHeroes) -> None:
        actor = self._actor(decision, command.actor)
        decision.require_allowed(self._may_join(actor))
        self._write(decision, actor, 1)
        self._fill(decision, actor.id)

    def _leave(self, decision: Decision, command: LeaveHeroes) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(is_friend(actor), "no-friend", f"{actor.name} is not with the heroes.")
        self._write(decision, actor, 0)
        move_all(decision, purse(actor.id), BANK, "no longer with the heroes", "friend")

    def _actor(self, decision: Decision, actor: ActorId) -> Actor:
        decision.require_gm()
        found = actor_of(decision, actor)
        decision.require(not a_roll_is_open(decision.state), "roll-open", "Finish the open roll first.")
        return found

    def _write(self, decision: Decision, actor: Actor, value: int) -> None:
        rest = {name: number for name, number in actor.sheet.numbers.items() if name != FRIEND}
        numbers = {**rest, FRIEND: value} if value else rest
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), FRIEND)
        others = tuple(friend for friend in decision.state.get(FRIENDS) if friend != actor.id)
        decision.emit(FriendsSet((*others, actor.id) if value else others))

    def _fill(self, decision: Decision, actor: ActorId) -> None:
        """Set their points to the starting number, whether more or fewer are left."""
        missing = self.tables.fate_points.friendly_significant - balance(decision.state, purse(actor))
        move(decision, BANK, purse(actor), missing, "with the heroes", "friend")
        move(decision, purse(actor), BANK, -missing, "a new session begins", "friend")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionStarts):
            for actor in tuple(decision.state.get(CAST).values()):
                if is_friend(actor):
                    self._fill(decision, actor.id)

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or a_roll_is_open(state):
            return
        for actor in state.get(CAST).values():
            if is_friend(actor):
                yield self._offer(LeaveHeroes(actor.id), "Take … from the heroes' side", actor)
            elif self._may_join(actor) is None:
                yield self._offer(JoinHeroes(actor.id), "Put … on the heroes' side", actor)

    def _offer(self, command: Command, family: str, actor: Actor) -> Offer:
        return Offer(
            command=command,
            **one_of_a_family(family, actor.name),
            verb="change",
            target=Target("actor", actor.id),
            cites=self.cites("friend"),
            group="gm",
        )
