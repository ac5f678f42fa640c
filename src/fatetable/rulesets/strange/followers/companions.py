"""Companions at the table: they come with their patron, are sent off and kept close, summoned and gone again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, new_card, place, remove
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    patron_of,
    require_control,
)
from fatetable.mechanics.encounters.state import fight_of
from fatetable.mechanics.encounters.taking_sides import join_fight, leave_fight
from fatetable.mechanics.moments import JoinsStory, SceneEnds
from fatetable.mechanics.points.accounts import BANK, cannot_spend, move, spendable
from fatetable.mechanics.points.accounts import account_of as account_of_patron
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.joining import enter
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import side_of
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.rulesets.strange.followers.arriving import arrive, join
from fatetable.rulesets.strange.followers.company import (
    MISSION,
    acts_alone,
    goes_along,
    is_attached,
    is_near,
    set_switches,
)
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import BOND, COMPANION, INDEPENDENT, SUMMONABLE, companion_sheets

BONDED = "bond"
"""The slots on a companion of the aspects that it shares with its patron while it is away."""


class SendOff(Command, frozen=True, kw_only=True, tag="send-off"):
    """A follower acts alone from now on; a companion does so for a fate point of its patron's."""

    actor: ActorId


class KeepClose(Command, frozen=True, kw_only=True, tag="keep-close"):
    """A follower acts through its patron again."""

    actor: ActorId


class CallItMission(Command, frozen=True, kw_only=True, tag="call-it-mission"):
    """The game master finds that what an independent companion does alone is as weighty as the deeds of a hero."""

    actor: ActorId


class Summon(Command, frozen=True, kw_only=True, tag="summon-companion"):
    """A companion appears, in its time or at once for a fate point."""

    actor: ActorId
    at_once: bool = False


class Companions(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="companions",
            decides={
                SendOff: self._send_off,
                KeepClose: self._keep_close,
                CallItMission: self._rule_on_mission,
                Summon: self._summon,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(JoinsStory, SceneEnds),
        )

    # -- coming and going ------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, JoinsStory):
            patron = decision.state.get(CAST)[ActorId(moment.actor)]
            for sheet in companion_sheets(self.kit.tables, patron.sheet):
                joined = join(decision, patron, self.kit.creation.finish(sheet))
                is_there = self.kit.checks.pace.heroes_enter and patron.is_pc
                if is_there and goes_along(decision.state.get(CAST)[joined]):
                    enter(decision, joined)
        if isinstance(moment, SceneEnds):
            for actor in tuple(decision.state.get(CAST).values()):
                # Who acts alone for a point does so for a scene; who is independent stays away until called.
                if actor.kind == COMPANION and acts_alone(actor) and not actor.sheet.numbers.get(INDEPENDENT):
                    set_switches(decision, actor, acts_alone=False)

    # -- alone or attached -----------------------------------------------------------------------------------------

    def _price(self, actor: Actor) -> int:
        is_free = actor.kind != COMPANION or actor.sheet.numbers.get(INDEPENDENT)
        return 0 if is_free else self.kit.tables.companions.act_alone

    def _cannot_send_off(self, state: State, actor: Actor) -> Refusal | None:
        patron = patron_of(state, actor)
        if patron is None or not is_attached(actor):
            return Refusal("not-attached", f"{actor.name} is not kept close to anybody.", "attach")
        if not is_active(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene, or is out of it.")
        return unsettled(state) or cannot_spend(state, account_of_patron(patron), self._price(actor))

    def _cannot_keep(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.patron or not acts_alone(actor):
            return Refusal("attached", f"{actor.name} does not act alone.", "attach")
        if not is_near(state, actor.id, actor.patron):
            return Refusal("not-there", f"{actor.name} is not where {name_of(state, actor.patron)} is.", "attach")
        return unsettled(state)

    def _send_off(self, decision: Decision, command: SendOff) -> None:
        actor = self._own(decision, command.actor)
        decision.require_allowed(self._cannot_send_off(decision.state, actor))
        patron = decision.state.get(CAST)[actor.patron]
        move(decision, account_of_patron(patron), BANK, self._price(actor), f"{actor.name} acts alone", "attach")
        set_switches(decision, actor, acts_alone=True)
        self._share_bond(decision, actor, patron)
        join_fight(decision, actor, side_of(decision.state, patron.id))

    def _share_bond(self, decision: Decision, actor: Actor, patron: Actor) -> None:
        """Two aspects of the one it belongs to are its own while it is away (SF-COMP-07)."""
        slots = actor.sheet.lists.get(BOND, ())
        for card in tuple(decision.state.get(ASPECTS).values()):
            if card.bearer == patron.id and card.slot in slots and actor.sheet.numbers.get(INDEPENDENT):
                shared = new_card(
                    decision, card.text, CHARACTER, card.known_to, bearer=actor.id, slot=f"{BONDED}-{card.slot}"
                )
                place(decision, shared)

    def _keep_close(self, decision: Decision, command: KeepClose) -> None:
        actor = self._own(decision, command.actor)
        decision.require_allowed(self._cannot_keep(decision.state, actor))
        self._attach(decision, actor)

    def _attach(self, decision: Decision, actor: Actor) -> None:
        set_switches(decision, actor, acts_alone=False, on_a_mission=False)
        for card in tuple(decision.state.get(ASPECTS).values()):
            if card.bearer == actor.id and card.slot.startswith(f"{BONDED}-"):
                remove(decision, card, "together again")
        leave_fight(decision, actor)

    def _own(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        return actor

    # -- missions --------------------------------------------------------------------------------------------------

    def _cannot_be_mission(self, state: State, actor: Actor) -> Refusal | None:
        is_free = actor.kind == COMPANION and actor.sheet.numbers.get(INDEPENDENT) and acts_alone(actor)
        if not is_free or actor.switches.get(MISSION):
            return Refusal("no-mission", f"{actor.name} is on no mission to be paid for.", "attach")
        return unsettled(state)

    def _rule_on_mission(self, decision: Decision, command: CallItMission) -> None:
        """It costs a point, and who cannot pay is not sent."""
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_be_mission(decision.state, actor))
        account = account_of_patron(decision.state.get(CAST)[actor.patron])
        price = self.kit.tables.companions.act_alone
        if spendable(decision.state, account) < price:
            self._attach(decision, actor)
            return
        move(decision, account, BANK, price, f"{actor.name} is on a mission", "attach")
        set_switches(decision, actor, on_a_mission=True)

    # -- summoning -------------------------------------------------------------------------------------------------

    def _cannot_summon(self, state: State, actor: Actor, *, at_once: bool) -> Refusal | None:
        patron = patron_of(state, actor)
        if patron is None or not actor.sheet.numbers.get(SUMMONABLE) or is_present(state, actor.id):
            return Refusal("cannot-summon", f"{actor.name} cannot be summoned now.", "summon")
        if not is_active(state, patron.id):
            return Refusal("not-there", f"{patron.name} is not in the scene, or is out of it.")
        if not at_once and fight_of(state) is not None:
            arrives = self.kit.tables.companions.arrives
            return Refusal("too-slow", f"That takes {arrives.lower()}, too long for a fight.", "summon")
        price = self.kit.tables.companions.arrives_at_once if at_once else 0
        return unsettled(state) or cannot_spend(state, account_of_patron(patron), price)

    def _summon(self, decision: Decision, command: Summon) -> None:
        actor = self._own(decision, command.actor)
        decision.require_allowed(self._cannot_summon(decision.state, actor, at_once=command.at_once))
        rows, patron = self.kit.tables.companions, decision.state.get(CAST)[actor.patron]
        if command.at_once:
            move(decision, account_of_patron(patron), BANK, rows.arrives_at_once, f"{actor.name} is there", "summon")
        else:
            decision.emit(TimeTaken(patron.id, f"summoning {actor.name}", rows.arrives))
        arrive(decision, actor)

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if actor.patron:
                yield from state.part("companion", self._offers_of, actor)
        for actor in state.get(CAST).values() if seat.is_gm else ():
            if self._cannot_be_mission(state, actor) is None:
                yield Offer(
                    command=CallItMission(actor=actor.id),
                    **one_of_a_family("Call it a mission: …", actor.name),
                    verb="correct",
                    target=Target("actor", actor.id),
                    cites=self.kit.cites("attach"),
                    group="gm",
                )

    def _offers_of(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot_send_off(state, actor) is None:
            price = self._price(actor)
            yield self._offer(actor, SendOff(actor=actor.id), "let … act alone", "attach", _points(price))
        if self._cannot_keep(state, actor) is None:
            yield self._offer(actor, KeepClose(actor=actor.id), "keep … close", "attach")
        for at_once in (False, True):
            if self._cannot_summon(state, actor, at_once=at_once) is None:
                rows = self.kit.tables.companions
                cost = _points(rows.arrives_at_once) if at_once else rows.arrives
                label = "summon … at once" if at_once else "summon …"
                yield self._offer(actor, Summon(actor=actor.id, at_once=at_once), label, "summon", cost)

    def _offer(self, actor: Actor, command: Command, label: str, topic: str, cost: str = "") -> Offer:
        return Offer(
            command=command,
            **one_of_a_family(label, actor.name),
            actor=actor.id,
            verb="use",
            target=Target("actor", actor.id),
            cost=cost,
            cites=self.kit.cites(topic),
            group="belongings",
        )


def _points(number: int) -> str:
    return "" if not number else "1 fate point" if number == 1 else f"{number} fate points"
