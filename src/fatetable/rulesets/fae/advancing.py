"""Milestones of Fate Accelerated: what each lets a character change, and blanks that may be filled at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FormHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import (
    CHARACTER,
    AspectReworded,
    audience_of,
    change_sheet,
    new_card,
    place,
    sheet_card,
)
from fatetable.mechanics.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controls,
    players_characters,
    require_control,
)
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.harm import HARM
from fatetable.mechanics.harming import Harming
from fatetable.mechanics.moments import SessionEnds, SessionStarts
from fatetable.mechanics.scenes import CALENDAR, SCENE
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.fae.figures import most_stunts
from fatetable.rulesets.fae.hero_checks import ASPECT_SLOTS
from fatetable.rulesets.fae.tables import tables

MilestoneKind: TypeAlias = Literal["minor", "significant", "major"]
KINDS: tuple[MilestoneKind, ...] = ("minor", "significant", "major")
HIGH_CONCEPT = "high-concept"
OPTIONAL_SLOTS = ASPECT_SLOTS[3:]


class Entitlement(Struct, frozen=True, omit_defaults=True):
    """What a character may still change because of the last milestone."""

    minor: int = 0
    raises: int = 0
    stunts: int = 0
    concepts: int = 0


Entitlements: TypeAlias = Mapping[ActorId, Entitlement]
ADVANCES: Key[Entitlements] = Key("advances", dict[ActorId, Entitlement], {})

GRANTS: Mapping[MilestoneKind, Entitlement] = {
    "minor": Entitlement(minor=1),
    "significant": Entitlement(minor=1, raises=1),
    "major": Entitlement(minor=1, raises=1, stunts=1, concepts=1),
}


class DeclareMilestone(Command, frozen=True, tag="declare-milestone"):
    kind: MilestoneKind


class SwapApproaches(Command, frozen=True, tag="swap-approaches"):
    actor: ActorId
    one: str
    other: str


class RenameAspect(Command, frozen=True, tag="rename-aspect"):
    actor: ActorId
    slot: str
    words: str


class ExchangeStunt(Command, frozen=True, tag="exchange-stunt"):
    actor: ActorId
    old: str
    new: Feature


class AddStunt(Command, frozen=True, tag="add-stunt"):
    actor: ActorId
    stunt: Feature


class RaiseApproach(Command, frozen=True, tag="raise-approach"):
    actor: ActorId
    approach: str


class FillAspect(Command, frozen=True, tag="fill-aspect"):
    """An optional aspect left blank at creation is written down in play."""

    actor: ActorId
    slot: str
    words: str


class FillStunt(Command, frozen=True, tag="fill-stunt"):
    """The starting stunt that was left open is chosen in play."""

    actor: ActorId
    stunt: Feature


class MilestoneReached(Event, frozen=True, tag="milestone-reached/1"):
    kind: str
    entitlements: Mapping[ActorId, Entitlement]


class EntitlementsSet(Event, frozen=True, tag="entitlements-set/1"):
    entitlements: Mapping[ActorId, Entitlement]


def _reached(_: Entitlements, event: MilestoneReached | EntitlementsSet) -> Entitlements:
    return event.entitlements


class Advancing(Struct, frozen=True, kw_only=True):
    harming: Harming
    problems: Callable[[Sheet], tuple[Problem, ...]]
    finish: Callable[[Sheet], Sheet]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="advancement",
            decides={
                DeclareMilestone: self._declare,
                SwapApproaches: self._swap,
                RenameAspect: self._rename,
                ExchangeStunt: self._exchange,
                AddStunt: self._add,
                RaiseApproach: self._raise,
                FillAspect: self._fill_aspect,
                FillStunt: self._fill_stunt,
            },
            evolves=folds(ADVANCES, {MilestoneReached: _reached, EntitlementsSet: _reached}),
            answers={"milestone": self._proposed},
            offers=self._offers,
            on_moment=self._on_moment,
        )

    # -- milestones ----------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionEnds):
            self._propose(decision, "significant" if moment.scenario_ends else "minor")
        elif isinstance(moment, SessionStarts) and decision.state.get(ADVANCES):
            decision.emit(EntitlementsSet({}))

    def _propose(self, decision: Decision, usual: MilestoneKind) -> None:
        kinds = sorted(KINDS, key=lambda kind: kind != usual)
        ask(
            decision,
            "milestone",
            (GM,),
            f"Usually a {usual} milestone now. Which one is it?",
            (*(Option(kind, f"A {kind} milestone") for kind in kinds), Option("none", "None")),
            cites=decision.cites("milestone"),
        )

    def _proposed(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if answer.option != "none":
            self._grant(decision, msgspec.convert(answer.option, MilestoneKind))

    def _declare(self, decision: Decision, command: DeclareMilestone) -> None:
        decision.require_gm()
        decision.require(self._may_declare(decision.state), "scene-running", "A milestone comes between scenes.")
        self._grant(decision, command.kind)
        for actor_id, condition in tuple(decision.state.get(HARM).items()):
            actor = decision.state.get(CAST).get(actor_id)
            if actor is None or not actor.is_pc:
                continue
            for slot, least in (("moderate", "minor"), ("severe", "significant")):
                mark = condition.marks.get(slot)
                if mark is None or KINDS.index(command.kind) < KINDS.index(msgspec.convert(least, MilestoneKind)):
                    continue
                if decision.state.get(CALENDAR).session - mark.session + 1 >= 2:
                    self.harming.ask_recovery_of(decision, actor, slot)

    def _may_declare(self, state: State) -> bool:
        is_between_scenes = state.get(CALENDAR).in_session and not state.get(SCENE).is_open
        return is_between_scenes and any(players_characters(state))

    def _grant(self, decision: Decision, kind: MilestoneKind) -> None:
        heroes = tuple(players_characters(decision.state))
        decision.emit(MilestoneReached(kind, {actor.id: GRANTS[kind] for actor in heroes}))
        for actor in heroes:
            counted = {f"milestones-{kind}": actor.sheet.numbers.get(f"milestones-{kind}", 0) + 1}
            if kind == "major":
                counted["refresh-gained"] = actor.sheet.numbers.get("refresh-gained", 0) + 1
            sheet = msgspec.structs.replace(actor.sheet, numbers={**actor.sheet.numbers, **counted})
            change_sheet(decision, actor, self.finish(sheet), f"{kind} milestone")

    # -- what a milestone buys -----------------------------------------------------------------------------------

    def _actor(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        return actor

    def _spend(self, decision: Decision, actor: Actor, what: str) -> None:
        entitlement = decision.state.get(ADVANCES).get(actor.id, Entitlement())
        left = getattr(entitlement, what)
        decision.require(left > 0, "no-milestone", f"{actor.name} has no such change to make now.")
        rest = msgspec.structs.replace(entitlement, **{what: left - 1})
        everyone = decision.state.get(ADVANCES)
        decision.emit(EntitlementsSet({**everyone, actor.id: rest}))

    def _write(self, decision: Decision, actor: Actor, reason: str, **changes: object) -> None:
        """Change a sheet; a change that would leave it with an error is refused."""
        sheet = self.finish(msgspec.structs.replace(actor.sheet, **changes))
        before = {problem.code for problem in self.problems(actor.sheet)}
        for problem in self.problems(sheet):
            decision.require(problem.severity != "error" or problem.code in before, "unfinished-sheet", problem.message)
        change_sheet(decision, actor, sheet, reason)

    def _swap(self, decision: Decision, command: SwapApproaches) -> None:
        actor = self._actor(decision, command.actor)
        traits = dict(actor.sheet.traits)
        decision.require(
            {command.one, command.other} <= set(traits) and command.one != command.other,
            "unknown-trait",
            "Name two different approaches.",
        )
        self._spend(decision, actor, "minor")
        traits[command.one], traits[command.other] = traits[command.other], traits[command.one]
        self._write(decision, actor, "approaches switched", traits=traits)

    def _rename(self, decision: Decision, command: RenameAspect) -> None:
        actor = self._actor(decision, command.actor)
        card = sheet_card(decision.state, actor.id, command.slot)
        if card is None:
            raise decision.violation("unknown-aspect", f"{actor.name} has no aspect {command.slot!r}.")
        decision.require(bool(command.words.strip()), "no-words", "An aspect needs words.")
        if command.slot == HIGH_CONCEPT:
            entitlement = decision.state.get(ADVANCES).get(actor.id, Entitlement())
            decision.require(
                entitlement.concepts > 0, "high-concept-stays", "Only a major milestone changes a high concept."
            )
            self._spend(decision, actor, "concepts")
        else:
            self._spend(decision, actor, "minor")
        words = command.words.strip()
        decision.emit(AspectReworded(card.id, words), to=audience_of(card))
        self._write(decision, actor, "aspect renamed", aspects={**actor.sheet.aspects, command.slot: words})

    def _exchange(self, decision: Decision, command: ExchangeStunt) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(
            actor.sheet.feature(command.old) is not None, "unknown-feature", f"{actor.name} has no {command.old!r}."
        )
        self._spend(decision, actor, "minor")
        features = tuple(command.new if f.name == command.old else f for f in actor.sheet.features)
        self._write(decision, actor, "stunt exchanged", features=features)

    def _add(self, decision: Decision, command: AddStunt) -> None:
        actor = self._actor(decision, command.actor)
        entitlement = decision.state.get(ADVANCES).get(actor.id, Entitlement())
        # The stunt that comes with a major milestone is used before the one choice of the minor one.
        self._spend(decision, actor, "stunts" if entitlement.stunts else "minor")
        self._write(decision, actor, "new stunt", features=(*actor.sheet.features, command.stunt))

    def _raise(self, decision: Decision, command: RaiseApproach) -> None:
        actor = self._actor(decision, command.actor)
        rating = actor.sheet.traits.get(command.approach)
        if rating is None:
            raise decision.violation("unknown-trait", f"There is no approach {command.approach!r}.")
        decision.require(
            rating < tables().figures.approaches.highest, "too-high", "No approach is raised above Superb (+5)."
        )
        self._spend(decision, actor, "raises")
        numbers = {**actor.sheet.numbers, "raises": actor.sheet.numbers.get("raises", 0) + 1}
        traits = {**actor.sheet.traits, command.approach: rating + 1}
        self._write(decision, actor, "approach raised", traits=traits, numbers=numbers)

    # -- blanks --------------------------------------------------------------------------------------------------

    def _fill_aspect(self, decision: Decision, command: FillAspect) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(command.slot in self._blank_slots(actor), "not-blank", f"{command.slot!r} is no blank aspect.")
        words = command.words.strip()
        decision.require(bool(words), "no-words", "An aspect needs words.")
        known = sheet_card(decision.state, actor.id, HIGH_CONCEPT)
        self._write(decision, actor, "blank filled", aspects={**actor.sheet.aspects, command.slot: words})
        card = new_card(
            decision,
            words,
            CHARACTER,
            bearer=actor.id,
            slot=command.slot,
            known_to=known.known_to if known else None,
        )
        place(decision, card)

    def _blank_slots(self, actor: Actor) -> tuple[str, ...]:
        if not actor.is_pc:
            return ()
        return tuple(slot for slot in OPTIONAL_SLOTS if not actor.sheet.aspects.get(slot, "").strip())

    def _fill_stunt(self, decision: Decision, command: FillStunt) -> None:
        actor = self._actor(decision, command.actor)
        decision.require(self._has_open_stunt(actor), "not-blank", f"{actor.name} has no open starting stunt.")
        self._write(decision, actor, "starting stunt", features=(command.stunt,))

    def _has_open_stunt(self, actor: Actor) -> bool:
        return actor.is_pc and not actor.sheet.features

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._may_declare(state):
            kinds = tuple(Choice(kind) for kind in KINDS)
            yield Offer(
                command=DeclareMilestone("minor"),
                label="Declare a milestone",
                holes=(ChoiceHole("kind", "which", kinds),),
                cites=self.cites("milestone"),
                group="moment",
            )
        for actor in players_characters(state):
            if controls(seat, actor):
                yield from self._blank_offers(actor)
                yield from self._milestone_offers(state, actor)

    def _blank_offers(self, actor: Actor) -> Iterator[Offer]:
        blanks = tuple(Choice(slot) for slot in self._blank_slots(actor))
        if blanks:
            yield Offer(
                command=FillAspect(actor.id, "", ""),
                label=f"{actor.name}: write down another aspect",
                holes=(ChoiceHole("slot", "where", blanks), TextHole("words", "the aspect", limit=200)),
                cites=self.cites("fill-blank"),
                group="sheet",
            )
        if self._has_open_stunt(actor):
            yield Offer(
                command=FillStunt(actor.id, Feature(name="")),
                label=f"{actor.name}: choose the starting stunt",
                holes=(FormHole("stunt", "stunt", "feature"),),
                cites=self.cites("fill-blank"),
                group="sheet",
            )

    def _milestone_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        left = state.get(ADVANCES).get(actor.id)
        if left is None:
            return
        name = actor.name
        minor = self.cites("milestone-minor")
        if left.minor:
            choices = [Choice(approach.id, approach.name) for approach in tables().approaches]
            for one in choices:
                others = tuple(choice for choice in choices if choice is not one)
                yield Offer(
                    command=SwapApproaches(actor.id, one.value, ""),
                    label=f"{name}: switch {one.label} with another approach",
                    holes=(ChoiceHole("other", "with", others),),
                    cites=minor,
                    group="sheet",
                )
            for stunt in actor.sheet.features:
                yield Offer(
                    command=ExchangeStunt(actor.id, stunt.name, Feature(name="")),
                    label=f"{name}: exchange {stunt.name}",
                    holes=(FormHole("new", "new stunt", "feature"),),
                    cites=minor,
                    group="sheet",
                )
        slots = self._renamable_slots(state, actor, left)
        if slots:
            yield Offer(
                command=RenameAspect(actor.id, "", ""),
                label=f"{name}: rename an aspect",
                holes=(ChoiceHole("slot", "which", slots), TextHole("words", "new wording", limit=200)),
                cites=minor,
                group="sheet",
            )
        if (left.minor or left.stunts) and len(actor.sheet.features) < most_stunts(actor.sheet):
            yield Offer(
                command=AddStunt(actor.id, Feature(name="")),
                label=f"{name}: take a new stunt",
                holes=(FormHole("stunt", "stunt", "feature"),),
                cites=self.cites("milestone-major") if left.stunts else minor,
                group="sheet",
            )
        raisable = tuple(
            Choice(approach.id, approach.name)
            for approach in tables().approaches
            if actor.sheet.traits.get(approach.id, 0) < tables().figures.approaches.highest
        )
        if left.raises and raisable:
            yield Offer(
                command=RaiseApproach(actor.id, ""),
                label=f"{name}: raise an approach by one",
                holes=(ChoiceHole("approach", "which", raisable),),
                cites=self.cites("milestone-raise"),
                group="sheet",
            )

    def _renamable_slots(self, state: State, actor: Actor, left: Entitlement) -> tuple[Choice, ...]:
        return tuple(
            Choice(slot, text)
            for slot, text in actor.sheet.aspects.items()
            if (left.concepts if slot == HIGH_CONCEPT else left.minor) and sheet_card(state, actor.id, slot)
        )
