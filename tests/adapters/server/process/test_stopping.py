"""A server can be ended as soon as it has said that it is there, and ends in good order."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ENDED_AT_ONCE = """
import os, sys
from pathlib import Path
from fatetable.adapters.server.app import TableServer
from fatetable.adapters.server.process.uvicorn_server import listen, serve
from fatetable.adapters.storage.data_folder import open_data

store = open_data(Path(sys.argv[1]), to_serve=True)
serve(TableServer(store), store, listen("127.0.0.1", 0), ready=lambda _: os.kill(os.getpid(), int(sys.argv[2])))
print(store.trouble())
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_ended_as_soon_as_it_is_ready_closes_its_store(tmp_path: Path, how: signal.Signals) -> None:
    command = [sys.executable, "-c", ENDED_AT_ONCE, str(tmp_path), str(int(how))]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "store-closed\n"), ended.stderr
