"""The program that serves tables, as a process of its own with a folder of its own; it can be killed and comes back."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

from tests.adapters.server.support.processes import Process


class Serving:
    def __init__(self, data: Path, *settings: str) -> None:
        self._data = data
        self._settings = settings
        self._process = Process(data, *settings)
        self.url = self._process.url

    def kill(self) -> None:
        """Ends the program as a power cut would."""
        self._process.end(signal.SIGKILL)

    def restart(self) -> None:
        """Starts the program again with the same folder, at the same address."""
        self._process = Process(self._data, *self._settings, port=urlsplit(self.url).port or 0)
        assert self._process.url == self.url

    def hold(self) -> None:
        """Stops the program without ending it: its connections stay open, and nothing is answered."""
        self._process.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._process.process.send_signal(signal.SIGCONT)

    def open_table(self, **wish: object) -> dict[str, str]:
        return self._process.post("/api/tables", {"ruleset": "fae", "name": "Maria", **wish})

    def join(self, invitation: str, name: str, **wish: str) -> dict[str, str]:
        return self._process.post("/api/join", {"key": invitation, "name": name, **wish})
