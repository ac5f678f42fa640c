"""A contest as it stands: who takes part on which side, what was settled at its set-up, who rolls and in which order.

What a turn does to anybody is in `outcomes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import set_to
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.encounters.state import Contest, EncounterSet, contest_of
from fatetable.mechanics.rolls.state import Effort, Roll, RollId, open_rolls
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.sheet import COMPOSURE, level

Limit: TypeAlias = Literal["none", "friendly", "any"]
Until: TypeAlias = Literal["first", "last"]


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody does this turn; a manoeuvre has the words of an Aspect, and a target if it is aimed at one."""

    effort: Effort
    words: str = ""
    target: ActorId = NOBODY


class Bout(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`form`, `score`, `skills`, the stakes and so on are settled at the set-up; `entries` are those of this turn.

    `passed` are the efforts whose side has let the dice be since somebody last threw again, which was `last`.
    """

    goal: str
    form: str
    score: str
    skills: tuple[str, ...]
    victory: str
    defeat: str
    turn: str
    consequences: Limit
    until: Until
    actors: tuple[ActorId, ...]
    teams: Mapping[ActorId, str] = {}
    fugitives: tuple[ActorId, ...] = ()
    dropped: tuple[ActorId, ...] = ()
    groups_roll_once: bool = True
    number: int = 1
    entries: Mapping[ActorId, Entry] = {}
    throws: int = 0
    passed: tuple[int, ...] = ()
    last: int = -1
    is_interrupted: bool = False


BOUT: Key[Bout | None] = Key("bout", Bout | None, None)


class BoutSet(Event, frozen=True, tag="bout-set/1"):
    """The contest as it stands from here on; none once it is over."""

    bout: Bout | None = None
    news: str = ""


BOUT_EVOLVES = folds(BOUT, {BoutSet: set_to("bout")})


def running(state: State) -> Bout | None:
    """The contest that is being played now, if one is."""
    bout = state.get(BOUT)
    return bout if bout is not None and not bout.is_interrupted else None


def change(decision: Decision, news: str = "", **changes: object) -> Bout:
    bout = decision.state.get(BOUT)
    assert bout is not None
    changed = msgspec.structs.replace(bout, **changes)
    if changed != bout:
        decision.emit(BoutSet(changed, news))
    return changed


def show(decision: Decision, news: str = "") -> None:
    """Show a contest: who rolls in it, in which turn, and who has said what they do."""
    bout = decision.state.get(BOUT)
    assert bout is not None
    old = contest_of(decision.state)
    is_rolling = old is not None and any(roll.id == old.roll for roll in open_rolls(decision.state))
    contest = Contest(
        goal=bout.goal,
        tally=dict.fromkeys(rollers(decision.state, bout), 0),
        exchange=bout.number,
        roll=old.roll if old and is_rolling else RollId(""),
        entered=tuple(bout.entries),
    )
    if contest != old:
        decision.emit(EncounterSet(contest, news))


def name_sides(decision: Decision) -> None:
    """Members of a team are allies; everybody else is on their own."""
    bout = decision.state.get(BOUT)
    assert bout is not None
    decision.emit(SidesNamed({actor: side_in(decision.state, bout, actor) for actor in bout.actors}))


# -- who is with whom ------------------------------------------------------------------------------------------------


def still_in(state: State, bout: Bout) -> tuple[ActorId, ...]:
    return tuple(actor for actor in bout.actors if actor not in bout.dropped and is_active(state, actor))


def group_of(state: State, bout: Bout, actor_id: ActorId) -> tuple[ActorId, ...]:
    """Everybody for whom one roll is made: all alike on one side (SK-CONT-13), or just the one."""
    actor = state.get(CAST)[actor_id]
    if actor.is_pc or not bout.groups_roll_once:
        return (actor_id,)
    alike = tuple(other for other in bout.actors if _is_alike(state, bout, actor, other))
    # Contestants without other opponents compete with one another.
    return alike if len(alike) < len(bout.actors) else (actor_id,)


def _is_alike(state: State, bout: Bout, actor: Actor, other_id: ActorId) -> bool:
    other = state.get(CAST)[other_id]
    return (
        not other.is_pc
        and other.kind == actor.kind
        and other.sheet.traits == actor.sheet.traits
        and bout.teams.get(actor.id) == bout.teams.get(other_id)
        and (actor.id in bout.fugitives) == (other_id in bout.fugitives)
    )


def members(state: State, bout: Bout, roller: ActorId) -> tuple[ActorId, ...]:
    """Those for whom somebody rolls who are still in the contest."""
    there = still_in(state, bout)
    return tuple(other for other in group_of(state, bout, roller) if other in there)


def rollers(state: State, bout: Bout) -> tuple[ActorId, ...]:
    """Everybody still in it who makes a roll; the first of a group does for the rest."""
    return tuple(actor for actor in still_in(state, bout) if members(state, bout, actor)[0] == actor)


def side_in(state: State, bout: Bout, actor: ActorId) -> str:
    """A team's name; somebody without a team is a side alone, or with the group they roll with."""
    return bout.teams.get(actor) or f"alone:{group_of(state, bout, actor)[0]}"


def sides_left(state: State, bout: Bout) -> tuple[str, ...]:
    return tuple(dict.fromkeys(side_in(state, bout, actor) for actor in still_in(state, bout)))


# -- in which order --------------------------------------------------------------------------------------------------


def commit_order(tables: Tables, state: State, bout: Bout) -> tuple[ActorId, ...]:
    """The lowest declares Aspects first, by Empathy where Composure is at stake, else by Awareness (SK-CONT-06)."""
    skill = "empathy" if bout.score == COMPOSURE else "awareness"
    cast = state.get(CAST)
    # As heroes go before others where an order is tied, they also declare after them.
    return tuple(sorted(bout.entries, key=lambda actor: (level(tables, cast[actor].sheet, skill), cast[actor].is_pc)))


def side_result(state: State, bout: Bout, roll: Roll, side: str) -> int:
    """A team's best result counts (SK-CONT-12)."""
    return max(effort.total for effort in roll.efforts if side_in(state, bout, effort.actor) == side)


def next_to_throw_again(state: State, bout: Bout, roll: Roll) -> int | None:
    """The effort furthest behind among those that have not passed; one that was just thrown again comes last."""

    def urgency(index: int) -> tuple[bool, int, int]:
        effort = roll.efforts[index]
        side = side_result(state, bout, roll, side_in(state, bout, effort.actor))
        return index == bout.last, side, effort.total

    left = [index for index in range(len(roll.efforts)) if index not in bout.passed]
    return min(left, key=urgency) if left else None
