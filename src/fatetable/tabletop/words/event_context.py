"""What the sentences about an event are made from: the states around it, and names for what it mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from fatetable.engine.messages import Event, SeatId
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, name_of, whose
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.tabletop.words.sentences import plural_verb


class EventContext(NamedTuple):
    """What a viewer knew before and after an event, and who caused it."""

    before: State
    after: State
    by: SeatId | None
    ruleset: Ruleset

    def name(self, actor: Any) -> str:
        return name_of(self.after, actor) if actor in self.after.get(CAST) else name_of(self.before, actor)

    def whose(self, actor: Any) -> str:
        return whose(self.name(actor))

    def does(self, actor: Any, verb: str) -> str:
        """A character and what it does: a group acts in the plural."""
        return f"{self.name(actor)} {plural_verb(verb) if self.is_group(actor) else verb}"

    def is_group(self, actor: Any) -> bool:
        found = self.after.get(CAST).get(actor) or self.before.get(CAST).get(actor)
        return found is not None and self.ruleset.presenting.headcount(self.after, found).size != 1

    def seat(self, seat: SeatId | None) -> str:
        sitting = self.after.get(SEATS).get(seat) if seat else None
        if sitting is None:
            return "someone"
        # A seat named after its role has not been given a name yet.
        if sitting.is_gm and sitting.name in ("", sitting.role):
            return f"the {self.ruleset.word('gm')}"
        return sitting.name or sitting.id

    def card(self, aspect: Any) -> str:
        found = self.after.get(ASPECTS).get(aspect) or self.before.get(ASPECTS).get(aspect)
        return f"“{found.text}”" if found else "an aspect"

    def zone(self, zone: Any) -> str:
        found = self.after.get(ZONES).zones.get(zone)
        return found.name if found else ""


Tellers: TypeAlias = Mapping[type[Event], Callable[[EventContext, Any], Iterator[str]]]
"""For each type of event, the function that puts it into words."""
