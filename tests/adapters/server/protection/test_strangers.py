"""Strangers without a key, from another site, in floods, with nonsense: nothing gets in."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from fatetable.adapters.server.protection.origin_and_headers import address_of
from fatetable.adapters.server.protection.rate_limits import Limits
from fatetable.mechanics.readable_text import is_readable
from tests.adapters.server.support.groups import ATTACK, say, sitting
from tests.adapters.server.support.visiting import PATIENCE, Page, Server

FUZZ = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def turned_away(server: Server, key: str) -> str:
    page = Page(server.url, key, is_greeted=False)
    code = str(page.until_closed()["code"])
    assert len(page.messages) == 1, "who is turned away hears of nothing else"
    return code


# -- keys ------------------------------------------------------------------------------------------------------------


def test_without_the_key_of_a_seat_nobody_gets_in(server: Server) -> None:
    opened = server.open_table()
    assert turned_away(server, "") == "wrong-key"
    assert turned_away(server, opened["key"][:-1]) == "wrong-key"
    assert turned_away(server, opened["key"] + "x") == "wrong-key"
    assert turned_away(server, opened["table"]) == "wrong-key"
    assert turned_away(server, opened["invitation"]) == "not-a-seat"
    assert turned_away(server, "ü" * 5000) == "wrong-key"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/log"),
        ("GET", "/api/export"),
        ("POST", "/api/seats/gm/link"),
        ("DELETE", "/api/seats/bo/link"),
        ("POST", "/api/invitation/new"),
        ("POST", "/api/dice/new"),
    ],
)
def test_the_interface_wants_a_key_too(server: Server, method: str, path: str) -> None:
    opened = server.open_table()
    body: object = {} if method == "POST" else None
    for header in ("", "Bearer", "Bearer wrong", f"Basic {opened['key']}", f"Bearer {opened['invitation']}"):
        answer = server.http.request(method, path, json=body, headers={"authorization": header})
        assert (answer.status_code, answer.json()["message"][-1]) == (401, "."), header


def test_the_key_of_one_table_opens_no_other(server: Server) -> None:
    with sitting(server) as (gm, *_, table):
        other = server.open_table()
        with server.visit(other["key"]) as stranger:
            assert stranger.welcomes[0]["table"] == other["table"] != table
            assert stranger.refused(ATTACK) != ""
            assert stranger.refused(say("psst"), seat="bo") == "unknown-seat"
        exported = server.get("/api/export", other["key"]).text
        assert "quay" not in exported
        gm.do(say("all quiet"))
        assert gm.log[-1]["text"] == "all quiet"


def test_players_cannot_do_what_is_the_game_masters(server: Server) -> None:
    with sitting(server) as (gm, ana, *_):
        gm.wait(lambda page: page.menu)
        ana.wait(lambda page: page.menu)
        theirs = {msgspec.json.encode(offer["command"]) for offer in ana.offers.values()}
        tried, before = 0, (ana.seq, gm.seq)
        for offer in gm.offers.values():
            if msgspec.json.encode(offer["command"]) not in theirs:
                answer = ana.answer_to(ana.send(offer["command"]))
                assert answer["t"] == "refused", offer
                tried += 1
        assert tried > 10
        gm.do(say("after all"))
        ana.wait(lambda page: page.lines()[-1:] == ["after all"])
        assert (ana.seq, gm.seq) == (before[0] + 1, before[1] + 1), "nothing else happened"


# -- other sites -----------------------------------------------------------------------------------------------------


OTHER_SITES = ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "http://[", "//"]


@pytest.mark.parametrize("origin", OTHER_SITES)
def test_pages_of_other_sites_open_no_socket(server: Server, origin: str) -> None:
    address = server.url.replace("http", "ws") + "/ws"
    with pytest.raises(InvalidStatus) as refused, connect(address, origin=Origin(origin)):
        pass
    assert refused.value.response.status_code == 403


def test_the_page_itself_opens_one(server: Server) -> None:
    opened = server.open_table()
    with connect(server.url.replace("http", "ws") + "/ws", origin=Origin(server.url)) as line:
        line.send(msgspec.json.encode({"t": "hello", "key": opened["key"]}).decode())
        assert msgspec.json.decode(line.recv())["t"] == "welcome"


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_a_browser_that_names_no_origin_says_where_its_page_is_from(server: Server, site: str) -> None:
    address = server.url.replace("http", "ws") + "/ws"
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers={"sec-fetch-site": site}):
        pass
    assert refused.value.response.status_code == 403
    answer = server.post("/api/tables", {"ruleset": "fae", "name": "Eve"}, **{"sec-fetch-site": site})
    assert (answer.status_code, answer.json()["code"]) == (403, "cross-site")


def test_pages_of_other_sites_open_no_tables(server: Server) -> None:
    asked = {"ruleset": "fae", "name": "Eve"}
    for origin in OTHER_SITES:
        answer = server.post("/api/tables", asked, origin=origin)
        assert (answer.status_code, answer.json()["code"]) == (403, "cross-site")
    form = server.http.post(
        "/api/tables", content=b'{"ruleset":"fae","name":"Eve"}', headers={"content-type": "text/plain"}
    )
    assert (form.status_code, form.json()["code"]) == (400, "not-json")
    assert server.post("/api/tables", asked, origin=server.url).status_code == 200


def test_every_answer_tells_browsers_what_not_to_do(server: Server) -> None:
    for path in ("/", "/api/rulesets", "/healthz", "/no/such/page", "/api/nothing"):
        headers = server.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert "worker-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_nobody_climbs_out_of_the_folder_of_the_page(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    ways = ("/../app.py", "/..%2f..%2fserver%2fapp.py", "/%2e%2e/%2e%2e/server/app.py", "//etc/passwd")
    odd = ("/a\x00b", "/a%00b", "/assets/%00.js", "/%ff", f"/{'a' * 9_000}", f"/{'a/' * 9_000}")
    for path in (*ways, *odd):
        with socket.create_connection((host, int(port)), timeout=30) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: line.recv(65536), b""))
        assert b"TableServer" not in answer
        assert b"root:" not in answer
        assert answer.partition(b" ")[2][:3] in (b"200", b"400", b"404")


# -- words -----------------------------------------------------------------------------------------------------------

MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;\"'"


def test_markup_travels_as_text_and_is_told_to_be_nothing_else(server: Server) -> None:
    opened = server.open_table(title=MARKUP)
    seated = server.join(opened["invitation"], "<b>Eve</b>")
    with server.visit(opened["key"]) as gm, server.visit(seated["key"]) as eve:
        eve.do(say(MARKUP))
        gm.wait(lambda page: page.log[-1]["text"] == MARKUP)
        assert gm.people[seated["seat"]]["name"] == "<b>Eve</b>"
    told = server.post("/api/invitation", {"key": opened["invitation"]})
    assert told.json()["title"] == MARKUP
    assert told.headers["content-type"] == "application/json"
    assert seated["seat"].isascii()
    assert "<" not in seated["seat"]


# -- nonsense --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def table(server: Server) -> dict[str, str]:
    return server.open_table(scene="fight-on-the-quay")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
COMMANDS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["attack", "say", "answer", "rewind", "add-seat", "place-aspect", "bring-character", "zz"]
        )
    },
    optional=dict.fromkeys(
        ("words", "to", "actor", "target", "trait", "prompt", "option", "fill", "sheet", "name"), JSON
    ),
)
MESSAGES = st.fixed_dictionaries(
    {"t": st.sampled_from(["hello", "do", "ask-odds", "stand-in", "foresee", "patch", "zz"]) | JSON},
    optional={
        "id": JSON,
        "command": JSON | COMMANDS,
        "seat": JSON,
        "offers": JSON,
        "offer": JSON,
        "key": JSON,
        "after": JSON,
    },
)
FRAMES = (
    MESSAGES.map(lambda value: msgspec.json.encode(value).decode())
    | JSON.map(lambda value: msgspec.json.encode(value).decode())
    | st.text(max_size=200)
    | st.binary(max_size=200)
)


@FUZZ
@given(frames=st.lists(FRAMES, min_size=1, max_size=8))
def test_no_frame_breaks_anything(server: Server, table: dict[str, str], frames: list[str | bytes]) -> None:
    with server.visit(table["key"]) as page:
        for frame in frames:
            page.socket.send(frame)
        answer = page.answer_to(page.send(say("still there")))
        assert answer["t"] == "done"
    assert server.metric("faults_total") == 0, "".join(server.json_log[-3:])


@FUZZ
@given(frame=FRAMES)
def test_no_first_frame_gets_in(server: Server, frame: str | bytes) -> None:
    with connect(server.url.replace("http", "ws") + "/ws") as line:
        line.send(frame)
        goodbye = msgspec.json.decode(line.recv())
        assert (goodbye["t"], goodbye["may_return"]) == ("goodbye", False)
        with pytest.raises(ConnectionClosed):
            line.recv()
    assert server.metric("faults_total") == 0, "".join(server.json_log[-3:])


def test_commands_that_are_hard_to_read_are_refused(server: Server, table: dict[str, str]) -> None:
    with server.visit(table["key"]) as page:
        for command in ({}, {"type": 5}, {"type": "say", "words": "a\nb"}, {"type": "say", "words": "\u0000"}):
            assert page.refused(command)
        page.say('{"t":"do","id":"deep","command":{"type":"say","words":' + "[" * 5000 + "]" * 5000 + "}}")
        assert page.next("refused")["code"] == "malformed"
        for id in ("", "x" * 65, "a\nb"):
            page.say({"t": "do", "id": id, "command": say("hm")})
            assert page.next("refused")["code"] == "bad-id"


UNREADABLE = ["\\ud800", "\\udc00\\ud800", "\\u0000\\ud83d"]


@pytest.mark.parametrize("words", UNREADABLE)
def test_half_a_character_is_no_text(server: Server, table: dict[str, str], words: str) -> None:
    with server.visit(table["key"]) as page:
        for raw in (
            f'{{"t":"do","id":"a","command":{{"type":"say","words":"{words}"}}}}',
            f'{{"t":"do","id":"{words}","command":{{"type":"say","words":"a"}}}}',
            f'{{"t":"stand-in","seat":"{words}"}}',
        ):
            page.say(raw)
            assert page.next("refused")["code"] == "malformed"
    for path in ("/api/tables", "/api/join", "/api/invitation"):
        body = f'{{"ruleset":"fae","name":"{words}","key":"{words}"}}'.encode()
        answer = server.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400


DEEP = reduce(lambda inner, _: [inner], range(200), list[object]())
ODD: list[object] = [
    "",
    "x" * 401,
    MARKUP,
    "a\u202eb",
    "a\u2066b\u2069",
    "a\u0000b",
    "a\x1b[31mb",
    "a\u2028b",
    "\ufeff",
    0,
    -1,
    2**63,
    -(10**30),
    10**300,
    1.5,
    True,
    None,
    [],
    {},
    DEEP,
    ["x"] * 500,
    {"x": {"y": "z"}},
    {"": DEEP},
]


@pytest.mark.parametrize(("ruleset", "scene"), [("fae", "fight-on-the-quay"), ("skein", "stand-at-the-ford")])
def test_no_value_in_any_field_of_any_command_breaks_anything(server: Server, ruleset: str, scene: str) -> None:
    opened = server.open_table(ruleset=ruleset, scene=scene)
    seat = server.post("/api/invitation", {"key": opened["invitation"]}).json()["seats"][1]["seat"]
    key = server.join(opened["invitation"], "Ana", seat=seat)["key"]
    faults = server.metric("faults_total")
    with server.visit(opened["key"]) as gm, server.visit(key) as ana:
        tried = 0
        for page in (gm, ana):
            page.wait(lambda page: page.menu)
            commands = {offer["command"]["type"]: offer["command"] for offer in page.offers.values()}
            for command in commands.values():
                sent = [page.send({**command, field: value}) for field in command for value in ODD]
                for id in sent:
                    page.answer_to(id)
                tried += len(sent)
        assert tried > 500
        with server.visit(key) as late:
            for page in (ana, late):
                said = [line["text"] for line in page.log]
                assert all(map(is_readable, [*said, msgspec.json.encode(page.blocks).decode()]))
    assert server.metric("faults_total") == faults, "".join(server.json_log[-3:])


def test_a_frame_that_is_too_large_ends_the_visit_and_nothing_else(server: Server, table: dict[str, str]) -> None:
    with server.visit(table["key"]) as other:
        page = server.visit(table["key"])
        page.say({"t": "do", "id": "big", "command": say("x" * 70_000)})
        page.until_closed()
        assert page.socket.close_code == 1009
        other.do(say("still here"))


def test_a_page_that_only_sends_nonsense_is_cut_off(server: Server, table: dict[str, str]) -> None:
    page = server.visit(table["key"])
    for _ in range(21):
        page.say("nonsense")
    goodbye = page.until_closed()
    assert (goodbye["code"], goodbye["may_return"]) == ("malformed", False)


def test_a_page_of_another_version_is_told_to_load_itself_again(server: Server, table: dict[str, str]) -> None:
    with connect(server.url.replace("http", "ws") + "/ws") as line:
        line.send(msgspec.json.encode({"t": "hello", "key": table["key"], "version": 999}).decode())
        goodbye = msgspec.json.decode(line.recv())
        assert (goodbye["code"], goodbye["may_return"]) == ("other-version", False)


# -- too much --------------------------------------------------------------------------------------------------------


@pytest.fixture
def strict() -> Iterator[Server]:
    limits = Limits(
        commands=0.001,
        commands_burst=5,
        visits=0.001,
        visits_burst=6,
        tables=0.001,
        tables_burst=3,
        refusal_seconds=0.01,
        requests=0.001,
        requests_burst=40,
        sockets_per_address=3,
        pages_per_seat=2,
        hello_seconds=0.2,
        request_seconds=0.2,
    )
    with Server(limits=limits) as running:
        yield running


def test_a_flood_of_commands_is_refused_and_others_play_on(strict: Server) -> None:
    opened = strict.open_table()
    seated = strict.join(opened["invitation"], "Ana")
    with strict.visit(opened["key"]) as gm, strict.visit(seated["key"]) as ana:
        answers = [ana.answer_to(ana.send(say(f"{number}"))) for number in range(20)]
        assert [answer["t"] for answer in answers] == ["done"] * 5 + ["refused"] * 15
        assert {answer["code"] for answer in answers[5:]} == {"too-many-commands"}
        gm.do(say("and I may"))
    assert strict.metric("limited_total") == 15


def test_tables_cannot_be_opened_without_end(strict: Server) -> None:
    statuses = [strict.post("/api/tables", {"ruleset": "fae", "name": "Eve"}).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_wrong_keys_lock_out_nobody_at_the_same_address(strict: Server) -> None:
    opened = strict.open_table()
    # The first of forty requests has opened the table.
    statuses = [strict.get("/api/log", f"guess {number}").status_code for number in range(60)]
    assert statuses == [401] * 39 + [429] * 21
    assert strict.get("/api/log", opened["key"]).status_code == 200
    assert strict.post("/api/invitation", {"key": opened["invitation"]}).status_code == 200
    assert turned_away(strict, "guess") == "wrong-key"
    seated = strict.join(opened["invitation"], "Ana")
    with strict.visit(opened["key"]) as gm, strict.visit(seated["key"]) as ana:
        gm.do(say("welcome"))
        ana.do(say("hello"))


def test_requests_are_limited_by_address(strict: Server) -> None:
    statuses = [strict.get("/api/rulesets").status_code for _ in range(50)]
    assert statuses == [200] * 40 + [429] * 10
    # What takes longer counts as more.
    assert strict.get("/api/rulesets/fae/rules?q=x").json()["code"] == "too-many-requests"


def test_sockets_are_limited_by_seat_and_by_address(strict: Server) -> None:
    opened = strict.open_table()
    with strict.visit(opened["key"]), strict.visit(opened["key"]):
        assert turned_away(strict, opened["key"]) == "too-many-pages"
        seated = strict.join(opened["invitation"], "Ana")
        address = strict.url.replace("http", "ws") + "/ws"
        with strict.visit(seated["key"]), pytest.raises(InvalidStatus), connect(address):
            pass


def test_a_seat_cannot_be_opened_again_without_end(strict: Server) -> None:
    opened = strict.open_table()
    seated = strict.join(opened["invitation"], "Ana")
    for _ in range(6):
        strict.visit(seated["key"]).close()
    page = Page(strict.url, seated["key"], is_greeted=False)
    goodbye = page.until_closed()
    assert (goodbye["code"], goodbye["may_return"]) == ("too-many-visits", True)
    with strict.visit(opened["key"]) as gm:
        gm.do(say("and others are let in"))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::8", True),
        ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("a.sock", "b.sock", False),
    ],
)
def test_whoever_has_a_whole_network_is_counted_as_one(one: str, other: str, is_same: bool) -> None:
    addresses = [address_of({"client": (client, 1234)}) for client in (one, other)]
    assert (addresses[0] == addresses[1]) == is_same


def test_who_does_not_say_hello_is_not_waited_for(strict: Server) -> None:
    with connect(strict.url.replace("http", "ws") + "/ws") as line:
        assert msgspec.json.decode(line.recv())["code"] == "no-hello"


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"


@pytest.mark.parametrize("beginning", [b"", b"GET / HT", HEAD, HEAD + b"\r\n{", HEAD + b"\r\n{}GET / HT"])
def test_a_request_that_does_not_come_to_an_end_is_not_waited_for(strict: Server, beginning: bytes) -> None:
    with raw_line(strict) as line:
        line.sendall(beginning)
        with suppress(ConnectionResetError):
            while line.recv(65_536):
                pass
    # What has arrived is answered, however long that takes.
    assert strict.get("/api/rulesets").status_code == 200


@pytest.mark.parametrize("beginning", [b"GET /", b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\n"])
def test_headers_without_end_are_not_kept(server: Server, beginning: bytes) -> None:
    more = b"x: y\r\n" if beginning.endswith(b"\r\n") else b"xxxxxx"
    with raw_line(server) as line, pytest.raises((ConnectionResetError, BrokenPipeError)):
        line.sendall(beginning + more * 10_000_000)
    assert server.get("/healthz").status_code == 200


def raw_line(server: Server) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)
