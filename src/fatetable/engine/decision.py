"""A decision in the making: it collects facts and folds each as it is emitted, so rules read top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fatetable.engine.chance import Chance, Die, Throw
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import EVERYONE, Audience, Event, LogRecord, Record, SeatId
from fatetable.engine.opening import DiceThrown, next_position
from fatetable.engine.seats import Seat
from fatetable.engine.state import State

if TYPE_CHECKING:
    from fatetable.engine.engine import Engine


class Decision:
    """What a handler works with: the state so far, who asked, and the dice."""

    __slots__ = ("chance", "engine", "proxy", "records", "seat", "state")

    def __init__(self, engine: Engine, state: State, seat: Seat, chance: Chance, proxy: SeatId | None) -> None:
        self.engine = engine
        self.state = state
        self.seat = seat
        self.chance = chance
        self.proxy = proxy
        self.records: list[LogRecord] = []

    def emit(self, event: Event, *, to: Audience = EVERYONE, face: Event | None = None) -> None:
        seq = self.state.seq + 1
        goes_on = bool(self.records)
        self.records.append(Record(seq, event, self.seat.id, to, face, self.proxy, goes_on=goes_on))
        self.state = self.engine.evolve(self.state, event, seq)

    def new_id(self, prefix: str) -> str:
        """An id that no rewinding can give out twice, because positions in the log only grow."""
        return f"{prefix}{self.state.seq + 1}"

    def throw(self, dice: Sequence[Die]) -> Throw:
        throw = self.chance.throw(next_position(self.state), dice)
        self.emit(DiceThrown(throw))
        return throw

    def moment(self, moment: Any) -> None:
        """Tell every subsystem, in order, that a moment of play has come (a scene ends, a roll is over …)."""
        for handler in self.engine.told_of(type(moment)):
            handler(self, moment)

    def cites(self, topic: str) -> tuple[str, ...]:
        """The ids of the rules that this ruleset's book has on a topic."""
        return self.engine.citations.get(topic, ())

    def violation(self, code: str, message: str, topic: str = "") -> RuleViolation:
        """A refusal that cites the rules on `topic`, or else those on its own code."""
        return RuleViolation(code, message, self.cites(topic or code))

    def require(self, holds: bool, code: str, message: str, topic: str = "") -> None:
        if not holds:
            raise self.violation(code, message, topic)

    def require_gm(self) -> None:
        self.require(self.seat.is_gm, "gm-only", "Only the game master may do that.")
