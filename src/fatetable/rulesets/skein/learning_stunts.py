"""Stunts learnt for experience or taken for another, Aspects traded early on, and the consent some of that needs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, FormHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST, Actor, ActorId, controls, players_characters
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.sheet_texts import PHRASE_LIMIT
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.developing import changeable, require_changeable, reword
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.experience import (
    DEVELOPMENT,
    REFRESHES,
    ChangeProposed,
    Ledger,
    Proposal,
    ProposalClosed,
    has_free_change,
    unspent,
)
from fatetable.rulesets.skein.figures import aspects_of, twins
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.phrases import phrase_of
from fatetable.rulesets.skein.stunts import taken
from fatetable.rulesets.skein.tables import tables


class LearnStunt(Command, frozen=True, tag="learn-stunt"):
    actor: ActorId
    stunt: Feature


class TradeStunt(Command, frozen=True, tag="trade-stunt"):
    """The free change of a refresh: one stunt for another."""

    actor: ActorId
    old: str
    new: Feature


class TradeAspect(Command, frozen=True, tag="trade-aspect"):
    """Early on, an Aspect that does not work out may be replaced if the Storyteller agrees."""

    actor: ActorId
    slot: str
    words: str


class LearningStunts(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunts",
            decides={LearnStunt: self._learn, TradeStunt: self._trade, TradeAspect: self._trade_aspect},
            answers={"development": self._ruled},
            gates={"development": self._may_agree},
            offers=self._offers,
        )

    # -- stunts --------------------------------------------------------------------------------------------------

    def _learn(self, decision: Decision, command: LearnStunt) -> None:
        self._want(decision, command.actor, Proposal("learn", stunt=command.stunt))

    def _trade(self, decision: Decision, command: TradeStunt) -> None:
        self._want(decision, command.actor, Proposal("trade-stunt", old=command.old, stunt=command.new))

    def _want(self, decision: Decision, actor_id: ActorId, proposal: Proposal) -> None:
        """A stunt of the list is written down at once; one of somebody's own needs the table's agreement."""
        actor = self.ledger.hero(decision, actor_id)
        sheet = self._changed(decision, actor, proposal)
        found = taken(proposal.stunt) if proposal.stunt is not None else None
        if found is not None and found.stunt is None and decision.proxy is None:
            self._require_means(decision, actor, proposal)
            self._propose(decision, actor, proposal, f"{actor.name} wants a stunt of their own: {found.feature.name}")
        else:
            self._take(decision, actor, proposal, sheet)

    def _require_means(self, decision: Decision, actor: Actor, proposal: Proposal) -> None:
        if proposal.how == "learn":
            price, left = tables().experience.stunt, unspent(actor.sheet)
            decision.require(
                left >= price,
                "not-enough-experience",
                f"That takes {price} experience points, and {actor.name} has {left}.",
                "experience",
            )
        else:
            self.ledger.require_free_change(decision, actor)

    def _changed(self, decision: Decision, actor: Actor, proposal: Proposal) -> Sheet:
        """The sheet with the stunt; what rests on the one given up is out of use until something else bears it."""
        assert proposal.stunt is not None
        features = actor.sheet.features
        if proposal.how == "learn":
            decision.require(
                has_room(actor.sheet), "no-room-for-stunts", "Nobody has more stunts than Aspects, nor more than ten."
            )
            place = len(features)
            features = (*features, proposal.stunt)
        else:
            places = [n for n, stunt in enumerate(features) if stunt.name == proposal.old]
            if not places:
                raise decision.violation("unknown-feature", f"{actor.name} has no {proposal.old!r}.")
            place = places[0]
            features = (*features[:place], proposal.stunt, *features[place + 1 :])
        sheet = msgspec.structs.replace(actor.sheet, features=features)
        unlearnt = set(twins(actor.sheet)) - set(twins(sheet))
        traits = {trait: level for trait, level in sheet.traits.items() if trait not in unlearnt}
        sheet = finish(msgspec.structs.replace(sheet, traits=traits))
        where = "" if proposal.how == "learn" else f"features.{place}"
        self.ledger.require_sound(actor, sheet, where)
        return sheet

    def _take(self, decision: Decision, actor: Actor, proposal: Proposal, sheet: Sheet) -> None:
        if proposal.how == "learn":
            self.ledger.buy(decision, actor, tables().experience.stunt, sheet, "new stunt")
        else:
            self.ledger.use_free_change(decision, actor, sheet, "stunt exchanged")

    # -- Aspects -------------------------------------------------------------------------------------------------

    def _is_early(self, actor: Actor) -> bool:
        """After the first session or so (SK-CHAR-13)."""
        return 1 <= actor.sheet.numbers.get(REFRESHES, 0) <= self.dials.early_exchange

    def _trade_aspect(self, decision: Decision, command: TradeAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        require_changeable(decision, actor, command.slot)
        decision.require(
            self._is_early(actor),
            "not-early",
            "Only a new character's Aspects are exchanged like that.",
            "early-exchange",
        )
        words = phrase_of(decision, command.words, "An Aspect needs words.")
        old = actor.sheet.aspects[command.slot]
        proposal = Proposal("trade-aspect", old=command.slot, words=words)
        self._propose(decision, actor, proposal, f"{actor.name} wants to exchange {old!r} for {words!r}")

    # -- consent -------------------------------------------------------------------------------------------------

    def _propose(self, decision: Decision, actor: Actor, proposal: Proposal, question: str) -> None:
        self._drop(decision, actor.id)
        decision.emit(ChangeProposed(actor.id, proposal))
        topic = "early-exchange" if proposal.how == "trade-aspect" else "own-stunt"
        ask(
            decision,
            "development",
            (GM,),
            f"{question}. Do you agree?",
            (Option("yes", "Agreed"), Option("no", "Not like this")),
            about={"proposal_of": actor.id},
            cites=decision.cites(topic),
            blocking=False,
        )

    def _drop(self, decision: Decision, actor: ActorId) -> None:
        if actor in decision.state.get(DEVELOPMENT).proposals:
            withdraw(decision, proposal_of=actor)
            decision.emit(ProposalClosed(actor))

    def _may_agree(self, state: State, prompt: Prompt, option: str) -> bool:
        """What was asked for may have become too dear, or there may be no room any more."""
        if option == "no":
            return True
        actor = state.get(CAST)[ActorId(str(prompt.about["proposal_of"]))]
        proposal = state.get(DEVELOPMENT).proposals[actor.id]
        if a_roll_is_open(state):
            return False
        if proposal.how == "learn":
            return unspent(actor.sheet) >= tables().experience.stunt and has_room(actor.sheet)
        if proposal.how == "trade-stunt":
            return has_free_change(state, actor) and actor.sheet.feature(proposal.old) is not None
        return proposal.old in actor.sheet.aspects

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["proposal_of"]))]
        proposal = decision.state.get(DEVELOPMENT).proposals[actor.id]
        decision.emit(ProposalClosed(actor.id))
        if answer.option != "yes":
            return
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        if proposal.how == "trade-aspect":
            require_changeable(decision, actor, proposal.old)
            reword(decision, actor, proposal.old, proposal.words)
            aspects = {**actor.sheet.aspects, proposal.old: proposal.words}
            sheet = msgspec.structs.replace(actor.sheet, aspects=aspects)
            self.ledger.write(decision, actor, sheet, "Aspect exchanged")
        else:
            self._take(decision, actor, proposal, self._changed(decision, actor, proposal))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = tables().experience.stunt
        for actor in players_characters(state):
            if not controls(seat, actor) or not self.ledger.is_open_for(state, actor):
                continue
            if unspent(actor.sheet) >= price and has_room(actor.sheet):
                yield Offer(
                    command=LearnStunt(actor.id, Feature(name="")),
                    label=f"{actor.name}: learn a stunt ({price} points)",
                    holes=(FormHole("stunt", "stunt", "feature"),),
                    cites=self.cites("experience"),
                    group="sheet",
                )
            for old in (
                dict.fromkeys(stunt.name for stunt in actor.sheet.features) if has_free_change(state, actor) else ()
            ):
                yield Offer(
                    command=TradeStunt(actor.id, old, Feature(name="")),
                    label=f"{actor.name}: exchange {old} for another stunt",
                    holes=(FormHole("new", "new stunt", "feature"),),
                    cites=self.cites("free-change"),
                    group="sheet",
                )
            if self._is_early(actor) and (slots := changeable(state, actor)):
                yield Offer(
                    command=TradeAspect(actor.id, "", ""),
                    label=f"{actor.name}: ask to exchange an Aspect that does not work out",
                    holes=(ChoiceHole("slot", "which", slots), TextHole("words", "the new Aspect", limit=PHRASE_LIMIT)),
                    cites=self.cites("early-exchange"),
                    group="sheet",
                )


def has_room(sheet: Sheet) -> bool:
    """Stunts may neither outnumber Aspects nor exceed ten (SK-ADV-06, SK-ADV-09)."""
    return len(sheet.features) < min(len(aspects_of(sheet)), tables().figures.stunts.most)
