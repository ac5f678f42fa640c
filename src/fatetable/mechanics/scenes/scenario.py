"""What a scenario is about: who wants what, what is at stake, and how long it has been going on.

A scenario ends with a session: see `scenes.lifecycle`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.scenes.state import CALENDAR


class Scenario(Struct, frozen=True, omit_defaults=True):
    """`number` is the scenario this was written about; once another one begins it is history."""

    number: int = 0
    antagonist: str = ""
    goal: str = ""
    stakes: str = ""


SCENARIO: Key[Scenario] = Key("scenario", Scenario, Scenario())


class NoteScenario(Command, frozen=True, tag="note-scenario"):
    """The game master writes down the opponents of the heroes, what they want, and what is at stake."""

    antagonist: str
    goal: str
    stakes: str


class ScenarioNoted(Event, frozen=True, tag="scenario-noted/1"):
    scenario: Scenario


class Scenarios(Struct, frozen=True, kw_only=True):
    """`usual_sessions` are the fewest and the most sessions a scenario is meant to take, where the book says so."""

    cites: Cites
    usual_sessions: tuple[int, int] | None = None

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="scenarios",
            decides={NoteScenario: self._note},
            evolves=folds(SCENARIO, {ScenarioNoted: set_to("scenario")}),
            offers=self._offers,
        )

    def current(self, state: State) -> Scenario:
        noted = state.get(SCENARIO)
        return noted if noted.number == state.get(CALENDAR).scenario else Scenario()

    def _note(self, decision: Decision, command: NoteScenario) -> None:
        decision.require_gm()
        wanted = "A scenario needs someone who wants something, and a reason to care."
        words = (
            decision.described(command.antagonist, "The opposition", "no-words", wanted, "scenario"),
            decision.described(command.goal, "Not known yet", "no-words", wanted, "scenario"),
            decision.described(command.stakes, "Not known yet", "no-words", wanted, "scenario"),
        )
        # Players find out by playing.
        decision.emit(ScenarioNoted(Scenario(decision.state.get(CALENDAR).scenario, *words)), to=(GM,))

    def length(self, state: State) -> str:
        """A remark once the scenario has taken as long as most do; nothing before."""
        played = state.get(CALENDAR).sessions_of_scenario
        if self.usual_sessions is None or played < self.usual_sessions[1]:
            return ""
        fewest, most = self.usual_sessions
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
            label="Change the scenario" if scenario.number else "Set the scenario",
            verb="note",
            holes=(
                TextHole("antagonist", "opponent", suggestion=scenario.antagonist, is_description=True),
                TextHole("goal", "goal", suggestion=scenario.goal, is_description=True),
                TextHole("stakes", "stakes", suggestion=scenario.stakes, is_description=True),
            ),
            cites=self.cites("scenario"),
            group="gm",
        )
