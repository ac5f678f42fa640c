"""What wounds take off rolls."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.encounters.state import BY_TURNS, fight_of
from fatetable.mechanics.harm.rows import Rows, WoundRow
from fatetable.mechanics.harm.state import Wound, condition_of
from fatetable.mechanics.rolls.state import Effort, Modifier

WOUND = "wound"
"""The source of a penalty begins with it; its label is the row."""


def penalties(
    rows: Rows, wounds: tuple[Wound, ...], exchange: int, turn_action: str | None = None
) -> tuple[Modifier, ...]:
    """What wounds take off in this exchange, one part for each row.

    `turn_action` is what is rolled for, where people take turns.
    """
    return tuple(
        Modifier(f"{WOUND} {row.name}", row.name, -row.penalty * (count if row.adds_up else 1))
        for row in rows
        if row.penalty and (count := sum(w.row == row.name and _counts(row, w, exchange, turn_action) for w in wounds))
    )


def _counts(row: WoundRow, wound: Wound, exchange: int, turn_action: str | None) -> bool:
    if row.next_action and turn_action is not None:
        return row.next_action == turn_action
    return not row.waits or wound.since < exchange


def penalties_now(rows: Rows, state: State, actor: Actor, action: str) -> tuple[Modifier, ...]:
    """What an actor's wounds take off an action now."""
    wounds, fight = condition_of(state, actor.id).wounds, fight_of(state)
    if not wounds:
        return ()
    by_turns = fight is not None and fight.pace == BY_TURNS
    return penalties(rows, wounds, exchange_of(state), action if by_turns else None)


def exchange_of(state: State) -> int:
    """The exchange that is being played; 0 outside of any fight."""
    fight = fight_of(state)
    return fight.exchange if fight is not None else 0


def wounds_in(effort: Effort) -> tuple[str, ...]:
    """The rows whose penalty counts in an effort."""
    return tuple(part.label for part in effort.modifiers if part.source == f"{WOUND} {part.label}")


def is_wound(part: Modifier, row: str) -> bool:
    """Is this the penalty for the wounds of that row?"""
    return part.source == f"{WOUND} {row}"
