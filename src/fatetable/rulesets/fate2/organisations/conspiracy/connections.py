"""The end of a phase of the conspiracy game, and the allies and enemies that are named in secret (F2-CON-03)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, open_of
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, seat_of
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import unsettled
from fatetable.rulesets.fate2.growth import write_down
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations.conspiracy.growing import Growing
from fatetable.rulesets.fate2.organisations.conspiracy.state import (
    CONSPIRACY,
    CONSPIRACY_EVOLVES,
    ConnectionNamed,
    ConspiracyOver,
    ConspiracyPhaseBegan,
    ConspiracyPhaseEnded,
    founded,
)
from fatetable.rulesets.fate2.organisations.makeup import CONNECTIONS

IN_SECRET = ("secret-connections", "both")
"""Values of the dial with which players name allies and enemies."""
ALLY, ENEMY = "ally", "enemy"


class EndConspiracyPhase(Command, frozen=True, tag="fate2-end-conspiracy-phase"):
    """All organisations have what this phase brings them; another phase follows, or characters are made."""

    is_last: bool = False


class ConnectionToName(PromptContext, frozen=True, tag="fate2-connection"):
    """Which organisation is this one's closest ally or greatest enemy?"""

    organisation: ActorId


class Connections(Struct, frozen=True, kw_only=True):
    kit: FateKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="the conspiracy game",
            decides={EndConspiracyPhase: self._end},
            evolves=CONSPIRACY_EVOLVES,
            answers={ConnectionToName: self._named},
            offers=self._offers,
            follow_up=self._follow_up,
        )

    # -- the end of a phase ------------------------------------------------------------------------------------------

    def _cannot_end(self, state: State) -> Refusal | None:
        game, growing = state.get(CONSPIRACY), Growing(self.kit.tables, self.kit.dials)
        if game.has_ended or game.is_over:
            return Refusal("phase-over", "The phase is over.", "conspiracy")
        if not founded(state):
            return Refusal("no-organisation", "Nobody has made an organisation yet.", "conspiracy")
        for actor in founded(state):
            if growing.due(actor.sheet) is not None:
                return Refusal("not-filled-in", f"{actor.name} has something left of this phase.", "conspiracy")
        return unsettled(state)

    def _end(self, decision: Decision, command: EndConspiracyPhase) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end(decision.state))
        decision.emit(ConspiracyPhaseEnded(decision.state.get(CONSPIRACY).phase, command.is_last))
        if self.kit.dials.conspiracy in IN_SECRET:
            for actor in founded(decision.state):
                self._ask(decision, actor)

    def _ask(self, decision: Decision, actor: Actor) -> None:
        others = tuple(Choice(each.id, each.name) for each in founded(decision.state) if each.id != actor.id)
        if not others:
            return
        seat = seat_of(decision.state, actor.id)
        hole = ChoiceHole("fill", "which", others, key="other")
        ask(
            decision,
            ConnectionToName(actor.id),
            (seat,),
            f"Who matters most to {actor.name}?",
            (Option(ALLY, "Name its closest ally", (hole,)), Option(ENEMY, "Name its greatest enemy", (hole,))),
            detail="Only the GM learns it; two that name each other are connected.",
            cites=decision.cites("connections"),
            secret_to=(seat, GM),
            hides_question=False,
        )

    def _named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor, other = prompt.read(ConnectionToName).organisation, ActorId(answer.text("other"))
        decision.emit(ConnectionNamed(actor, other, answer.option == ALLY), to=(*prompt.seats, GM))

    # -- what comes of it --------------------------------------------------------------------------------------------

    def _follow_up(self, decision: Decision) -> bool:
        """When all have named somebody, those that named each other are connected, and the game goes on."""
        state = decision.state
        game = state.get(CONSPIRACY)
        if not game.has_ended or open_of(state, ConnectionToName):
            return False
        for actor in founded(state):
            other = state.get(CAST).get(game.named.get(actor.id, ActorId("")))
            if other is not None and game.named.get(other.id) == actor.id:
                sheet = _connected(actor.sheet, other.name)
                write_down(decision, actor, self.kit.creation.finish(sheet), "connected")
        if game.is_last:
            decision.emit(ConspiracyOver())
            return True
        decision.emit(ConspiracyPhaseBegan(game.phase + 1))
        for actor in founded(decision.state):
            sheet = Growing(self.kit.tables, self.kit.dials).with_phase(actor.sheet)
            write_down(decision, actor, self.kit.creation.finish(sheet), "another phase")
        return True

    # -- offers ------------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._cannot_end(state) is None:
            yield Offer(
                command=EndConspiracyPhase(),
                label="End the phase of the organisations",
                verb="end",
                holes=(FlagHole("is_last", "the last phase"),),
                cites=self.kit.cites("conspiracy"),
                group="moment",
            )


def _connected(sheet: Sheet, name: str) -> Sheet:
    """A free aspect; the same again is a level more."""
    held = (*sheet.lists.get(CONNECTIONS, ()), f"Connection to {name}")
    return msgspec.structs.replace(sheet, lists={**sheet.lists, CONNECTIONS: held})
