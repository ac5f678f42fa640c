"""Fate Points that come during a session: a refresh called in the middle of it, rewards, and Extra Refresh of NPCs.

What a session starts with is the economy's; what compels bring is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import AspectId, aspect_choices, card_of, worded
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, players_characters
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import BANK, POOL, move, purse
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import CALENDAR, SCENE
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.effects import ExtraRefresh
from fatetable.rulesets.skein.purses import account_of
from fatetable.rulesets.skein.stunts import all_effects
from fatetable.rulesets.skein.tables import tables

How: TypeAlias = Literal["played", "in-story"]


class CallRefresh(Command, frozen=True, tag="call-refresh"):
    """The session has been hard: everybody's Fate Points come back in the middle of it."""


class RewardAspect(Command, frozen=True, kw_only=True, tag="reward-aspect"):
    """An Aspect was acted out so that play gained by it, or brought trouble into the story by itself."""

    actor: ActorId
    aspect: AspectId
    how: How


class RewardSparkle(Command, frozen=True, kw_only=True, tag="reward-sparkle"):
    """Something somebody said or did lit up the table."""

    actor: ActorId
    reason: str


class RefreshIsCalled(Struct, frozen=True):
    """The moment of a refresh in the middle of a session."""


class Rewarding(Struct, frozen=True, kw_only=True):
    dials: Dials
    top_up: Callable[[Decision, Actor], None]
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
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        for actor in tuple(players_characters(decision.state)):
            self.top_up(decision, actor)
        gained = tables().fate_points.mid_session_pool
        move(decision, BANK, POOL, gained, "a refresh in the middle of the session", "mid-session-refresh")
        decision.moment(RefreshIsCalled())

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Extra Refresh of the Storyteller's people counts for each scene that begins with them (SK-FP-17)."""
        if not isinstance(moment, SceneStarts):
            return
        cast = decision.state.get(CAST)
        for actor in (cast[present] for present in decision.state.get(SCENE).present):
            if not actor.is_pc:
                reason = f"Extra Refresh of {actor.name}"
                move(decision, BANK, account_of(actor), extra_refresh(actor.sheet), reason, "extra-refresh")

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
        points = tables().fate_points
        amount = points.aspect_played if command.how == "played" else points.aspect_in_story
        move(decision, BANK, purse(actor.id), amount, f"{card.text} ({command.how})", f"aspect-{command.how}")

    def _ways(self) -> tuple[How, ...]:
        return ("played", "in-story") if self.dials.aspect_rewards else ("in-story",)

    def _sparkle(self, decision: Decision, command: RewardSparkle) -> None:
        actor = self._hero(decision, command.actor)
        decision.require(self.dials.sparkle_rewards, "no-reward", "At this table sparkling play is its own reward.")
        decision.require(bool(command.reason.strip()), "no-reason", "Say what it is for.")
        move(decision, BANK, purse(actor.id), tables().fate_points.sparkle, command.reason.strip(), "sparkle")

    # -- offers --------------------------------------------------------------------------------------------------

    def _refreshes(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm or not state.get(CALENDAR).in_session:
            return
        if self.dials.mid_session_refresh and not a_roll_is_open(state):
            yield Offer(
                command=CallRefresh(),
                label="Call a refresh in the middle of the session",
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
                    label=f"Reward {actor.name} for an Aspect",
                    holes=(ChoiceHole("aspect", "which Aspect", own), ChoiceHole("how", "how it came up", ways)),
                    cites=self.cites("aspect-in-story"),
                    group="gm",
                )
            if self.dials.sparkle_rewards:
                yield Offer(
                    command=RewardSparkle(actor=actor.id, reason=""),
                    label=f"Reward the sparkle of {actor.name}",
                    holes=(TextHole("reason", "what for"),),
                    cites=self.cites("sparkle"),
                    group="gm",
                )


def extra_refresh(sheet: Sheet) -> int:
    return sum(effect.points for _, effect in all_effects(sheet) if isinstance(effect, ExtraRefresh))
