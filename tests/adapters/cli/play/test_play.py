"""Playing through a pipe: every key, whatever is typed, and games that cannot be gone on with."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.main import main
from fatetable.adapters.cli.play.saved_games import read_game, secret_path, write_game
from fatetable.tabletop.playthroughs.ready_scenes import ReadyScene, all_scenes, find_scene, set_up

PROGRAM = Path(sys.executable).with_name("fatetable")
RULESET, SCENE = "fae", "fight-on-the-quay"
SECRET = bytes(range(32))


def play(*lines: str, args: tuple[str, ...] = ("--ruleset", RULESET, "--scene", SCENE)) -> Result:
    return CliRunner().invoke(main, ["play", *args], input="".join(f"{line}\n" for line in lines))


def after(result: Result, prompt: str, times: int = 1) -> str:
    """What was shown after somebody was asked to type for that many times."""
    assert result.exit_code == 0, result.output
    return result.output.split(prompt, times)[times]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "evening.log"
    write_game(set_up(find_scene(SCENE, RULESET), SECRET), SECRET, path)
    return path


# -- beginning -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", list(all_scenes(None)), ids=lambda scene: f"{scene.ruleset}/{scene.name}")
def test_every_ready_made_scene_can_be_begun(scene: ReadyScene) -> None:
    result = play("q", "", args=("--ruleset", scene.ruleset, "--scene", scene.name))
    assert result.exit_code == 0
    assert re.search(r"^\w+> ", result.output, re.MULTILINE)
    assert "The game was not saved." in result.output


def test_the_ready_made_scenes_are_listed_with_what_they_are_about() -> None:
    result = CliRunner().invoke(main, ["play", "--list"])
    for scene in all_scenes(None):
        assert f"{scene.name} ({scene.ruleset}): {scene.title}" in result.output
        assert scene.script.about.split(".")[0].split()[0] in result.output
    assert result.exit_code == 0


def test_the_beginning_of_the_name_of_a_scene_is_enough() -> None:
    assert find_scene("fight", RULESET).name == SCENE


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--scene", "nowhere"), "no-such-scene"),
        (("--scene", ""), "no-such-scene"),
        (("--scene", "\x1b[2J"), "no-such-scene"),
        (("--ruleset", "weave"), "unknown-ruleset"),
        (("--list", "--ruleset", "weave"), "unknown-ruleset"),
        (("no such file.log",), "log-not-opened"),
    ],
)
def test_what_cannot_be_begun_is_one_sentence(args: tuple[str, ...], code: str) -> None:
    result = play(args=args)
    assert result.exit_code == 1
    assert re.fullmatch(rf"error: [^\n\x1b]+\. \({code}\)\n", result.output)


def test_a_saved_game_and_a_scene_cannot_be_played_at_once(game: Path) -> None:
    assert play(args=(str(game), "--scene", SCENE)).exit_code == 2


# -- keys ------------------------------------------------------------------------------------------------------------


def test_help_names_every_key() -> None:
    shown = after(play("h"), "bo> ")
    for key in ("? 3", "p ", "o ", "s NAME", "g ", "c ", "i ", "u ", "l ", "r WORDS", "w FILE", "v ", "q ", "Enter"):
        assert f"  {key}" in shown


def test_a_whole_sheet_is_shown_on_demand() -> None:
    shown = after(play("i volt"), "bo> ")
    assert shown.count("\nVoltaire\n") == 2, "once for the asking, and once more on the table drawn afterwards"
    assert shown.count("\nReth\n") == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("99", "There is no offer 99; they go from 1 to "),
        ("0", "There is no offer 0;"),
        ("99999999999999999999", "There is no offer 9999999999;"),
        ("²", "“²” is no key and no number"),
        ("?", "There is no offer without a number;"),
        ("? x", "There is no offer x;"),
        ("?99", "There is no offer 99;"),
        ("dance", "“dance” is no key and no number; h shows what can be typed."),
        ("[bold]x[/bold]\x1b[2J", "“[bold]x[/bold]\\x1b[2J” is no key and no number"),
        ("s", "The seats are gm, ana, bo."),
        ("s nobody", "The seats are gm, ana, bo."),
        ("u", "There is nothing to undo."),
        ("p", "Nobody is asked whether they want to add something."),
        ("g", "There is nothing of that kind for this seat; the GM has it."),
        ("i nobody", "Nobody of that name is in sight."),
        ("r", "No rule matches; try r and fewer or shorter words."),
        ("r xyzzy", "No rule matches; try r and fewer or shorter words."),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_line_and_changes_nothing(typed: str, told: str) -> None:
    shown = after(play(typed), "bo> ")
    assert f"> {told}" in shown
    assert "\x1b" not in shown
    assert "bo: Voltaire's turn" in shown


def test_other_seats_see_what_they_may_do_and_know() -> None:
    result = play("o", "s an", "s bo")
    as_gm, as_ana, as_bo = after(result, "bo> ").split("> ", 1)[0], after(result, "gm> "), after(result, "ana> ")
    assert "Held by a Single Slip Knot" in as_gm
    assert "gm, while the table waits for bo: Voltaire's turn" in as_gm
    assert "Held by a Single Slip Knot" not in as_ana
    assert "Stance of the Defiant Sun" in as_ana
    assert "bo: Voltaire's turn" in as_bo


def test_the_tools_of_the_game_master_and_corrections_are_folded_behind_letters() -> None:
    result = play("s gm", "g", "", "c")
    folded = after(result, "bo> ").partition("gm> ")[0]
    assert "Add a zone" not in folded
    assert re.search(r"g the GM's tools \(\d+\) · c corrections \(\d+\)", folded)
    tools = after(result, "gm> ").partition("gm> ")[0]
    assert re.search(r"\d+ Draw a zone", tools)
    assert "Correct fate points" not in tools
    assert re.search(r"\d+ Correct fate points", after(result, "gm> ", 3))


def test_why_an_offer_is_there_is_told_with_its_rules() -> None:
    shown = after(play("? 1"), "bo> ")
    first = rulesets.rulebook(RULESET).by_id("ATK-01")
    assert first is not None
    assert f"{first.title}  {first.id}" in shown
    assert " ".join(first.text.split())[:60] in " ".join(shown.split())


def test_rules_are_looked_up_by_words_and_by_id() -> None:
    assert "FAE-ASP-23" in after(play("r compel"), "bo> ")
    assert "One stress box per hit  FAE-HARM-03" in after(play("r harm-03"), "bo> ")


def test_the_log_tells_the_story_as_its_reader_was_told_it() -> None:
    of_bo = after(play("l 100"), "bo> ").partition("bo> ")[0]
    of_gm = after(play("s gm", "l 100"), "gm> ").partition("gm> ")[0]
    assert "Scene 1: The quay" in of_bo
    assert "Held by a Single Slip Knot" not in of_bo
    assert "A new aspect: “Held by a Single Slip Knot” in Gangplank (hidden)" in of_gm


def test_a_question_is_taken_back_by_a_dot_and_repeated_until_it_is_understood() -> None:
    number = offer_number("attack with Swashbuckling Swordswoman")
    taken_back = after(play(number, "."), "bo> ")
    assert "> Taken back." in taken_back
    asked_again = after(play(offer_number("Say something"), "", "Ahoy!", "1"), "bo> ")
    assert "Please write something" in asked_again
    assert "Ahoy!" in asked_again


def offer_number(label: str) -> str:
    found = re.search(rf"(\d+) {re.escape(label)}", play().output)
    assert found
    return found[1]


def test_a_refusal_is_told_with_its_rules_and_the_game_goes_on() -> None:
    # A text that no table takes, in a place where the keyboard takes anything.
    shown = after(play(offer_number("attack with"), "cuts \x07 low"), "bo> ")
    assert "> Not possible: Texts hold printable characters on one line." in shown
    assert "bo: Voltaire's turn" in shown


def test_markup_and_control_characters_in_what_people_write_stay_text() -> None:
    shown = after(play(offer_number("attack with"), "[red]cuts[/red] [/] low"), "bo> ")
    assert "Voltaire: Attack on Gang of Thugs" in shown
    assert "[red]cuts[/red] [/] low" in shown


def test_where_nobody_is_waited_for_a_player_who_can_act_begins_and_not_the_game_master() -> None:
    shown = play(args=("--ruleset", RULESET, "--scene", "storm")).output
    assert "ana: what happens next?" in shown
    assert "cut the lightning rod loose" not in shown


# -- saving ----------------------------------------------------------------------------------------------------------


def test_the_end_of_input_leaves_quietly() -> None:
    result = play()
    assert result.exit_code == 0
    assert result.output.endswith("The game was not saved.\n")


def test_a_game_kept_in_a_file_is_up_to_date_when_input_ends(tmp_path: Path) -> None:
    path = tmp_path / "kept.log"
    result = play(offer_number("pass"), args=("--ruleset", RULESET, "--scene", SCENE, "--save", str(path)))
    assert result.exit_code == 0
    table, secret = read_game(path)
    assert secret is not None
    assert "ana: Reth's turn" in play(args=(str(path),)).output
    assert table.records[-1].by == "bo"


def test_saving_says_where_the_secret_is(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    shown = after(play(f"w {path}"), "bo> ")
    assert f'Saved as "{path}"' in shown
    assert f'The secret of its dice is in "{path.name}.secret"' in shown
    assert read_game(path)[1] is not None


def test_saving_without_a_name_asks_for_one(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    assert f'Saved as "{path}"' in after(play("w", str(path)), "bo> ")


def test_a_file_that_exists_is_written_over_only_when_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary")
    assert "> Taken back." in after(play(f"w {path}", "n"), "bo> ")
    assert path.read_text() == "dear diary"
    play(f"w {path}", "maybe", "y")
    assert read_game(path)[1] is not None


def test_a_new_game_is_not_kept_in_a_file_that_exists(game: Path) -> None:
    before = game.read_bytes()
    result = play(args=("--save", str(game)))
    assert result.exit_code == 1
    assert result.output.endswith("(file-exists)\n")
    assert game.read_bytes() == before


def test_a_place_that_cannot_be_written_to_does_not_end_the_game(tmp_path: Path) -> None:
    shown = after(play(f"w {tmp_path / 'nowhere' / 'game.log'}"), "bo> ")
    assert "> Not possible: " in shown
    assert "cannot be written" in shown
    assert "bo: Voltaire's turn" in shown


def test_a_game_without_its_secret_or_with_another_cannot_be_gone_on_with(game: Path) -> None:
    secret_path(game).write_text(bytes(32).hex())
    assert play(args=(str(game),)).output.endswith("(wrong-secret)\n")
    for nonsense in ("", "secret", "abc", "00" * 500):
        secret_path(game).write_text(nonsense)
        assert play(args=(str(game),)).output.endswith("(wrong-secret)\n")
    secret_path(game).unlink()
    assert play(args=(str(game),)).output.endswith("(secret-missing)\n")


def test_a_damaged_game_cannot_be_gone_on_with(game: Path) -> None:
    content = bytearray(game.read_bytes())
    content[-20] ^= 1
    game.write_bytes(content)
    result = play(args=(str(game),))
    assert result.exit_code == 1
    assert result.output.endswith("(corrupt-log)\n")


def test_the_program_itself_plays_through_a_pipe_without_colours(game: Path) -> None:
    finished = subprocess.run([PROGRAM, "play", game], input="h\nq\n", capture_output=True, text=True)
    assert finished.returncode == 0
    assert finished.stderr == ""
    assert "\x1b" not in finished.stdout
    assert "bo: Voltaire's turn" in finished.stdout


def test_where_signs_are_missing_the_game_goes_on(game: Path) -> None:
    finished = subprocess.run(
        [PROGRAM, "play", game], input=b"q\n", capture_output=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"}
    )
    assert finished.returncode == 0
    assert b"? Voltaire +2" in finished.stdout


def test_bytes_that_are_no_text_are_asked_for_again(game: Path) -> None:
    finished = subprocess.run([PROGRAM, "play", game], input=b"\xff\xfe\nq\n", capture_output=True)
    assert finished.returncode == 0
    assert b"Traceback" not in finished.stderr


# -- the journal, and halting play ------------------------------------------------------------------------------------


def test_a_note_is_written_and_read_by_everybody_at_the_keyboard() -> None:
    result = play("s ana", "j", "e", "1", "What we owe", "two horses", "", "s bo", "j owe", "", "j nothing", "q", "")
    assert "There is nothing in the journal that this seat may read." in after(result, "ana> ")
    assert re.search(r"What we owe \(note by \w+\)\n  two horses", after(result, "bo> ", 1))
    assert "There is nothing in the journal" in after(result, "bo> ", 2)


def test_somebody_stops_play_and_what_lets_it_go_on_comes_first() -> None:
    result = play("s ana", "x", "1", "n", "1", "q", "")
    shown = result.output.split("Someone asks to stop here.")
    assert len(shown) > 1, result.output
    assert re.search(r"1\W+Continue", shown[-2] + shown[-1])
    assert "Play continues." in result.output
