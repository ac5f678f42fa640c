"""Periods of advancement: everybody gains a rank, and with the last of an arc comes what they were after."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw_kind
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, players_characters
from fatetable.mechanics.moments import SceneStarts, SessionEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.growth.career import with_gained
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.growth.state import (
    GROWTH_EVOLVES,
    PeriodEnded,
    a_rank_was_just_gained,
    occasion,
)


class EndPeriod(Command, frozen=True, tag="end-period"):
    """The story has come to a point at which everybody gains a rank."""


class PeriodToEnd(PromptContext, frozen=True, tag="period"):
    """Whether a session was also the end of a period; `session` is its number."""

    session: int


class Periods(Struct, frozen=True, kw_only=True):
    """`arc_is_over` writes down what a character's arc has led to, if it is over."""

    ledger: Ledger
    cites: Cites
    arc_is_over: Callable[[Decision, Actor], None]

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="periods",
            decides={EndPeriod: self._end},
            evolves=GROWTH_EVOLVES,
            answers={PeriodToEnd: self._answered},
            gates={PeriodToEnd: lambda state, _, option: self._cannot_end(state) if option == "yes" else None},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionEnds, SceneStarts),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneStarts):
            withdraw_kind(decision, PeriodToEnd)
        elif isinstance(moment, SessionEnds) and self._cannot_end(decision.state) is None:
            ask(
                decision,
                PeriodToEnd(moment.session),
                (GM,),
                "Does everybody gain a rank?",
                (Option("yes", "Grant a rank"), Option("no", "Grant none")),
                cites=decision.cites("period"),
                blocking=False,
            )

    def _answered(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._grant(decision)

    def _cannot_end(self, state: State) -> Refusal | None:
        if state.get(SCENE).is_open:
            return Refusal("scene-running", "Ranks are gained between scenes: end this one first.")
        if not any(players_characters(state)):
            return Refusal("no-hero", "There is no player's character yet who could gain a rank.")
        if a_rank_was_just_gained(state):
            return Refusal("one-rank", "Everybody has gained a rank just now; play another scene first.")
        return Refusal("not-finished", "Settle the open roll first.") if a_roll_is_open(state) else None

    def _end(self, decision: Decision, _: EndPeriod) -> None:
        decision.require_gm()
        decision.require_allowed(self._cannot_end(decision.state))
        withdraw_kind(decision, PeriodToEnd)
        self._grant(decision)

    def _grant(self, decision: Decision) -> None:
        tables, dials = self.ledger.tables, self.ledger.dials
        scene, session = occasion(decision.state)
        decision.emit(PeriodEnded(scene, session))
        for hero in tuple(players_characters(decision.state)):
            sheet = with_gained(tables, dials, hero.sheet, tables.figures.growth.ranks_per_period)
            self.ledger.write(decision, hero, sheet, "a rank gained")
            self.arc_is_over(decision, decision.state.get(CAST)[hero.id])

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and self._cannot_end(state) is None:
            yield Offer(
                command=EndPeriod(),
                label="Grant everybody a rank",
                verb="grow",
                cites=self.cites("period"),
                group="gm",
            )
