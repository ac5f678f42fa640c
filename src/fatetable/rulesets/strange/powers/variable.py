"""Variable trappings in play: for a scene or a session they stand in for another trapping or an extra."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.moments import SceneEnds, SessionEnds
from fatetable.mechanics.rolls.may_declare import why_kept
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.powers.copies import (
    PER,
    VARIABLE,
    Copy,
    copied_parts,
    copies_of,
    free_variables,
    with_copy,
    without_copies,
)
from fatetable.rulesets.strange.sheet import EXTRA, SKILLS, Skill, is_on, skill_of
from fatetable.rulesets.strange.skills import name_of_box

SCENE, SESSION = "scene", "session"


class CopyTrapping(Command, frozen=True, kw_only=True, tag="copy-trapping"):
    """Let Variable trappings of a skill stand in for `what`, for as long as trappings `per` scene or session do."""

    actor: ActorId
    skill: str
    per: str
    what: str


class CopyToJudge(PromptContext, frozen=True, tag="copied-trapping"):
    """Whether it fits the theme of the skill."""

    actor: ActorId
    skill: str
    per: str
    what: str


class Variables(Struct, frozen=True):
    """Committed ones are free again with the next scene or session; until then nothing else is made of them."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="variable trappings",
            decides={CopyTrapping: self._copy},
            answers={CopyToJudge: self._judged},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds, SessionEnds),
        )

    def _skills(self, actor: Actor) -> Iterator[tuple[Skill, Entry]]:
        for entry in actor.sheet.entries.get(SKILLS, ()):
            skill = skill_of(self.kit.tables, entry)
            if skill.has(VARIABLE) and is_on(actor, skill):
                yield skill, entry

    def _able(self, actor: Actor, skill: Skill, entry: Entry, per: str) -> dict[str, Copy]:
        """What there are enough of them for, by key."""
        left = free_variables(skill, entry, per)
        return {copy.key: copy for copy in copies_of(self.kit.tables, skill, per) if copy.needed <= left}

    def _cannot(self, state: State, actor: Actor) -> Refusal | None:
        asked = open_about(state, blocking_only=False, actor=actor.id)
        if any(prompt.kind == kind_of(CopyToJudge) for prompt in asked):
            return Refusal("asked-already", "The GM is being asked about another one.", VARIABLE)
        return why_kept(self.kit.words, state, actor)

    def _found(self, actor: Actor, skill_id: str, per: str, what: str) -> tuple[Skill, Copy] | None:
        for skill, entry in self._skills(actor):
            if skill.id == skill_id and per in (SCENE, SESSION):
                found = self._able(actor, skill, entry, per).get(what)
                return (skill, found) if found is not None else None
        return None

    def _copy(self, decision: Decision, command: CopyTrapping) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor))
        found = self._found(actor, command.skill, command.per, command.what)
        if found is None:
            raise decision.violation("no-such-copy", f"{actor.name} has not enough Variable trappings for that.")
        skill, copy = found
        ask(
            decision,
            CopyToJudge(actor.id, skill.id, command.per, command.what),
            (GM,),
            f"Allow {copy.name} as {skill.name}?",
            (Option("yes", "Allow it"), Option("no", "Refuse")),
            cites=decision.cites(VARIABLE),
            blocking=False,
        )

    def _judged(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(CopyToJudge)
        actor = decision.state.get(CAST)[asked.actor]
        found = self._found(actor, asked.skill, asked.per, asked.what)
        if answer.option == "yes" and found is not None:
            change_sheet(decision, actor, with_copy(actor.sheet, asked.skill, found[1].part), "copied")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneEnds():
                self._forget(decision, SCENE)
            case SessionEnds():
                self._forget(decision, SCENE, SESSION)

    def _forget(self, decision: Decision, *over: str) -> None:
        for actor in tuple(decision.state.get(CAST).values()):
            sheet = without_copies(actor.sheet, frozenset(over))
            if sheet != actor.sheet:
                change_sheet(decision, actor, sheet, f"the {over[-1]} is over")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if any(self._skills(actor)) and self._cannot(state, actor) is None:
                yield from state.part("variable", self._offers_by, actor)

    def _offers_by(self, _: State, actor: Actor) -> Iterator[Offer]:
        for skill, entry in self._skills(actor):
            for per in (SCENE, SESSION):
                if able := self._able(actor, skill, entry, per):
                    yield Offer(
                        command=CopyTrapping(actor=actor.id, skill=skill.id, per=per, what=""),
                        **one_of_a_family(f"copy a trapping for the {per} (…)", skill.name),
                        actor=actor.id,
                        verb="use",
                        holes=(ChoiceHole("what", "which", tuple(Choice(c.key, c.label) for c in able.values())),),
                        cites=self.kit.cites(VARIABLE),
                        group="act",
                    )


def copy_notes(tables: Tables, _: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """What Variable trappings stand in for just now."""
    for entry in actor.sheet.entries.get(SKILLS, ()):
        for part in copied_parts(entry):
            if part.kind == EXTRA:
                extra = tables.extra(part.lists["extras"][-1])
                what = f"{extra.name if extra is not None else 'more'} on {name_of_box(tables, part.name)}"
            else:
                what = name_of_box(tables, part.kind)
            yield entry.name, f"{what}, for this {part.texts.get(PER, SCENE)}"
