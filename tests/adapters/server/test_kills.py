"""A server that is killed at random moments under load, and started again: nothing acknowledged is lost or doubled.

Kills it a few times; `FATETABLE_KILLS=20` makes it twenty.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from fatetable.adapters.storage.data_folder import open_data
from tests.adapters.server.groups import say
from tests.adapters.server.processes import Process
from tests.adapters.server.visiting import Page

KILLS = int(os.environ.get("FATETABLE_KILLS", "3"))
PLAYERS = 4
MOST_UNANSWERED = 6


class Player(threading.Thread):
    """Says one numbered thing after the other without waiting long, until the line breaks.

    What was not acknowledged is said again under the same id when the player comes back.
    """

    def __init__(self, url: str, key: str, name: str, unanswered: dict[str, str], after: int, started: int) -> None:
        super().__init__()
        self.url = url
        self.key = key
        self.player = name
        self.unanswered = unanswered
        self.after = after
        self.number = started
        self.acknowledged: dict[str, int] = {}
        self.heard: list[str] = []
        self.has_begun = threading.Event()

    def run(self) -> None:
        try:
            with Page(self.url, self.key, self.after) as page:
                try:
                    self._talk(page)
                finally:
                    self.heard += [line["text"] for line in page.log if line.get("kind") == "said"]
                    self.after = max(self.after, page.seq)
        except (WebSocketException, OSError, EOFError):
            pass
        finally:
            self.has_begun.set()

    def _talk(self, page: Page) -> None:
        for id, words in list(self.unanswered.items()):
            page.send(say(words), id=id)
        while True:
            while len(self.unanswered) < MOST_UNANSWERED:
                self.number += 1
                id = words = f"{self.player}-{self.number}"
                self.unanswered[id] = words
                page.send(say(words), id=id)
            message = page.hear()
            if message["t"] == "done":
                self.acknowledged[message["id"]] = message["seq"]
                self.unanswered.pop(message["id"], None)
                self.has_begun.set()


def test_every_acknowledged_command_is_there_once_and_none_twice(tmp_path: Path) -> None:
    data, random = tmp_path / "data", Random(4)
    with Process(data) as server:
        opened = server.post("/api/tables", {"ruleset": "fae", "name": "Maria"})
        names = [f"p{number}" for number in range(PLAYERS)]
        keys = {name: server.post("/api/join", {"key": opened["invitation"], "name": name})["key"] for name in names}
    acknowledged: dict[str, int] = {}
    heard: dict[str, list[str]] = {name: [] for name in names}
    unanswered: dict[str, dict[str, str]] = {name: {} for name in names}
    after, said = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for _ in range(KILLS):
        with Process(data) as server:
            players = [Player(server.url, keys[n], n, unanswered[n], after[n], said[n]) for n in names]
            for player in players:
                player.start()
            for player in players:
                player.has_begun.wait()
            # A moment that is neither chosen nor the same for any two kills.
            threading.Event().wait(random.random() * 0.3)
            server.end(signal.SIGKILL)
            for player in players:
                player.join()
                assert not set(player.acknowledged) & set(acknowledged), "told twice that the same was done"
                acknowledged |= player.acknowledged
                heard[player.player] += player.heard
                after[player.player], said[player.player] = player.after, player.number
    with Process(data) as server:
        for name in names:
            with server.visit(keys[name], after[name]) as page:
                for id, words in unanswered[name].items():
                    answer = page.answer_to(page.send(say(words), id=id))
                    assert answer["t"] == "done"
                    acknowledged[id] = answer["seq"]
        for name in names:
            with server.visit(keys[name], after[name]) as page:
                heard[name] += [line["text"] for line in page.log if line.get("kind") == "said"]
        assert server.end(signal.SIGTERM) == 0
    store = open_data(data, is_new=False)
    bodies = [record.body.decode() for record in store.read(opened["table"])]
    store.close()
    times = Counter(part.partition('"')[0] for body in bodies for part in body.split('"words":"')[1:])
    assert set(times) == set(acknowledged), "what was done was acknowledged, and the other way round"
    assert set(times.values()) == {1}, "nothing was done twice"
    assert all(f'"words":"{id}"' in bodies[seq - 1] for id, seq in acknowledged.items())
    for name in names:
        assert Counter(heard[name]) == times, f"{name} has heard everything once"
    assert len(acknowledged) > KILLS * PLAYERS
