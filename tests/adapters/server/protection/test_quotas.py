"""Quotas of the disk: each is refused with one sentence and a code, and what was stored before counts."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.adapters.storage.data_folder import open_data
from tests.adapters.images.pictures import picture
from tests.adapters.server.support.groups import say, sitting
from tests.adapters.server.support.visiting import PATIENCE, PLENTY, Page, Server


def with_quota(**limits: float) -> Limits:
    return msgspec.structs.replace(PLENTY, refusal_seconds=0.01, **limits)


def write_until_refused(page: Page, most: int = 60) -> tuple[int, dict[str, object]]:
    """How many messages went in, and the refusal of the first that did not."""
    for number in range(most):
        answer = page.answer_to(page.send(say("x" * 300)))
        if answer["t"] == "refused":
            return number, answer
    raise AssertionError("nothing was refused")


def test_a_full_table_takes_no_more_but_can_be_stopped_and_taken_home() -> None:
    with Server(limits=with_quota(table_bytes=12_000)) as server:
        opened, other = server.open_table(), server.open_table()
        with server.visit(opened["key"]) as gm, server.visit(other["key"]) as elsewhere:
            done, refused = write_until_refused(gm)
            assert 3 < done < 40
            assert refused["code"] == "table-full"
            assert str(refused["message"]).endswith(".")
            gm.do({"type": "pause-table"})
            gm.do({"type": "resume-table"})
            gm.do({"type": "ask-to-stop"})
            elsewhere.do(say("here is room"))
        joining = server.post("/api/join", {"key": opened["invitation"], "name": "Ana"})
        assert (joining.status_code, joining.json()["code"]) == (409, "table-full")
        assert server.get("/api/export", opened["key"]).status_code == 200


def test_a_seat_that_writes_too_much_leaves_room_for_the_others() -> None:
    with Server(limits=with_quota(seat_bytes=0.001, seat_bytes_burst=8_000)) as server, sitting(server) as group:
        done, refused = write_until_refused(group.bo)
        assert done > 3
        assert refused["code"] == "seat-full"
        group.ana.do(say("I may"))
        group.bo.do({"type": "ask-to-stop"})


def test_pictures_count_for_their_table_and_their_seat() -> None:
    limits = with_quota(seat_bytes=0.001, seat_bytes_burst=1_000_000, table_bytes=10_000_000)
    with Server(limits=limits) as server:
        opened = server.open_table()
        headers = {"authorization": f"Bearer {opened['key']}", "content-type": "application/octet-stream"}
        before = server.tables.quotas.total
        answer = server.http.post("/api/images?purpose=handout", content=picture(), headers=headers)
        assert answer.status_code == 200, answer.text
        (image,) = server.store.images_of(opened["table"])
        assert server.tables.quotas.total == before + len(image.body)
        server.tables.quotas.wrote_for(opened["table"], opened["seat"], 1_000_000)
        answer = server.http.post("/api/images?purpose=handout", content=picture(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "seat-full")


@pytest.mark.parametrize(
    ("limits", "code"), [({"tables_in_all": 2}, "tables-full"), ({"store_bytes": 2_000}, "store-full")]
)
def test_a_full_server_opens_no_tables(limits: dict[str, float], code: str) -> None:
    with Server(limits=with_quota(**limits)) as server:
        asked = {"ruleset": "fae", "name": "Maria"}
        codes = [server.post("/api/tables", asked).json().get("code", "") for _ in range(10)]
        assert codes == sorted(codes)
        assert set(codes) == {"", code}


def test_what_was_stored_before_the_start_counts(tmp_path: Path) -> None:
    with Server(open_data(tmp_path)) as server:
        opened = server.open_table()
        with server.visit(opened["key"]) as gm:
            gm.do(say("x" * 300))
        size = server.tables.quotas.total
        assert size == server.store.table_sizes()[opened["table"]]
    with Server(open_data(tmp_path), limits=with_quota(tables_in_all=1)) as server:
        wait_for(lambda: server.tables.quotas.total == size)
        answer = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        assert (answer.status_code, answer.json()["code"]) == (409, "tables-full")


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)
