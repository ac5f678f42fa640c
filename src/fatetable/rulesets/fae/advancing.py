"""Milestones of Fate Accelerated: what each lets a character change, and blanks that may be filled at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FormHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
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
from fatetable.mechanics.harm import condition_of
from fatetable.mechanics.harming import Harming
from fatetable.mechanics.moments import SessionEnds, SessionStarts
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import CALENDAR, SCENE
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.fae.figures import most_stunts
from fatetable.rulesets.fae.hero_checks import ASPECT_SLOTS
from fatetable.rulesets.fae.milestones import (
    ADVANCES,
    ADVANCES_EVOLVES,
    KINDS,
    Entitlement,
    EntitlementsSet,
    MilestoneKind,
    MilestoneReached,
    StuntChange,
    StuntProposed,
    StuntSettled,
    counted,
    rank,
    topped_up,
)
from fatetable.rulesets.fae.tables import tables

HIGH_CONCEPT = "high-concept"
OPTIONAL_SLOTS = ASPECT_SLOTS[3:]
SESSIONS_WITHOUT_SIGNIFICANT = 3
"""FAE-ADV-05: when the story gives no clear sign, a significant milestone comes every two or three sessions."""


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


class Advancing(Struct, frozen=True, kw_only=True):
    """`matters_of_consent` lists what on a sheet is for the game master to agree to; `remark` may say that a scenario
    has taken long."""

    harming: Harming
    problems: Callable[[Sheet], tuple[Problem, ...]]
    matters_of_consent: Callable[[Sheet], tuple[str, ...]]
    finish: Callable[[Sheet], Sheet]
    open_sheets: bool
    remark: Callable[[State], str]
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
            evolves=ADVANCES_EVOLVES,
            answers={"milestone": self._proposed, "stunt": self._stunt_ruled},
            gates={"stunt": self._may_agree},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionEnds, SessionStarts),
        )

    # -- milestones ----------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionEnds):
            self._propose(decision, scenario_ends=moment.scenario_ends)
        elif isinstance(moment, SessionStarts) and decision.state.get(ADVANCES).left:
            # What nobody has used by now is gone: a milestone is a moment, not an account.
            decision.emit(EntitlementsSet({}))
            for actor in players_characters(decision.state):
                self._drop_what_nothing_pays(decision, actor)

    def _granted(self, state: State) -> str:
        """The milestone this occasion has brought already: neither a scene nor a session has begun since."""
        advances = state.get(ADVANCES)
        now = (state.get(SCENE).number, state.get(CALENDAR).session)
        return advances.kind if (advances.scene, advances.session) == now else ""

    def _open_kinds(self, state: State) -> tuple[MilestoneKind, ...]:
        """One occasion has one milestone, the highest that applies (FAE-ADV-11): only a higher one may follow."""
        granted = self._granted(state)
        return tuple(kind for kind in KINDS if not granted or KINDS.index(kind) > rank(granted))

    def _propose(self, decision: Decision, *, scenario_ends: bool) -> None:
        kinds = self._open_kinds(decision.state)
        if not kinds:
            return
        sessions = decision.state.get(CALENDAR).session - decision.state.get(ADVANCES).significant_in
        is_due = scenario_ends or sessions >= SESSIONS_WITHOUT_SIGNIFICANT
        usual = "significant" if is_due and "significant" in kinds else kinds[0]
        remark = self.remark(decision.state)
        ask(
            decision,
            "milestone",
            (GM,),
            f"{remark}{' ' if remark else ''}Usually a {usual} milestone now. Which one is it?",
            (
                *(Option(kind, f"A {kind} milestone") for kind in sorted(kinds, key=lambda kind: kind != usual)),
                Option("none", "None"),
            ),
            about={"scenario_ends": int(scenario_ends)},
            cites=decision.cites("milestone"),
        )

    def _proposed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "none":
            return
        kind = msgspec.convert(answer.option, MilestoneKind)
        self._grant(decision, kind)
        if kind != "minor" and not prompt.about["scenario_ends"]:
            # The ends of a session and of a scenario ask about consequences of their own accord.
            self._ask_recovery(decision, "severe")

    def _declare(self, decision: Decision, command: DeclareMilestone) -> None:
        decision.require_gm()
        decision.require(self._may_declare(decision.state), "scene-running", "A milestone comes between scenes.")
        decision.require(
            command.kind in self._open_kinds(decision.state),
            "one-milestone",
            "This occasion has had its milestone; play another scene first.",
        )
        self._grant(decision, command.kind)
        self._ask_recovery(decision, "moderate")
        if command.kind != "minor":
            self._ask_recovery(decision, "severe")

    def _ask_recovery(self, decision: Decision, slot: str) -> None:
        for actor in players_characters(decision.state):
            mark = condition_of(decision.state, actor.id).marks.get(slot)
            if mark is not None and self.harming.may_clear(decision.state, mark, slot, "milestone"):
                self.harming.ask_recovery_of(decision, actor, slot)

    def _may_declare(self, state: State) -> bool:
        is_between_scenes = state.get(CALENDAR).in_session and not state.get(SCENE).is_open
        return is_between_scenes and any(players_characters(state))

    def _grant(self, decision: Decision, kind: MilestoneKind) -> None:
        state = decision.state
        advances = state.get(ADVANCES)
        granted = self._granted(state)
        session = state.get(CALENDAR).session
        heroes = tuple(players_characters(state))
        decision.emit(
            MilestoneReached(
                kind,
                {actor.id: topped_up(advances.left.get(actor.id, Entitlement()), granted, kind) for actor in heroes},
                scene=state.get(SCENE).number,
                session=session,
                significant_in=advances.significant_in if kind == "minor" else session,
            )
        )
        for actor in heroes:
            sheet = msgspec.structs.replace(actor.sheet, numbers=counted(actor.sheet.numbers, granted, kind))
            change_sheet(decision, actor, self.finish(sheet), f"{kind} milestone")

    # -- what a milestone buys -----------------------------------------------------------------------------------

    def _actor(self, decision: Decision, actor_id: ActorId) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        return actor

    def _require_settled(self, decision: Decision) -> None:
        """Nobody's figures change between the declaration of a roll and its end."""
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")

    def _require(self, decision: Decision, actor: Actor, what: str) -> Entitlement:
        entitlement = decision.state.get(ADVANCES).left.get(actor.id, Entitlement())
        has_it = not what or getattr(entitlement, what) > 0
        decision.require(has_it, "no-milestone", f"{actor.name} has no such change to make now.")
        return entitlement

    def _spend(self, decision: Decision, actor: Actor, what: str) -> None:
        entitlement = self._require(decision, actor, what)
        rest = msgspec.structs.replace(entitlement, **{what: getattr(entitlement, what) - 1})
        decision.emit(EntitlementsSet({**decision.state.get(ADVANCES).left, actor.id: rest}))
        self._drop_what_nothing_pays(decision, actor)

    def _checked(self, decision: Decision, actor: Actor, **changes: object) -> Sheet:
        """The changed sheet; one that would have a new error is refused."""
        sheet = self.finish(msgspec.structs.replace(actor.sheet, **changes))
        before = {problem.code for problem in self.problems(actor.sheet)}
        for problem in self.problems(sheet):
            if problem.severity == "error" and problem.code not in before:
                raise RuleViolation("unfinished-sheet", problem.message, problem.cites)
        return sheet

    def _write(self, decision: Decision, actor: Actor, reason: str, **changes: object) -> None:
        change_sheet(decision, actor, self._checked(decision, actor, **changes), reason)

    def _swap(self, decision: Decision, command: SwapApproaches) -> None:
        actor = self._actor(decision, command.actor)
        traits = dict(actor.sheet.traits)
        decision.require(
            {command.one, command.other} <= set(traits) and command.one != command.other,
            "unknown-trait",
            "Name two different approaches.",
        )
        self._require_settled(decision)
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
            entitlement = decision.state.get(ADVANCES).left.get(actor.id, Entitlement())
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
        self._want(decision, command.actor, StuntChange("exchange", command.new, command.old))

    def _add(self, decision: Decision, command: AddStunt) -> None:
        self._want(decision, command.actor, StuntChange("add", command.stunt))

    def _fill_stunt(self, decision: Decision, command: FillStunt) -> None:
        self._want(decision, command.actor, StuntChange("fill", command.stunt))

    def _want(self, decision: Decision, actor_id: ActorId, change: StuntChange) -> None:
        """A stunt that follows a template is written down at once; any other needs the game master (FAE-STUNT-08)."""
        actor = self._actor(decision, actor_id)
        features = self._features(decision, actor, change)
        matters = self._new_matters(actor, features)
        if not matters or decision.seat.is_gm or decision.proxy is not None:
            self._take(decision, actor, change)
            return
        self._require_settled(decision)
        self._checked(decision, actor, features=features)
        self._require(decision, actor, self._pays(decision.state, actor, change))
        self._drop_proposal(decision, actor)
        decision.emit(StuntProposed(actor.id, change))
        ask(
            decision,
            "stunt",
            (GM,),
            f"{actor.name} wants a new stunt, {change.stunt.name}. {' '.join(matters)} Do you agree?",
            (Option("yes", "Agreed"), Option("no", "Not like this")),
            about={"stunt_of": actor.id},
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _drop_proposal(self, decision: Decision, actor: Actor) -> None:
        if actor.id in decision.state.get(ADVANCES).changes:
            withdraw(decision, stunt_of=actor.id)
            decision.emit(StuntSettled(actor.id))

    def _drop_what_nothing_pays(self, decision: Decision, actor: Actor) -> None:
        advances = decision.state.get(ADVANCES)
        change = advances.changes.get(actor.id)
        what = self._pays(decision.state, actor, change) if change is not None else ""
        if what and not getattr(advances.left.get(actor.id, Entitlement()), what):
            self._drop_proposal(decision, actor)

    def _new_matters(self, actor: Actor, features: tuple[Feature, ...]) -> tuple[str, ...]:
        agreed = self.matters_of_consent(actor.sheet)
        changed = msgspec.structs.replace(actor.sheet, features=features)
        return tuple(matter for matter in self.matters_of_consent(changed) if matter not in agreed)

    def _may_agree(self, state: State, prompt: Prompt, option: str) -> bool:
        return option == "no" or not a_roll_is_open(state)

    def _stunt_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["stunt_of"]))]
        change = decision.state.get(ADVANCES).changes[actor.id]
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
        has_room = change.how == "add" or self._has_open_stunt(actor)
        decision.require(has_room, "not-blank", f"{actor.name} has no open starting stunt.")
        return (*owned, change.stunt)

    def _pays(self, state: State, actor: Actor, change: StuntChange) -> str:
        """Which entitlement a change uses up.

        The starting stunt that was left open comes first and costs none; then the one of a major milestone.
        """
        if change.how == "fill" or (change.how == "add" and self._has_open_stunt(actor)):
            return ""
        entitlement = state.get(ADVANCES).left.get(actor.id, Entitlement())
        return "stunts" if change.how == "add" and entitlement.stunts else "minor"

    def _take(self, decision: Decision, actor: Actor, change: StuntChange) -> None:
        self._require_settled(decision)
        features = self._features(decision, actor, change)
        self._drop_proposal(decision, actor)
        if what := self._pays(decision.state, actor, change):
            self._spend(decision, actor, what)
        reason = {"add": "new stunt", "exchange": "stunt exchanged", "fill": "starting stunt"}[change.how]
        self._write(decision, actor, reason, features=features)

    def _raise(self, decision: Decision, command: RaiseApproach) -> None:
        actor = self._actor(decision, command.actor)
        rating = actor.sheet.traits.get(command.approach)
        if rating is None:
            raise decision.violation("unknown-trait", f"There is no approach {command.approach!r}.")
        decision.require(
            rating < tables().figures.approaches.highest, "too-high", "No approach is raised above Superb (+5)."
        )
        self._require_settled(decision)
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
        known = None if self.open_sheets else (decision.seat.id, GM)
        # The card comes first: whoever may not read it is shown the sheet without it.
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=command.slot, known_to=known))
        self._write(decision, actor, "blank filled", aspects={**actor.sheet.aspects, command.slot: words})

    def _blank_slots(self, actor: Actor) -> tuple[str, ...]:
        if not actor.is_pc:
            return ()
        return tuple(slot for slot in OPTIONAL_SLOTS if not actor.sheet.aspects.get(slot, "").strip())

    def _has_open_stunt(self, actor: Actor) -> bool:
        return actor.is_pc and not actor.sheet.features

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._may_declare(state) and self._open_kinds(state):
            kinds = tuple(Choice(kind) for kind in self._open_kinds(state))
            yield Offer(
                command=DeclareMilestone("minor"),
                label="Declare a milestone",
                holes=(ChoiceHole("kind", "which", kinds),),
                cites=self.cites("milestone"),
                group="moment",
            )
        for actor in players_characters(state):
            if controls(seat, actor):
                yield from self._blank_offers(state, actor)
                yield from self._milestone_offers(state, actor)

    def _blank_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        blanks = tuple(Choice(slot) for slot in self._blank_slots(actor))
        if blanks:
            yield Offer(
                command=FillAspect(actor.id, "", ""),
                label=f"{actor.name}: write down another aspect",
                holes=(ChoiceHole("slot", "where", blanks), TextHole("words", "the aspect", limit=200)),
                cites=self.cites("fill-blank"),
                group="sheet",
            )
        if self._has_open_stunt(actor) and not a_roll_is_open(state):
            yield Offer(
                command=FillStunt(actor.id, Feature(name="")),
                label=f"{actor.name}: choose the starting stunt",
                holes=(FormHole("stunt", "stunt", "feature"),),
                cites=self.cites("fill-blank"),
                group="sheet",
            )

    def _milestone_offers(self, state: State, actor: Actor) -> Iterator[Offer]:
        left = state.get(ADVANCES).left.get(actor.id)
        if left is None:
            return
        name = actor.name
        minor = self.cites("milestone-minor")
        is_settled = not a_roll_is_open(state)
        if left.minor and is_settled:
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
        if (left.minor or left.stunts) and is_settled and len(actor.sheet.features) < most_stunts(actor.sheet):
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
        if left.raises and raisable and is_settled:
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
