"""Broken things without a stress track, as the GM puts them on the table (SF-REPAIR-01)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import broken_sheet
from fatetable.rulesets.strange.works.workspaces import MOST_QUALITY


class PlaceBroken(Command, frozen=True, kw_only=True, tag="place-broken"):
    """Something is there that was damaged; `broken` is the grade of a consequence that is as bad."""

    name: str
    quality: int
    value: int
    tier: str
    broken: str


class BrokenThings(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(name="broken things", decides={PlaceBroken: self._place}, offers=self._offers)

    def _tiers(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(place), tier.name) for place, tier in enumerate(self.kit.tables.tiers))

    def _grades(self) -> tuple[Choice, ...]:
        tables = self.kit.tables
        return tuple(Choice(each, f"{each} ({tables.works.repair_time(each)})") for each in tables.figures.harm.clears)

    def _place(self, decision: Decision, command: PlaceBroken) -> None:
        decision.require_gm()
        decision.require(decision.state.get(SCENE).is_open, "no-scene", "No scene is being played; open one first.")
        name = decision.described(command.name, "Something Broken", "no-words", "Name the thing.")
        figures = (0 <= number <= MOST_QUALITY for number in (command.quality, command.value))
        is_known = command.tier in {choice.value for choice in self._tiers()}
        is_known = is_known and command.broken in {choice.value for choice in self._grades()}
        decision.require(
            is_known and all(figures), "bad-value", f"Quality and value are from 0 to {MOST_QUALITY}, as listed."
        )
        sheet = broken_sheet(name, command.quality, int(command.tier), command.value, command.broken)
        enter(decision, decision.service(Joining).add(decision, sheet, open_aspects=True))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm and state.get(SCENE).is_open:
            tiers, grades = self._tiers(), self._grades()
            yield Offer(
                command=PlaceBroken(name="", quality=0, value=0, tier=tiers[0].value, broken=grades[0].value),
                label="Add something broken",
                verb="place",
                holes=(
                    TextHole("name", "name", is_description=True),
                    NumberHole("quality", "quality", 0, MOST_QUALITY),
                    NumberHole("value", "value in money", 0, MOST_QUALITY),
                    ChoiceHole("tier", "tier", tiers, suggested=tiers[0].value),
                    ChoiceHole("broken", "how badly", grades),
                ),
                cites=self.kit.cites("broken"),
                group="gm",
            )
