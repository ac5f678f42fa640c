"""A table to test FATE, second edition, at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable import testing
from fatetable.mechanics.book.own_tables import NO_CONTENT
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.rulesets.fate2.assembly import build
from fatetable.testing import all_of, first

__all__ = ["Game", "all_of", "first"]


class Game(testing.Game):
    """Seats gm, ana (plays Cyrus) and bo (plays Finn); a scene is open unless asked otherwise.

    `content` are tables of the campaign's own.
    """

    def __init__(
        self,
        *,
        scene: bool = True,
        foes: tuple[str, ...] = (),
        heroes: tuple[str, ...] = ("Cyrus", "Finn"),
        content: Mapping[str, str] = NO_CONTENT,
        **dials: Any,
    ) -> None:
        super().__init__(build({**BY_HAND, **dials}, content))
        for seat, hero in zip(("ana", "bo"), heroes, strict=False):
            self.bring(seat, hero)
        for foe in foes:
            self.add_opponent(foe)
        if scene:
            self.start_scene()

    def start_scene(self, title: str = "The tavern") -> None:
        super().start_scene(title)
