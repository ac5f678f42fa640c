"""A table to test Fate Accelerated at."""

from __future__ import annotations

from typing import Any

from fatetable import testing
from fatetable.mechanics.harm.state import STRESS
from fatetable.testing import all_of, first

__all__ = ["Game", "all_of", "first"]


class Game(testing.Game):
    """Seats gm, ana (plays Reth) and bo (plays Voltaire); a scene is open unless asked otherwise."""

    def __init__(
        self, *, scene: bool = True, foes: tuple[str, ...] = (), open_aspects: bool = True, **dials: Any
    ) -> None:
        super().__init__("fae", dials={"mook_stress": "gm", "ask_before_throw": True, **dials})
        self.bring("ana", "Reth")
        self.bring("bo", "Voltaire")
        for foe in foes:
            self.add_opponent(foe, open_aspects=open_aspects)
        if scene:
            self.start_scene()

    def boxes(self, actor: str) -> tuple[bool, ...]:
        """Somebody's stress boxes, and whether each is checked."""
        return self.condition(actor).tracks.get(STRESS, ())

    def start_scene(self, title: str = "The quay") -> None:
        super().start_scene(title)

    def start_conflict(self, kind: str = "physical", second_side: tuple[str, ...] = (), first: str = "") -> None:
        super().start_conflict(kind, second_side, first)

    def defend(self, seat: str, trait: str, option: str = "defend", how: str = "dodges") -> None:
        self.answer(seat, "defend", option, trait=trait, description=how)
