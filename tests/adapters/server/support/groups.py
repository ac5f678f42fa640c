"""People who sit down together at a ready-made scene, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import msgspec

from fatetable.engine.offers import Hole
from fatetable.mechanics.book.pace import BY_HAND
from tests.adapters.server.support.visiting import Page, Server
from tests.conformance.filling import Filler

ATTACK: Mapping[str, Any] = {
    "type": "attack",
    "actor": "voltaire",
    "target": "gang-of-thugs",
    "trait": "flashy",
    "description": "leaps from a bollard",
}


class Group(NamedTuple):
    gm: Page
    ana: Page
    bo: Page
    keys: Mapping[str, str]
    invitation: str
    table: str


@contextmanager
def sitting(server: Server, **dials: bool | int | str) -> Iterator[Group]:
    """A game master and two players on the quay, just before the captain's turn; they play by hand."""
    by_hand = {**BY_HAND, "ask_before_throw": True}
    del by_hand["exchanges_follow"]
    opened = server.open_table(scene="fight-on-the-quay", dials={**by_hand, **dials})
    keys = {"gm": opened["key"]}
    for name in ("ana", "bo"):
        keys[name] = server.join(opened["invitation"], name.capitalize(), seat=name)["key"]
    with ExitStack() as stack:
        pages = {name: stack.enter_context(server.visit(key)) for name, key in keys.items()}
        yield Group(pages["gm"], pages["ana"], pages["bo"], keys, opened["invitation"], opened["table"])


def say(words: str, *to: str) -> dict[str, Any]:
    return {"type": "say", "words": words, "to": list(to)}


def filled(offer: Mapping[str, Any], filler: Filler) -> dict[str, Any]:
    """The command of an offer as a page was sent it, with something in each of its holes."""
    command = dict(offer["command"])
    for hole in msgspec.convert(offer.get("holes", ()), tuple[Hole, ...]):
        value = msgspec.to_builtins(filler.value(hole))
        command[hole.field] = {**command[hole.field], hole.key: value} if hole.key else value
    return command
