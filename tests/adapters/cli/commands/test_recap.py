"""What happened in a saved game, or at a table of the server, can be told on the command line."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from fatetable.adapters.cli.play.saved_games import write_game
from fatetable.adapters.storage.data_folder import open_data
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from fatetable.tabletop.storage.lobby import as_stored
from fatetable.tabletop.storage.store import TableRow
from fatetable.tabletop.table import Table

SECRET = bytes(range(32))


def mill() -> Table:
    table = Table.open("fae", {"gm": "gm", "ana": "player"}, title="Friday", secret=SECRET)
    table.send("gm", StartSession())
    table.send("gm", StartScene("The mill"))
    table.send("gm", PlaceAspect(words="Trapdoor", is_hidden=True))
    return table


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["recap", *args])


def test_a_saved_game_is_told_as_the_game_master_knows_it_or_as_a_seat_does(tmp_path: Path) -> None:
    file = tmp_path / "friday.log"
    write_game(mill(), SECRET, file)
    result = run(str(file))
    assert result.exit_code == 0, result.output
    assert result.output.startswith("# Friday\n")
    assert "Trapdoor" in result.output
    assert "Trapdoor" not in run(str(file), "--seat", "ana").output
    assert "unknown-seat" in run(str(file), "--seat", "zoe").output


def test_a_table_of_the_server_is_told(tmp_path: Path) -> None:
    table, store = mill(), open_data(tmp_path / "data")
    row = TableRow(id="friday", ruleset="fae", title="Friday")
    store.create(row, tuple(as_stored(table, table.records)), secret=SECRET).result()
    store.close()
    result = run("friday", "--session", "--data", str(tmp_path / "data"))
    assert "### Scene 1: The mill" in result.output
    assert "unknown-table" in run("monday", "--data", str(tmp_path / "data")).output
