"""How often a check of a challenge may be made, and what time takes away (F2-CHAL-10, F2-CHAL-11)."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.time.clock import now
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.challenges.state import LadderChallenge

A_DAY = 86_400


def seconds(tables: Tables, step: str) -> int:
    """How long a step of the time track is; an empty one is no time at all."""
    return tables.time.seconds_of(step) if step else 0


def waits(tables: Tables, state: State, challenge: LadderChallenge) -> int:
    """In how many seconds the next check can be made."""
    if challenge.tried is None:
        return 0
    return max(0, challenge.tried + seconds(tables, challenge.span) - now(state))


def in_words(tables: Tables, wait: int) -> str:
    """The least step of the time track that is as long."""
    return f"in {lowered(tables.time.step_for(wait))}"


def lowered(step: str) -> str:
    """A step of the time track as it stands in a sentence."""
    return f"{step[:1].lower()}{step[1:]}"


def passes_with_check(tables: Tables, challenge: LadderChallenge) -> bool:
    """Does the time of a check pass with it?  Minutes and hours do, and the GM lets days pass."""
    return 0 < seconds(tables, challenge.span) < A_DAY


def times_recovered(tables: Tables, state: State, challenge: LadderChallenge) -> int:
    """How often it would have lost a mark since it was last pursued."""
    each = seconds(tables, challenge.recovery)
    return (now(state) - challenge.idle_since) // each if each else 0
