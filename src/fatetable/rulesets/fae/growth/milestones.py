"""Milestones: when one comes, what it grants, and how it is noted on a sheet.

What people make of a milestone is in `growth/advances.py` and `growth/stunts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import players_characters
from fatetable.mechanics.harm.recovery import Recovery
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.moments import SessionEnds
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.mechanics.scenes.state import CALENDAR, SCENE
from fatetable.rulesets.fae.book import Entitlement, MilestoneFigures, MilestoneKind
from fatetable.rulesets.fae.growth.ledger import NOTHING, Ledger, left_of
from fatetable.rulesets.fae.growth.state import GROWTH, GROWTH_EVOLVES, MilestoneReached

KINDS: tuple[MilestoneKind, ...] = ("minor", "significant", "major")


class DeclareMilestone(Command, frozen=True, tag="declare-milestone"):
    kind: MilestoneKind


class MilestoneToChoose(PromptContext, frozen=True, tag="milestone"):
    """`scenario_ends` is 1 if the session also ends a scenario, else 0."""

    scenario_ends: int


class Milestones(Struct, frozen=True, kw_only=True):
    figures: MilestoneFigures
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="milestones",
            decides={DeclareMilestone: self._declare},
            evolves=GROWTH_EVOLVES,
            answers={MilestoneToChoose: self._chosen},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionEnds,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SessionEnds):
            self._ask(decision, scenario_ends=moment.scenario_ends)

    def _granted(self, state: State) -> str:
        """The milestone this occasion has brought already: neither a scene nor a session has begun since."""
        growth = state.get(GROWTH)
        now = (state.get(SCENE).number, state.get(CALENDAR).session)
        return growth.kind if (growth.scene, growth.session) == now else ""

    def _open_kinds(self, state: State) -> tuple[MilestoneKind, ...]:
        """One occasion has one milestone, the highest that applies (FAE-ADV-11): only a higher one may follow."""
        granted = self._granted(state)
        return tuple(kind for kind in KINDS if not granted or KINDS.index(kind) > rank(granted))

    def _ask(self, decision: Decision, *, scenario_ends: bool) -> None:
        kinds = self._open_kinds(decision.state)
        if not kinds:
            return
        sessions = decision.state.get(CALENDAR).session - decision.state.get(GROWTH).significant_in
        is_due = scenario_ends or sessions >= self.figures.sessions_between_significant
        usual = "significant" if is_due and "significant" in kinds else kinds[0]
        remark, lapses = decision.service(Scenarios).length(decision.state), self._about_to_lapse(decision.state)
        ask(
            decision,
            MilestoneToChoose(int(scenario_ends)),
            (GM,),
            "Which milestone is it?",
            (
                *(Option(kind, f"Grant a {kind} milestone") for kind in sorted(kinds, key=lambda kind: kind != usual)),
                Option("none", "Grant none"),
            ),
            detail=" ".join(filter(None, (f"Usually a {usual} one now.", remark, lapses))),
            cites=decision.cites("milestone"),
        )

    def _about_to_lapse(self, state: State) -> str:
        """Who loses something by a new milestone, which takes the place of the last one."""
        if self._granted(state):
            return ""
        wasteful = [actor.name for actor in players_characters(state) if left_of(state, actor) != NOTHING]
        return f"Not used yet, and lost by another one: changes of {' and '.join(wasteful)}." if wasteful else ""

    def _chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "none":
            return
        kind = msgspec.convert(answer.option, MilestoneKind)
        self._grant(decision, kind)
        if kind != "minor" and not prompt.read(MilestoneToChoose).scenario_ends:
            # The ends of a session and of a scenario ask about consequences of their own accord.
            self._ask_recovery(decision, "severe")

    def _may_declare(self, state: State) -> Refusal | None:
        if not state.get(CALENDAR).in_session:
            return Refusal("scene-running", "A milestone comes between the scenes of a session: start a session first.")
        if state.get(SCENE).is_open:
            return Refusal("scene-running", "A milestone comes between scenes: end this one first.")
        if not any(players_characters(state)):
            return Refusal("scene-running", "There is no player's character yet who could reach a milestone.")
        return None

    def _declare(self, decision: Decision, command: DeclareMilestone) -> None:
        decision.require_gm()
        decision.require_allowed(self._may_declare(decision.state))
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
            if mark is not None and decision.service(Recovery).may_clear(decision.state, mark, slot, "milestone"):
                decision.service(Recovery).ask_recovery_of(decision, actor, slot)

    def _grant(self, decision: Decision, kind: MilestoneKind) -> None:
        state = decision.state
        granted = self._granted(state)
        session = state.get(CALENDAR).session
        heroes = tuple(players_characters(state))
        decision.emit(
            MilestoneReached(
                kind,
                {actor.id: topped_up(self.figures.grants, left_of(state, actor), granted, kind) for actor in heroes},
                scene=state.get(SCENE).number,
                session=session,
                significant_in=state.get(GROWTH).significant_in if kind == "minor" else session,
            )
        )
        for actor in heroes:
            self.ledger.drop_unpaid_proposal(decision, actor)
            numbers = counted(self.figures, actor.sheet.numbers, granted, kind)
            sheet = msgspec.structs.replace(actor.sheet, numbers=numbers)
            change_sheet(decision, actor, self.ledger.finish(sheet), f"{kind} milestone")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._may_declare(state) is None and self._open_kinds(state):
            kinds = tuple(Choice(kind) for kind in self._open_kinds(state))
            yield Offer(
                command=DeclareMilestone("minor"),
                label="Declare a milestone",
                verb="grow",
                holes=(ChoiceHole("kind", "which", kinds),),
                note=self._about_to_lapse(state),
                cites=self.cites("milestone"),
                group="moment",
            )


def rank(kind: str) -> int:
    return KINDS.index(msgspec.convert(kind, MilestoneKind))


def topped_up(
    grants: Mapping[MilestoneKind, Entitlement], left: Entitlement, granted: str, kind: MilestoneKind
) -> Entitlement:
    """What is left of the milestone granted on this occasion, and what the higher one adds to it."""
    if not granted:
        return grants[kind]
    old, new = grants[msgspec.convert(granted, MilestoneKind)], grants[kind]
    return Entitlement(
        **{what: getattr(left, what) + getattr(new, what) - getattr(old, what) for what in left.__struct_fields__}
    )


def counted(
    figures: MilestoneFigures, numbers: Mapping[str, int], granted: str, kind: MilestoneKind
) -> Mapping[str, int]:
    """The history on a sheet after one more milestone; the one it replaces no longer counts.

    An imported sheet may tell of raises and refresh but not of the milestones that gave them (FAE-ADV-12).
    """
    counts = dict(numbers)
    counts.setdefault("milestones-major", counts.get("refresh-gained", 0))
    counts.setdefault("milestones-significant", max(0, counts.get("raises", 0) - counts["milestones-major"]))
    counts[f"milestones-{kind}"] = counts.get(f"milestones-{kind}", 0) + 1
    if granted:
        counts[f"milestones-{granted}"] -= 1
    if kind == "major":
        counts["refresh-gained"] = counts.get("refresh-gained", 0) + figures.refresh_of_a_major
    return {name: number for name, number in counts.items() if number or name in numbers}
