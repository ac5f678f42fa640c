"""The chess match of the book, move by move: two tracks, and marks that make rolls harder."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.rulesets.fate2.tests.support.challenging import CYRUS, FINN, Challenging

LOUIS, FERDINAND = CYRUS, FINN
"""The two masters, played by the heroes."""


class Match(Challenging):
    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.set_up_ready("The Chess Match", actors=(LOUIS, FERDINAND))

    def move(self, margin: int) -> dict[str, int]:
        """Louis is better by this much; returns what earlier losses took off each one's roll."""
        self.check(margin)
        return {
            effort.actor: sum(part.amount for part in effort.modifiers if part.source == "losses")
            for effort in self.last_roll.efforts
        }


@pytest.mark.rule("F2-CHAL-15", "F2-CHAL-16", "F2-CHAL-18", "F2-CHAL-14", "F2-TEST-11", "F2-CHAL-03")
def test_the_match_goes_as_in_the_book() -> None:
    g = Match()
    assert [rung.boxes for rung in g.challenge.rungs] == [8, 4, 2, 1, 1], "a set of pieces"
    assert g.move(2) == {LOUIS: 0, FERDINAND: 0}
    assert g.marked(FERDINAND) == (0, 0, 1, 0, 0)
    assert g.move(-1) == {LOUIS: 0, FERDINAND: -1}, "the rook counts from now on"
    assert g.marked(LOUIS) == (0, 1, 0, 0, 0)
    assert g.move(0) == {LOUIS: -1, FERDINAND: -1}, "the knight counts for one roll"
    assert (g.marked(LOUIS), g.marked(FERDINAND)) == ((1, 1, 0, 0, 0), (1, 0, 1, 0, 0)), "pawns are traded"
    assert g.move(5) == {LOUIS: 0, FERDINAND: -1}
    assert g.marked(FERDINAND) == (1, 0, 1, 1, 0)
    assert g.move(5) == {LOUIS: 0, FERDINAND: -2}, "the queen takes the place of the rook"
    assert not g.running, "with the queen gone, the mark goes up to the king"
    told = g.told()
    for words in ("Finn: a rook is lost", "Cyrus: a knight or a bishop is lost", "Finn: checkmate", "Cyrus wins"):
        assert words in told


@pytest.mark.rule("F2-CHAL-16")
def test_a_small_loss_that_overflows_counts_as_the_box_it_marks() -> None:
    g = Match()
    for _ in range(4):
        g.move(1)
    assert g.marked(FERDINAND) == (0, 4, 0, 0, 0)
    g.move(1)
    assert g.marked(FERDINAND) == (0, 4, 1, 0, 0)
    assert g.move(0) == {LOUIS: 0, FERDINAND: -1}
    assert g.move(0) == {LOUIS: 0, FERDINAND: -1}, "for the rest of the match"


@pytest.mark.rule("F2-CHAL-16")
def test_a_small_loss_counts_besides_a_great_one() -> None:
    g = Match()
    g.move(2)
    g.move(1)
    assert g.move(0) == {LOUIS: 0, FERDINAND: -2}
    assert g.move(0) == {LOUIS: 0, FERDINAND: -1}


@pytest.mark.rule("F2-CHAL-14")
def test_either_of_the_two_makes_the_next_check_and_nobody_else() -> None:
    g = Match(foes=("City Watch",))
    watch = g.actor("city-watch").id
    assert g.refused("gm", g.trying(actor=watch)) == "not-in-the-challenge"
    g.do("bo", g.trying(actor=FERDINAND))
    g.answer("ana", "defend", "defend", trait=g.best("cyrus"), description="so")
    g.throw_for(7)
    assert not g.running
    assert "Finn wins" in g.told()
