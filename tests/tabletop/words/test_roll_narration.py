"""A roll that is compared with several things is told comparison by comparison."""

from __future__ import annotations

import msgspec

from fatetable.engine.chance import Position, Scripted
from fatetable.engine.messages import Event, Record
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.dice.notation import fate_dice
from fatetable.mechanics.rolls.state import (
    Comparison,
    ComparisonsRead,
    Declaration,
    DieChange,
    Effort,
    EffortChanged,
    Modifier,
    Roll,
    RollDeclared,
    RollId,
    RollSettled,
    effort_id,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.words.event_context import EventContext
from fatetable.tabletop.words.narration import tell
from fatetable.tabletop.words.roll_narration import roll_in_one_line

ROLL = RollId("r9")
PEOPLE = tuple(map(ActorId, ("reth", "veld", "gang-of-thugs")))


def spray() -> tuple[Game, State]:
    """Reth acts against Veld and a gang at once."""
    game = Game(foes=("Veld", "Gang of Thugs"))
    efforts = tuple(
        Effort(
            id=effort_id(ROLL, place),
            actor=actor,
            action="attack",
            trait="forceful",
            modifiers=(Modifier("trait", "Forceful (+1)", 1),),
        )
        for place, actor in enumerate(PEOPLE)
    )
    declared = Declaration(
        actor=PEOPLE[0], action="attack", trait="forceful", description="", target=PEOPLE[1], targets=PEOPLE[1:]
    )
    return game, after(game, game.table.state, RollDeclared(Roll(id=ROLL, declaration=declared, efforts=efforts)))


def after(game: Game, state: State, event: Event) -> State:
    return game.table.ruleset.engine.follow([], state, (Record(state.seq + 1, event),))


def context(game: Game, state: State) -> EventContext:
    return EventContext(state, state, None, game.table.ruleset)


FIRST = Comparison(
    other=1, modifiers=(Modifier("spray", "two targets", -2),), margin=-1, outcome="fail", total=1, against=2
)
SECOND = Comparison(
    other=2,
    opposing=(Modifier("wound", "hurt", -1),),
    parts=(Modifier("weapon", "knife", 1),),
    margin=2,
    outcome="succeed",
    total=1,
    against=0,
)
AGAINST_A_NUMBER = Comparison(target=PEOPLE[2], margin=0, outcome="tie", total=1, against=1)
LINES = [
    "Reth: Average (+1) with two targets -2 vs Veld's Fair (+2). Failure (-1).",
    "Reth: Average (+1) vs Gang of Thugs' Mediocre (+0) with hurt -1. Success (+2) with knife +1.",
]


def test_who_is_acted_upon_is_told_by_name() -> None:
    game, state = spray()
    (line,) = tell(context(game, state), RollDeclared(next(iter(state.slices["rolls"].values()))))
    assert line == "Reth: Attack on Veld and Gang of Thugs with Forceful (+1)."


def test_each_comparison_has_a_line_with_what_counted_in_it() -> None:
    game, state = spray()
    settled = RollSettled(ROLL, margin=-1, outcome="fail", comparisons=(FIRST, SECOND))
    assert list(tell(context(game, state), settled)) == LINES
    assert list(roll_in_one_line(context(game, state), settled)) == [
        "Reth: Attack on Veld and Gang of Thugs with Forceful (+1).",
        *LINES,
    ]


def test_what_is_read_later_is_told_when_it_is_read() -> None:
    game, state = spray()
    settled = RollSettled(ROLL, margin=-1, outcome="fail", comparisons=(FIRST,), has_more=True)
    state = after(game, state, settled)
    assert list(tell(context(game, state), ComparisonsRead(ROLL, (SECOND,)))) == LINES[1:]


def test_a_target_with_a_number_instead_of_an_answer_is_named() -> None:
    game, state = spray()
    assert list(tell(context(game, state), ComparisonsRead(ROLL, (AGAINST_A_NUMBER,)))) == [
        "Reth: Average (+1) vs Gang of Thugs' Average (+1). Tie (+0)."
    ]


def test_a_changed_die_is_told_as_what_it_was_and_is() -> None:
    game, state = spray()
    effort = next(iter(state.slices["rolls"].values())).efforts[0]
    first = Scripted("-0++").throw(Position(0, 0), fate_dice())
    before = msgspec.structs.replace(effort, throws=(first,), kept=0)
    state = after(game, state, EffortChanged(ROLL, 0, before))
    again = Scripted("+").throw(Position(0, 1), fate_dice(1))
    for change, line in (
        (DieChange(0, 0, 1), "Reth turns [-] into [+]."),
        (DieChange(0, 1, 1, again), "Reth rolls one die again: [ ] becomes [+]."),
        (DieChange(0, 4, 5, again), "Reth adds a die: 5."),
    ):
        changed = EffortChanged(ROLL, 0, msgspec.structs.replace(before, changes=(change,)))
        told = tell(EventContext(state, after(game, state, changed), None, game.table.ruleset), changed)
        assert list(told) == [line]
