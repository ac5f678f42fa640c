"""Anybody can check a saved game: seals show that it is whole, the told secret that its dice were honest."""

import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from fatetable.adapters.cli.play.saved_games import secret_path, write_game
from fatetable.engine.codec import FIRST_LINK, _seal
from fatetable.engine.opening import DiceThrown
from fatetable.mechanics.dice.notation import fate_dice
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table

PROGRAM = Path(sys.executable).with_name("fatetable")
SECRET = bytes(range(32))


def game(*, throws: int = 3, is_closed: bool = True) -> Table:
    """A table at which some dice were thrown."""
    from fatetable.engine.chance import Position, Seeded

    table = Table.open(folders()[0], {"gm": "gm", "ana": "player"}, secret=SECRET)
    dice = Seeded(SECRET, "table")
    for number in range(throws):
        table._append(DiceThrown(dice.throw(Position(0, number), fate_dice())))
    if is_closed:
        table.close()
    return table


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "evening.log"
    write_game(game(), None, path)
    return path


def verify(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(path), *args])


def sealed_again(path: Path, old: str, new: str) -> None:
    """Change the log as somebody would who knows how its lines are sealed."""
    link = FIRST_LINK
    lines = []
    for line in path.read_bytes().splitlines():
        body = line.partition(b" ")[2].replace(old.encode(), new.encode())
        link = _seal(link, body)
        lines.append(link.hex().encode() + b" " + body + b"\n")
    path.write_bytes(b"".join(lines))


def test_the_program_verifies_every_throw_of_a_closed_game(log: Path) -> None:
    finished = subprocess.run([PROGRAM, "verify", log], capture_output=True, text=True)
    assert finished.returncode == 0
    assert "3 of 3 throws verified against the secret." in finished.stdout


def test_json_counts_what_was_checked(log: Path) -> None:
    told = json.loads(verify(log, "--json").output)
    assert (told["checked"], told["unchecked"], told["in_play"], told["mismatches"]) == (3, 0, False, [])


def test_a_game_still_in_play_says_that_its_secret_is_not_told_yet(tmp_path: Path) -> None:
    path = tmp_path / "open.log"
    write_game(game(is_closed=False), SECRET, path)
    result = verify(path)
    assert result.exit_code == 0
    assert "its secret is not revealed yet" in result.output
    assert "3 throws cannot be checked until play is closed" in result.output
    assert SECRET.hex() not in result.output


def test_a_throw_that_was_changed_is_named_even_if_the_seals_were_renewed(log: Path) -> None:
    first = msgspec.json.decode(log.read_bytes().splitlines()[4].partition(b" ")[2])
    old = msgspec.json.encode(first["event"]["throw"]["faces"]).decode()
    better = msgspec.json.encode([5, 5, 5, 5]).decode()
    sealed_again(log, f'"faces":{old}', f'"faces":{better}')
    result = verify(log)
    assert result.exit_code == 1
    assert "Mismatch in throw 1: " in result.output
    assert "Recorded 5, 5, 5, 5" in result.output
    assert "2 of 3 throws verified" in result.output
    assert json.loads(verify(log, "--json").output)["mismatches"][0]["recorded"] == [5, 5, 5, 5]


def test_another_secret_than_the_sealed_one_is_noticed(log: Path) -> None:
    sealed_again(log, SECRET.hex(), bytes(32).hex())
    result = verify(log)
    assert result.exit_code == 1
    assert result.output.endswith("(corrupt-log)\n")


def test_a_single_changed_byte_breaks_the_seal(log: Path) -> None:
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    result = verify(log)
    assert result.exit_code == 1
    assert re.fullmatch(r"error: Line \d+ of the log cannot be read: [^\n]+\. \(corrupt-log\)\n", result.output)


@pytest.mark.parametrize("content", [b"", b"\n", b"\x00\xff", b"{}", b"abc {}\n", b'0 {"event":{"ruleset":[]}}'])
def test_something_else_than_a_log_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    result = verify(path)
    assert result.exit_code == 1
    assert re.fullmatch(r"error: [^\n]+\. \(corrupt-log\)\n", result.output)


def test_a_log_of_an_unknown_ruleset_is_one_sentence(log: Path) -> None:
    sealed_again(log, f'"ruleset":"{folders()[0]}"', '"ruleset":"weave"')
    assert verify(log).output.endswith("(unknown-ruleset)\n")


def test_a_file_that_is_not_there_or_a_folder_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        result = verify(path)
        assert result.exit_code == 1
        assert result.output.endswith("(log-not-opened)\n")


def test_the_secret_lies_beside_the_log_for_its_owner_only_and_goes_when_play_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "open.log"
    table = game(is_closed=False)
    write_game(table, SECRET, path)
    assert SECRET.hex() not in path.read_text(encoding="utf-8")
    assert secret_path(path).stat().st_mode & 0o777 == 0o600
    table.close()
    write_game(table, None, path)
    assert sorted(other.name for other in tmp_path.iterdir()) == ["open.log"]
