"""Pages add randomness to the dice, and every seat gets what it needs to check them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from click.testing import CliRunner

from fatetable.adapters.cli.main import main
from fatetable.engine.chance import pledge_of, stirred
from fatetable.engine.codec import unseal
from tests.adapters.server.support.groups import ATTACK, say, sitting
from tests.adapters.server.support.visiting import Page, Server


def word(page: str, number: int) -> str:
    return hashlib.sha256(f"{page} {number}".encode()).hexdigest()


def pledge(page: Page, name: str, number: int = 1) -> None:
    page.do({"type": "pledge-stir", "pledge": pledge_of(word(name, number))})


def tell(page: Page, name: str, number: int) -> None:
    page.wait(lambda page: name in page.stirring.get("owing", ()))
    page.do({"type": "tell-stir", "words": word(name, number), "pledge": pledge_of(word(name, number + 1))})


def stir(gm: Page, ana: Page) -> str:
    """The game master's page and Ana's sit down; returns the stir that comes of it."""
    pledge(gm, "gm")
    tell(gm, "gm", 1)
    pledge(ana, "ana")
    tell(ana, "ana", 1)
    tell(gm, "gm", 2)
    return stirred(stirred("", [word("gm", 1)]), [word("gm", 2), word("ana", 1)])


def test_pages_are_told_what_they_need_to_stir_the_dice(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        assert gm.stirring == {}
        after = stir(gm, ana)
        for page in (gm, ana, bo):
            page.wait(lambda page: page.stirring.get("pledges", {}).get("gm") == pledge_of(word("gm", 3)))
            assert "owing" not in page.stirring
            assert page.stirring["pledges"] == {"gm": pledge_of(word("gm", 3)), "ana": pledge_of(word("ana", 2))}
            assert set(page.stirring["resting"]) == {"gm", "ana"}
        told = server.get("/api/dice", keys["bo"]).json()
        assert [each["event"] for each in told["records"] if each["event"]["type"] == "dice-stirred/1"][-1] == {
            "type": "dice-stirred/1",
            "stir": after,
            "seats": ["gm", "ana"],
        }


def test_a_page_that_comes_later_knows_it_too_and_stirs_are_no_line_of_the_story(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        stir(gm, ana)
        bo.do(say("Hello!"))
        with server.visit(keys["bo"]) as again:
            again.wait(lambda page: page.stirring.get("pledges"))
            assert {line["text"] for line in again.log if line.get("kind") == "dice"} == {
                "Dice stirred by Maria.",
                "Dice stirred by Maria, Ana.",
            }


def test_a_seat_that_does_not_answer_is_passed_over_after_a_while() -> None:
    with Server() as server:
        server.tables.registry.second = 0.01
        with sitting(server) as (gm, ana, _bo, *_):
            pledge(gm, "gm")
            tell(gm, "gm", 1)
            pledge(ana, "ana")
            gm.wait(lambda page: any("no answer from" in line["text"] for line in page.log))


def test_a_throw_depends_on_what_the_pages_added(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        after = stir(gm, ana)
        bo.do({**bo.offered("attack")["command"], **ATTACK})
        gm.wait(lambda page: any(offer["command"]["type"] == "answer" for offer in page.offers.values()))
        defend = gm.offered("answer")
        gm.do({**defend["command"], "fill": {"trait": "skilled-1", "description": "shove back"}})
        ana.do(ana.offered("pass")["command"])
        bo.do(bo.offered("throw-dice")["command"])
        records = server.get("/api/dice", keys["ana"]).json()["records"]
        thrown = [each["event"]["throw"] for each in records if each["event"]["type"] == "dice-thrown/1"]
        assert thrown
        assert {throw["position"]["stir"] for throw in thrown} == {after}


def test_every_seat_downloads_a_record_that_verifies(server: Server, tmp_path: Path) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        stir(gm, ana)
        gm.do(say("only for Ana", "ana"))
        heads = {}
        for seat in ("gm", "ana", "bo"):
            answer = server.get("/api/record", keys[seat])
            assert answer.headers["content-disposition"].endswith(f'-{seat}.log"')
            assert ("only for Ana" in answer.text) == (seat != "bo")
            path = tmp_path / f"{seat}.log"
            path.write_bytes(answer.content)
            result = CliRunner().invoke(main, ["verify", str(path)])
            assert result.exit_code == 0, result.output
            assert "Stirred 2 times: gm 2 times, ana 1 time." in result.output
            shown = server.get("/api/dice", keys[seat]).json()
            heads[seat] = shown["head"]
            assert f"Its head is {shown['head']}." in result.output
            assert shown["lines"] == len(list(unseal(answer.content.splitlines(keepends=True))))
        bo.do(say("later"))
        whole = tmp_path / "whole.log"
        whole.write_bytes(server.get("/api/export", keys["gm"]).content)
        for seat, head in heads.items():
            result = CliRunner().invoke(main, ["verify", str(whole), "--head", head])
            assert result.exit_code == 0, result.output
            assert ("as bo was told it" in result.output) == (seat == "bo")


def test_nobody_without_a_seat_gets_a_record(server: Server) -> None:
    with sitting(server) as (*_, invitation, _table):
        for path in ("/api/record", "/api/dice"):
            assert server.get(path).status_code in (401, 403)
            assert server.get(path, invitation).status_code in (401, 403)
