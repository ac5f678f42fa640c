"""A table to test Skein at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable import testing
from fatetable.engine.messages import Event
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.rulesets.skein.book.tables import RULESET
from fatetable.rulesets.skein.combat import scores_of
from fatetable.testing import first

__all__ = ["Game", "first"]


class Game(testing.Game):
    """Seats gm, ana (plays Brannoc, the captain) and bo (plays Mother Hesk, the healer); a scene is open."""

    def __init__(
        self,
        *,
        foes: tuple[str | Sheet, ...] = (),
        heroes: tuple[str | Sheet, str | Sheet] = ("Brannoc of the Ford", "Mother Hesk"),
        scene: bool = True,
        **dials: Any,
    ) -> None:
        super().__init__(RULESET, dials=dials)
        for seat, hero in zip(("ana", "bo"), heroes, strict=True):
            self.bring(seat, hero)
        for foe in foes:
            self.add_opponent(foe)
        if scene:
            self.start_scene()

    def scores(self, actor: str) -> Mapping[str, int]:
        """What is left of each score of somebody."""
        return scores_of(self.table.state, ActorId(actor))

    def start_scene(self, title: str = "The ford") -> None:
        super().start_scene(title)

    def start_combat(self, kind: str = "combat", second_side: tuple[str, ...] = ()) -> None:
        self.start_conflict(kind, second_side)

    def test(self, seat: str, actor: str, skill: str, difficulty: int, dice: str) -> tuple[Event, ...]:
        """A plain Test against a number the Storyteller sets, settled as it falls."""
        self.do(seat, Overcome(actor=ActorId(actor), trait=skill, description="tries"))
        self.answer("gm", "opposition", "difficulty", value=difficulty)
        return self.throw(seat, dice)

    def manoeuvre(self, seat: str, actor: str, skill: str, words: str, dice: str) -> tuple[Event, ...]:
        """A manoeuvre on the scene, which meets a fixed number."""
        self.do(seat, CreateAdvantage(actor=ActorId(actor), mode="new", trait=skill, description="tries", words=words))
        return self.throw(seat, dice)

    def attack(self, seat: str, actor: str, target: str, trait: str, dice: str) -> tuple[Event, ...]:
        """The acting side of an attack; the defender is then asked (`defend`)."""
        self.do(seat, Attack(actor=ActorId(actor), target=ActorId(target), trait=trait, description="strikes"))
        return self.throw(seat, dice)

    def defend(self, seat: str, trait: str, dice: str, option: str = "defend") -> tuple[Event, ...]:
        self.answer(seat, "defend", option, trait=trait, description="wards it off")
        return self.throw(seat, dice)

    def throw(self, seat: str, *dice: str) -> tuple[Event, ...]:
        """The dice of the side whose turn it is to throw; nobody changes them afterwards."""
        thrown = self.roll.id
        events = super().throw(seat, *dice)
        while (roll := self.table.state.get(ROLLS).get(thrown)) and roll.stage == "thrown" and roll.waiting:
            events += self.do(roll.waiting[0], Pass(thrown))
        return events
