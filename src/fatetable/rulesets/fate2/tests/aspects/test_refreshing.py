"""Boxes are open again with a session, or when the table has agreed (F2-INV-11, F2-INV-12)."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import Command
from fatetable.mechanics.points.limited_uses import CallBreak
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import BRAWLER, SOLDIER, invoke, thrown


def used_up(**dials: Any) -> Game:
    """All boxes of Cyrus's first two aspects are ticked."""
    g = thrown("----", **dials)
    for aspect in (SOLDIER, SOLDIER, BRAWLER):
        g.do("ana", invoke(g, aspect=aspect), "----")
    g.everyone_passes()
    assert _open(g) == (0, 0)
    return g


def _open(g: Game) -> tuple[int, int]:
    return g.card(SOLDIER).open_boxes, g.card(BRAWLER).open_boxes


def opened(g: Game) -> list[str]:
    """After what the boxes are open again, one after another until they are."""
    steps: tuple[tuple[str, Command], ...] = (
        ("scene", EndScene()),
        ("end of session", EndSession()),
        ("session", StartSession()),
    )
    for name, step in steps:
        g.do("gm", step)
        if _open(g) == (2, 1):
            return [name]
    return []


@pytest.mark.rule("F2-INV-11")
def test_all_aspects_clear_at_the_start_of_a_session_and_not_before() -> None:
    assert opened(used_up()) == ["session"]


@pytest.mark.rule("F2-INV-12")
def test_they_may_clear_with_every_scene_instead() -> None:
    assert opened(used_up(aspect_refresh="scene")) == ["scene"]


@pytest.mark.rule("F2-INV-12")
@pytest.mark.parametrize(("refresh", "period"), [("day", "day"), ("rest", "rest"), ("story-point", "story point")])
def test_they_may_clear_when_the_game_master_says_it_is_time(refresh: str, period: str) -> None:
    g = used_up(aspect_refresh=refresh)
    assert opened(g) == [], "neither with a scene nor with a session"
    others = {"day", "rest", "story point"} - {period}
    for other in others:
        assert g.refused("gm", CallBreak(other)) == "no-such-break"  # type: ignore[arg-type]
    g.do("gm", CallBreak(period))  # type: ignore[arg-type]
    assert _open(g) == (2, 1)
