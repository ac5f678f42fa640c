"""The host makes new links with the data folder alone, also while people play; the old ones stop working."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable.adapters.cli.main import main
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import PROGRAM, Process
from tests.adapters.server.support.visiting import Page


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path / "data") as running:
        yield running


def link(data: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["link", *args, "--data", str(data)])


def key_in(told: str, kind: str) -> str:
    found = re.search(rf"#{kind}=([\w-]+)\n", told)
    assert found, told
    return found[1]


def turned_away(server: Process, key: str) -> str:
    return str(Page(server.url, key, is_greeted=False).until_closed()["code"])


def test_a_new_link_for_the_game_master_closes_the_old_one_while_the_server_runs(
    server: Process, tmp_path: Path
) -> None:
    opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    address = "http://192.168.1.7:8420"
    command = (PROGRAM, "link", opened["table"], "--url", f"{address}/", "--data", tmp_path / "data")
    with server.visit(opened["key"]) as vanished:
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        goodbye = vanished.until_closed()
        assert (goodbye["code"], goodbye["may_return"]) == ("seat-moved", False)
    first, link_told, last = told.splitlines()
    assert first == "The link to the seat of the GM is:"
    assert link_told.startswith(f"{address}/#seat=")
    assert last == "The one before it no longer works."
    assert turned_away(server, opened["key"]) == "wrong-key"
    assert server.http.get("/api/log", headers={"authorization": f"Bearer {opened['key']}"}).status_code == 401
    with server.visit(key_in(told, "seat")) as gm:
        assert gm.welcomes[0]["role"] == "gm"
        gm.do(say("I am back"))
    server.end(signal.SIGTERM)
    logged = (tmp_path / "data.errors").read_text()
    assert '"event":"links-replaced"' in logged
    assert "#seat" not in logged


def test_pages_of_other_seats_stay_open_and_see_that_a_seat_is_taken(server: Process, tmp_path: Path) -> None:
    opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"})
    with server.visit(opened["key"]) as gm:
        assert not gm.people["bo"].get("is_taken")
        told = link(tmp_path / "data", opened["table"], "--seat", "bo").output
        assert "is the address of your server, followed by:\n/#seat=" in told
        gm.wait(lambda page: page.people["bo"].get("is_taken"))
        with server.visit(key_in(told, "seat")) as bo:
            assert bo.welcomes[0]["seat"] == "bo"
        gm.do(say("Welcome"))


def test_a_seat_is_found_by_the_name_of_its_player(server: Process, tmp_path: Path) -> None:
    opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    ana = server.post("/api/join", {"key": opened["invitation"], "name": "Ana"})
    told = link(tmp_path / "data", opened["table"], "--seat", "ANA").output
    assert told.startswith("The link to the seat of Ana ")
    assert turned_away(server, ana["key"]) == "wrong-key"
    with server.visit(key_in(told, "seat")) as page:
        assert page.welcomes[0]["seat"] == ana["seat"]


def test_a_new_invitation_and_a_new_link_for_spectators_replace_only_their_own_kind(
    server: Process, tmp_path: Path
) -> None:
    opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    watching = key_in(link(tmp_path / "data", opened["table"], "--watching").output, "join")
    assert server.post("/api/invitation", {"key": opened["invitation"]})["role"] == ""
    invitation = key_in(link(tmp_path / "data", opened["table"], "--invitation").output, "join")
    assert server.http.post("/api/invitation", json={"key": opened["invitation"]}).status_code == 401
    assert server.post("/api/invitation", {"key": invitation})["role"] == ""
    assert server.post("/api/invitation", {"key": watching})["role"] == "spectator"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("nowhere",), "unknown-table"),
        (("{table}", "--seat", "nobody"), "unknown-seat"),
        (("{table}", "--seat", "Äna"), "several-seats"),
        (("{table}", "--url", "not an address"), "bad-public-url"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(
    server: Process, tmp_path: Path, args: tuple[str, ...], code: str
) -> None:
    opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
    for name in ("Äna", "Bo"):
        seat = server.post("/api/join", {"key": opened["invitation"], "name": name})["seat"]
        with server.visit(opened["key"]) as gm:
            gm.do({"type": "rename-seat", "seat": seat, "name": "Äna"})
    filled = [arg.format(table=opened["table"]) for arg in args]
    result = link(tmp_path / "data", *filled)
    assert re.fullmatch(rf"error: [^\n]+\. \({code}\)\n", result.output), result.output
    assert result.exit_code == 1
    with server.visit(opened["key"]) as gm:
        gm.do(say("still here"))


def test_one_link_is_made_at_a_time(tmp_path: Path) -> None:
    result = link(tmp_path / "data", "quay", "--invitation", "--watching")
    assert result.exit_code == 2
    assert "Choose one of --seat, --invitation and --watching." in result.output


def test_a_folder_that_was_never_used_is_one_sentence(tmp_path: Path) -> None:
    assert "(no-tables-here)" in link(tmp_path / "data", "quay").output
    assert not (tmp_path / "data").exists()
