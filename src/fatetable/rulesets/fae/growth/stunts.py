"""Stunts that are added, exchanged or filled in, and the game master's consent to unusual ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import FormHole, Offer, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.growth.ledger import Ledger, has_open_stunt, left_of, paid_by
from fatetable.rulesets.fae.growth.state import GROWTH, StuntChange, StuntProposed, StuntSettled
from fatetable.rulesets.fae.sheet import most_stunts


class ExchangeStunt(Command, frozen=True, tag="exchange-stunt"):
    actor: ActorId
    old: str
    new: Feature


class AddStunt(Command, frozen=True, tag="add-stunt"):
    actor: ActorId
    stunt: Feature


class FillStunt(Command, frozen=True, tag="fill-stunt"):
    """Choose in play the starting stunt that was left open at creation."""

    actor: ActorId
    stunt: Feature


class StuntToRule(PromptContext, frozen=True, tag="stunt"):
    stunt_of: ActorId


class Stunts(Struct, frozen=True, kw_only=True):
    """`matters_of_consent` lists what on a sheet the game master must agree to.

    `growth/advances.py` gives the offers of this subsystem together with its own, in one order for each character.
    """

    tables: Tables
    ledger: Ledger
    matters_of_consent: Callable[[Sheet], tuple[str, ...]]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunts",
            decides={ExchangeStunt: self._exchange, AddStunt: self._add, FillStunt: self._fill},
            answers={StuntToRule: self._ruled},
            gates={StuntToRule: self._cannot_agree},
        )

    def _exchange(self, decision: Decision, command: ExchangeStunt) -> None:
        self._want(decision, command.actor, StuntChange("exchange", command.new, command.old))

    def _add(self, decision: Decision, command: AddStunt) -> None:
        self._want(decision, command.actor, StuntChange("add", command.stunt))

    def _fill(self, decision: Decision, command: FillStunt) -> None:
        self._want(decision, command.actor, StuntChange("fill", command.stunt))

    def _want(self, decision: Decision, actor_id: ActorId, change: StuntChange) -> None:
        """A stunt that follows a template is written down at once; any other needs the game master (FAE-STUNT-08)."""
        actor = self.ledger.actor(decision, actor_id)
        features = self._features(decision, actor, change)
        matters = self._new_matters(actor, features)
        if not matters or decision.seat.is_gm or decision.proxy is not None:
            self._take(decision, actor, change)
            return
        decision.require_allowed(self.ledger.cannot_change_now(decision.state))
        self.ledger.checked(actor, features=features)
        paid = paid_by(decision.state, actor, change)
        decision.require_allowed(self.ledger.may_change(decision.state, actor, paid))
        self.ledger.drop_proposal(decision, actor)
        decision.emit(StuntProposed(actor.id, change))
        ask(
            decision,
            StuntToRule(actor.id),
            (GM,),
            f"{actor.name} wants the stunt {change.stunt.name}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=" ".join(matters),
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _new_matters(self, actor: Actor, features: tuple[Feature, ...]) -> tuple[str, ...]:
        agreed = self.matters_of_consent(actor.sheet)
        changed = msgspec.structs.replace(actor.sheet, features=features)
        return tuple(matter for matter in self.matters_of_consent(changed) if matter not in agreed)

    def _cannot_agree(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        if option == "no":
            return None
        actor = state.get(CAST)[prompt.read(StuntToRule).stunt_of]
        paid = paid_by(state, actor, state.get(GROWTH).changes[actor.id])
        return self.ledger.cannot_change_now(state) or self.ledger.may_change(state, actor, paid)

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[prompt.read(StuntToRule).stunt_of]
        change = decision.state.get(GROWTH).changes[actor.id]
        if answer.option == "yes":
            self._take(decision, actor, change)
        else:
            decision.emit(StuntSettled(actor.id))

    def _features(self, decision: Decision, actor: Actor, change: StuntChange) -> tuple[Feature, ...]:
        """The stunts of the sheet after a change."""
        owned = actor.sheet.features
        if change.how == "exchange":
            known = actor.sheet.feature(change.old) is not None
            decision.require(known, "unknown-feature", f"{actor.name} has no {change.old!r}.")
            return tuple(change.stunt if stunt.name == change.old else stunt for stunt in owned)
        has_room = change.how == "add" or has_open_stunt(actor)
        decision.require(has_room, "not-blank", f"{actor.name} has no open starting stunt.")
        return (*owned, change.stunt)

    def _take(self, decision: Decision, actor: Actor, change: StuntChange) -> None:
        decision.require_allowed(self.ledger.cannot_change_now(decision.state))
        features = self._features(decision, actor, change)
        self.ledger.drop_proposal(decision, actor)
        if what := paid_by(decision.state, actor, change):
            self.ledger.spend(decision, actor, what)
        reason = {"add": "new stunt", "exchange": "stunt exchanged", "fill": "starting stunt"}[change.how]
        self.ledger.write(decision, actor, reason, features=features)

    # -- offers --------------------------------------------------------------------------------------------------

    def offers_to_fill(self, state: State, actor: Actor) -> Iterator[Offer]:
        if has_open_stunt(actor) and not a_roll_is_open(state):
            yield Offer(
                command=FillStunt(actor.id, Feature(name="")),
                label="choose your first stunt",
                actor=actor.id,
                verb="grow",
                holes=(FormHole("stunt", "stunt", "feature"),),
                cites=self.cites("fill-blank"),
                group="sheet",
            )

    def offers_to_exchange(self, state: State, actor: Actor) -> Iterator[Offer]:
        if not left_of(state, actor).minor or a_roll_is_open(state):
            return
        for stunt in actor.sheet.features:
            yield Offer(
                command=ExchangeStunt(actor.id, stunt.name, Feature(name="")),
                **one_of_a_family("swap …", stunt.name),
                actor=actor.id,
                verb="grow",
                holes=(FormHole("new", "new stunt", "feature"),),
                cites=self.cites("milestone-minor"),
                group="sheet",
            )

    def offers_to_add(self, state: State, actor: Actor) -> Iterator[Offer]:
        left = left_of(state, actor)
        has_room = len(actor.sheet.features) < most_stunts(self.tables, actor.sheet)
        if (left.minor or left.stunts) and has_room and not a_roll_is_open(state):
            yield Offer(
                command=AddStunt(actor.id, Feature(name="")),
                label="take a new stunt",
                actor=actor.id,
                verb="grow",
                holes=(FormHole("stunt", "stunt", "feature"),),
                cites=self.cites("milestone-major" if left.stunts else "milestone-minor"),
                group="sheet",
            )
