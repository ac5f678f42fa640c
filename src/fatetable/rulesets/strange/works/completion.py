"""What is made comes onto a sheet, and goes from it again: equipment, improvements, and devices that are skills."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, AspectId, change_sheet, new_card, place, remove
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, address_of, controls
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.harm.state import condition_of, set_condition
from fatetable.mechanics.moments import SceneEnds, SessionEnds
from fatetable.rulesets.strange.book import ImprovementRow
from fatetable.rulesets.strange.combat import all_harm
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import (
    EQUIPMENT,
    IMPROVEMENT,
    IMPROVEMENTS,
    MADE,
    MADE_SKILL,
    PROTECTIVE,
    SKILLS,
    features_of,
    skills_of,
    unrated_skills,
)
from fatetable.rulesets.strange.works.state import WORK_FOLDS, WORKS, Work, WorkGone, WorkSet


class ImprovementToChoose(PromptContext, frozen=True, tag="improvement"):
    """What equipment is improved by, as long as it has room."""

    work: str
    left: int


class TakeApart(Command, frozen=True, kw_only=True, tag="dismantle-work"):
    """A work is dismantled or destroyed, or what was planned is given up."""

    work: str


class Completion(Struct, frozen=True):
    """What improves equipment is chosen when it is there, one after the other."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="works",
            decides={TakeApart: self._take_apart},
            evolves=WORK_FOLDS,
            answers={ImprovementToChoose: self._chosen},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, SessionEnds),
        )

    def finish(self, decision: Decision, work: Work) -> None:
        """All its parts are made."""
        skills = tuple(part.skill for part in work.parts if part.skill is not None)
        if skills:
            made = Entry(name=work.name, kind=MADE_SKILL, texts={"work": work.id}, entries={SKILLS: skills})
            self._add(decision, work, made)
        elif work.slots:
            self._add(decision, work, Entry(name=work.name, kind=_kind(work), texts={"work": work.id}))
            self._ask(decision, work, work.slots)

    # -- improvements ------------------------------------------------------------------------------------------------

    def _ask(self, decision: Decision, work: Work, left: int) -> None:
        fitting = self._fitting(decision.state, work, left)
        actor = decision.state.get(CAST).get(work.owner)
        if not fitting or actor is None:
            return
        options = (Option(row.id, _label(row), self._about(actor, row)) for row in fitting)
        ask(
            decision,
            ImprovementToChoose(work.id, left),
            address_of(decision.state, work.maker),
            f"What improves {work.name}? Left: {left}.",
            tuple(options),
            cites=decision.cites("improving"),
            blocking=False,
        )

    def _fitting(self, state: State, work: Work, left: int) -> tuple[ImprovementRow, ...]:
        actor = state.get(CAST).get(work.owner)
        taken = [part.name for part in _entry(actor.sheet, work).entries.get(IMPROVEMENTS, ())] if actor else []
        rows = self.kit.tables.improvements
        return tuple(row for row in rows if row.slots <= left and taken.count(row.id) < row.most)

    def _about(self, actor: Actor, row: ImprovementRow) -> tuple[Hole, ...]:
        """What has to be said about it."""
        own = tuple(Choice(skill.name) for skill in skills_of(self.kit.tables, actor.sheet))
        every = (*own, *(Choice(skill.name) for skill in unrated_skills(self.kit.tables, actor.sheet)))
        scopes = tuple(Choice(each.id, each.track.capitalize()) for each in self.kit.tables.scopes)
        match row.form:
            case "stress":
                return (ChoiceHole("fill", "stress", scopes, key="scope"),)
            case "skill":
                return (ChoiceHole("fill", "skill", every, key="skill"),)
            case "instead":
                skills = ChoiceHole("fill", "skill", every, key="skill")
                return (skills, ChoiceHole("fill", "in place of", every, key="instead"))
            case "aspect":
                return (TextHole("fill", "aspect", key="text", is_description=True),)
            case _:
                return ()

    def _chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ImprovementToChoose)
        work = decision.state.get(WORKS).get(asked.work)
        row = self.kit.tables.improvement(answer.option)
        if work is None or row is None or decision.state.get(CAST).get(work.owner) is None:
            return
        said = {name: (value,) for name in ("scope", "skill", "instead") if (value := answer.text(name))}
        words = answer.text("text") or (f"{work.name}, Improved" if row.form == "aspect" else "")
        part = Entry(name=row.id, texts={"text": words} if words else {}, lists=said)
        held = _entry(decision.state.get(CAST)[work.owner].sheet, work)
        parts = (*held.entries.get(IMPROVEMENTS, ()), part)
        numbers = {**held.numbers, PROTECTIVE: 1} if row.protects else held.numbers
        more = msgspec.structs.replace(held, numbers=numbers, entries={IMPROVEMENTS: parts})
        self._add(decision, work, more)
        if row.form == "aspect":
            card = new_card(decision, words, CHARACTER, bearer=work.owner)
            self._keep(decision, work, place(decision, card))
        if left := asked.left - row.slots:
            self._ask(decision, decision.state.get(WORKS)[work.id], left)

    def _keep(self, decision: Decision, work: Work, aspect: AspectId) -> None:
        kept = msgspec.structs.replace(work, aspects=(*work.aspects, aspect))
        decision.emit(WorkSet(work.id, kept))

    # -- on the sheet and off it -------------------------------------------------------------------------------------

    def _add(self, decision: Decision, work: Work, entry: Entry) -> None:
        actor = decision.state.get(CAST)[work.owner]
        others = (each for each in actor.sheet.entries.get(MADE, ()) if not _is_of(each, work))
        self._set(decision, actor, (*others, entry), "made")

    def _set(self, decision: Decision, actor: Actor, made: tuple[Entry, ...], reason: str) -> None:
        """The sheet with what is made now, and the stress boxes that go with it."""
        tables = self.kit.tables
        entries = {name: found for name, found in actor.sheet.entries.items() if name != MADE}
        sheet = msgspec.structs.replace(actor.sheet, entries={**entries, MADE: made} if made else entries)
        traits = {skill.id: skill.rating for skill in skills_of(tables, sheet)}
        sheet = msgspec.structs.replace(sheet, features=features_of(tables, sheet), traits=traits)
        change_sheet(decision, actor, sheet, reason)
        changed = decision.state.get(CAST)[actor.id]
        held = condition_of(decision.state, actor.id).tracks
        fresh = all_harm(tables, self.kit.dials)[actor.kind].fresh(changed).tracks
        tracks = {name: (*held.get(name, ()), *boxes)[: len(boxes)] for name, boxes in fresh.items()}
        if tracks != held:
            set_condition(decision, actor.id, reason, tracks=tracks)

    def end(self, decision: Decision, work: Work, reason: str) -> None:
        actor = decision.state.get(CAST).get(work.owner)
        for aspect in work.aspects:
            if card := decision.state.get(ASPECTS).get(aspect):
                remove(decision, card, reason)
        if actor is not None and any(_is_of(each, work) for each in actor.sheet.entries.get(MADE, ())):
            left = (each for each in actor.sheet.entries.get(MADE, ()) if not _is_of(each, work))
            self._set(decision, actor, tuple(left), reason)
        decision.emit(WorkGone(work.id, reason))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """SF-CRAFT-08, SF-CRAFT-10, SF-CRAFT-11."""
        over = {"scene"} if isinstance(moment, SceneEnds) else {"session"}
        if isinstance(moment, SessionEnds) and moment.scenario_ends:
            over.add("story")
        for work in tuple(decision.state.get(WORKS).values()):
            if work.is_finished and work.lasts in over:
                self.end(decision, work, f"the {work.lasts} is over")

    # -- taking apart ------------------------------------------------------------------------------------------------

    def _cannot(self, state: State, seat: Seat, work: Work | None) -> Refusal | None:
        if work is None:
            return Refusal("no-such-work", "Nothing like that was made.")
        makers = (state.get(CAST).get(ActorId(each)) for each in (work.maker, work.owner))
        if seat.is_gm or any(actor is not None and controls(seat, actor) for actor in makers):
            return None
        return Refusal("not-yours", "That is for its maker or its owner to take apart.")

    def _take_apart(self, decision: Decision, command: TakeApart) -> None:
        work = decision.state.get(WORKS).get(command.work)
        decision.require_allowed(self._cannot(decision.state, decision.seat, work))
        assert work is not None
        self.end(decision, work, "taken apart")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for work in state.get(WORKS).values():
            if self._cannot(state, seat, work) is None:
                family = "Take … apart" if work.is_finished else "Give … up"
                yield Offer(
                    command=TakeApart(work=work.id),
                    **one_of_a_family(family, work.name),
                    verb="remove",
                    target=Target("actor", work.maker),
                    cites=self.kit.cites("works"),
                    group="act",
                )


def _kind(work: Work) -> str:
    return EQUIPMENT if work.kind == "gear" else IMPROVEMENT


def _is_of(entry: Entry, work: Work) -> bool:
    return entry.texts.get("work") == work.id


def _entry(sheet: Sheet, work: Work) -> Entry:
    return next((each for each in sheet.entries.get(MADE, ()) if _is_of(each, work)), Entry())


def _label(row: ImprovementRow) -> str:
    return f"Add {row.name}" if row.slots == 1 else f"Add {row.name} (counts as {row.slots})"
