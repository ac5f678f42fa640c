"""The game master corrects a balance of fate points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import players_characters, whose
from fatetable.mechanics.points.accounts import BANK, POINT_EVOLVES, POOL, account_label, balance, move, purse


class SetPoints(Command, frozen=True, tag="set-points"):
    account: str
    value: int
    reason: str


class Corrections(Struct, frozen=True):
    words: Words

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="corrections of fate points",
            decides={SetPoints: self._set_points},
            evolves=POINT_EVOLVES,
            offers=self._offers,
        )

    def _accounts(self, state: State) -> tuple[Choice, ...]:
        heroes = (Choice(purse(hero.id), f"{whose(hero.name)} fate points") for hero in players_characters(state))
        return (*heroes, Choice(POOL, account_label(state, POOL, self.words)))

    def _set_points(self, decision: Decision, command: SetPoints) -> None:
        decision.require_gm()
        accounts = {choice.value for choice in self._accounts(decision.state)}
        decision.require(command.account in accounts, "unknown-account", f"There is no account {command.account!r}.")
        decision.require(0 <= command.value <= 99, "bad-number", f"A balance of {command.value} makes no sense.")
        decision.require_described(command.reason, "no-reason", "A correction needs a reason.")
        change = command.value - balance(decision.state, command.account)
        if change > 0:
            move(decision, BANK, command.account, change, command.reason, "overrule")
        else:
            move(decision, command.account, BANK, -change, command.reason, "overrule")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield Offer(
                command=SetPoints("", 0, ""),
                label="Correct fate points",
                verb="correct",
                holes=(
                    ChoiceHole("account", "whose", self._accounts(state)),
                    NumberHole("value", "points", 0, 99),
                    TextHole("reason", "reason", is_description=True),
                ),
                group="overrule",
            )
