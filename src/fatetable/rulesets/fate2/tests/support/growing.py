"""Characters who advance."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import MilestoneBlock
from fatetable.rulesets.fate2.book import read_tables, tables_of
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import Career, career
from fatetable.rulesets.fate2.growth.periods import EndPeriod
from fatetable.rulesets.fate2.growth.repairs import ShiftRank
from fatetable.rulesets.fate2.growth.skill_ranks import SpendRank
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS = ActorId("cyrus")
GOAL = "Captain of the Free Company"


class Growing(Game):
    """No scene is open; Cyrus has one skill at Great, two at Good, three at Fair and four at Average."""

    def __init__(self, *, heroes: tuple[str | Sheet, ...] = ("Cyrus", "Finn"), **dials: Any) -> None:
        super().__init__(scene=False, heroes=heroes, **dials)
        self.tables = tables_of(read_tables(), Dials())

    def period(self) -> None:
        """A scene is played, and everybody gains a rank after it."""
        self.start_scene()
        self.do("gm", EndScene())
        self.do("gm", EndPeriod())

    def sheet_of(self, actor: str = "cyrus") -> Sheet:
        return self.actor(actor).sheet

    def career(self) -> Career:
        return career(self.tables, Dials(), self.sheet_of())

    def spend(self, *skills: str, seat: str = "ana") -> None:
        for skill in skills:
            self.do(seat, SpendRank(actor=CYRUS, skill=skill))

    def skills(self, seat: str = "ana") -> tuple[Choice, ...]:
        """What a rank may go into, leaving out skills that are to be named."""
        holes = (offer.holes[0] for offer in self.offers(seat, SpendRank))
        return next((hole.options for hole in holes if isinstance(hole, ChoiceHole)), ())

    def new(self, number: int) -> tuple[str, ...]:
        """Skills that Cyrus has not learnt."""
        unlearnt = (choice.value for choice in self.skills() if choice.value not in self.sheet_of().traits)
        return tuple(unlearnt)[:number]

    def repair(self, seat: str) -> None:
        self.spend(self.skills(seat)[0].value, seat=seat)

    def shift(self) -> None:
        """A rank goes where the rules let it go."""
        offer = self.offers("ana", ShiftRank)[0]
        hole = offer.holes[0]
        assert isinstance(hole, ChoiceHole)
        self.do("ana", offer.fill(other=hole.options[0].value))

    def at(self, level: int) -> list[str]:
        return [skill for skill, rating in self.sheet_of().traits.items() if rating == level]

    def card_rows(self) -> dict[str, tuple[str, ...]]:
        """What the card of an arc says of each."""
        block = next(block for block in self.table.present("ana") if isinstance(block, MilestoneBlock))
        return {row.name: row.left for row in block.rows}


def without_goal() -> Sheet:
    sheet = next(sheet for sheet in build({}).creation.samples if sheet.name == "Cyrus")
    return msgspec.structs.replace(sheet, texts={name: text for name, text in sheet.texts.items() if name != "goal"})
