"""The course of a contest between its turns: giving up, interrupting it and going on, breaking it off."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.prompts import is_blocked
from fatetable.engine.state import State
from fatetable.engine.subsystem import Handler
from fatetable.mechanics.characters.cast import Actor, actor_of, require_control
from fatetable.mechanics.encounters.contests import EndContest
from fatetable.mechanics.encounters.state import EncounterEnded
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.rulesets.skein.contests.commands import InterruptContest, LeaveContest, ResumeContest
from fatetable.rulesets.skein.contests.outcomes import ContestOutcomes
from fatetable.rulesets.skein.contests.setup import ContestSetup
from fatetable.rulesets.skein.contests.state import BOUT, change, name_sides, running, show, sides_left, still_in


def is_held_up(state: State, code: str) -> Refusal | None:
    """An open roll or question comes first."""
    if a_roll_is_open(state) or is_blocked(state):
        return Refusal(code, "Finish the open roll or question first.")
    return None


class ContestCourse(Struct, frozen=True):
    setup: ContestSetup
    outcomes: ContestOutcomes

    def decides(self) -> Mapping[type[Command], Handler]:
        return {
            LeaveContest: self._leave,
            InterruptContest: self._interrupt,
            ResumeContest: self._resume,
            EndContest: self._end,
        }

    def is_mid_turn(self, state: State, code: str) -> Refusal | None:
        """Some things are done between two turns only."""
        bout = running(state)
        if bout is None:
            return Refusal(code, "No contest is under way.")
        if bout.entries:
            return Refusal(code, "A turn of the contest has begun; finish it first.")
        return is_held_up(state, code)

    def cannot_leave(self, state: State, actor: Actor) -> Refusal | None:
        code, topic, bout = "cannot-leave", "contest-drop-out", running(state)
        if bout is None or actor.id not in still_in(state, bout):
            return Refusal(code, f"{actor.name} is in no contest to give up.", topic)
        refusal = self.is_mid_turn(state, code)
        return refusal and Refusal(code, refusal.message, topic)

    def _leave(self, decision: Decision, command: LeaveContest) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self.cannot_leave(decision.state, actor))
        bout = running(decision.state)
        assert bout is not None
        change(decision, f"{actor.name} gives up", dropped=(*bout.dropped, actor.id))
        self.outcomes.go_on(decision, (actor.id,))

    def _interrupt(self, decision: Decision, command: InterruptContest) -> None:
        decision.require_gm()
        decision.require_allowed(self.is_mid_turn(decision.state, "cannot-interrupt"))
        decision.require_described(command.reason, "no-reason", "Say what comes between.")
        change(decision, is_interrupted=True)
        decision.emit(SidesNamed({}))
        decision.emit(EncounterEnded(f"Interrupted: {command.reason.strip()}"))

    def cannot_resume(self, state: State) -> Refusal | None:
        code, bout = "cannot-resume", state.get(BOUT)
        if bout is None or not bout.is_interrupted:
            return Refusal(code, "There is no interrupted contest to go on with.")
        if len(sides_left(state, bout)) < 2:
            return Refusal(code, "Only one side of the contest is still there; break it off.")
        return self.setup.is_held_up(state, code)

    def _resume(self, decision: Decision, _: ResumeContest) -> None:
        decision.require_gm()
        decision.require_allowed(self.cannot_resume(decision.state))
        change(decision, is_interrupted=False)
        name_sides(decision)
        show(decision, "The contest goes on")

    def cannot_end(self, state: State) -> Refusal | None:
        if state.get(BOUT) is None:
            return Refusal("cannot-end", "There is no contest that could be broken off.")
        return is_held_up(state, "cannot-end")

    def _end(self, decision: Decision, command: EndContest) -> None:
        decision.require_gm()
        decision.require_allowed(self.cannot_end(decision.state))
        decision.require_described(command.reason, "no-reason", "Say why it ends.")
        self.outcomes.end(decision, command.reason.strip())
