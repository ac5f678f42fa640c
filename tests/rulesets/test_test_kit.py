"""The shipped test kit fails a test where a rule is broken, and helps to reach the situation to be tested."""

import pytest

from fatetable.engine.speaking import Said, Say
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.testing import Game, all_of, faces, first

RETH = ActorId("reth")


@pytest.fixture
def game() -> Game:
    game = Game("fae")
    game.bring("ana", "Reth")
    game.add_opponent("Veld")
    game.start_scene("A rope bridge")
    return game


def declare(game: Game, difficulty: int = 2) -> None:
    game.choose("ana", "overcome an obstacle", trait="quick", description="runs")
    game.answer("gm", "opposition", "difficulty", value=difficulty)


def test_an_offer_is_taken_by_its_words_and_a_prompt_answered_by_its_kind(game: Game) -> None:
    declare(game)
    assert game.roll.actor == RETH
    assert game.prompts() == ()


def test_a_test_fails_if_nothing_of_the_kind_is_offered_or_asked(game: Game) -> None:
    with pytest.raises(AssertionError, match="no 'fly away'"):
        game.choose("ana", "fly away")
    with pytest.raises(AssertionError, match="no 'opposition' prompt"):
        game.answer("gm", "opposition", "difficulty", value=2)


def test_the_dice_fall_as_they_are_written_and_none_may_be_left_over(game: Game) -> None:
    declare(game)
    with pytest.raises(AssertionError, match="dice left over"):
        game.throw("ana", "0000", "++++")
    game.everyone_passes()
    assert game.last_roll.outcome


def test_dice_are_found_for_a_total() -> None:
    assert faces(-4) == "----"
    with pytest.raises(AssertionError):
        faces(5)


def test_a_refusal_gives_its_code_and_an_allowed_command_fails_the_test(game: Game) -> None:
    assert game.refused("ana", EndScene()) == "gm-only"
    with pytest.raises(AssertionError, match="gm was allowed to"):
        game.refused("gm", EndScene())


def test_a_refusal_of_what_was_offered_fails_the_test(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "is_offered", lambda seat, command: True)
    with pytest.raises(AssertionError, match="ana was offered"):
        game.refused("ana", EndScene())


def test_what_is_accepted_without_having_been_offered_fails_the_test(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "is_offered", lambda seat, command: False)
    with pytest.raises(AssertionError, match="gm was not offered"):
        game.do("gm", EndScene())


def test_turns_come_round_until_it_is_somebodys(game: Game) -> None:
    game.start_conflict("physical", first="Reth")
    assert game.actors_on_turn() == (RETH,)
    game.come_to("veld")
    assert game.actors_on_turn() == ("veld",)
    with pytest.raises(AssertionError, match="nobody-at-all gets no turn"):
        game.come_to("nobody-at-all")


def test_people_are_put_into_zones_and_points_into_purses(game: Game) -> None:
    game.draw_zones("Bridge", "Far side")
    game.place("reth", "Far side")
    game.set_points(reth=5, pool=1)
    assert game.where("reth") == "Far side"
    assert (game.points("reth"), game.points("pool")) == (5, 1)


def test_events_are_found_by_their_kind(game: Game) -> None:
    events = game.do("ana", Say("Careful!"))
    assert all_of(events, Said) == (first(events, Said),)
    with pytest.raises(AssertionError, match="no Said"):
        first((), Said)


def test_who_decides_for_whom_follows_the_sheet(game: Game) -> None:
    assert (game.seat_of("reth"), game.seat_of("veld"), game.gm) == ("ana", "gm", "gm")


def test_commands_that_name_nothing_on_the_table_are_refused(game: Game) -> None:
    assert game.refused("ana", Pass(RollId("r0"))) == "no-such-roll"
    assert game.refused("ana", ThrowDice(RollId("r0"))) == "no-such-roll"
    assert game.refused("bo", Overcome(actor=RETH, trait="quick", description="runs")) == "not-yours"
