"""A game full of hidden things, played over real sockets: every byte each seat was sent is searched for secrets.

That is what its page received, whatever was asked there, and all that is answered over HTTP to the holder of its key.
"""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.rulesets import load
from fatetable.tabletop.stored_tables import StoredTables
from tests.adapters.server.groups import say
from tests.adapters.server.pressing import SCENES, Players, catch_up, full_of_secrets, seated
from tests.adapters.server.visiting import Server
from tests.conformance.effort import FACTOR
from tests.conformance.filling import TOKEN, Filler, tokens_in

STEPS = 120 * FACTOR


def answers_to(server: Server, key: str) -> str:
    """Everything the HTTP interface tells whoever holds this key."""
    told = [server.get("/api/points", key).text, server.get("/api/export", key).text]
    before = 0
    while True:
        lines = server.get(f"/api/log?limit=500&before={before}", key)
        told.append(lines.text)
        if not lines.json() or lines.json()[0]["seq"] == before:
            return "".join(told)
        before = lines.json()[0]["seq"]


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_nobody_is_sent_a_word_that_their_seat_was_not_told(server: Server, ruleset: str, scene: str) -> None:
    random = Random(scene)
    with ExitStack() as stack:
        players = full_of_secrets(server, stack, ruleset, scene, random)
        pages = players.pages
        for number in range(STEPS):
            players.step()
            if number % 40 == 20:
                players.pry(random.choice([seat for seat in pages if seat != "gm"]))
        table_id = pages["gm"].welcomes[0]["table"]
        for page in pages.values():
            catch_up(page)
    table = StoredTables(server.store).bring_back(table_id)
    written = tokens_in(list(table.records))
    secret = server.store.secret_of(table_id)
    assert secret is not None
    untold = 0
    for seat, page in pages.items():
        # The game master may take the whole record along, and so whatever players whisper to each other.
        received = "".join(page.received) + (answers_to(server, players.keys[seat]) if seat != "gm" else "")
        assert secret.hex() not in received
        sitting = table.state.get(SEATS)[SeatId(seat)]
        told = tokens_in(list(told_all(table.records, sitting)))
        seen = frozenset(TOKEN.findall(received))
        leaked = seen - told - players.typed[seat]
        assert not leaked, f"{seat} was sent {sorted(leaked)}"
        assert seen, "something was to be seen"
        untold += len(written - told)
    assert untold > 20, "there were secrets to find"
    assert players.done > STEPS / 4
    assert server.metric("faults_total") == 0, "".join(server.journal[-3:])


@pytest.mark.parametrize(("ruleset", "scene"), dict(SCENES).items())
def test_whoever_was_the_game_master_is_sent_what_a_player_is_sent(server: Server, ruleset: str, scene: str) -> None:
    random = Random(scene)
    with ExitStack() as stack:
        (_, key, gm), (heir, _, page), *_ = sitting_down = list(seated(server, stack, ruleset, scene))
        players = Players({seat: page for seat, _, page in sitting_down}, Filler(random, load(ruleset)), random)
        players.hide_much()
        gm.say({"t": "stand-in", "seat": heir})
        gm.wait(lambda page: page.proxy is not None)
        before_it = gm.do(say("a mark"))["seq"]
        gm.do({"type": "hand-over", "to": heir})
        gm.wait(lambda page: page.welcomes[-1]["role"] == "player" and page.people)
        since = max(number for number, message in enumerate(gm.messages) if message["t"] == "welcome")
        page.wait(lambda page: page.welcomes[-1]["role"] == "gm" and page.menu)
        players.gm = heir
        players.typed["gm"].clear()
        players.hide_much()
        players.pry("gm")
        # Going back to before it gives nobody the chair back.
        page.do({"type": "rewind", "to": before_it})
        gm.do(say("after all"))
        catch_up(gm)
        again = stack.enter_context(server.visit(key))
        catch_up(again)
        table_id = gm.welcomes[0]["table"]
    assert {again.welcomes[-1]["role"], again.people["gm"]["role"]} == {"player"}
    table = StoredTables(server.store).bring_back(table_id)
    told = tokens_in(list(told_all(table.records, table.state.get(SEATS)[SeatId("gm")])))
    received = "".join([*gm.received[since:], *again.received, answers_to(server, key)])
    leaked = frozenset(TOKEN.findall(received)) - told - players.typed["gm"]
    assert not leaked, f"the former game master was sent {sorted(leaked)}"
    assert len(tokens_in(list(table.records)) - told) > 5, "there were secrets to find"
