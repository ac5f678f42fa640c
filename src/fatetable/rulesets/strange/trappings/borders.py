"""Border values: what a wall or a gap between two zones costs to cross (SF-CLIMB-01, SF-LEAP-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.scenes.zones import ZONES, Border, ZoneId, zone_of
from fatetable.mechanics.view.blocks_of_maps import barrier_in_words
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit

CROSSED_BY = ("climb", "leap")
MOST = 20


class BorderValue(Struct, frozen=True):
    """`by` is the trapping that crosses it."""

    value: int
    by: str


BorderValues: TypeAlias = Mapping[str, BorderValue]
BORDER_VALUES: Key[BorderValues] = Key("border-values", dict[str, BorderValue], {})


class SetBorderValue(Command, frozen=True, kw_only=True, tag="set-border-value"):
    """The GM says what crossing from one zone to the other asks; 0 is an open way."""

    one: ZoneId
    other: ZoneId
    value: int
    by: str


class BorderValueSet(Event, frozen=True, tag="border-value-set/1"):
    key: str
    border: BorderValue


class BorderValuesCleared(Event, frozen=True, tag="border-values-cleared/1"):
    pass


def _set(held: BorderValues, event: BorderValueSet) -> BorderValues:
    rest = {key: border for key, border in held.items() if key != event.key}
    return {**rest, event.key: event.border} if event.border.value else rest


def _cleared(_held: BorderValues, _event: BorderValuesCleared) -> BorderValues:
    return {}


def key_of(one: ZoneId, other: ZoneId) -> str:
    return "|".join(sorted((one, other)))


def border_value(state: State, one: ZoneId, other: ZoneId) -> BorderValue | None:
    return state.get(BORDER_VALUES).get(key_of(one, other))


def border_in_words(tables: Tables, state: State, border: Border) -> str:
    """What is in the way between two zones, for the map."""
    found = border_value(state, border.one, border.other)
    asked = f"{tables.trapping(found.by).name} {found.value}" if found is not None else ""
    return ", ".join(filter(None, (barrier_in_words(state, border), asked)))


class Borders(Struct, frozen=True):
    """A new scene has a new map."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="border values",
            decides={SetBorderValue: self._set},
            evolves=folds(BORDER_VALUES, {BorderValueSet: _set, BorderValuesCleared: _cleared}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    def _set(self, decision: Decision, command: SetBorderValue) -> None:
        decision.require_gm()
        area = decision.state.get(ZONES)
        is_known = not any(zone_of(decision, end).is_hidden for end in (command.one, command.other))
        is_way = is_known and any((each.one, each.other) == (command.one, command.other) for each in area.borders)
        decision.require(is_way, "no-such-way", "There is no way between those zones.")
        decision.require(command.by in CROSSED_BY, "no-such-trapping", "A border is climbed or leapt.")
        decision.require(0 <= command.value <= MOST, "bad-value", f"A border value is from 0 to {MOST}.")
        decision.emit(BorderValueSet(key_of(command.one, command.other), BorderValue(command.value, command.by)))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneStarts) and decision.state.get(BORDER_VALUES):
            decision.emit(BorderValuesCleared())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        for border in area.borders if seat.is_gm else ():
            if area.is_shown(border.one) and area.is_shown(border.other):
                names = f"{area.zones[border.one].name} and {area.zones[border.other].name}"
                ways = tuple(Choice(each, self.kit.tables.trapping(each).name) for each in CROSSED_BY)
                yield Offer(
                    command=SetBorderValue(one=border.one, other=border.other, value=0, by=CROSSED_BY[0]),
                    **one_of_a_family("Set the border between …", names),
                    verb="change",
                    target=Target("zone", border.one),
                    holes=(NumberHole("value", "border value", 0, MOST), ChoiceHole("by", "crossed by", ways)),
                    cites=self.kit.cites("borders"),
                    group="gm",
                )
