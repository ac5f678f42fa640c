"""A decision being made: it collects events and folds each at once, so that rules read top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from fatetable.engine.chance import Chance, Die, Position, Throw
from fatetable.engine.clock import CLOCK
from fatetable.engine.errors import Refusal, RuleViolation
from fatetable.engine.messages import EVERYONE, FROM_THE_START, Audience, Event, LogRecord, Numbering, Record, SeatId
from fatetable.engine.opening import THROWS, DiceRenewed, DiceThrown, next_position
from fatetable.engine.seats import Seat
from fatetable.engine.state import State

if TYPE_CHECKING:
    from fatetable.engine.engine import Engine

T = TypeVar("T")


class Decision:
    """What a handler works with: the state so far, who asked, and the dice."""

    __slots__ = ("_is_named", "_numbering", "_unseen", "by", "chance", "engine", "proxy", "records", "seat", "state")

    def __init__(
        self,
        engine: Engine,
        state: State,
        seat: Seat,
        chance: Chance,
        proxy: SeatId | None,
        numbering: Numbering = FROM_THE_START,
    ) -> None:
        self.engine = engine
        self.state = state
        self.seat = seat
        self.by: SeatId | None = None if seat is CLOCK else seat.id
        self.chance = chance
        self.proxy = proxy
        self.records: list[LogRecord] = []
        self._numbering = numbering
        self._unseen = numbering.unseen
        self._is_named = False
        """Was an id given out since the last record that has a place?"""

    def emit(
        self, event: Event, *, to: Audience = EVERYONE, face: Event | None = None, is_anonymous: bool = False
    ) -> None:
        """Add a fact.  If it is anonymous, its record names neither the seat nor a proxy."""
        seq = self.state.seq + 1
        goes_on = bool(self.records)
        by, proxy = (None, None) if is_anonymous else (self.by, self.proxy)
        # A record that an id may be in always has a place, so that no id is given out twice.
        if to is not EVERYONE and face is None and not self._is_named:
            self._unseen += 1
        else:
            self._is_named = False
        self.records.append(Record(seq, event, by, to, face, proxy, goes_on=goes_on, unseen=self._unseen))
        self.state = self.engine.evolve(self.state, event, seq)

    @property
    def place(self) -> int:
        """The place of the next record everybody is told something of; see `Numbering`."""
        return self.state.seq + 1 - self._unseen

    def new_id(self, prefix: str, to: Audience = EVERYONE) -> str:
        """An id that no rewinding can give out twice, because places in the log only grow.

        `to` is who will be told of what it names; the id of something hidden does not tell when it was made.
        """
        if to is not EVERYONE:
            return self._numbering.hidden(prefix, self.state.seq + 1)
        self._is_named = True
        return f"{prefix}{self.place}"

    def throw(self, dice: Sequence[Die], what: str, chance: Chance | None = None) -> Throw:
        """Throw the dice of the table, or take what `chance` gives instead.

        `what` says who throws for what purpose, in words that are the same if a rewound table makes the same roll.
        """
        throws = self.state.get(THROWS)
        position = next_position(throws, what)
        if position is None:
            self.emit(DiceRenewed(throws.epoch + 1))
            position = Position(throws.epoch + 1, throws.count, throws.stir)
        throw = (chance or self.chance).throw(position, dice)
        self.emit(DiceThrown(throw, what))
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

    def require_allowed(self, refusal: Refusal | None, topic: str = "") -> None:
        """Raise the refusal that a predicate found, if it found one; it cites its own topic or this one."""
        if refusal is not None:
            raise self.violation(refusal.code, refusal.message, refusal.topic or topic)

    def require_described(self, words: str, code: str, message: str, topic: str = "") -> None:
        """Words that say how or why: needed only at tables that require descriptions."""
        self.require(bool(words.strip()) or not self.engine.needs_descriptions, code, message, topic)

    def described(self, words: str, otherwise: str, code: str, message: str, topic: str = "") -> str:
        """The words, or a name that will do where nobody has written any and the table does not ask for them."""
        self.require_described(words, code, message, topic)
        return words.strip() or otherwise

    def require_gm(self) -> None:
        self.require(self.seat.is_gm, "gm-only", f"Only the {self.engine.words.gm} may do that.")

    def service(self, kind: type[T]) -> T:
        """The one service of this kind that the ruleset was composed with."""
        return self.engine.service(kind)
