"""The program started as people start it, and what it must answer then."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.repository.packaging.releases import ENVIRONMENT

PATIENCE = 60.0


@contextmanager
def serving(*command: str | Path, cwd: Path, **variables: str) -> Iterator[httpx.Client]:
    """A server started by this command, until it is told to stop; it must stop in good order."""
    with subprocess.Popen(command, cwd=cwd, env=ENVIRONMENT | variables, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("The lobby is open: http://"), line
            with httpx.Client(base_url=line.split()[4], timeout=PATIENCE) as client:
                yield client
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def serves_the_page(client: httpx.Client, path: str = "/") -> None:
    assert client.get(f"{path}healthz").text.startswith("ok")
    page = client.get(path)
    assert page.status_code == 200
    script = re.search(r'<script type="module"[^>]* src="\./([^"]+)"', page.text)
    assert script is not None
    code = client.get(path + script[1])
    assert (code.status_code, code.headers["content-type"].partition(";")[0]) == (200, "text/javascript")
