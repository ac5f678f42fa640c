"""Real dice: a seat that throws its own is asked what they show, and the record says so."""

from __future__ import annotations

import pytest

from fatetable.engine.chance import Position, Scripted
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import DiceThrown, Rewind
from fatetable.engine.seats import SEATS, SetPresence
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.own_dice import OWN_DICE, EnterDice, RollOwnDice
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.view.blocks_of_rolls import roll_blocks
from fatetable.tabletop.throw_checks import check_dice
from fatetable.testing import Game, first
from tests.tabletop.test_flow import overcome, set_difficulty, table

FACES = {"1": "+", "2": "+", "3": "0", "4": "-"}


def waiting_for_dice() -> Game:
    g = table()
    g.do("ana", RollOwnDice(True))
    g.do("ana", Overcome(actor="reth", trait="careful", description=""))  # type: ignore[arg-type]
    set_difficulty(g, 2)
    return g


def enter(g: Game, **faces: str) -> EnterDice:
    return EnterDice(open_rolls(g.table.state)[0].id, 0, {**FACES, **{key[1:]: face for key, face in faces.items()}})


def sources(g: Game) -> list[str]:
    return [record.event.throw.source for record in g.table.records if isinstance(record.event, DiceThrown)]


def test_the_dice_of_a_seat_that_throws_its_own_wait_for_it() -> None:
    g = waiting_for_dice()
    (roll,) = open_rolls(g.table.state)
    assert roll.stage == "declared"
    (offer,) = [each for each in g.table.offers("ana") if isinstance(each.command, EnterDice)]
    events = g.do("ana", offer.fill(**FACES))
    throw = first(events, DiceThrown).throw
    assert (throw.source, throw.values) == ("entered", (1, 1, 0, -1))
    assert open_rolls(g.table.state)[0].efforts[0].total == 3
    assert not g.table.state.get(OWN_DICE).entered


@pytest.mark.parametrize("faces", [{}, {"1": "+"}, {**FACES, "4": "2"}, {**FACES, "5": "+"}, {**FACES, "4": ""}])
def test_faces_that_are_not_on_the_dice_are_refused_with_one_sentence(faces: dict[str, str]) -> None:
    g = waiting_for_dice()
    with pytest.raises(RuleViolation) as refused:
        g.table.send("ana", EnterDice(open_rolls(g.table.state)[0].id, 0, faces))
    assert refused.value.code == "dice-not-readable"
    assert refused.value.message.count(".") == 1
    assert g.do("ana", enter(g))


def test_nobody_throws_for_a_seat_with_its_own_dice_nor_enters_them_for_it() -> None:
    g = waiting_for_dice()
    for seat in ("gm", "bo"):
        with pytest.raises(RuleViolation, match="No dice of yours"):
            g.table.send(seat, enter(g))
    with pytest.raises(RuleViolation, match="has yet to say"):
        g.table.send("ana", ThrowDice(open_rolls(g.table.state)[0].id))
    assert not [each for each in g.table.offers("bo") if isinstance(each.command, (EnterDice, ThrowDice))]


def test_the_other_side_still_throws_the_dice_of_the_table() -> None:
    g = table()
    g.do("bo", RollOwnDice(True))
    overcome(g, 2, "0000")
    assert sources(g) == ["scripted"]


def test_dice_of_a_seat_that_goes_away_fall_by_themselves() -> None:
    g = waiting_for_dice()
    g.table.time_out(SetPresence("ana", True), chance=Scripted("0000"))  # type: ignore[arg-type]
    assert sources(g) == ["scripted"]


def test_a_seat_that_lets_the_table_roll_again_is_not_asked() -> None:
    g = waiting_for_dice()
    g.do("ana", RollOwnDice(False), "0000")
    assert sources(g) == ["scripted"]


def test_a_rewound_roll_asks_for_its_dice_again() -> None:
    g = waiting_for_dice()
    before = g.table.state.seq
    g.do("ana", enter(g))
    g.do("gm", Rewind(before))
    assert [roll.stage for roll in open_rolls(g.table.state)] == ["declared"]
    assert first(g.do("ana", enter(g, d1="-")), DiceThrown).throw.values == (-1, 1, 0, -1)


def test_a_cards_player_cannot_enter_cards() -> None:
    g = Game("fae", dials={"dice": "deck"}, by_hand=False)
    with pytest.raises(RuleViolation, match="deck"):
        g.table.send("ana", RollOwnDice(True))


def test_the_roll_card_says_that_dice_were_entered() -> None:
    g = waiting_for_dice()
    g.do("ana", enter(g))
    state, shown = g.table.view("bo"), g.table.ruleset
    (block,) = roll_blocks(state, state.get(SEATS)[SeatId("bo")], shown.presenting.rules, shown.ladder)
    assert block.sides[0].is_entered


def test_verification_names_the_throws_that_were_entered() -> None:
    g = waiting_for_dice()
    g.do("ana", enter(g))
    assert check_dice(g.table.records).entered == (Position(0, 0),)
