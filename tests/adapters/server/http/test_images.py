"""Pictures at a table: who may upload which, and who is served them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import msgspec
import pytest

from fatetable.adapters.storage.memory_store import MemoryStore
from tests.adapters.images.pictures import MAKER, opened, photograph, picture
from tests.adapters.server.support.visiting import PLENTY, Page, Server


class Sitting:
    """A ready-made scene with the game master, two players and somebody who watches."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server = server
        opened = server.open_table(ruleset="fae", scene="fight-on-the-quay")
        self.table = opened["table"]
        self.gm = opened["key"]
        seats = server.post("/api/invitation", {"key": opened["invitation"]}).json()["seats"]
        free = [person for person in seats if person["role"] == "player"][:2]
        self.ana, self.bo = (
            server.join(opened["invitation"], f"P{number}", seat=each["seat"])["key"]
            for number, each in enumerate(free)
        )
        self.eve = server.join(opened["invitation"], "Eve", role="spectator")["key"]
        self.pages: dict[str, Page] = {}
        self.stack = stack

    def page(self, key: str) -> Page:
        if key not in self.pages:
            self.pages[key] = self.stack.enter_context(self.server.visit(key))
        return self.pages[key]

    def own(self, key: str) -> str:
        """The character of a player."""
        sheets = [block for block in self.page(key).blocks.values() if block["type"] == "sheet" and block["is_mine"]]
        return str(sheets[0]["actor"])

    def upload(self, key: str, body: bytes, *, purpose: str = "portrait", actor: str = "") -> httpx.Response:
        return self.server.http.post(
            "/api/images",
            params={"purpose": purpose, "actor": actor},
            content=body,
            headers={"authorization": f"Bearer {key}", "content-type": "image/png"},
        )

    def uploaded(self, key: str, body: bytes, **asked: str) -> str:
        answer = self.upload(key, body, **asked)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["image"])

    def image(self, key: str, image: str) -> httpx.Response:
        return self.server.get(f"/api/images/{image}", key)


@pytest.fixture
def sitting(server: Server) -> Iterator[Sitting]:
    with ExitStack() as stack:
        yield Sitting(server, stack)


def problem(answer: httpx.Response) -> tuple[int, str]:
    """A refusal is one sentence with a code."""
    told: dict[str, Any] = answer.json()
    assert told["message"].endswith(".")
    return answer.status_code, told["code"]


def test_a_portrait_is_uploaded_shown_and_served_to_everybody_at_the_table(sitting: Sitting) -> None:
    actor = sitting.own(sitting.ana)
    image = sitting.uploaded(sitting.ana, photograph(), actor=actor)
    assert sitting.image(sitting.ana, image).status_code == 404, "it is the picture of nothing yet"
    sitting.page(sitting.ana).do({"type": "set-portrait", "actor": actor, "image": image})
    for key in (sitting.gm, sitting.ana, sitting.bo, sitting.eve):
        page = sitting.page(key)
        page.wait(lambda page: page.blocks[f"sheet:{actor}"]["portrait"] == image)
        served = sitting.image(key, image)
        assert served.status_code == 200
        assert opened(served.content).size == (60, 40)
        assert MAKER.encode() not in served.content


def test_a_picture_is_served_as_nothing_but_a_picture(sitting: Sitting) -> None:
    image = sitting.uploaded(sitting.gm, picture(), purpose="background")
    sitting.page(sitting.gm).do({"type": "set-background", "image": image})
    served = sitting.image(sitting.bo, image)
    assert served.headers["content-type"] == "image/webp"
    assert served.headers["x-content-type-options"] == "nosniff"
    assert served.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert "authorization" in served.headers["vary"].lower()
    assert "sandbox" in served.headers.get_list("content-security-policy")[0]


def test_a_picture_has_the_size_that_its_purpose_needs(sitting: Sitting) -> None:
    large = picture(3_000, 1_500, kind="JPEG")
    for purpose, width in (("portrait", 512), ("background", 2560), ("handout", 2048)):
        image = sitting.uploaded(sitting.gm, large, purpose=purpose, actor=sitting.own(sitting.ana))
        kept = sitting.server.store.image(sitting.table, image)
        assert kept is not None
        assert opened(kept).size == (width, width // 2)


@pytest.mark.parametrize(
    ("who", "asked", "told"),
    [
        ("bo", {"actor": "own"}, (403, "not-yours")),
        ("eve", {"actor": "own"}, (403, "not-yours")),
        ("ana", {"actor": "nobody"}, (404, "no-such-actor")),
        ("ana", {"purpose": "background"}, (403, "gm-only")),
        ("ana", {"purpose": "handout"}, (403, "gm-only")),
        ("eve", {"purpose": "background"}, (403, "gm-only")),
        ("gm", {"purpose": "virus"}, (400, "no-such-purpose")),
    ],
)
def test_who_may_not_is_refused(sitting: Sitting, who: str, asked: dict[str, str], told: tuple[int, str]) -> None:
    if asked.get("actor") == "own":
        asked = {"actor": sitting.own(sitting.ana)}
    assert problem(sitting.upload(getattr(sitting, who), picture(), **asked)) == told
    assert not sitting.server.store.images_of(sitting.table)


def test_a_stranger_and_a_key_of_another_table_get_nothing(sitting: Sitting, server: Server) -> None:
    image = sitting.uploaded(sitting.gm, picture(colour="olive"), purpose="background")
    sitting.page(sitting.gm).do({"type": "set-background", "image": image})
    other = server.open_table()
    assert sitting.image(sitting.bo, image).status_code == 200
    assert problem(server.get(f"/api/images/{image}")) == (401, "no-key")
    assert problem(sitting.image("guessed", image)) == (401, "wrong-key")
    assert problem(sitting.image(other["invitation"], image)) == (401, "not-a-seat")
    assert problem(sitting.image(other["key"], image)) == (404, "no-such-image")
    # Not even if that table names the picture: it has none of that name.
    with server.visit(other["key"]) as page:
        page.do({"type": "say", "words": image})
    assert problem(sitting.image(other["key"], image)) == (404, "no-such-image")
    assert problem(server.http.post("/api/images", content=picture())) == (401, "no-key")


@pytest.mark.parametrize("image", ["0" * 64, "x", "..%2f..%2fetc%2fpasswd", "%00", "A" * 5_000])
def test_what_is_no_picture_is_not_found(sitting: Sitting, image: str) -> None:
    assert sitting.image(sitting.gm, image).status_code == 404


def test_the_portrait_of_somebody_hidden_is_served_only_when_they_are_revealed(sitting: Sitting) -> None:
    gm = sitting.page(sitting.gm)
    offer = gm.offered("add-opponent")
    gm.do({**offer["command"], "is_hidden": True})
    gm.wait(lambda page: any(block.get("is_hidden") for block in page.blocks.values() if block["type"] == "sheet"))
    spy = next(block["actor"] for block in gm.blocks.values() if block["type"] == "sheet" and block["is_hidden"])
    assert problem(sitting.upload(sitting.ana, picture(), actor=spy)) == (404, "no-such-actor")
    image = sitting.uploaded(sitting.gm, picture(colour="navy"), actor=spy)
    gm.do({"type": "set-portrait", "actor": spy, "image": image})
    assert sitting.image(sitting.gm, image).status_code == 200
    for key in (sitting.ana, sitting.bo, sitting.eve):
        assert problem(sitting.image(key, image)) == (404, "no-such-image")
        assert image not in "".join(sitting.page(key).received)
    gm.do({"type": "reveal-actor", "actor": spy})
    for key in (sitting.ana, sitting.bo, sitting.eve):
        assert sitting.image(key, image).status_code == 200


def test_the_picture_of_a_prepared_scene_is_served_only_when_it_is_brought_in(sitting: Sitting) -> None:
    gm = sitting.page(sitting.gm)
    gm.do({"type": "prepare-scene", "title": "The Vault"})
    gm.wait(lambda page: page.block("prepared"))
    prepared = gm.block("prepared")
    assert prepared is not None
    vault = prepared["scenes"][-1]["id"]
    image = sitting.uploaded(sitting.gm, picture(colour="gold"), purpose="background")
    gm.do({"type": "set-background", "image": image, "scene": vault})
    assert sitting.image(sitting.gm, image).status_code == 200
    assert problem(sitting.image(sitting.ana, image)) == (404, "no-such-image")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "image-unknown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image-unknown"),
        (picture(300, 300)[:-60], "image-damaged"),
    ],
)
def test_what_is_no_good_picture_is_refused_in_a_sentence(sitting: Sitting, body: bytes, code: str) -> None:
    assert problem(sitting.upload(sitting.gm, body, purpose="background")) == (400, code)
    assert not sitting.server.store.images_of(sitting.table)


@pytest.mark.parametrize("is_announced", [True, False])
def test_a_huge_upload_is_cut_off_early(sitting: Sitting, is_announced: bool) -> None:
    host, port = sitting.server.listening.getsockname()
    length = "content-length: 50000000" if is_announced else "transfer-encoding: chunked"
    head = (
        f"POST /api/images?purpose=background HTTP/1.1\r\nhost: {host}:{port}\r\n"
        f"authorization: Bearer {sitting.gm}\r\n{length}\r\n\r\n"
    )
    with socket.create_connection((host, port), timeout=30) as stranger:
        stranger.sendall(head.encode())
        if not is_announced:
            # One byte too many; the server does not wait for the end of it.
            stranger.sendall(b"7a1201\r\n" + bytes(8_000_001))
        answer = b""
        while more := stranger.recv(65_536):
            answer += more
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"A picture has at most 8 MB."' in answer


def test_a_table_has_room_for_so_many_bytes_of_pictures() -> None:
    limits = msgspec.structs.replace(PLENTY, table_image_bytes=1_000)
    with Server(limits=limits) as server, ExitStack() as stack:
        sitting = Sitting(server, stack)
        answers = [
            sitting.upload(sitting.gm, picture(300, 300, colour), purpose="background")
            for colour in ("red", "green", "blue", "white", "black")
        ]
        kept = server.store.images_of(sitting.table)
        assert sum(len(image.body) for image in kept) <= 1_000
        assert len(kept) < len(answers)
        assert problem(answers[-1]) == (409, "images-full")
        assert "0.001 MB" in answers[-1].json()["message"]


def test_a_seat_that_uploads_too_much_at_once_has_to_wait() -> None:
    limits = msgspec.structs.replace(PLENTY, uploads=0.001, uploads_burst=2)
    with Server(MemoryStore(), limits=limits) as server, ExitStack() as stack:
        sitting = Sitting(server, stack)
        answers = [sitting.upload(sitting.gm, picture(), purpose="background") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert problem(answers[-1]) == (429, "too-many-uploads")


def test_the_export_holds_the_pictures(sitting: Sitting) -> None:
    image = sitting.uploaded(sitting.gm, picture(), purpose="background")
    exported = sitting.server.get("/api/export", sitting.gm).text
    assert f"\nimage {image} " in exported
