"""A game full of hidden things, played over real sockets: every byte each seat was sent is searched for secrets.

That is what its page received, whatever was asked there, and all that is answered over HTTP to the holder of its key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import ExitStack
from random import Random

import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.mechanics.characters.cast import CAST
from fatetable.rulesets import load
from fatetable.tabletop.storage.table_archive import TableArchive
from fatetable.tabletop.table import Table
from tests.adapters.server.support.groups import say
from tests.adapters.server.support.pressing import SCENES, Players, catch_up, full_of_secrets, seated
from tests.adapters.server.support.visiting import Server
from tests.conformance.effort import FACTOR
from tests.conformance.filling import TOKEN, Filler, tokens_in

STEPS = 120 * FACTOR
PICTURE = re.compile(r"[0-9a-f]{64}")


def answers_to(server: Server, key: str, table: Table, images: Iterable[str] = ()) -> str:
    """Everything the HTTP interface tells the holder of this key, and the ids of the pictures it serves them."""
    told = [server.get(f"/api/{what}", key).text for what in ("points", "export", "recap", "recap?since=session")]
    told += [image for image in images if server.get(f"/api/images/{image}", key).status_code == 200]
    for actor in table.state.get(CAST):
        told += [server.get(f"/api/characters/{actor}/{form}", key).text for form in ("json", "markdown")]
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
            if number % 10 == 5:
                players.show_pictures(server.store)
        table_id = pages["gm"].welcomes[0]["table"]
        for page in pages.values():
            catch_up(page)
    table = TableArchive(server.store).load(table_id)
    written = tokens_in(list(table.records))
    pictures = frozenset(image.id for image in server.store.images_of(table_id))
    secret = server.store.secret_of(table_id)
    assert secret is not None
    untold = unseen = 0
    for seat, page in pages.items():
        # The game master may take the whole record along, and so whatever players whisper to each other.
        served = answers_to(server, players.keys[seat], table, pictures) if seat != "gm" else ""
        received = "".join(page.received) + served
        assert secret.hex() not in received
        sitting = table.state.get(SEATS)[SeatId(seat)]
        heard = list(told_all(table.records, sitting))
        told = tokens_in(heard)
        unheard = pictures - frozenset(PICTURE.findall(str(heard)))
        assert not unheard & frozenset(PICTURE.findall(received)), f"{seat} was sent a picture of something hidden"
        unseen += len(unheard)
        seen = frozenset(TOKEN.findall(received))
        leaked = seen - told - players.typed[seat]
        assert not leaked, f"{seat} was sent {sorted(leaked)}"
        assert seen, "something was to be seen"
        untold += len(written - told)
    assert untold > 20, "there were secrets to find"
    assert unseen, "there were pictures of hidden things"
    assert players.done > STEPS / 4
    assert server.metric("faults_total") == 0, "".join(server.json_log[-3:])


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
    table = TableArchive(server.store).load(table_id)
    told = tokens_in(list(told_all(table.records, table.state.get(SEATS)[SeatId("gm")])))
    received = "".join([*gm.received[since:], *again.received, answers_to(server, key, table)])
    leaked = frozenset(TOKEN.findall(received)) - told - players.typed["gm"]
    assert not leaked, f"the former game master was sent {sorted(leaked)}"
    assert len(tokens_in(list(table.records)) - told) > 5, "there were secrets to find"
