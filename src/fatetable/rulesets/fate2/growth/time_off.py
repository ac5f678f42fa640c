"""A long time between two arcs, which may be lived as a whole phase of a life (F2-ADV-08)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, controls, players_characters
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.growth.career import GOAL, with_gained, with_phase_off_screen, with_text
from fatetable.rulesets.fate2.growth.ledger import Ledger, phrase
from fatetable.rulesets.fate2.growth.state import GROWTH, LongTimeBegan, LongTimeEnded, PhaseLived
from fatetable.rulesets.fate2.sheet import own_slots, slot_of

AS_GOAL = "the goal"


class LetTimePass(Command, frozen=True, tag="let-time-pass"):
    """A long time passes before the next scene."""


class LivePhase(Command, frozen=True, kw_only=True, tag="live-phase"):
    """A character lives a whole phase off-screen: the aspect is the goal, one they have by its `slot`, or a new one."""

    actor: ActorId
    slot: str = ""
    words: str = ""


class TimeOff(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="time between arcs",
            decides={LetTimePass: self._pass, LivePhase: self._live},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneStarts) and decision.state.get(GROWTH).time_passes:
            decision.emit(LongTimeEnded())

    def _cannot_pass(self, state: State) -> Refusal | None:
        if state.get(SCENE).is_open or a_roll_is_open(state):
            return Refusal("scene-running", "A long time passes between scenes: end this one first.")
        if state.get(GROWTH).time_passes:
            return Refusal("time-passes", "A long time passes already.")
        if not any(players_characters(state)):
            return Refusal("no-hero", "There is no player's character yet for whom it could pass.")
        return None

    def _pass(self, decision: Decision, _: LetTimePass) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_pass(decision.state))
        decision.emit(LongTimeBegan())

    def _cannot_live(self, state: State, actor: Actor) -> Refusal | None:
        growth, now = state.get(GROWTH), self.ledger.career(actor)
        if not growth.time_passes or actor.id in growth.lived:
            return Refusal("no-time", "A phase is lived off-screen when a long time passes, and once.")
        if now.in_arc:
            return Refusal("in-an-arc", "A phase off-screen comes between two arcs, and this one is not over.")
        if now.missing:
            return Refusal("unbalanced", "Balance the pyramid first.")
        return self.ledger.cannot_change(state, actor)

    def _live(self, decision: Decision, command: LivePhase) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_live(decision.state, actor))
        goal = actor.sheet.texts.get(GOAL, "").strip()
        known = {choice.value for choice in self._choices(actor)}
        decision.require(not command.slot or command.slot in known, "unknown-aspect", "Choose an aspect that may rise.")
        decision.require(not (command.slot and command.words), "two-aspects", "Choose an aspect or name a new one.")
        words = _held(actor, command.slot) or phrase(decision, command.words)
        sheet = self._with_phase(actor, words)
        # What was reached is no goal any more, and a new one is chosen.
        reached = bool(goal) and slot_of(goal) == slot_of(words)
        decision.emit(PhaseLived(actor.id))
        self.ledger.write(decision, actor, with_text(sheet, GOAL, "") if reached else sheet, "a phase off-screen")

    def _with_phase(self, actor: Actor, words: str) -> Sheet:
        tables, dials = self.ledger.tables, self.ledger.dials
        return with_phase_off_screen(with_gained(tables, dials, actor.sheet, dials.ranks_per_phase), words)

    def _choices(self, actor: Actor) -> tuple[Choice, ...]:
        """The aspects that may rise."""
        goal = actor.sheet.texts.get(GOAL, "").strip()
        first = (Choice(AS_GOAL, f"the goal, {goal}"),) if goal else ()
        held = (Choice(slot, actor.sheet.aspects[slot]) for slot in own_slots(actor.sheet))
        return tuple(
            choice
            for choice in (*first, *held)
            if self.ledger.allows(actor, self._with_phase(actor, _held(actor, choice.value)))
        )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._cannot_pass(state) is None:
            yield Offer(
                command=LetTimePass(),
                label="Let a long time pass between arcs",
                verb="grow",
                cites=self.cites("off-screen"),
                group="gm",
            )
        for actor in players_characters(state):
            if controls(seat, actor) and self._cannot_live(state, actor) is None:
                held = self._choices(actor)
                if held:
                    yield self._offer(actor, "live a phase off-screen, for more of an aspect", _hole(held))
                new = TextHole("words", "aspect", limit=PHRASE_LIMIT)
                yield self._offer(actor, "live a phase off-screen, for a new aspect", new)

    def _offer(self, actor: Actor, label: str, hole: Hole) -> Offer:
        return Offer(
            command=LivePhase(actor=actor.id),
            label=label,
            actor=actor.id,
            verb="grow",
            holes=(hole,),
            cites=self.cites("off-screen"),
            group="sheet",
        )


def _held(actor: Actor, slot: str) -> str:
    """The words of an aspect that somebody has, or of their goal."""
    return actor.sheet.texts.get(GOAL, "").strip() if slot == AS_GOAL else actor.sheet.aspects.get(slot, "")


def _hole(choices: tuple[Choice, ...]) -> ChoiceHole:
    return ChoiceHole("slot", "which", choices)
