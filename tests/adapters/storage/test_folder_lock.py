"""One server at a time has a data folder; the commands of its host work beside it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from fatetable.adapters.cli.main import main
from fatetable.adapters.storage.data_folder import open_data
from fatetable.adapters.storage.folder_lock import NAME
from fatetable.tabletop.storage.store import StoreFailed
from tests.adapters.server.support.processes import Process
from tests.adapters.storage.keeping import check_sentence


def refusal(data: Path) -> str:
    with pytest.raises(StoreFailed) as error:
        open_data(data, to_serve=True)
    check_sentence(error.value)
    return error.value.code


def test_a_second_server_on_a_folder_does_not_start_however_the_first_one_ends(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
        with Process(data) as first:
            told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(data)])
            assert told.exit_code == 1
            assert told.output == f'error: Another server is running on the data folder "{data}". (folder-in-use)\n'
            first.post("/api/tables", {"ruleset": "fae", "name": "it is as if nothing had happened"})
            first.end(how)


def test_beside_a_server_its_host_makes_links_backups_and_exports(tmp_path: Path) -> None:
    data, runner = tmp_path / "data", CliRunner()
    with Process(data) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        for command in (
            ["tables"],
            ["link", opened["table"]],
            ["export", opened["table"], str(tmp_path / "evening.log")],
            ["backup", str(tmp_path / "copy.db")],
            ["import", "again", str(tmp_path / "evening.log")],
        ):
            told = runner.invoke(main, [*command, "--data", str(data)])
            assert told.exit_code == 0, told.output
        server.post("/api/tables", {"ruleset": "fae", "name": "and the server goes on"})
        assert server.end(signal.SIGTERM) == 0


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_a_server_forked_off_does_not_keep_the_folder(tmp_path: Path) -> None:
    store = open_data(tmp_path, to_serve=True)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(reading, 1)
        os._exit(0)
    store.close()
    open_data(tmp_path, to_serve=True).close()
    os.write(writing, b"x")
    assert os.waitpid(child, 0)[1] == 0


def test_a_folder_that_cannot_be_locked_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    assert refusal(tmp_path) == "folder-not-locked"
