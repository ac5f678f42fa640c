"""A game in a real terminal: several turns of a ready-made scene, taken back, saved, gone on with and verified."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from fatetable import rulesets
from fatetable.adapters.cli.play.saved_games import read_game, secret_path, write_game
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.tabletop.playthroughs.ready_scenes import find_scene, set_up
from tests.adapters.cli.support.terminal import PROGRAM, QUESTION, Terminal

RULESET, SCENE = "fae", "fight-on-the-quay"
# The dice of this secret are part of the story told below.
SECRET = bytes(range(32))
FACES = re.compile(r"(?:\[[-+ ]\]){4}")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "evening.log"
    by_hand = find_scene(SCENE, RULESET).with_dials(
        {**BY_HAND, "ask_before_throw": True, "exchanges_follow": "at-once"}
    )
    write_game(set_up(by_hand, SECRET), SECRET, path)
    return path


@pytest.fixture
def terminal(game: Path) -> Iterator[Terminal]:
    with Terminal("play", game) as started:
        started.table()
        yield started


def attack(terminal: Terminal) -> str:
    """Voltaire attacks, the thugs defend, nobody adds anything before the dice fall."""
    assert terminal.seat == "bo"
    terminal.choose("attack with Swashbuckling Swordswoman", "cuts the buttons off their coats")
    assert terminal.seat == "gm"
    terminal.choose("Defend", "1", "they swing their axe handles")
    terminal.type("p")
    assert terminal.seat == "bo"
    return terminal.choose("Roll the dice")


def play_on(terminal: Terminal, steps: int) -> None:
    """Take the first offer again and again, and answer with the first of everything."""
    screen = terminal.screen
    for _ in range(steps):
        screen = terminal.type("1", QUESTION.pattern)
        while not re.search(r"\w> $", screen):
            # A yes or no has no first answer.
            screen = terminal.type("y" if screen.endswith("] ") else "1", QUESTION.pattern)


def test_the_scene_is_drawn_for_whoever_the_table_waits_for(terminal: Terminal) -> None:
    screen = terminal.screen
    assert terminal.seat == "bo"
    assert "Voltaire's turn" in screen
    assert "▶ Voltaire +2" in screen
    assert "Slick Wet Planks" in screen
    assert "Zones" in screen
    assert "Flashy (+3)" in screen
    assert "Held by a Single Slip Knot" not in screen


def test_a_turn_is_declared_defended_thrown_and_settled(terminal: Terminal) -> None:
    thrown = attack(terminal)
    assert len(FACES.findall(thrown)) >= 2
    assert "as it stands" in thrown
    assert re.search(r"Invoke for Voltaire \(reroll\) +costs 1 fate point; .* → \d+ % to succeed", thrown)
    settled = terminal.type("p")
    assert re.search(r"Voltaire: \w+ \(\+\d\) (?:against|vs) \w+ \([+-]\d\)", settled)


def test_a_step_that_is_undone_comes_again_with_the_same_dice(terminal: Terminal) -> None:
    thrown = FACES.findall(attack(terminal))
    back = terminal.type("u")
    assert "The table went back to an earlier step" in back
    assert not FACES.search(back)
    assert FACES.findall(terminal.choose("Roll the dice")) == thrown


def test_a_game_is_saved_at_every_step_and_goes_on_where_it_was_left(terminal: Terminal, game: Path) -> None:
    attack(terminal)
    left = terminal.screen
    terminal.type("q", "Saved as")
    assert terminal.end() == 0
    assert str(game) in terminal.screen
    assert "keep it to yourself" in " ".join(terminal.screen.split())
    with Terminal("play", game) as resumed:
        back = resumed.table()
        assert FACES.findall(back) == FACES.findall(left)[: len(FACES.findall(back))]
        assert "Keep result" in back
        resumed.type("u")
        assert resumed.number_of("Roll the dice")


def test_ten_steps_later_the_dice_are_verified_when_play_is_closed(terminal: Terminal, game: Path) -> None:
    play_on(terminal, 10)
    terminal.type("v", "] $")
    told = terminal.type("y", "] $")
    assert re.search(r"([1-9]\d*) of \1 throws come from it\.", told)
    terminal.type("n", "Saved as")
    assert terminal.end() == 0
    assert not secret_path(game).exists()
    verified = subprocess.run([PROGRAM, "verify", game], capture_output=True, text=True)
    assert verified.returncode == 0
    assert re.search(r"([1-9]\d*) of \1 throws verified against the secret\.", verified.stdout)


def test_a_closed_game_goes_on_with_new_dice(terminal: Terminal, game: Path) -> None:
    play_on(terminal, 2)
    terminal.type("v", "] $")
    terminal.type("y", "] $")
    terminal.type("y")
    play_on(terminal, 3)
    terminal.type("q", "Saved as")
    assert terminal.end() == 0
    _, secret = read_game(game)
    assert secret is not None
    assert secret != SECRET


def test_a_new_game_that_was_never_saved_may_be_saved_on_leaving(tmp_path: Path) -> None:
    path = tmp_path / "new.log"
    with Terminal("play", "--ruleset", RULESET) as terminal:
        terminal.table()
        terminal.type("q", "Save as .*: $")
        terminal.type(str(path), "Saved as")
        assert terminal.end() == 0
    assert secret_path(path).stat().st_mode & 0o777 == 0o600
    table, secret = read_game(path)
    assert secret is not None
    assert table.state.seq > 0


@pytest.mark.parametrize("columns", [80, 140])
def test_nothing_is_drawn_beyond_the_edge_of_the_screen(game: Path, columns: int) -> None:
    with Terminal("play", game, columns=columns) as terminal:
        terminal.table()
        screens = [terminal.screen, attack(terminal), terminal.type("p"), terminal.type("s gm"), terminal.type("g")]
    for screen in screens:
        drawn = screen.rpartition("\n")[0].splitlines()
        assert max(map(len, drawn)) <= columns


def test_interrupting_a_question_takes_it_back_and_interrupting_the_table_leaves(terminal: Terminal) -> None:
    terminal.type(terminal.number_of("attack with"), ": $")
    assert "Taken back." in terminal.press(b"\x03", r"\w> $")
    assert "Saved as" in terminal.press(b"\x03", "Saved as")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


def test_the_end_of_typing_leaves_the_game_saved(terminal: Terminal, game: Path) -> None:
    play_on(terminal, 1)
    terminal.press(b"\x04", "Saved as")
    assert terminal.end() == 0
    assert read_game(game)[0].state.seq > 0


def test_the_first_ready_made_scene_is_the_one_that_begins() -> None:
    first = next(iter(rulesets.scenes(rulesets.folders()[0])))
    assert find_scene(None, None).name == first
