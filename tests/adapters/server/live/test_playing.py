"""Several pages at one table: what each is sent, and that every command counts exactly once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.adapters.server.live import connection
from fatetable.adapters.server.wire import Done, Goodbye, OddsTold, Patch, Refused, ToPage, Welcome
from fatetable.mechanics.book.pace import PACE_DIALS
from fatetable.tabletop.words.chances import Chances, chances_of
from tests.adapters.server.support.groups import ATTACK, say, sitting
from tests.adapters.server.support.visiting import Page, Server


def answers(page: Page) -> list[dict[str, object]]:
    return [offer for offer in page.offers.values() if offer["command"]["type"] == "answer"]


def test_a_roll_is_played_by_pressing_what_is_offered(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, *_):
        offer = bo.offered("attack")
        assert {hole["field"] for hole in offer["holes"]} == {"target", "trait", "description"}
        done = bo.do({**offer["command"], **ATTACK})
        for page in (gm, ana, bo):
            page.wait(lambda page: page.block("roll"))
            assert page is gm or page.seq == done["seq"]
        gm.wait(answers)
        (defend,) = answers(gm)
        assert defend["label"] == "Defend", "the question stands in a block of its own"
        fill = {"trait": "skilled-1", "description": "shove back"}
        gm.do({**defend["command"], "fill": fill})  # type: ignore[dict-item]
        ana.do(ana.offered("pass")["command"])
        bo.do(bo.offered("throw-dice")["command"])
        for page in (gm, ana, bo):
            page.wait(lambda page: (page.block("roll") or {}).get("stage") == "thrown")
        dice = [page.block("roll")["sides"][0]["dice"] for page in (gm, ana, bo)]  # type: ignore[index]
        assert len(dice[0]) == 4
        assert dice[0] == dice[1] == dice[2], "everybody sees the same dice"


def test_everything_sent_is_what_the_wire_says(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, *_):
        bo.do({**bo.offered("attack")["command"], **ATTACK})
        gm.wait(answers)
        assert gm.refused({"type": "no-such-thing"}) == "unknown-command"
        ana.wait(lambda page: page.block("roll"))
        kinds = {"welcome": Welcome, "done": Done, "refused": Refused, "odds": OddsTold, "goodbye": Goodbye}
        for page in (gm, ana, bo):
            for text in page.received:
                kind = msgspec.json.decode(text)["t"]
                if kind == "patch":
                    # Commands and blocks are unions that a page tells apart by their type.
                    fields = msgspec.json.decode(text).keys() - {"t"}
                    assert fields <= set(Patch.__struct_fields__)
                else:
                    assert isinstance(msgspec.json.decode(text, type=kinds[kind]), ToPage)


def test_only_what_changed_is_sent(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, *_):
        for page in (gm, ana, bo):
            page.wait(lambda page: page.menu and all(person.get("is_here") for person in page.people.values()))
        before = len(ana.messages)
        bo.do(say("Hello!"))
        ana.wait(lambda page: page.log[-1]["text"] == "Hello!")
        (patch,) = ana.messages[before:]
        assert patch.keys() == {"t", "seq", "log"}
        (line,) = patch["log"]
        assert line.pop("at") > 0
        assert line == {"seq": patch["seq"], "text": "Hello!", "kind": "said", "by": "bo"}


def test_a_command_sent_again_is_not_carried_out_again(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, _, table):
        first = bo.answer_to(bo.send(say("once"), id="mine"))
        again = bo.answer_to(bo.send(say("once"), id="mine"))
        assert first == again
        ana.answer_to(ana.send(say("another's id is another's"), id="mine"))
        with server.visit(keys["bo"]) as second_page:
            assert second_page.answer_to(second_page.send(say("once"), id="mine")) == first
        gm.wait(lambda page: page.log[-1]["text"] == "another's id is another's")
        assert gm.lines().count("once") == 1
        bodies = [record.body for record in server.store.read(table)]
        assert sum(b'"once"' in body for body in bodies) == 1


def test_a_command_is_known_again_after_the_table_left_memory(server: Server) -> None:
    opened = server.open_table()
    with server.visit(opened["key"]) as page:
        first = page.answer_to(page.send(say("once"), id="mine"))
    server.tables.registry._tables.clear()
    with server.visit(opened["key"]) as page:
        assert page.answer_to(page.send(say("once"), id="mine")) == first
        assert page.lines().count("once") == 1


def test_a_long_game_is_come_back_to_by_a_snapshot_and_old_ids_are_still_known(server: Server) -> None:
    opened = server.open_table()
    with server.visit(opened["key"]) as page:
        first = page.answer_to(page.send(say("once"), id="mine"))
        while server.store.latest_snapshot(opened["table"]) is None:
            page.do(say("and on"))
            assert page.seq < 5_000, "nobody keeps one"
        last = page.do(say("the last"))["seq"]
    server.tables.registry._tables.clear()
    with server.visit(opened["key"]) as page:
        assert (page.seq, page.lines()[-1]) == (last, "the last")
        table = server.tables.registry._tables[opened["table"]].stored_table.table
        assert table.snapshot.seq > first["seq"], "what is before it was not read"
        assert page.answer_to(page.send(say("once"), id="mine")) == first
        assert page.do(say("more"))["seq"] == last + 1


def test_a_refusal_says_why_and_changes_nothing(server: Server) -> None:
    with sitting(server) as (gm, _, bo, *_):
        id = bo.send({"type": "give-in", "actor": "reth", "terms": "drops the rope"})
        refused = bo.answer_to(id)
        assert (refused["t"], refused["code"]) == ("refused", "not-yours")
        assert refused["message"].endswith(".")
        assert bo.refused(gm.offered("rewind")["command"]) == "gm-only"
        assert bo.refused({"type": "say"}) == "bad-command"
        assert bo.refused({"type": "say", "words": "x" * 10_000}) == "text-too-long"


def test_whoever_comes_back_catches_up_with_what_was_missed(server: Server) -> None:
    with sitting(server) as (gm, _, bo, keys, *_):
        bo.do(say("before"))
        seen = bo.seq
        bo.close()
        gm.do(say("while you were away"))
        with server.visit(keys["bo"], after=seen) as again:
            assert not again.welcomes[0]["fresh"], "the page keeps the lines it has"
            assert again.lines() == ["while you were away"]
            assert again.order, "what is on the table is sent whole"
            again.offered("attack")
        with server.visit(keys["bo"], after=10**9) as lost:
            assert lost.welcomes[0]["fresh"], "a position that never was is no place to go on from"


def test_older_lines_are_there_to_be_read(server: Server) -> None:
    opened = server.open_table()
    with server.visit(opened["key"]) as page:
        for number in range(90):
            page.do(say(f"line {number}"))
    with server.visit(opened["key"]) as page:
        shown = page.lines()
        assert shown[-1] == "line 89"
        assert "line 0" not in shown, "not everything comes at once"
        older = server.get(f"/api/log?before={page.log[0]['seq']}&limit=500", opened["key"]).json()
        assert [line["text"] for line in older][-2:] == [f"line {88 - len(shown)}", f"line {89 - len(shown)}"]
        assert sum(line["text"].startswith("line ") for line in older) + len(shown) == 90


def test_a_rewind_takes_lines_back_on_every_page(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        bo.do({**bo.offered("attack")["command"], **ATTACK})
        gm.wait(lambda page: "leaps from a bollard" in page.log[-1]["text"])
        declared = gm.log[-1]
        gm.do({"type": "rewind", "to": declared["step"]})
        for page in (gm, ana, bo):
            page.wait(lambda page: page.undone)
            page.wait(lambda page: page.log[-1]["kind"] == "rewound")
            ((first, last),) = page.undone
            assert first <= declared["seq"] <= last
            assert page.block("roll") is None
            assert page.people["bo"]["name"] == "Bo", "nobody loses their seat"
        with server.visit(keys["ana"]) as late:
            (line,) = [line for line in late.log if "leaps from a bollard" in line["text"]]
            assert line["undone"]
        older = server.get("/api/log", keys["ana"]).json()
        assert [line.get("undone", False) for line in older if "leaps from a bollard" in line["text"]] == [True]


def test_everybody_may_read_where_points_came_from_and_went(server: Server) -> None:
    with sitting(server) as (gm, _, _, keys, *_rest):
        gm.do({"type": "set-points", "account": "purse:reth", "value": 5, "reason": "a wager won"})
        before = gm.seq
        gm.do({"type": "set-points", "account": "purse:reth", "value": 1, "reason": "a mistake"})
        gm.do({"type": "rewind", "to": before})
        moves = server.get("/api/points", keys["ana"]).json()["moves"]
        assert [move["seq"] for move in moves] == sorted(move["seq"] for move in moves)
        last = moves[-1]
        assert (last["giver"], last["taker"], last["reason"]) == ("the bank", "Reth", "a wager won")
        assert (last["giver_id"], last["taker_id"]) == ("", "reth")
        came = sum(move["amount"] for move in moves if move["target"] == "purse:reth")
        went = sum(move["amount"] for move in moves if move["source"] == "purse:reth")
        assert came - went == 5
        assert server.get("/api/points", "no-such-key").status_code == 401


def test_odds_are_told_when_somebody_asks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[object] = []

    def counted(*asked: Any) -> Chances | None:
        worked_out.append(asked)
        return chances_of(*asked)

    monkeypatch.setattr(connection, "chances_of", counted)
    with sitting(server) as (gm, ana, bo, *_):
        bo.do({**bo.offered("attack")["command"], **ATTACK})
        gm.wait(answers)
        gm.do({**answers(gm)[0]["command"], "fill": {"trait": "skilled-1", "description": "shove"}})  # type: ignore[dict-item]
        help_offer = ana.offered("help")
        ana.say({"t": "ask-odds", "id": "o1", "offers": [*[help_offer["key"]] * 50, "no-such-offer"]})
        told = ana.answer_to("o1")["odds"]
        assert told.keys() == {help_offer["key"]}
        assert len(worked_out) == 1, "asking for the same many times does not make work many times"
        odds = told[help_offer["key"]]
        assert odds["before"].keys() == odds["after"].keys() == {"fail", "tie", "succeed", "style"}
        assert 100 > odds["before"]["fail"] > odds["after"]["fail"] > 0
        assert "→" in odds["summary"]


def test_a_table_that_would_rather_not_know_is_told_no_odds(server: Server) -> None:
    with sitting(server, odds=False) as (gm, ana, bo, *_):
        bo.do({**bo.offered("attack")["command"], **ATTACK})
        gm.wait(answers)
        gm.do({**answers(gm)[0]["command"], "fill": {"trait": "skilled-1", "description": "shove"}})  # type: ignore[dict-item]
        ana.say({"t": "ask-odds", "id": "o1", "offers": [ana.offered("help")["key"]]})
        assert ana.answer_to("o1")["odds"] == {}


def test_a_ready_made_scene_leaves_only_what_changes_no_rule_to_choose(server: Server) -> None:
    asked = {"ruleset": "fae", "name": "Maria", "scene": "fight-on-the-quay"}
    assert server.post("/api/tables", {**asked, "dials": {"odds": False}}).is_success
    refused = server.post("/api/tables", {**asked, "dials": {"odds": False, "helpers": 1}})
    assert refused.json()["code"] == "scene-has-dials"
    (game,) = (each for each in server.get("/api/rulesets").json() if each["id"] == "fae")
    pace = [dial.name for dial in PACE_DIALS if not dial.changes_rules]
    assert [dial["name"] for dial in game["dials"] if not dial["changes_rules"]] == [*pace, "odds"]


def test_whispers_reach_only_those_they_are_for(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, *_):
        bo.do(say("for ana alone", "ana"))
        ana.wait(lambda page: page.log[-1]["text"] == "for ana alone")
        assert (ana.log[-1]["by"], ana.log[-1]["to"]) == ("bo", ["ana"])
        bo.do(say("for all"))
        gm.wait(lambda page: page.log[-1]["text"] == "for all")
        assert "for ana alone" not in gm.lines()


@pytest.mark.parametrize("scene", ["battle-of-the-marches", "stand-at-the-ford", "race-for-the-satchel"])
def test_every_ready_made_scene_can_be_opened(server: Server, scene: str) -> None:
    listed = server.get("/api/rulesets").json()
    (ruleset,) = [each["id"] for each in listed for found in each["scenes"] if found["name"] == scene]
    opened = server.open_table(ruleset=ruleset, scene=scene)
    with server.visit(opened["key"]) as page:
        page.wait(lambda page: page.menu)
        assert page.block("scene")["title"]  # type: ignore[index]
