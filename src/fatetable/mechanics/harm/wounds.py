"""Harm by rows of wounds: a hit is marked in the row of its size, and wounds make everything harder while they last.

What the rows are is passed in.  Nobody is asked how a hit is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.penalties import exchange_of, penalties_now, wounds_in
from fatetable.mechanics.harm.rows import Rows, WoundRow, mark
from fatetable.mechanics.harm.state import (
    HARM,
    HARM_EVOLVES,
    TAKEN_OUT,
    Condition,
    Slot,
    Wound,
    condition_of,
    is_out,
    set_condition,
)
from fatetable.mechanics.moments import ActorIsOut, ConflictEnds, ExchangeBegins, RollIsOver, SceneEnds, WoundIsMarked
from fatetable.mechanics.rolls.state import ROLLS, Effort, Modifier, RollId
from fatetable.mechanics.time.clock import ClockMoves


class WoundRules(Struct, frozen=True, kw_only=True):
    """The rows of each character, from the least result to the worst; a full one overflows unless told not to."""

    rows: Callable[[Actor], Rows]
    overflows: bool = True

    @property
    def counts_down(self) -> bool:
        return False

    def fresh(self, _: Actor) -> Condition:
        return Condition()

    def slots(self, _: Actor) -> tuple[Slot, ...]:
        return ()

    def marked(self, actor: Actor, condition: Condition, at: int) -> WoundRow | None:
        """The row in which a result of the row at this place is marked, if it leaves a mark."""
        rows = self.rows(actor)
        full = Counter(wound.row for wound in condition.wounds)
        found = mark([row.boxes for row in rows], [full[row.name] for row in rows], at, overflow=self.overflows)
        return None if found is None else rows[found]


class HealsAt(Protocol):
    """When a wound that a hit leaves in a row has healed, by the clock; `None` if it does not by itself.

    Nobody's hit is a wound that the game master has marked.
    """

    def __call__(self, state: State, row: WoundRow, hit: Hit, /) -> int | None: ...


class LeastOfRows(Protocol):
    """The least size of a hit for each row, from the first on."""

    def __call__(self, state: State, hit: Hit, /) -> Sequence[int]: ...


def not_by_itself(_: State, __: WoundRow, ___: Hit) -> int | None:
    return None


# -- what people do --------------------------------------------------------------------------------------------------


class MarkWound(Command, frozen=True, tag="mark-wound"):
    """The game master marks a wound that no attack caused."""

    actor: ActorId
    row: str
    words: str
    reason: str


class ClearWound(Command, frozen=True, tag="clear-wound"):
    """The game master clears a wound out of its time; `number` counts those somebody has, from 1."""

    actor: ActorId
    number: int
    reason: str


class NameWound(Command, frozen=True, tag="name-wound"):
    """Somebody says what their wound is."""

    actor: ActorId
    number: int
    words: str


class Wounding(Struct, frozen=True, kw_only=True):
    """Marks hits in rows, and clears wounds in their time; `rules` come by kind of actor.

    `least` are the least sizes of the rows, where they differ from hit to hit.
    """

    rules: Mapping[str, WoundRules]
    cites: Cites
    heals_at: HealsAt = not_by_itself
    least: LeastOfRows | None = None

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="wounds",
            decides={MarkWound: self._mark, ClearWound: self._clear, NameWound: self._name},
            evolves=HARM_EVOLVES,
            offers=(self._offers, self._rulings),
            on_moment=self._on_moment,
            moments=(ExchangeBegins, ConflictEnds, SceneEnds, ClockMoves, RollIsOver),
        )

    def land_hit(self, decision: Decision, hit: Hit, on: ActorId = NOBODY) -> None:
        """Mark the wound, or the same one `on` somebody else who takes it."""
        self.mark(decision, msgspec.structs.replace(hit, target=on or hit.target), self.place(decision.state, hit))

    def mark(self, decision: Decision, hit: Hit, at: int) -> None:
        """Mark a result of the row at this place, whatever the size of the hit."""
        row = self._row_at(decision.state, hit.target, at)
        if row is not None:
            self._suffer(decision, row, hit)

    def row_of(self, state: State, hit: Hit) -> WoundRow | None:
        """The row in which a hit is marked, if it leaves a mark."""
        return self._row_at(state, hit.target, self.place(state, hit))

    def _row_at(self, state: State, actor: ActorId, at: int) -> WoundRow | None:
        wounded = state.get(CAST)[actor]
        return self.rules[wounded.kind].marked(wounded, condition_of(state, actor), at)

    def place(self, state: State, hit: Hit) -> int:
        """The place of the row that a hit of this size belongs to."""
        target = state.get(CAST)[hit.target]
        rows = self.rules[target.kind].rows(target)
        least = tuple(row.least for row in rows) if self.least is None else self.least(state, hit)
        return sum(number <= hit.size for number in least) - 1

    def penalties(self, state: State, actor: Actor, action: str = "") -> tuple[Modifier, ...]:
        """What an actor's wounds take off an action now."""
        return penalties_now(self.rules[actor.kind].rows(actor), state, actor, action)

    def _suffer(self, decision: Decision, row: WoundRow, hit: Hit, words: str = "") -> None:
        actor, before = hit.target, condition_of(decision.state, hit.target)
        due = self.heals_at(decision.state, row, hit) if row.clears == "time" else None
        wound = Wound(row.name, exchange_of(decision.state), due, words, decision.new_id("w"))
        out = TAKEN_OUT if row.takes_out else before.out
        set_condition(decision, actor, row.name, wounds=(*before.wounds, wound), out=out)
        decision.moment(WoundIsMarked(actor, wound.id, hit.by, hit.roll))
        if out and not before.out:
            decision.moment(ActorIsOut(actor, TAKEN_OUT))

    # -- time ------------------------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ExchangeBegins(exchange):
                # What was marked in the exchange before counts in this one.
                by_turns = conflict_of(decision.state) is not None
                self._keep(
                    decision,
                    lambda row, wound: (
                        row.clears != "exchange" or wound.since >= exchange - 1 or bool(by_turns and row.next_action)
                    ),
                )
            case RollIsOver(roll, was_cancelled) if not was_cancelled and conflict_of(decision.state) is not None:
                for effort in decision.state.get(ROLLS)[RollId(roll)].efforts:
                    self._has_counted(decision, effort)
            case ConflictEnds():
                self._keep(decision, lambda row, _: row.clears != "exchange")
            case ClockMoves(_, time):
                self._keep(decision, lambda row, wound: wound.due is None or wound.due > time)
            case SceneEnds():
                self._keep(decision, lambda row, wound: row.clears == "time" and not wound.ends_with_scene)
                for actor, condition in tuple(decision.state.get(HARM).items()):
                    if condition.out:
                        set_condition(decision, actor, "scene ended", out="", fate="")
            case _:
                pass

    def _has_counted(self, decision: Decision, effort: Effort) -> None:
        """What counts for one action alone is gone after it."""
        rows, before = self._rows(decision.state, effort.actor), condition_of(decision.state, effort.actor).wounds
        gone = {name for name in wounds_in(effort) if rows[name].next_action == effort.action}
        left = tuple(wound for wound in before if wound.row not in gone)
        if left != before:
            set_condition(decision, effort.actor, "in time", wounds=left)

    def _keep(self, decision: Decision, stays: Callable[[WoundRow, Wound], bool]) -> None:
        for actor, condition in tuple(decision.state.get(HARM).items()):
            rows = self._rows(decision.state, actor)
            left = tuple(wound for wound in condition.wounds if wound.row in rows and stays(rows[wound.row], wound))
            if left != condition.wounds:
                set_condition(decision, actor, "in time", wounds=left)

    def _rows(self, state: State, actor: ActorId) -> Mapping[str, WoundRow]:
        found = state.get(CAST).get(actor)
        return {row.name: row for row in self.rules[found.kind].rows(found)} if found is not None else {}

    # -- rulings ---------------------------------------------------------------------------------------------------

    def _mark(self, decision: Decision, command: MarkWound) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(not actor.is_hidden, "still-hidden", f"{actor.name} is still hidden.")
        row = next((row for row in _markable(self.rules[actor.kind].rows(actor)) if row.name == command.row), None)
        if row is None:
            raise decision.violation("no-such-row", f"{actor.name} cannot be {command.row!r}.")
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        at = self.rules[actor.kind].rows(actor).index(row)
        found = self.rules[actor.kind].marked(actor, condition_of(decision.state, actor.id), at)
        if found is None:
            raise decision.violation("row-is-full", f"{actor.name} has no free box for it.")
        is_out_already = is_out(decision.state, actor.id)
        decision.require(not is_out_already, "out-of-the-scene", f"{actor.name} is out already.")
        self._suffer(decision, found, Hit(target=actor.id, by=NOBODY, amount=0), command.words.strip())

    def _clear(self, decision: Decision, command: ClearWound) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        wound = _the_wound(decision, actor, command.number)
        decision.require_described(command.reason, "no-reason", "A ruling needs a reason.")
        wounds = condition_of(decision.state, actor.id).wounds
        rest = tuple(other for place, other in enumerate(wounds, start=1) if place != command.number)
        takes_out = self._rows(decision.state, actor.id)[wound.row].takes_out
        back = {"out": "", "fate": ""} if takes_out else {}
        set_condition(decision, actor.id, command.reason.strip(), wounds=rest, **back)

    def _name(self, decision: Decision, command: NameWound) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        wound = _the_wound(decision, actor, command.number)
        decision.require(bool(command.words.strip()), "no-words", "A wound needs words.")
        decision.require(not wound.words, "has-words", "It is known what that wound is.")
        wounds = tuple(
            msgspec.structs.replace(wound, words=command.words.strip()) if place == command.number else wound
            for place, wound in enumerate(condition_of(decision.state, actor.id).wounds, start=1)
        )
        set_condition(decision, actor.id, "named", wounds=wounds)

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            for number, wound in enumerate(condition_of(state, actor.id).wounds, start=1):
                if controls(seat, actor) and not wound.words:
                    yield Offer(
                        command=NameWound(actor.id, number, ""),
                        **one_of_a_family("Say what it is: …", f"{wound.row}, {actor.name}"),
                        verb="change",
                        target=Target("actor", actor.id),
                        holes=(TextHole("words", "wound"),),
                        cites=self.cites("wounds"),
                        group="sheet",
                    )

    def _rulings(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        for actor in state.get(CAST).values():
            if actor.is_hidden:
                continue
            wounds, rules = condition_of(state, actor.id).wounds, self.rules[actor.kind]
            free = [
                row
                for at, row in enumerate(rules.rows(actor))
                if row.boxes and rules.marked(actor, condition_of(state, actor.id), at)
            ]
            if free and not is_out(state, actor.id):
                yield Offer(
                    command=MarkWound(actor.id, "", "", ""),
                    **one_of_a_family("Mark a wound of …", actor.name),
                    verb="correct",
                    target=Target("actor", actor.id),
                    holes=(
                        ChoiceHole("row", "result", tuple(Choice(row.name) for row in free)),
                        TextHole("words", "wound", optional=True),
                        TextHole("reason", "reason", is_description=True),
                    ),
                    cites=self.cites("wounds"),
                    group="overrule",
                )
            if wounds:
                yield Offer(
                    command=ClearWound(actor.id, 1, ""),
                    **one_of_a_family("Clear a wound of …", actor.name),
                    verb="correct",
                    target=Target("actor", actor.id),
                    holes=(
                        NumberHole("number", "wound", 1, len(wounds)),
                        TextHole("reason", "reason", is_description=True),
                    ),
                    cites=self.cites("wounds"),
                    group="overrule",
                )


def _markable(rows: Iterable[WoundRow]) -> Iterator[WoundRow]:
    return (row for row in rows if row.boxes)


def _the_wound(decision: Decision, actor: Actor, number: int) -> Wound:
    wounds = condition_of(decision.state, actor.id).wounds
    decision.require(0 < number <= len(wounds), "no-such-wound", f"{actor.name} has no wound {number}.")
    return wounds[number - 1]
