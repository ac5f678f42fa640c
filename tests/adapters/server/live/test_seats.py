"""Who may sit where: invitations, links, taking back, handing over, standing in, watching, and being there."""

from __future__ import annotations

import pytest

from fatetable.engine.chance import commitment_of
from tests.adapters.server.support.groups import ATTACK, say, sitting
from tests.adapters.server.support.visiting import Page, Server


def refusal(answer: object) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined]


def test_an_invitation_says_what_it_invites_to(server: Server) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    told = server.post("/api/invitation", {"key": opened["invitation"]}).json()
    assert (told["title"], told["ruleset"], told["ruleset_title"]) == ("A fight on the quay", "fae", "Fate Accelerated")
    seats = {seat["seat"]: seat for seat in told["seats"]}
    assert seats["gm"]["name"] == "Maria"
    assert seats["gm"]["is_taken"]
    assert not seats["bo"].get("is_taken")
    assert seats["bo"]["characters"] == ["Voltaire"]
    assert told["about"].startswith("The skyship is ready to cast off")
    assert told["about"].count(".") == 1
    assert told["scene"] == "The quay"
    assert told["art"] == "quay"
    assert told["characters"] == [
        {"seat": "ana", "name": "Reth", "who": "Suncaller of the Andral Desert"},
        {"seat": "bo", "name": "Voltaire", "who": "Feline Captain of Cirrus Skimmer"},
    ]


def test_an_invitation_to_closed_sheets_tells_only_what_anybody_sees(server: Server) -> None:
    opened = server.open_table(dials={"open_sheets": False})
    told = server.post("/api/invitation", {"key": opened["invitation"]}).json()
    assert (told["about"], told["scene"], told["characters"]) == ("", "", [])
    assert told["art"] == opened["table"], "a table without a ready-made scene has a picture of its own"
    ana = server.join(opened["invitation"], "Ana")
    with server.visit(ana["key"]) as page:
        reth = next(sheet for sheet in server.get("/api/rulesets/fae/forms/hero").json() if sheet["name"] == "Reth")
        page.do({"type": "bring-character", "seat": ana["seat"], "sheet": reth})
    answer = server.post("/api/invitation", {"key": opened["invitation"]})
    (character,) = answer.json()["characters"]
    assert character["who"]
    assert reth["description"].startswith(character["who"])
    assert not any(words in answer.text for words in reth["aspects"].values())


def test_a_free_seat_takes_the_name_of_whoever_sits_down(server: Server) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    with server.visit(opened["key"]) as gm:
        seated = server.join(opened["invitation"], "Boris", seat="bo")
        assert seated["seat"] == "bo"
        gm.wait(lambda page: page.people["bo"].get("is_taken"))
        assert gm.people["bo"]["name"] == "Boris"
        again = server.post("/api/join", {"key": opened["invitation"], "name": "Eve", "seat": "bo"})
        assert refusal(again) == (409, "seat-taken")
        chair = server.post("/api/join", {"key": opened["invitation"], "name": "Eve", "seat": "gm"})
        assert refusal(chair) == (409, "seat-taken")
        nowhere = server.post("/api/join", {"key": opened["invitation"], "name": "Eve", "seat": "none"})
        assert refusal(nowhere) == (404, "unknown-seat")


def test_a_new_seat_is_added_for_whoever_wants_none_of_the_free_ones(server: Server) -> None:
    opened = server.open_table()
    seats = [server.join(opened["invitation"], name)["seat"] for name in ("Ana", "Ana!")]
    assert seats == ["ana", "ana-2"]


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\nb", "@gm", "\u202eevil"])
def test_names_are_short_and_printable(server: Server, name: str) -> None:
    opened = server.open_table()
    assert refusal(server.post("/api/join", {"key": opened["invitation"], "name": name})) == (400, "bad-name")
    assert refusal(server.post("/api/tables", {"ruleset": "fae", "name": name})) == (400, "bad-name")


def test_spectators_watch(server: Server) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    seated = server.join(opened["invitation"], "Eve", role="spectator")
    with server.visit(seated["key"]) as eve:
        assert eve.welcomes[0]["role"] == "spectator"
        assert eve.refused(say("May I?")) == "spectators-watch"
        assert eve.refused(ATTACK) == "spectators-watch"
        assert not eve.offers


def test_a_link_for_watching_lets_nobody_take_a_seat(server: Server) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    watching = server.post("/api/invitation/new", {"role": "spectator"}, opened["key"]).json()["key"]
    assert server.post("/api/invitation", {"key": watching}).json()["role"] == "spectator"
    for wish in ({}, {"role": "player"}, {"seat": "bo"}, {"seat": "bo", "role": "spectator"}):
        answer = server.post("/api/join", {"key": watching, "name": "Eve", **wish})
        assert refusal(answer) == (403, "watch-only"), wish
    seated = server.join(watching, "Eve", role="spectator")
    with server.visit(seated["key"]) as eve:
        assert eve.welcomes[0]["role"] == "spectator"
        assert eve.refused(say("May I?")) == "spectators-watch"
        assert not eve.people["bo"].get("is_taken")
    assert turned_away(server, watching) == "not-a-seat"


def test_links_for_watching_and_invitations_are_replaced_apart(server: Server) -> None:
    opened = server.open_table()
    first, second = (
        server.post("/api/invitation/new", {"role": "spectator"}, opened["key"]).json()["key"] for _ in range(2)
    )
    assert refusal(server.post("/api/join", {"key": first, "name": "Eve", "role": "spectator"})) == (401, "wrong-key")
    server.join(opened["invitation"], "Ana")
    fresh = server.post("/api/invitation/new", {}, opened["key"]).json()["key"]
    seated = server.join(second, "Eve", role="spectator")
    wish = {"role": "spectator"}
    assert refusal(server.post("/api/invitation/new", wish, seated["key"])) == (403, "gm-only")
    assert server.post("/api/invitation", {"key": fresh}).json()["role"] == ""


def test_a_link_moves_a_seat_to_another_device(server: Server) -> None:
    with sitting(server) as (_, _, bo, keys, *_):
        link = server.post("/api/seats/bo/link", {}, keys["bo"]).json()["key"]
        with server.visit(link) as phone:
            assert phone.welcomes[0]["seat"] == "bo"
            phone.do(say("from the phone"))
            bo.wait(lambda page: page.log[-1]["text"] == "from the phone")
            moved = server.post("/api/seats/bo/link", {"take_back": True}, keys["bo"]).json()["key"]
            for page in (bo, phone):
                goodbye = page.until_closed()
                assert (goodbye["code"], goodbye["may_return"]) == ("seat-moved", False)
        assert turned_away(server, link) == "wrong-key"
        assert refusal(server.get("/api/log", keys["bo"])) == (401, "wrong-key")
        with server.visit(moved) as page:
            page.do(say("here I am"))


def turned_away(server: Server, key: str) -> str:
    page = Page(server.url, key, is_greeted=False)
    return str(page.until_closed()["code"])


def test_the_game_master_takes_a_seat_back_and_gives_it_to_another(server: Server) -> None:
    with sitting(server) as (gm, _, bo, keys, invitation, _):
        assert refusal(server.http.delete("/api/seats/gm/link", headers=bearer(keys["bo"]))) == (403, "gm-only")
        assert refusal(server.http.delete("/api/seats/gm/link", headers=bearer(keys["gm"]))) == (409, "own-seat")
        taken_back = server.http.delete("/api/seats/bo/link", headers=bearer(keys["gm"]))
        assert taken_back.status_code == 200
        back = server.post("/api/join", {"key": invitation, "name": "Boris", "seat": "bo"})
        assert refusal(back) == (401, "wrong-key"), "nobody comes back by the invitation they came with"
        invitation = taken_back.json()["invitation"]
        assert bo.until_closed()["code"] == "seat-taken-back"
        gm.wait(lambda page: not page.people["bo"].get("is_taken"))
        assert turned_away(server, keys["bo"]) == "wrong-key"
        seated = server.join(invitation, "Cleo", seat="bo")
        with server.visit(seated["key"]) as cleo:
            assert cleo.people["bo"]["name"] == "Cleo"
            assert cleo.people["bo"]["characters"] == ["Voltaire"]


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_players_give_out_links_to_their_own_seat_only(server: Server) -> None:
    with sitting(server) as (_, _, _, keys, *_):
        assert refusal(server.post("/api/seats/gm/link", {}, keys["bo"])) == (403, "gm-only")
        assert refusal(server.post("/api/seats/ana/link", {"take_back": True}, keys["bo"])) == (403, "gm-only")
        assert refusal(server.post("/api/seats/nobody/link", {}, keys["gm"])) == (404, "unknown-seat")
        assert server.post("/api/seats/ana/link", {}, keys["gm"]).status_code == 200


def test_a_new_invitation_ends_the_old_one(server: Server) -> None:
    opened = server.open_table()
    fresh = server.post("/api/invitation/new", {}, opened["key"]).json()["key"]
    assert refusal(server.post("/api/join", {"key": opened["invitation"], "name": "Ana"})) == (401, "wrong-key")
    seated = server.join(fresh, "Ana")
    assert refusal(server.post("/api/invitation/new", {}, seated["key"])) == (403, "gm-only")


def test_the_chair_is_handed_over_and_both_pages_begin_anew(server: Server) -> None:
    with sitting(server) as (gm, _, bo, keys, *_):
        hidden = "Held by a Single Slip Knot"
        assert any(hidden in text for text in gm.received)
        gm.do({"type": "hand-over", "to": "bo"})
        bo.wait(lambda page: page.welcomes[-1]["role"] == "gm" and page.order)
        gm.wait(lambda page: page.welcomes[-1]["role"] == "player" and page.order)
        assert any(card["text"] == hidden for card in bo.blocks["aspect-cards:Situation"]["cards"])
        assert not any(card["text"] == hidden for card in gm.blocks["aspect-cards:Situation"]["cards"])
        assert gm.refused({"type": "start-session"}) == "gm-only"
        assert refusal(server.get("/api/export", keys["gm"])) == (403, "gm-only")
        assert server.get("/api/export", keys["bo"]).status_code == 200
        bo.offered("rewind")


def test_the_game_master_stands_in_for_someone_who_is_away(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, *_):
        bo.close()
        gm.wait(lambda page: not page.people["bo"].get("is_here"))
        gm.say({"t": "stand-in", "seat": "bo"})
        gm.wait(lambda page: page.proxy)
        assert gm.proxy is not None
        attack = next(offer for offer in gm.proxy if offer["command"]["type"] == "attack")
        gm.do({**attack["command"], **ATTACK}, seat="bo")
        ana.wait(lambda page: page.block("roll"))
        gm.wait(lambda page: not any(offer["command"]["type"] == "attack" for offer in page.proxy or ()))
        assert ana.refused(say("as somebody else"), seat="bo") == "gm-only"
        gm.say({"t": "stand-in", "seat": ""})
        gm.wait(lambda page: page.proxy == [])
        ana.say({"t": "stand-in", "seat": "gm"})
        ana.wait(lambda page: page.proxy is not None)
        assert ana.proxy == [], "players stand in for nobody"


def test_everybody_sees_who_is_there(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, *_):
        gm.wait(lambda page: page.people["bo"].get("is_here"))
        with server.visit(keys["bo"]):
            bo.close()
            ana.do(say("still there?"))
            gm.wait(lambda page: page.log[-1]["text"] == "still there?")
            assert gm.people["bo"]["is_here"], "one of two pages is enough"
        gm.wait(lambda page: not page.people["bo"].get("is_here"))


def test_the_secret_of_the_dice_is_told_when_play_is_closed_and_not_before(server: Server) -> None:
    with sitting(server) as (gm, ana, bo, keys, _, table):
        secret = server.store.secret_of(table)
        assert secret is not None
        assert refusal(server.post("/api/dice/new", {}, keys["bo"])) == (403, "gm-only")
        assert not any(secret.hex() in text for page in (gm, ana, bo) for text in page.received)
        changed = server.post("/api/dice/new", {}, keys["gm"]).json()
        assert changed["secret"] == secret.hex()
        assert {page.welcomes[0]["commitment"] for page in (gm, ana, bo)} == {commitment_of(secret)}
        ana.wait(lambda page: page.welcomes[-1]["commitment"] == changed["commitment"])
        assert server.store.secret_of(table) != secret
        export = server.get("/api/export", keys["gm"])
        assert secret.hex() in export.text
        assert (server.store.secret_of(table) or b"").hex() not in export.text
