"""An effort knows its dice: the throw that was kept, with the dice that were changed in it."""

from __future__ import annotations

from fatetable.engine.chance import Position, Scripted, Throw
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.dice.notation import fate_dice
from fatetable.mechanics.rolls.state import DieChange, Effort, EffortId


def thrown(shown: str) -> Throw:
    return Scripted(shown).throw(Position(0, 0), fate_dice(len(shown)))


def effort(*throws: Throw, kept: int = 0, changes: tuple[DieChange, ...] = ()) -> Effort:
    return Effort(
        id=EffortId("r1.0"),
        actor=ActorId("reth"),
        action="overcome",
        trait="speed",
        throws=throws,
        kept=kept,
        changes=changes,
    )


def test_without_a_throw_nothing_lies_there() -> None:
    assert (effort(kept=-1).values, effort(kept=-1).dice, effort(kept=-1).added) == ((), 0, 0)


def test_a_turned_die_counts_for_what_it_was_turned_to_and_the_throw_stays_as_it_fell() -> None:
    turned = effort(thrown("+0-0"), changes=(DieChange(0, 2, 1),))
    assert (turned.values, turned.dice, turned.throws[0].values) == ((1, 0, 1, 0), 2, (1, 0, -1, 0))


def test_a_change_belongs_to_the_throw_it_was_made_in() -> None:
    first, second = thrown("----"), thrown("00++")
    changes = (DieChange(0, 2, 1),)
    assert effort(first, second, kept=0, changes=changes).values == (-1, -1, 1, -1)
    assert effort(first, second, kept=1, changes=changes).values == (0, 0, 1, 1)


def test_a_die_after_the_last_was_thrown_in_addition() -> None:
    more = effort(thrown("00"), changes=(DieChange(0, 2, 1, thrown("+")), DieChange(0, 0, 1)))
    assert (more.values, more.dice, more.added) == ((1, 0, 1), 2, 1)
