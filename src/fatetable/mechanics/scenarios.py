"""What a scenario is about: who wants what, and why nobody can look away; and how long it has been going on.

Decides nothing about when a scenario ends; its end comes with the end of a session.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.scenes import CALENDAR


class Scenario(Struct, frozen=True, omit_defaults=True):
    """`number` is the scenario this was written about; once another one begins it is history."""

    number: int = 0
    antagonist: str = ""
    goal: str = ""
    stakes: str = ""


SCENARIO: Key[Scenario] = Key("scenario", Scenario, Scenario())


class NoteScenario(Command, frozen=True, tag="note-scenario"):
    """The game master writes down who stands against the heroes, what they want, and what is at stake."""

    antagonist: str
    goal: str
    stakes: str


class ScenarioNoted(Event, frozen=True, tag="scenario-noted/1"):
    scenario: Scenario


def _noted(_: Scenario, event: ScenarioNoted) -> Scenario:
    return event.scenario


class Scenarios(Struct, frozen=True, kw_only=True):
    """`usual_sessions` are the fewest and the most sessions a scenario is meant to take."""

    usual_sessions: tuple[int, int]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="scenarios",
            decides={NoteScenario: self._note},
            evolves=folds(SCENARIO, {ScenarioNoted: _noted}),
            offers=self._offers,
        )

    def current(self, state: State) -> Scenario:
        noted = state.get(SCENARIO)
        return noted if noted.number == state.get(CALENDAR).scenario else Scenario()

    def _note(self, decision: Decision, command: NoteScenario) -> None:
        decision.require_gm()
        words = (command.antagonist.strip(), command.goal.strip(), command.stakes.strip())
        decision.require(
            all(words), "no-words", "A scenario needs someone who wants something, and a reason to care.", "scenario"
        )
        # Players find out by playing.
        decision.emit(ScenarioNoted(Scenario(decision.state.get(CALENDAR).scenario, *words)), to=(GM,))

    def length(self, state: State) -> str:
        """A remark once the scenario has taken as long as most do; nothing before."""
        fewest, most = self.usual_sessions
        played = state.get(CALENDAR).sessions_of_scenario
        if played < most:
            return ""
        return f"This scenario has taken {played} sessions; most take {fewest} to {most}."

    def told(self, state: State) -> tuple[str, ...]:
        """What the game master is reminded of."""
        scenario = self.current(state)
        about = (f"{scenario.antagonist}: {scenario.goal}", f"At stake: {scenario.stakes}") if scenario.number else ()
        length = self.length(state)
        return (*about, length) if length else about

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        scenario = self.current(state)
        yield Offer(
            command=NoteScenario("", "", ""),
            label="Change what this scenario is about" if scenario.number else "What is this scenario about?",
            holes=(
                TextHole("antagonist", "who stands against the characters", suggestion=scenario.antagonist),
                TextHole("goal", "what they want", suggestion=scenario.goal),
                TextHole("stakes", "why nobody can look away", suggestion=scenario.stakes),
            ),
            cites=self.cites("scenario"),
            group="gm",
        )
