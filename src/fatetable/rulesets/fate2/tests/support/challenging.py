"""A table with a challenge under way."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import Event
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.fate2.challenges.checks import TryChallenge
from fatetable.rulesets.fate2.challenges.setting_up import SetUpChallenge, SetUpReadyChallenge
from fatetable.rulesets.fate2.challenges.state import CHALLENGES, LadderChallenge
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.tabletop.words.chronicle import Chronicle

CYRUS, FINN = ActorId("cyrus"), ActorId("finn")


class Challenging(Game):
    """Cyrus works at a challenge alone, or Finn opposes him, or the two work against each other."""

    def set_up(self, way: str = "alone", **settings: Any) -> None:
        actors = {"alone": (), "opposed": (FINN,), "two-sided": (CYRUS, FINN)}[way]
        usual: dict[str, Any] = {
            "name": "The Wall",
            "spread": "as usual",
            "goal": "Complete",
            "difficulty": 3 if way == "alone" else None,
            "fragility": "none",
            "fragile_from": "1",
            "span": "none",
            "recovery": "none",
        }
        self.do("gm", SetUpChallenge(way=way, actors=actors, **{**usual, **settings}))

    def set_up_ready(self, row: str, **more: Any) -> None:
        self.do("gm", SetUpReadyChallenge(row=row, **more))

    @property
    def running(self) -> tuple[LadderChallenge, ...]:
        return tuple(self.table.state.get(CHALLENGES).values())

    @property
    def challenge(self) -> LadderChallenge:
        return self.running[0]

    def marked(self, actor: str = "") -> tuple[int, ...]:
        return next(track.marked for track in self.challenge.tracks if track.actor == actor)

    def trying(self, actor: ActorId = CYRUS, trait: str = "") -> TryChallenge:
        return TryChallenge(
            actor=actor, challenge=self.challenge.id, trait=trait or self.best(actor), description="goes on"
        )

    def check(self, margin: int) -> tuple[Event, ...]:
        """Cyrus makes a check that he succeeds or fails at by this much."""
        self.do("ana", self.trying())
        if not self.challenge.is_dynamic:
            needed = margin - self.roll.efforts[0].fixed + (self.challenge.difficulty or 0)
            assert abs(needed) <= 4, "no dice fall like that"
            self.throw("ana", "+" * needed + "-" * -needed + "0" * (4 - abs(needed)))
            return self.everyone_passes()
        self.answer("bo", "defend", "defend", trait=self.best("finn"), description="so")
        self.throw_for(margin)
        return ()

    def checks(self, *margins: int) -> None:
        for margin in margins:
            self.check(margin)

    def let_pass(self, time: str) -> None:
        self.do("gm", PassTime(time))

    def told(self) -> str:
        """Everything that the log has told."""
        chronicle = Chronicle(self.table, "ana")
        chronicle.hear_news()
        return "\n".join(told.line for told in chronicle.lines)
