"""The first visitors come all at once, to games that nobody has opened before; everybody is let in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.adapters.server.support.processes import Process
from tests.adapters.server.support.visiting import PATIENCE

SCENES = {"fae": "fight-on-the-quay", "skein": "stand-at-the-ford"}
EACH = 3


# Before types were got to know at the start, every second or third rush ended the process.
@pytest.mark.parametrize("start", range(3))
def test_a_rush_at_the_door_of_a_new_server_is_survived(tmp_path: Path, start: int) -> None:
    with Process(tmp_path / "data") as server:

        def look_around(_: int) -> int:
            return httpx.get(f"{server.url}/api/rulesets", timeout=PATIENCE).status_code

        def open_table(ruleset: str) -> int:
            asked = {"ruleset": ruleset, "scene": SCENES[ruleset], "name": "Maria"}
            return httpx.post(f"{server.url}/api/tables", json=asked, timeout=PATIENCE).status_code

        with ThreadPoolExecutor(EACH * 3) as visitors:
            came = [*visitors.map(look_around, range(EACH)), *visitors.map(open_table, [*SCENES] * EACH)]
        assert all(status < 300 for status in came), came
        assert server.process.poll() is None
