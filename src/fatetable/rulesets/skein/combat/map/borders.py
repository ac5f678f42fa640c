"""What is in the way between zones: pass values that are worn down, opened and closed again, and what is indoors.

Who walks where, and what it costs them, is in `movement`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    ManyHole,
    NumberHole,
    Offer,
    Target,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.moments import SceneStarts
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, Border, ZoneId
from fatetable.mechanics.view.blocks_of_maps import barrier_in_words
from fatetable.rulesets.skein.book import Tables

NEVER = -1
"""Instead of a number to close it: once it is open it stays open."""
MOST = 20


class Passage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something in the way, in three numbers: to open it, to cross it open, to close it again.

    `left` is what is still to be overcome, `closing` what has been done towards closing it.  Rough ground is not
    opened: everybody wears it down for themselves (`worn`).  Some it does not hinder: they fly over it, or swim.
    """

    name: str
    to_open: int
    left: int
    crossed: int = 0
    to_close: int = NEVER
    closing: int = 0
    is_terrain: bool = False
    worn: Mapping[ActorId, int] = {}
    unhindered: tuple[ActorId, ...] = ()

    def left_for(self, actor: ActorId) -> int:
        if actor in self.unhindered:
            return 0
        return self.to_open - self.worn.get(actor, 0) if self.is_terrain else self.left

    def crossed_by(self, actor: ActorId) -> int:
        """What it costs to get across once nothing is left to open."""
        return 0 if actor in self.unhindered else self.crossed

    @property
    def is_shut(self) -> bool:
        """Does it keep out whatever flies or is thrust?"""
        return not self.is_terrain and self.left > 0

    @property
    def can_be_closed(self) -> bool:
        return not self.is_terrain and self.left == 0 and self.to_close != NEVER

    @property
    def in_words(self) -> str:
        return f"{self.name} ({self.cost_in_words})"

    @property
    def cost_in_words(self) -> str:
        if self.is_terrain:
            return f"pass {self.to_open} for each"
        if self.left:
            return f"pass {self.left}{f' of {self.to_open}' if self.left != self.to_open else ''}"
        costs = [f"{self.crossed} to cross"] * bool(self.crossed) + [f"{self.to_close} to shut"] * self.can_be_closed
        return ", ".join(("open", *costs))


class Ways(Struct, frozen=True):
    passages: Mapping[str, Passage] = {}
    indoors: tuple[ZoneId, ...] = ()


WAYS: Key[Ways] = Key("ways", Ways, Ways())


class SetPassage(Command, frozen=True, kw_only=True, tag="set-passage"):
    """The Storyteller gives a border its pass values; nothing to open clears it."""

    one: ZoneId
    other: ZoneId
    name: str
    to_open: int
    crossed: int = 0
    to_close: int = NEVER
    is_terrain: bool = False


class SetIndoors(Command, frozen=True, tag="set-indoors"):
    """The Storyteller says which zones are in a building; all others are outdoors."""

    zones: tuple[ZoneId, ...]


class PassageSet(Event, frozen=True, tag="passage-set/1"):
    one: ZoneId
    other: ZoneId
    passage: Passage | None


class IndoorsSet(Event, frozen=True, tag="indoors-set/1"):
    zones: tuple[ZoneId, ...]


class WaysCleared(Event, frozen=True, tag="ways-cleared/1"):
    """A new scene has a map of its own."""


def _key(one: ZoneId, other: ZoneId) -> str:
    return "|".join(sorted((one, other)))


def _set(ways: Ways, event: PassageSet) -> Ways:
    others = {key: passage for key, passage in ways.passages.items() if key != _key(event.one, event.other)}
    more = {} if event.passage is None else {_key(event.one, event.other): event.passage}
    return msgspec.structs.replace(ways, passages={**others, **more})


def _indoors(ways: Ways, event: IndoorsSet) -> Ways:
    return msgspec.structs.replace(ways, indoors=event.zones)


def _cleared(_: Ways, __: WaysCleared) -> Ways:
    return Ways()


# -- questions -------------------------------------------------------------------------------------------------------


def passage_between(state: State, one: ZoneId, other: ZoneId) -> Passage | None:
    return state.get(WAYS).passages.get(_key(one, other))


def are_indoors(state: State, *zones: ZoneId) -> bool:
    return all(zone in state.get(WAYS).indoors for zone in zones)


def zones_apart(state: State, here: ZoneId, there: ZoneId) -> int | None:
    """How far a missile flies; within a building, what is shut is in its way (SK-MAP-02, SK-MAP-04)."""
    area = state.get(ZONES)
    seen = {here: 0}
    queue = deque([here])
    while queue:
        zone = queue.popleft()
        if zone == there:
            return seen[zone]
        for border in area.borders:
            if zone not in (border.one, border.other):
                continue
            passage = passage_between(state, border.one, border.other)
            is_shut = passage is not None and passage.is_shut and are_indoors(state, border.one, border.other)
            beyond = border.beyond(zone)
            if not is_shut and beyond not in seen and area.is_shown(beyond):
                seen[beyond] = seen[zone] + 1
                queue.append(beyond)
    return None


def barrier(state: State, border: Border) -> str:
    """What a map shows of a border."""
    passage = passage_between(state, border.one, border.other)
    words = (passage.in_words if passage else "", barrier_in_words(state, border))
    return "; ".join(word for word in words if word)


def set_passage(decision: Decision, one: ZoneId, other: ZoneId, passage: Passage | None) -> None:
    decision.emit(PassageSet(one, other, passage))


def obstruct(tables: Tables, decision: Decision, one: ZoneId, other: ZoneId, name: str) -> None:
    """Put something in the way, or more of it where something is (SK-CBT-21)."""
    figures = tables.combat.figures
    passage = passage_between(decision.state, one, other)
    if passage is None:
        passage = Passage(name=name, to_open=figures.obstruction, left=figures.obstruction)
    else:
        more = figures.obstruction_raise
        passage = msgspec.structs.replace(passage, to_open=passage.to_open + more, left=passage.left + more, closing=0)
    set_passage(decision, one, other, passage)


# -- drawing ---------------------------------------------------------------------------------------------------------


class Borders(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="passages",
            decides={SetPassage: self._set_passage, SetIndoors: self._set_indoors},
            evolves=folds(WAYS, {PassageSet: _set, IndoorsSet: _indoors, WaysCleared: _cleared}),
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts,),
        )

    def _set_passage(self, decision: Decision, command: SetPassage) -> None:
        decision.require_gm()
        area = decision.state.get(ZONES)
        decision.require(
            area.border(command.one, command.other) is not None,
            "no-such-way",
            "There is no border between these zones; draw it on the map first.",
        )
        decision.require(
            all(area.is_shown(end) for end in (command.one, command.other)),
            "still-hidden",
            "Reveal the zone before changing its borders.",
        )
        numbers = (command.to_open, command.crossed, command.to_close)
        decision.require(
            all(NEVER <= number <= MOST for number in numbers) and min(command.to_open, command.crossed) >= 0,
            "bad-number",
            f"Pass values are numbers up to {MOST}; only what closes it may be {NEVER}, for never.",
        )
        name = decision.described(command.name, "Barrier", "no-words", "Say what is in the way.")
        passage = Passage(
            name=name,
            to_open=command.to_open,
            left=command.to_open,
            crossed=command.crossed,
            to_close=NEVER if command.is_terrain else command.to_close,
            is_terrain=command.is_terrain,
        )
        set_passage(decision, command.one, command.other, passage if command.to_open or command.crossed else None)

    def _set_indoors(self, decision: Decision, command: SetIndoors) -> None:
        decision.require_gm()
        shown = {zone.id for zone in decision.state.get(ZONES).zones.values() if not zone.is_hidden}
        decision.require(bool(shown) and set(command.zones) <= shown, "no-such-zone", "There is no such zone.")
        decision.emit(IndoorsSet(command.zones))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneStarts) and decision.state.get(WAYS) != Ways():
            decision.emit(WaysCleared())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        area = state.get(ZONES)
        if not seat.is_gm or not area.zones:
            return
        shown = {zone.id: zone.name for zone in area.zones.values() if not zone.is_hidden}
        for one, name in shown.items():
            others = tuple(
                Choice(beyond, shown[beyond])
                for border in area.borders
                if one in (border.one, border.other) and (beyond := border.beyond(one)) in shown
            )
            if others:
                yield self._offer(one, name, others)
        if shown:
            zones = tuple(Choice(zone, name) for zone, name in shown.items())
            yield Offer(
                command=SetIndoors(()),
                label="Set indoor zones",
                verb="change",
                target=Target("zone"),
                holes=(ManyHole("zones", "indoors", zones),),
                cites=self.cites("ranges"),
                group="gm",
            )

    def _offer(self, one: ZoneId, name: str, others: tuple[Choice, ...]) -> Offer:
        listed = self.tables.combat.borders
        opened = tuple(Choice(str(border.open[-1]), border.name) for border in listed)
        closed = tuple(Choice(str(border.close[-1]), border.name) for border in listed if border.close)
        never = Choice(str(NEVER), "never")
        return Offer(
            command=SetPassage(one=one, other=NOWHERE, name="", to_open=0),
            **one_of_a_family("Set a border of …", name),
            verb="change",
            target=Target("zone", one),
            holes=(
                ChoiceHole("other", "to", others),
                TextHole("name", "barrier", is_description=True),
                NumberHole("to_open", "pass to open", 0, MOST, suggestions=opened),
                NumberHole("crossed", "pass to cross", 0, MOST),
                NumberHole("to_close", "pass to close", NEVER, MOST, suggestions=(never, *closed)),
                FlagHole("is_terrain", "rough ground"),
            ),
            cites=self.cites("pass-values"),
            group="gm",
        )
