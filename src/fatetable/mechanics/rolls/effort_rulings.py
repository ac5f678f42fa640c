"""What the game master rules about a declared effort: describe it differently, or a feature does not apply."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import (
    Offer,
    Target,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.prompts import asked_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    name_of,
)
from fatetable.mechanics.harm.penalties import is_wound, wounds_in
from fatetable.mechanics.modifiers.claims import claimed, drop_claim
from fatetable.mechanics.modifiers.menus import CIRCUMSTANCE
from fatetable.mechanics.moments import EffortSentBack
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import (
    Effort,
    Modifier,
    Roll,
    RollId,
    a_roll_is_declared,
    change_effort,
    roll_of,
    rolls_at,
)


class SendBack(Command, frozen=True, tag="send-back"):
    """The game master asks for another description: the trait or the means do not fit it.

    The acting side (`effort` 0) declares something else, or the same in another way; others choose theirs anew.
    """

    roll: RollId
    reason: str
    effort: int = 0


class Disallow(Command, frozen=True, tag="disallow"):
    """The game master finds that a claim, or what counts by itself, does not apply here."""

    roll: RollId
    effort: int
    feature: str


class EffortRulings(Struct, frozen=True, kw_only=True):
    opposition: Opposition
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="effort rulings",
            decides={SendBack: self._send_back, Disallow: self._disallow},
            offers=OfferedWhile(a_roll_is_declared, self._offers),
        )

    def _send_back(self, decision: Decision, command: SendBack) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage == "declared", "dice-are-down", "The dice have fallen.")
        is_side = 0 <= command.effort < len(roll.efforts) and bool(roll.efforts[command.effort].actor)
        decision.require(is_side, "no-such-effort", "There is no such side.")
        decision.require(
            self._may_send_back(decision.state, roll, command.effort), "still-waiting", "They are being asked already."
        )
        reason = command.reason.strip()
        decision.require_described(reason, "no-reason", "Say what does not fit.")
        if roll.is_contest or roll.is_of_all:
            decision.moment(EffortSentBack(roll.id, command.effort, reason))
        elif command.effort:
            self.opposition.ask_defence(decision, roll, roll.efforts[command.effort].actor, reason)
        else:
            cancel_roll(decision, roll.id, reason)

    def _may_send_back(self, state: State, roll: Roll, index: int) -> bool:
        actor = roll.efforts[index].actor
        return not any(about.get("actor") == actor for about in asked_about(state, "roll", roll.id))

    def _disallow(self, decision: Decision, command: Disallow) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        decision.require(roll.stage == "declared", "dice-are-down", "The dice have fallen.")
        is_side = 0 <= command.effort < len(roll.efforts)
        if is_side and command.feature in claimed(decision.state, roll, command.effort):
            drop_claim(decision, roll, command.effort, command.feature)
            return
        if is_side and command.feature in _ruled_on(roll.efforts[command.effort]):
            kept = (part for part in roll.efforts[command.effort].modifiers if not _is_ruled_on(part, command.feature))
            change_effort(decision, roll.id, command.effort, modifiers=tuple(kept))
            return
        decision.require(
            is_side and command.feature in roll.efforts[command.effort].features,
            "not-claimed",
            f"Nobody claims {command.feature!r} there.",
        )
        effort = roll.efforts[command.effort]
        change_effort(
            decision,
            roll.id,
            command.effort,
            features=tuple(name for name in effort.features if name != command.feature),
            modifiers=tuple(m for m in effort.modifiers if (m.source, m.label) != ("feature", command.feature)),
        )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            for roll in rolls_at(state, "declared"):
                yield from self._rulings(state, roll)

    def _rulings(self, state: State, roll: Roll) -> Iterator[Offer]:
        for index, effort in enumerate(roll.efforts):
            if effort.actor and self._may_send_back(state, roll, index):
                yield Offer(
                    command=SendBack(roll.id, "", index),
                    **one_of_a_family("Ask … to describe it differently", name_of(state, effort.actor)),
                    verb="veto",
                    target=Target("roll", roll.id),
                    holes=(TextHole("reason", "reason", is_description=True),),
                    cites=self.cites("approach-veto"),
                    group="gm",
                )
            for feature in dict.fromkeys((*effort.features, *claimed(state, roll, index), *_ruled_on(effort))):
                yield Offer(
                    command=Disallow(roll.id, index, feature),
                    **one_of_a_family("Disallow …", feature),
                    verb="veto",
                    target=Target("roll", roll.id),
                    cites=self.cites("feature"),
                    group="gm",
                )


def _ruled_on(effort: Effort) -> tuple[str, ...]:
    """What counts by itself and may be ruled out: wounds, and circumstances."""
    return (*wounds_in(effort), *(part.label for part in effort.modifiers if part.source == CIRCUMSTANCE))


def _is_ruled_on(part: Modifier, name: str) -> bool:
    return is_wound(part, name) or (part.source, part.label) == (CIRCUMSTANCE, name)
