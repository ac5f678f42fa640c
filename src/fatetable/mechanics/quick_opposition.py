"""Opposition in a few seconds: a name, what it is good at, how many, where, and it is on the table.

Which kinds can be made like that, what has to be said of each and what sheet comes of it, a ruleset tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Fill
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.casting import AddOpponent, Casting
from fatetable.mechanics.scenes import SCENE, EnterScene, Scenes
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.staging import PlaceActor, Staging
from fatetable.mechanics.zones import NOWHERE, ZONES, ZoneId

LONGEST_NAME = 60
LONGEST_LINE = 120
"""Of what it is good or bad at: enough for a few words, and for a field of one line."""


class QuickOpponent(Command, frozen=True, kw_only=True, tag="quick-opponent"):
    """Opponents of one of the ruleset's quick kinds; whoever is not hidden joins the scene that is being played."""

    kind: str
    name: str
    number: int
    fill: Fill
    zone: ZoneId = NOWHERE
    is_hidden: bool = False

    def entries(self, key: str) -> tuple[str, ...]:
        """What was written in one line, with commas between."""
        return tuple(entry.strip() for entry in str(self.fill.get(key, "")).split(",") if entry.strip())

    def names(self) -> tuple[str, ...]:
        """One for each, where each is somebody of their own."""
        name = self.name.strip()
        return (name,) if self.number == 1 else tuple(f"{name} {at}" for at in range(1, self.number + 1))


class QuickKind(Struct, frozen=True, kw_only=True):
    """`asks` are the holes of the field `fill`, and `usual` is what stands there until somebody thinks otherwise.

    `make` must find a sheet without errors for whatever fits into the holes.
    """

    kind: str
    label: str
    numbers: tuple[int, int]
    asks: tuple[Hole, ...]
    make: Callable[[QuickOpponent], tuple[Sheet, ...]]
    cites: tuple[str, ...]
    usual: Fill = {}
    usual_number: int = 1


class QuickOpposition(Struct, frozen=True, kw_only=True):
    kinds: tuple[QuickKind, ...]
    casting: Casting
    scenes: Scenes
    staging: Staging

    def subsystem(self) -> Subsystem:
        return Subsystem(name="quick opposition", decides={QuickOpponent: self._add}, offers=self._offers)

    def _add(self, decision: Decision, command: QuickOpponent) -> None:
        decision.require_gm()
        kind = next((each for each in self.kinds if each.kind == command.kind), None)
        if kind is None:
            raise decision.violation("wrong-kind", f"Nobody makes a {command.kind!r} as quickly as that.")
        fits = self._offer(decision.state, kind).matches(command)
        decision.require(fits, "unfinished-sheet", "Say who they are, how many and what they can do.")
        # Of several under one name, the first to be revealed would tell of the others: hidden ones come one at a time.
        sheets = kind.make(command)
        for sheet in sheets[:1] if command.is_hidden else sheets:
            # Its aspect says no more than its name, which everybody reads.
            self.casting.add_opponent(decision, AddOpponent(sheet, is_hidden=command.is_hidden, open_aspects=True))
            *_, actor = decision.state.get(CAST)
            # Where somebody hidden stands would give them away, so they get a place when they are revealed.
            if command.is_hidden:
                continue
            if decision.state.get(SCENE).is_open:
                self.scenes.enter(decision, EnterScene(actor))
            if command.zone:
                self.staging.place_actor(decision, PlaceActor(actor, command.zone))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            yield from (self._offer(state, kind) for kind in self.kinds)

    def _offer(self, state: State, kind: QuickKind) -> Offer:
        zones = tuple(Choice(zone.id, zone.name) for zone in state.get(ZONES).zones.values() if not zone.is_hidden)
        where = (ChoiceHole("zone", "where", (Choice(NOWHERE, "nowhere in particular"), *zones)),) if zones else ()
        return Offer(
            command=QuickOpponent(kind=kind.kind, name="", number=kind.usual_number, fill=kind.usual),
            label=f"Quick opposition: {kind.label}",
            holes=(
                TextHole("name", "name", limit=LONGEST_NAME),
                *kind.asks,
                NumberHole("number", "how many", *kind.numbers),
                *where,
                FlagHole("is_hidden", "hidden, one at a time, in no zone yet"),
            ),
            cites=kind.cites,
            group="gm",
        )
