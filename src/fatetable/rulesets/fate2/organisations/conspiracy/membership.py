"""Nobody's character belongs to the organisation that its player has made (F2-CON-02)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.messages import SeatId
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.organisations.conspiracy.state import CONSPIRACY
from fatetable.rulesets.fate2.sheet import extras_of

WITHOUT_MEMBERS = ("no-members", "both")
"""Values of the dial with which nobody belongs to their own organisation."""


class Membership(Struct, frozen=True):
    """Who names an organisation in an aspect or an extra belongs to it."""

    dials: Dials

    def problems(self, state: State, seat: SeatId, sheet: Sheet) -> tuple[Problem, ...]:
        if self.dials.conspiracy not in WITHOUT_MEMBERS:
            return ()
        return tuple(self._problems(state, seat, sheet))

    def _problems(self, state: State, seat: SeatId, sheet: Sheet) -> Iterator[Problem]:
        cast = state.get(CAST)
        for actor, maker in state.get(CONSPIRACY).makers.items():
            name = cast[actor].name if actor in cast else ""
            if maker == seat and name:
                yield from (
                    Problem(
                        "error",
                        "own-creation",
                        where,
                        f"{sheet.name} belongs to {name}, which the same player has made.",
                        "Let the character belong to another organisation, or to none.",
                        ("F2-CON-02",),
                    )
                    for where, words in self._ties(sheet)
                    if name.casefold() in words.casefold()
                )

    def _ties(self, sheet: Sheet) -> Iterator[tuple[str, str]]:
        """Every aspect and extra with its place."""
        for slot, text in sheet.aspects.items():
            yield f"aspects.{slot}", text
        for extra in extras_of(self.dials, sheet):
            yield extra.where, " ".join((extra.name, extra.text, *extra.aspects))
