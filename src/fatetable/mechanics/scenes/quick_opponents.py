"""Opponents from a short form: a name, what they are good at, how many, and where.

The ruleset says which kinds can be made this way, what the form asks for each, and what sheet it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, NumberHole, Offer, TextHole, one_of_a_family
from fatetable.engine.prompts import Fill
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import AddOpponent, Joining
from fatetable.mechanics.scenes.lifecycle import EnterScene, SceneLifecycle
from fatetable.mechanics.scenes.map_editing import MapEditing, PlaceActor
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import NOWHERE, ZONES, ZoneId

LONGEST_NAME = 60
LONGEST_LINE = 120
"""How long the line may be that says what it is good or bad at."""


class QuickOpponent(Command, frozen=True, kw_only=True, tag="quick-opponent"):
    """Opponents of one of the ruleset's quick kinds; those not hidden join the scene that is being played."""

    kind: str
    name: str
    number: int
    fill: Fill
    zone: ZoneId = NOWHERE
    is_hidden: bool = False

    def entries(self, key: str) -> tuple[str, ...]:
        """The entries of one line, which are separated by commas."""
        return tuple(entry.strip() for entry in str(self.fill.get(key, "")).split(",") if entry.strip())

    def names(self) -> tuple[str, ...]:
        """A name for each of them."""
        name = self.name.strip()
        return (name,) if self.number == 1 else tuple(f"{name} {at}" for at in range(1, self.number + 1))


class QuickKind(Struct, frozen=True, kw_only=True):
    """`asks` are the holes of the field `fill`, and `usual` is what they hold at first.

    `make` must give sheets without errors for everything that fits into the holes.
    """

    kind: str
    label: str
    numbers: tuple[int, int]
    asks: tuple[Hole, ...]
    make: Callable[[QuickOpponent], tuple[Sheet, ...]]
    cites: tuple[str, ...]
    usual: Fill = {}
    usual_number: int = 1


class QuickOpponents(Struct, frozen=True, kw_only=True):
    kinds: tuple[QuickKind, ...]
    joining: Joining
    scenes: SceneLifecycle
    zones: MapEditing

    def subsystem(self) -> Subsystem:
        return Subsystem(name="quick opponents", decides={QuickOpponent: self._add}, offers=self._offers)

    def _add(self, decision: Decision, command: QuickOpponent) -> None:
        decision.require_gm()
        kind = next((each for each in self.kinds if each.kind == command.kind), None)
        if kind is None:
            raise decision.violation("wrong-kind", f"Nobody makes a {command.kind!r} as quickly as that.")
        fits = self._offer(decision.state, kind).matches(command)
        decision.require(fits, "unfinished-sheet", "Say who they are, how many and what they can do.")
        name = decision.described(command.name, kind.label.capitalize(), "unfinished-sheet", "Say who they are.")
        command = msgspec.structs.replace(command, name=name)
        # Of several under one name, the first to be revealed would tell of the others: hidden ones come one at a time.
        sheets = kind.make(command)
        for sheet in sheets[:1] if command.is_hidden else sheets:
            # Its aspect says no more than its name, which everybody reads.
            self.joining.add_opponent(decision, AddOpponent(sheet, is_hidden=command.is_hidden, open_aspects=True))
            *_, actor = decision.state.get(CAST)
            # Where somebody hidden stands would give them away, so they get a place when they are revealed.
            if command.is_hidden:
                continue
            scene = decision.state.get(SCENE)
            if scene.is_open and actor not in scene.present:
                self.scenes.enter(decision, EnterScene(actor))
            if command.zone:
                self.zones.place_actor(decision, PlaceActor(actor, command.zone))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from (self._offer(state, kind) for kind in self.kinds)

    def _offer(self, state: State, kind: QuickKind) -> Offer:
        zones = tuple(Choice(zone.id, zone.name) for zone in state.get(ZONES).zones.values() if not zone.is_hidden)
        where = (ChoiceHole("zone", "where", (Choice(NOWHERE, "no zone"), *zones)),) if zones else ()
        return Offer(
            command=QuickOpponent(kind=kind.kind, name="", number=kind.usual_number, fill=kind.usual),
            **one_of_a_family("Add a …", kind.label),
            verb="place",
            holes=(
                TextHole("name", "name", limit=LONGEST_NAME, is_description=True),
                *kind.asks,
                NumberHole("number", "number", *kind.numbers),
                *where,
                FlagHole("is_hidden", "hidden"),
            ),
            cites=kind.cites,
            group="gm",
        )
