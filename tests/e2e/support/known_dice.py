"""Tables whose dice are known: their secret is chosen before a server gets the folder they are in."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from fatetable.adapters.storage.data_folder import open_data
from fatetable.engine.seats import people
from fatetable.tabletop.storage.lobby import Lobby, Sources
from tests.e2e.support.serving import Serving


class ReadyTable(Struct, frozen=True):
    """A ready-made scene to be played; with `solo`, by one person with every seat."""

    ruleset: str
    scene: str
    solo: bool = False
    dials: Mapping[str, str | int | bool] = {}
    seed: str = ""


@contextmanager
def serving(data: Path, tables: Sequence[ReadyTable]) -> Iterator[tuple[Serving, list[Mapping[str, str]]]]:
    """A server with these tables, and the keys to the seats of each; a countdown of five seconds lasts 0.1 seconds."""
    with_keys = [_open(data, table) for table in tables]
    server = Serving(data, "--limit", "second_ms=20")
    try:
        yield server, with_keys
    finally:
        server.kill()


def _open(data: Path, table: ReadyTable) -> Mapping[str, str]:
    """The keys of all seats, that of the game master first."""
    store = open_data(data)
    secret = hashlib.sha256(f"{table.ruleset} {table.scene} {table.seed}".encode()).digest()
    lobby = Lobby(
        store,
        Sources(
            key=lambda: secrets.token_urlsafe(24),
            # Dice depend on it as well.
            table_id=lambda: secret.hex()[:18],
            secret=lambda: secret,
            now=lambda: int(time.time()),
        ),
    )
    # Somebody whose page opens slowly is not passed over; the countdown is the usual one all the same.
    countdown = {} if table.solo else {"countdown": 5}
    dials = {"absent_seats": "waited-for", **countdown, **table.dials}
    opened = lobby.open(table.ruleset, "Maria", dials=dials, scene=table.scene, solo=table.solo)
    opened.stored.result()
    keys = {str(seat): key for seat, key in opened.keys.items()}
    for seat in people(opened.table.state):
        if seat.id not in keys:
            keys[seat.id], given = lobby.give_seat(opened.id, seat.id, take_back=False)
            given.result()
    store.close()
    return keys
