"""Who may open tables: anyone, people with the host's key, or nobody."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from fatetable.adapters.server.protection.host_key import FILE, Door, HostKey, keep_host_key, read_host_key
from fatetable.tabletop.storage.store import StoreFailed, digest_of
from tests.adapters.server.support.processes import Process
from tests.adapters.server.support.visiting import Server

KEY = "a-long-key-of-the-host"
ASKED = {"ruleset": "fae", "name": "Maria"}


def test_with_a_key_only_those_who_have_it_open_tables() -> None:
    with Server(door=Door("key", HostKey(digest_of(KEY)))) as server:
        assert server.get("/api/reach").json()["open_tables"] == "key"
        without = server.post("/api/tables", ASKED)
        assert (without.status_code, without.json()["code"]) == (401, "host-key-needed")
        wrong = server.post("/api/tables", {**ASKED, "host_key": KEY[:-1]})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong-host-key")
        opened = server.open_table(host_key=KEY)
        # Nobody needs it to sit down.
        assert server.join(opened["invitation"], "Ana")["key"]


def test_nobody_opens_tables_where_the_door_is_closed() -> None:
    with Server(door=Door("nobody", HostKey(digest_of(KEY)))) as server:
        assert server.get("/api/reach").json()["open_tables"] == "nobody"
        refused = server.post("/api/tables", {**ASKED, "host_key": KEY})
        assert (refused.status_code, refused.json()["code"]) == (403, "tables-closed")
        assert refused.json()["message"].endswith(".")


def test_where_no_key_was_made_none_is_right() -> None:
    with Server(door=Door("key")) as server:
        for key in ("", "x"):
            assert server.post("/api/tables", {**ASKED, "host_key": key}).status_code == 401


def test_only_the_digest_of_a_key_is_kept_and_only_for_the_host(tmp_path: Path) -> None:
    assert not read_host_key(tmp_path).opens("")
    kept = keep_host_key(tmp_path, KEY)
    assert read_host_key(tmp_path) == kept
    assert kept.opens(KEY)
    assert KEY not in (tmp_path / FILE).read_text()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert not keep_host_key(tmp_path, "another").opens(KEY)


def test_a_damaged_file_opens_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no digest")
    with pytest.raises(StoreFailed) as refused:
        read_host_key(tmp_path)
    assert refused.value.code == "bad-host-key"


def shown_key(process: Process) -> str:
    """The key on the line that the program writes about it."""
    line = next(line for line in process.told if "host's key" in line)
    return line.rpartition(": ")[2].strip()


def test_the_program_shows_a_new_key_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Process(data, "--open-tables", "key") as process:
        key = shown_key(process)
        assert len(key) == 32
        assert process.http.post("/api/tables", json=ASKED).status_code == 401
        assert process.post("/api/tables", {**ASKED, "host_key": key})["table"]
    with Process(data, "--open-tables", "key") as process:
        assert process.post("/api/tables", {**ASKED, "host_key": key})["table"]
    with Process(data, "--open-tables", "key", "--new-host-key") as process:
        assert shown_key(process) != key
        assert process.http.post("/api/tables", json={**ASKED, "host_key": key}).status_code == 401
