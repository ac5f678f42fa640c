"""Pages are sent only what changed; put together, that is what a newcomer is sent."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from tests.adapters.server.support.pressing import SCENES, catch_up, full_of_secrets
from tests.adapters.server.support.visiting import Page, Server

STEPS = 60


def shown(page: Page) -> dict[str, Any]:
    lines = [{**line, "undone": is_undone(line, page.undone)} for line in page.log]
    return {
        "order": page.order,
        "blocks": page.blocks,
        "people": page.people,
        "undone": page.undone,
        "log": lines[-40:],
    }


def is_undone(line: dict[str, Any], stretches: list[list[int]]) -> bool:
    is_talk = line.get("kind") in ("said", "rewound")
    return not is_talk and any(first <= line["seq"] <= last for first, last in stretches)


def come_level(page: Page, newcomer: Page) -> None:
    """Both have seen everything up to the same position: a countdown that runs out moves the table on meanwhile."""
    for _ in range(200):
        catch_up(page)
        catch_up(newcomer)
        if page.seq == newcomer.seq:
            return
    raise AssertionError(f"one page is at {page.seq}, the other at {newcomer.seq}")


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_whoever_watched_sees_what_whoever_comes_now_sees(server: Server, ruleset: str, scene: str) -> None:
    random = Random(f"watching {scene}")
    with ExitStack() as stack:
        players = full_of_secrets(server, stack, ruleset, scene, random)
        pages = players.pages
        for number in range(STEPS):
            players.step()
            if number % 20 == 10:
                position = random.randrange(pages["gm"].seq // 2, pages["gm"].seq)
                pages["gm"].answer_to(pages["gm"].send({"type": "rewind", "to": position}))
        for seat, page in pages.items():
            with server.visit(players.keys[seat]) as newcomer:
                come_level(page, newcomer)
                assert shown(newcomer) == shown(page), seat
        assert players.done > STEPS // 4
