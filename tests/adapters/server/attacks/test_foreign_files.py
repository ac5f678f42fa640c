"""Files and drafts of strangers are read by a process of their own: tables do not wait, and limits hold."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fatetable.adapters.server.http import sheet_work
from fatetable.adapters.workers.process import Job
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.visiting import Server
from tests.adapters.workers import jobs

ROOT = Path(__file__).parents[4]


def import_file(server: Server, content: Any) -> tuple[int, dict[str, Any]]:
    answer = server.post("/api/rulesets/fae/import", {"text": json.dumps(content)})
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    "content",
    [
        {"_modules": {}, "skills": {f"a(x{' ' * 3_000}y)z": 1}},
        {"_modules": {}, "name": "<a " * 20_000},
        {"_modules": {}, "name": "<![", "description": "<![ x"},
        {"_modules": {}, "name": f"&#{'9' * 5_000};"},
    ],
)
def test_files_that_stopped_the_server_are_read(server: Server, content: Any) -> None:
    status, answer = import_file(server, content)
    assert status == 200, answer
    assert server.metric("faults_total") == 0


def test_a_file_of_too_many_entries_is_refused(server: Server) -> None:
    stunts = [{"name": "a", "description": "b"}] * 2_000
    status, answer = import_file(server, {"_modules": {}, "stunts": stunts})
    assert (status, answer["code"]) == (400, "too-many-entries")


def test_tables_go_on_while_a_stranger_is_kept_waiting(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, over = tmp_path / "begun", tmp_path / "over"
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    hanging = Job(jobs.__name__, jobs.meet_a_stranger.__name__, 60.0, 60, 400_000_000, is_kept=False)
    monkeypatch.setattr(sheet_work, "ANSWER", hanging)
    opened = server.open_table()
    with ThreadPoolExecutor(1) as another, server.visit(opened["key"]) as gm:
        kind = f"{begun}\n{over}"
        asked = another.submit(server.post, "/api/rulesets/fae/draft", {"kind": kind})
        while not begun.exists():
            gm.do(say("and we play on"))
        gm.do(say("while the stranger waits"))
        assert not asked.done()
        over.touch()
        assert asked.result().json() == "met"


@pytest.mark.parametrize(
    ("change", "code"),
    [({"seconds": 0.001}, "work-too-long"), ({"memory_bytes": 30_000_000}, "work-failed")],
)
def test_work_beyond_its_limits_is_refused_in_a_sentence(
    server: Server, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], code: str
) -> None:
    monkeypatch.setattr(sheet_work, "ANSWER", sheet_work.ANSWER._replace(is_kept=False, **change))
    answer = server.post("/api/rulesets/fae/draft", {})
    assert (answer.status_code, answer.json()["code"]) == (413, code)
    assert answer.json()["message"].endswith(".")
    monkeypatch.undo()
    assert server.post("/api/rulesets/fae/draft", {}).status_code == 200
