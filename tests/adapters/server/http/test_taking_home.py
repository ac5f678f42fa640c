"""Recaps and sheets over HTTP: each seat gets what it knows, and a stop names nobody."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import PASSAGE_LIMIT
from fatetable.mechanics.journal.handouts import MOST_HANDOUTS
from fatetable.mechanics.journal.state import IMAGE_LIMIT, TITLE_LIMIT
from fatetable.mechanics.journal.writing import MOST_NOTES
from fatetable.mechanics.view.blocks import JournalEntryBlock
from fatetable.tabletop.storage.table_archive import TableArchive
from tests.adapters.server.support.groups import sitting
from tests.adapters.server.support.visiting import Server


def test_a_recap_is_told_to_a_seat_as_it_knows_the_game(server: Server) -> None:
    with sitting(server) as group:
        group.gm.do({"type": "place-aspect", "words": "Loose Floorboard", "is_hidden": True})
        group.gm.do({"type": "place-aspect", "words": "Fog Rolls In"})
        texts = {name: server.get("/api/recap", group.keys[name]).text for name in ("gm", "ana")}
    assert ["Loose Floorboard" in texts[name] for name in ("gm", "ana")] == [True, False]
    assert "Fog Rolls In" in texts["ana"]
    assert "### Scene 1" in texts["ana"]


def test_steps_at_a_server_are_dated(server: Server) -> None:
    with sitting(server) as group:
        group.gm.do({"type": "place-aspect", "words": "Fog Rolls In"})
        records = TableArchive(server.store).load(group.table).records
    assert records[-1].at > 1_700_000_000


def test_a_recap_is_a_file_and_needs_a_key_and_a_known_beginning(server: Server) -> None:
    with sitting(server) as group:
        answer = server.get("/api/recap?since=session", group.keys["bo"])
        wrong = server.get("/api/recap?since=yesterday", group.keys["bo"])
    assert answer.headers["content-type"].startswith("text/markdown")
    assert 'filename="a-fight-on-the-quay-recap.md"' in answer.headers["content-disposition"]
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad-since")
    assert server.get("/api/recap").status_code == 401


@pytest.mark.parametrize(("form", "start"), [("markdown", b"# Reth"), ("json", b"{"), ("pdf", b"%PDF")])
def test_a_sheet_at_the_table_is_downloaded(server: Server, form: str, start: bytes) -> None:
    with sitting(server) as group:
        answer = server.get(f"/api/characters/reth/{form}", group.keys["bo"])
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(start)
    assert 'filename="reth' in answer.headers["content-disposition"]


def test_a_sheet_is_what_the_seat_knows_of_it(server: Server) -> None:
    with sitting(server) as group:
        sheets = {name: server.get("/api/characters/veld/json", group.keys[name]).json() for name in ("gm", "ana")}
        unknown = server.get("/api/characters/nobody/json", group.keys["gm"])
    assert [bool(sheets[name].get("traits")) for name in ("gm", "ana")] == [True, False]
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no-such-character")


def test_no_byte_sent_to_anybody_says_who_asked_to_stop(server: Server) -> None:
    """Two tables at which different people press the card send the others the same."""
    received = {}
    for presser, other in (("ana", "bo"), ("bo", "ana")):
        with sitting(server) as group:
            pages = {"gm": group.gm, "ana": group.ana, "bo": group.bo}
            for page in pages.values():
                page.offered("ask-to-stop")
            pages[presser].do({"type": "ask-to-stop"})
            for name in ("gm", other):
                pages[name].offered("continue-play")
                news = [message for message in pages[name].received if f'"seq":{pages[name].seq}' in message]
                assert news
                assert not [message for message in news if presser in message.casefold().replace("continue", "")]
                assert pages[name].block("halt") == {
                    "type": "halt",
                    "is_stopped": True,
                    "stopped_by": "",
                    "is_paused": False,
                    "paused_by": "",
                }
                line = pages[name].log[-1]
                assert (line["text"], line.get("by", "")) == ("Someone asks to stop here.", "")
            exported = server.get("/api/export", group.keys["gm"]).text.splitlines()[-1]
            assert presser not in exported.partition(" ")[2]
            received[presser] = exported.partition('"event"')[2]
            assert pages[other].refused({"type": "end-turn", "actor": "reth"}) == "table-stopped"
            assert pages[other].refused({"type": "pause-table"}) == "table-stopped"
            pages[other].do({"type": "continue-play"})
    assert received["ana"].partition('"at"')[0] == received["bo"].partition('"at"')[0]


def test_people_sit_down_while_the_table_is_paused(server: Server) -> None:
    with sitting(server) as group:
        group.ana.do({"type": "pause-table"})
        assert group.bo.refused({"type": "write-note", "title": "x"}) == "table-paused"
        seated = server.join(group.invitation, "Zoe")
        assert seated["seat"] == "zoe"
        group.bo.do({"type": "resume-table"})
        group.bo.do({"type": "write-note", "title": "Where we met", "text": "On the quay.\nIn the rain."})


def test_a_handout_is_sent_only_to_whom_it_is_shown(server: Server) -> None:
    with sitting(server) as group:
        group.gm.do({"type": "write-handout", "title": "Ransom", "text": "a thousand crowns"})
        entry = group.gm.offered("show-handout")["holes"][0]["options"][0]["value"]
        group.gm.do({"type": "show-handout", "entry": entry, "to": ["ana"]})
        group.ana.wait(lambda page: page.block("journal-entry"))
        assert group.ana.block("journal-entry")["text"] == "a thousand crowns"  # type: ignore[index]
        group.gm.do({"type": "hide-handout", "entry": entry})
        group.ana.wait(lambda page: not page.block("journal-entry"))
        group.bo.do({"type": "say", "words": "done"})
        recap = server.get("/api/recap", group.keys["bo"]).text
    assert "crowns" not in "".join(group.bo.received) + recap
    assert "Ransom" not in "".join(group.bo.received) + recap


def test_the_largest_journal_fits_into_what_a_page_may_be_sent_at_once() -> None:
    entry = JournalEntryBlock(
        id="j100000",
        title="🐉" * TITLE_LIMIT,
        text="🐉" * PASSAGE_LIMIT,
        image="🐉" * IMAGE_LIMIT,
        by=SeatId("x" * 40),
        author="x" * 40,
        is_handout=True,
        shown_at=10**6,
    )
    assert len(msgspec.json.encode(entry)) * (MOST_HANDOUTS + MOST_NOTES) < 0.9 * Limits().unread_bytes


def test_the_store_is_not_told_who_asked_to_stop_and_still_stops_once(server: Server) -> None:
    with sitting(server) as group:
        group.ana.answer_to(group.ana.send({"type": "ask-to-stop"}, id="mine"))
        assert server.store.position_of(group.table, "ana/mine") is None
        group.bo.do({"type": "continue-play"})
        assert group.ana.answer_to(group.ana.send({"type": "ask-to-stop"}, id="mine"))["t"] == "done"
        assert group.bo.refused({"type": "continue-play"}) == "not-stopped", "it was carried out once"
