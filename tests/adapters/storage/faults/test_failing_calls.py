"""Whatever system call of the store fails, and however, nothing that was acknowledged is lost, and nothing is doubled.

Opening, reading, writing, forcing to the disk, cutting, renaming, deleting, locking, mapping and asking for the size
are made to fail.
`FATETABLE_FAULTS=5000` tries so many cases, and `FATETABLE_FAULTS=all` every call in every way, which takes long.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from fatetable.adapters.lobby_sources import sources
from fatetable.adapters.storage.data_folder import open_data
from fatetable.tabletop.storage.lobby import Lobby
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.processes import Process
from tests.adapters.storage.faults import workload
from tests.repository.checkout import ROOT

HERE = Path(__file__).parent
CASES = os.environ.get("FATETABLE_FAULTS", "90")
MEMORY = Path("/dev/shm")
"""What is kept there survives a killed process, and is not slowed down by a disk that is busy."""


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that makes calls fail."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("system calls are made to fail by a small C library that is preloaded, which needs Linux and gcc")
    library = tmp_path_factory.mktemp("failing") / "failing_calls.so"
    sources = ["-shared", "-fPIC", "-O1", "-o", str(library), str(HERE / "failing_calls.c"), "-ldl", "-lpthread"]
    subprocess.run([compiler, *sources], check=True, capture_output=True)
    return library


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    place = MEMORY / f"fatetable-{os.getpid()}" if os.access(MEMORY, os.W_OK) else tmp_path / "place"
    shutil.rmtree(place, ignore_errors=True)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def test_whatever_call_of_the_store_fails_nothing_acknowledged_is_lost(failing: Path, place: Path) -> None:
    most = "0" if CASES == "all" else CASES
    told = subprocess.run(
        [sys.executable, "-m", workload.__name__, place, most],
        env={**os.environ, "LD_PRELOAD": str(failing)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert told.stderr == ""
    *wrong, outcome = told.stdout.splitlines()
    assert wrong == []
    found = re.fullmatch(r"(\d+) calls, (\d+) cases, (\d+) acknowledged, (\d+) refused", outcome)
    assert found is not None, outcome
    calls, cases, acknowledged, refused = map(int, found.groups())
    assert calls > 1_500, "the calls of the store are seen"
    assert most == "0" or cases == int(most)
    assert acknowledged > 10 * cases
    assert refused > cases, "calls do fail"


ON_A_SERVER = [("from", errno.EIO, 30), ("short", errno.ENOSPC, 37), ("kill", 0, 44)]
MORE = [("once", errno.EIO, 12), ("once", errno.ENOSPC, 41), ("from", errno.ENOSPC, 23)]


@pytest.mark.parametrize(("how", "error", "nth"), ON_A_SERVER + (MORE if "FATETABLE_FAULTS" in os.environ else []))
def test_a_server_on_a_failing_disk_loses_nothing_it_has_confirmed(
    failing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, error: int, nth: int
) -> None:
    data = tmp_path / "data"
    store = open_data(data)
    opened = Lobby(store, sources()).open("fae", "Maria", dials={})
    opened.stored.result()
    store.close()
    settings = {"FOLDER": str(data), "ENDING": "-wal", "HOW": how, "ERROR": str(error), "NTH": str(nth)}
    with monkeypatch.context() as preloaded:
        preloaded.setenv("LD_PRELOAD", str(failing))
        for name, value in settings.items():
            preloaded.setenv(f"FAILING_{name}", value)
        server = Process(data, "--no-daily-backup")
    answers: dict[str, str] = {}
    is_cut_off = False
    with server:
        try:
            with server.visit(opened.key) as page:
                for number in range(40):
                    answers[f"no. {number}"] = ""
                    answers[f"no. {number}"] = page.answer_to(page.send(say(f"no. {number}")))["t"]
        except (WebSocketException, OSError, EOFError):
            # The server was killed, or cannot even read the table any more.
            is_cut_off = True
    assert "done" in answers.values()
    # A single call may be one that somebody tries again.
    assert is_cut_off or "refused" in answers.values() or how == "once"
    with Process(data) as server, server.visit(opened.key) as page:
        lines = page.lines()
        for words, answer in answers.items():
            assert lines.count(words) == (answer == "done") or (answer != "done" and lines.count(words) <= 1), words
        page.do(say("and on"))
