"""Stunts learnt for experience or exchanged, Aspects exchanged early on, and the consent that some of this needs."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, FormHole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.creation import finish
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.growth.aspect_changes import cannot_reword, changeable, reword
from fatetable.rulesets.skein.growth.experience import (
    DEVELOPMENT,
    REFRESHES,
    ChangeProposed,
    Proposal,
    ProposalClosed,
    has_free_change,
    unspent,
)
from fatetable.rulesets.skein.growth.ledger import Ledger
from fatetable.rulesets.skein.sheet import aspects_of, phrase_of, taken, twins


class LearnStunt(Command, frozen=True, tag="learn-stunt"):
    actor: ActorId
    stunt: Feature


class TradeStunt(Command, frozen=True, tag="trade-stunt"):
    """Use the free change of a refresh to exchange a stunt."""

    actor: ActorId
    old: str
    new: Feature


class TradeAspect(Command, frozen=True, tag="trade-aspect"):
    """Early on, an Aspect that does not work out may be replaced if the Storyteller agrees."""

    actor: ActorId
    slot: str
    words: str


class ProposalToRule(PromptContext, frozen=True, tag="development"):
    proposal_of: ActorId


class Stunts(Struct, frozen=True, kw_only=True):
    tables: Tables
    ledger: Ledger
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="stunts",
            decides={LearnStunt: self._learn, TradeStunt: self._trade, TradeAspect: self._trade_aspect},
            answers={ProposalToRule: self._ruled},
            gates={ProposalToRule: self._cannot_agree},
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
        found = taken(self.tables, proposal.stunt) if proposal.stunt is not None else None
        if found is not None and found.stunt is None and decision.proxy is None:
            decision.require_allowed(self._lacks_means(decision.state, actor, proposal))
            self._propose(decision, actor, proposal, f"{actor.name} wants the stunt {found.feature.name}")
        else:
            self._take(decision, actor, proposal, sheet)

    def _lacks_means(self, state: State, actor: Actor, proposal: Proposal) -> Refusal | None:
        if proposal.how == "learn":
            return self.ledger.cannot_afford(actor, self.tables.experience.stunt)
        return self.ledger.has_no_free_change(state, actor)

    def _does_not_fit(self, actor: Actor, proposal: Proposal) -> Refusal | None:
        """Why the sheet cannot take the stunt: it has no room, or not the stunt that is given up."""
        if proposal.how != "learn":
            has_it = actor.sheet.feature(proposal.old) is not None
            return None if has_it else Refusal("unknown-feature", f"{actor.name} has no {proposal.old!r}.")
        if has_room(self.tables, actor.sheet):
            return None
        return Refusal("no-room-for-stunts", "Nobody has more stunts than Aspects, nor more than ten.")

    def _changed(self, decision: Decision, actor: Actor, proposal: Proposal) -> Sheet:
        """The sheet with the new stunt.

        What depends on the stunt given up stays on the sheet, but out of use until another stunt allows it.
        """
        assert proposal.stunt is not None
        decision.require_allowed(self._does_not_fit(actor, proposal))
        features = actor.sheet.features
        if proposal.how == "learn":
            place = len(features)
            features = (*features, proposal.stunt)
        else:
            place = next(n for n, stunt in enumerate(features) if stunt.name == proposal.old)
            features = (*features[:place], proposal.stunt, *features[place + 1 :])
        sheet = msgspec.structs.replace(actor.sheet, features=features)
        unlearnt = set(twins(self.tables, actor.sheet)) - set(twins(self.tables, sheet))
        traits = {trait: level for trait, level in sheet.traits.items() if trait not in unlearnt}
        sheet = finish(self.tables, msgspec.structs.replace(sheet, traits=traits))
        where = "" if proposal.how == "learn" else f"features.{place}"
        self.ledger.require_sound(actor, sheet, where)
        return sheet

    def _take(self, decision: Decision, actor: Actor, proposal: Proposal, sheet: Sheet) -> None:
        if proposal.how == "learn":
            self.ledger.buy(decision, actor, self.tables.experience.stunt, sheet, "new stunt")
        else:
            self.ledger.use_free_change(decision, actor, sheet, "stunt exchanged")

    # -- Aspects -------------------------------------------------------------------------------------------------

    def _is_early(self, actor: Actor) -> bool:
        """After the first session or so (SK-CHAR-13)."""
        return 1 <= actor.sheet.numbers.get(REFRESHES, 0) <= self.dials.early_exchange

    def _trade_aspect(self, decision: Decision, command: TradeAspect) -> None:
        actor = self.ledger.hero(decision, command.actor)
        decision.require_allowed(cannot_reword(decision.state, actor, command.slot))
        decision.require(
            self._is_early(actor),
            "not-early",
            "Only a new character's Aspects are exchanged like that.",
            "early-exchange",
        )
        words = phrase_of(decision, command.words, "An Aspect needs words.")
        old = actor.sheet.aspects[command.slot]
        proposal = Proposal("trade-aspect", old=command.slot, words=words)
        self._propose(decision, actor, proposal, f"{actor.name} wants to replace {old!r} with {words!r}")

    # -- consent -------------------------------------------------------------------------------------------------

    def _propose(self, decision: Decision, actor: Actor, proposal: Proposal, question: str) -> None:
        self._drop(decision, actor.id)
        decision.emit(ChangeProposed(actor.id, proposal))
        topic = "early-exchange" if proposal.how == "trade-aspect" else "own-stunt"
        ask(
            decision,
            ProposalToRule(actor.id),
            (GM,),
            f"{question}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            cites=decision.cites(topic),
            blocking=False,
        )

    def _drop(self, decision: Decision, actor: ActorId) -> None:
        if actor in decision.state.get(DEVELOPMENT).proposals:
            withdraw(decision, proposal_of=actor)
            decision.emit(ProposalClosed(actor))

    def _cannot_agree(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        """Why the change can no longer be made: the points may be spent or the room taken by now."""
        if option == "no":
            return None
        actor = state.get(CAST)[prompt.read(ProposalToRule).proposal_of]
        proposal = state.get(DEVELOPMENT).proposals[actor.id]
        if a_roll_is_open(state):
            return Refusal("roll-open", "Finish the open roll first.")
        if proposal.how == "trade-aspect":
            return cannot_reword(state, actor, proposal.old)
        return self._lacks_means(state, actor, proposal) or self._does_not_fit(actor, proposal)

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[prompt.read(ProposalToRule).proposal_of]
        proposal = decision.state.get(DEVELOPMENT).proposals[actor.id]
        decision.emit(ProposalClosed(actor.id))
        if answer.option != "yes":
            return
        if proposal.how == "trade-aspect":
            reword(decision, actor, proposal.old, proposal.words)
            aspects = {**actor.sheet.aspects, proposal.old: proposal.words}
            sheet = msgspec.structs.replace(actor.sheet, aspects=aspects)
            self.ledger.write(decision, actor, sheet, "Aspect exchanged")
        else:
            self._take(decision, actor, proposal, self._changed(decision, actor, proposal))

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        price = self.tables.experience.stunt
        for actor in players_characters(state):
            if not controls(seat, actor) or self.ledger.may_develop(state, actor) is not None:
                continue
            if unspent(self.tables, actor.sheet) >= price and has_room(self.tables, actor.sheet):
                yield Offer(
                    command=LearnStunt(actor.id, Feature(name="")),
                    label=f"learn a stunt ({price} points)",
                    actor=actor.id,
                    verb="grow",
                    cost=f"{price} points",
                    holes=(FormHole("stunt", "stunt", "feature"),),
                    cites=self.cites("experience"),
                    group="sheet",
                )
            for old in (
                dict.fromkeys(stunt.name for stunt in actor.sheet.features) if has_free_change(state, actor) else ()
            ):
                yield Offer(
                    command=TradeStunt(actor.id, old, Feature(name="")),
                    **one_of_a_family("swap … for another stunt", old),
                    actor=actor.id,
                    verb="grow",
                    holes=(FormHole("new", "new stunt", "feature"),),
                    cites=self.cites("free-change"),
                    group="sheet",
                )
            if self._is_early(actor) and (slots := changeable(state, actor)):
                yield Offer(
                    command=TradeAspect(actor.id, "", ""),
                    label="ask to replace an Aspect",
                    actor=actor.id,
                    verb="grow",
                    holes=(ChoiceHole("slot", "which", slots), TextHole("words", "new Aspect", limit=PHRASE_LIMIT)),
                    cites=self.cites("early-exchange"),
                    group="sheet",
                )


def has_room(tables: Tables, sheet: Sheet) -> bool:
    """Stunts may neither outnumber Aspects nor exceed ten (SK-ADV-06, SK-ADV-09)."""
    return len(sheet.features) < min(len(aspects_of(sheet)), tables.figures.stunts.most)
