"""Fate Points gained during a session: a refresh in the middle of it, rewards, and the Extra Refresh of NPCs.

The points a session starts with are in `mechanics/points/economy.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import AspectId, aspect_choices, card_of, worded
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, players_characters
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.points.accounts import BANK, POOL, move, purse
from fatetable.mechanics.points.economy import Economy
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.state import CALENDAR, SCENE
from fatetable.rulesets.skein.book import ExtraRefresh, Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.points.accounts import account_of
from fatetable.rulesets.skein.sheet import all_effects

How: TypeAlias = Literal["played", "in-story"]


class CallRefresh(Command, frozen=True, tag="call-refresh"):
    """After a hard part of the session everybody's Fate Points are refreshed in the middle of it."""


class RewardAspect(Command, frozen=True, kw_only=True, tag="reward-aspect"):
    """An Aspect was acted out well, or brought trouble into the story without a compel."""

    actor: ActorId
    aspect: AspectId
    how: How


class RewardSparkle(Command, frozen=True, kw_only=True, tag="reward-sparkle"):
    """Reward something a player said or did that delighted the table."""

    actor: ActorId
    reason: str


class RefreshIsCalled(Struct, frozen=True):
    """The moment of a refresh in the middle of a session."""


class Rewards(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="rewards",
            decides={CallRefresh: self._refresh, RewardAspect: self._aspect, RewardSparkle: self._sparkle},
            offers=(self._refreshes, self._offers),
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    def _require_session(self, decision: Decision) -> None:
        decision.require_gm()
        decision.require(decision.state.get(CALENDAR).in_session, "no-session", "No session is being played.")

    # -- refresh -------------------------------------------------------------------------------------------------

    def _refresh(self, decision: Decision, _: CallRefresh) -> None:
        """Players are raised to their Refresh Rate, and the pool grows by a flat number (SK-FP-05)."""
        self._require_session(decision)
        decision.require(
            self.dials.mid_session_refresh, "no-refresh-now", "At this table a refresh comes between sessions."
        )
        decision.require(not a_roll_is_open(decision.state), "roll-open", "Finish the open roll first.")
        for actor in tuple(players_characters(decision.state)):
            decision.service(Economy).top_up(decision, actor)
        gained = self.tables.fate_points.mid_session_pool
        move(decision, BANK, POOL, gained, "a refresh in the middle of the session", "mid-session-refresh")
        decision.moment(RefreshIsCalled())

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Extra Refresh of the Storyteller's people pays at the start of each scene they are in (SK-FP-17)."""
        if not isinstance(moment, SceneStarts):
            return
        cast = decision.state.get(CAST)
        for actor in (cast[present] for present in decision.state.get(SCENE).present):
            if not actor.is_pc:
                reason = f"Extra Refresh of {actor.name}"
                move(
                    decision, BANK, account_of(actor), extra_refresh(self.tables, actor.sheet), reason, "extra-refresh"
                )

    # -- rewards -------------------------------------------------------------------------------------------------

    def _hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        self._require_session(decision)
        actor = actor_of(decision, actor_id)
        decision.require(actor.is_pc, "no-reward", f"{actor.name} is yours, and rewards are for players.")
        return actor

    def _aspect(self, decision: Decision, command: RewardAspect) -> None:
        actor = self._hero(decision, command.actor)
        card = card_of(decision, command.aspect)
        decision.require(card.bearer == actor.id, "not-theirs", f"{card.text!r} is no Aspect of {actor.name}.")
        # What the points are for is told to everybody.
        decision.require(card.known_to is None, "hidden-aspect", "Reveal the Aspect before you reward it.")
        decision.require(
            command.how in self._ways(), "no-reward", "At this table acting out an Aspect is its own reward."
        )
        points = self.tables.fate_points
        amount = points.aspect_played if command.how == "played" else points.aspect_in_story
        move(decision, BANK, purse(actor.id), amount, f"{card.text} ({command.how})", f"aspect-{command.how}")

    def _ways(self) -> tuple[How, ...]:
        return ("played", "in-story") if self.dials.aspect_rewards else ("in-story",)

    def _sparkle(self, decision: Decision, command: RewardSparkle) -> None:
        actor = self._hero(decision, command.actor)
        decision.require(self.dials.sparkle_rewards, "no-reward", "At this table sparkling play is its own reward.")
        decision.require_described(command.reason, "no-reason", "Say what it is for.")
        move(decision, BANK, purse(actor.id), self.tables.fate_points.sparkle, command.reason.strip(), "sparkle")

    # -- offers --------------------------------------------------------------------------------------------------

    def _refreshes(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or not state.get(CALENDAR).in_session:
            return
        if self.dials.mid_session_refresh and not a_roll_is_open(state):
            yield Offer(
                command=CallRefresh(),
                label="Call a refresh",
                verb="recover",
                cites=self.cites("mid-session-refresh"),
                group="gm",
            )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or not state.get(CALENDAR).in_session:
            return
        labels = {"played": "acted out", "in-story": "brought trouble into the story"}
        ways = tuple(Choice(way, labels[way]) for way in self._ways())
        choices = aspect_choices(state)
        for actor in players_characters(state):
            cards = (card for card in worded(state).values() if card.bearer == actor.id and card.known_to is None)
            own = tuple(choices[card.id] for card in cards)
            if own:
                yield Offer(
                    command=RewardAspect(actor=actor.id, aspect=AspectId(""), how="in-story"),
                    **one_of_a_family("Reward … for an Aspect", actor.name),
                    verb="change",
                    target=Target("aspect"),
                    holes=(ChoiceHole("aspect", "Aspect", own), ChoiceHole("how", "why", ways)),
                    cites=self.cites("aspect-in-story"),
                    group="gm",
                )
            if self.dials.sparkle_rewards:
                yield Offer(
                    command=RewardSparkle(actor=actor.id, reason=""),
                    **one_of_a_family("Reward the play of …", actor.name),
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(TextHole("reason", "reason", is_description=True),),
                    cites=self.cites("sparkle"),
                    group="gm",
                )


def extra_refresh(tables: Tables, sheet: Sheet) -> int:
    return sum(effect.points for _, effect in all_effects(tables, sheet) if isinstance(effect, ExtraRefresh))
