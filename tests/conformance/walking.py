"""Plays a table at random through its offers and nothing else, the way bored people would."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from fatetable.engine.errors import RuleViolation
from fatetable.engine.halting import HALT
from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.offers import FormHole, Offer, OfferGroup
from fatetable.engine.opening import Rewind
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import SEATS, AddSeat, HandOver, gm_seat
from fatetable.engine.state import State
from fatetable.mechanics.book.dials import DialValue
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.challenges import StartChallenge
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import EndConflict, StartConflict
from fatetable.mechanics.encounters.contests import StartContest
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.scenes.departures import LeaveStory
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor
from fatetable.mechanics.scenes.prepared import (
    PREPARED,
    BringIn,
    PrepareAspect,
    PrepareOpponent,
    PrepareScene,
    PrepareZone,
)
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.rulesets import load
from fatetable.tabletop.table import Table
from tests.conformance.filling import Filler

SEATS_AT_START: Mapping[str, Any] = {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"}
SECRET = b"conformance"

GROUPS: Mapping[OfferGroup, float] = {
    "answer": 30,
    "roll": 22,
    "battle": 25,
    "act": 20,
    "magic": 7,
    "belongings": 3,
    "invoke": 9,
    "react": 7,
    "moment": 6,
    "gm": 6,
    "compel": 4,
    "sheet": 2,
    "overrule": 1.5,
    "talk": 0.2,
    "wait": 1,
    "table": 1,
    "journal": 2,
    "safety": 0.3,
    "dice": 0.3,
}
GOES_ON: Mapping[OfferGroup, float] = {"safety": 50}
"""While play is halted; little else is offered then."""
STARTS = (StartConflict, StartContest, StartChallenge)
WEIGHTS: Mapping[type[Command], float] = {
    Rewind: 0.5,
    AddSeat: 0.1,
    HandOver: 0.15,
    LeaveStory: 0.15,
    StartConflict: 1,
    StartContest: 0.3,
    StartChallenge: 0.3,
    GiveIn: 0.05,
    EndConflict: 0.1,
    PrepareScene: 0.5,
    PrepareAspect: 0.5,
    PrepareZone: 0.5,
    PrepareOpponent: 0.5,
}
MOST_ACTORS = 8
MOST_SEATS = 6
MOST_PREPARED = 2


class Step(Struct, frozen=True):
    """One command of a walk; `before` is the position of the table it was sent at."""

    seat: str
    command: Command
    before: int
    proxy: str | None = None


class Played(Struct, frozen=True):
    """An offer that was taken up, and the facts that followed; none if only its form had problems."""

    seat: str
    offer: Offer
    command: Command
    before: State
    news: tuple[LogRecord, ...]


class Violation(AssertionError):
    """Something every table must hold to did not hold."""


class Walk:
    """A table being played; `steps` is everything sent so far, `marks` the state after each of them.

    The seed decides everything: the dials of the table that are not `given`, who does what, and what they write.
    """

    def __init__(self, ruleset: str, seed: int, given: Mapping[str, DialValue] = MappingProxyType({})) -> None:
        self.seed = seed
        self.random = Random(seed)
        drawn = {
            dial.name: self.random.choice(dial.values) for dial in load(ruleset).dial_info if self.random.random() < 0.5
        }
        self.dials: Mapping[str, DialValue] = {**drawn, **given}
        self.table = Table.open(ruleset, SEATS_AT_START, dials=self.dials, secret=SECRET)
        self.filler = Filler(self.random, self.table.ruleset)
        self.steps: list[Step] = []
        self.marks: dict[int, State] = {self.table.state.seq: self.table.state}

    # -- who is there ------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat.id for seat in self.table.state.get(SEATS).values())

    @property
    def gm(self) -> str:
        return gm_seat(self.table.state).id

    @property
    def outsiders(self) -> tuple[str, ...]:
        """Everybody who is not told the game master's secrets."""
        return tuple(seat for seat in self.seats if seat != self.gm)

    # -- playing -----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Characters for the players, a foe seen and one unseen, a session and a scene with everybody in it."""
        for seat in ("ana", "bo"):
            self.take(seat, BringCharacter)
            self._agree_to_it()
        self.take(self.gm, AddOpponent, is_hidden=False)
        self.send(self.gm, AddOpponent(self.filler.sheet("opponent"), is_hidden=True))
        self.take(self.gm, StartSession)
        present = tuple(actor.id for actor in self.table.state.get(CAST).values() if not actor.is_hidden)
        if self.random.random() < 0.25:
            self.bring_in_a_scene(present)
            return
        self.take(self.gm, StartScene, present=present)
        if self.random.random() < 0.5:
            self.draw_a_map(present)

    def _agree_to_it(self) -> None:
        """Where something about a character is for the game master to agree to, they do."""
        for offer in self.table.offers(self.gm):
            if isinstance(offer.command, Answer) and offer.command.option == "yes":
                self.send(self.gm, self.filler.fill(offer))

    def bring_in_a_scene(self, present: tuple[ActorId, ...]) -> None:
        self.take(self.gm, PrepareScene)
        for kind in self.random.choices((PrepareZone, PrepareAspect), k=4):
            self.take(self.gm, kind)
        self.take(self.gm, PrepareOpponent)
        self.take(self.gm, BringIn, present=present)

    def draw_a_map(self, present: tuple[ActorId, ...]) -> None:
        drawn: tuple[ZoneId, ...] = ()
        for _ in range(self.random.randint(2, 4)):
            self.take(self.gm, DrawZone, next_to=drawn[-1:], is_hidden=False)
            drawn = tuple(zone.id for zone in self.table.state.get(ZONES).zones.values())
        for actor in present:
            self.send(self.gm, PlaceActor(actor, self.random.choice(drawn)))

    def take(self, seat: str, kind: type[Command], **fixed: Any) -> tuple[LogRecord, ...]:
        """Take up one of the offers of a kind."""
        offers = [offer for offer in self.table.offers(seat) if isinstance(offer.command, kind)]
        if not offers:
            raise Violation(f"{seat} is offered no {kind.__name__}")
        offer = self.random.choice(offers)
        names = {hole.key or hole.field for hole in offer.holes}
        return self.send(seat, self.filler.fill(offer, **{k: v for k, v in fixed.items() if k in names}))

    def send(self, seat: str, command: Command) -> tuple[LogRecord, ...]:
        """Now and then the game master does it for a player who is away; that makes no difference."""
        before = self.table.state.seq
        proxy = self.gm if seat != self.gm and self.random.random() < 0.05 else None
        news = self.table.send(seat, command, proxy=proxy, expected=before)
        self.steps.append(Step(seat, command, before, proxy))
        self.marks[self.table.state.seq] = self.table.state
        return news

    def choose(self) -> tuple[str, Offer]:
        """A seat and one of its offers: first what sort of thing is done, then what, so that no sort drowns another."""
        sorts: dict[OfferGroup, dict[type[Command], list[tuple[str, Offer]]]] = defaultdict(lambda: defaultdict(list))
        for seat in self.seats:
            for offer in self.table.offers(seat):
                if self._is_wanted(offer):
                    sorts[offer.group][type(offer.command)].append((seat, offer))
        groups = {**GROUPS, **(GOES_ON if self.table.state.get(HALT).is_on else {})}
        weights = {name: groups[name] * max(map(self._weight, kinds)) for name, kinds in sorts.items()}
        if self.table.state.get(ENCOUNTER) is None and any(kind in STARTS for kind in sorts["moment"]):
            weights["moment"] = 3 * GROUPS["act"]  # Most of the rules are about fights, contests and challenges.
        group = self._pick(weights)
        kind = self._pick({kind: self._weight(kind) for kind in sorts[group]})
        return self.random.choice(sorts[group][kind])

    def _is_wanted(self, offer: Offer) -> bool:
        """Tables do not grow for ever."""
        drawer = self.table.state.get(PREPARED)
        if isinstance(offer.command, AddOpponent | PrepareOpponent):
            # Prepared characters may come to the table at any time.
            coming = sum(len(scene.opponents) for scene in drawer.values())
            return len(self.table.state.get(CAST)) + coming < MOST_ACTORS
        if isinstance(offer.command, PrepareScene):
            return len(drawer) < MOST_PREPARED
        return not isinstance(offer.command, AddSeat) or len(self.seats) < MOST_SEATS

    def _weight(self, kind: type[Command]) -> float:
        return WEIGHTS.get(kind, 0.3 if kind.__name__.startswith(("End", "Give", "Leave", "Drop", "Clear")) else 1.0)

    def _pick(self, weights: Mapping[Any, float]) -> Any:
        return self.random.choices(tuple(weights), tuple(weights.values()))[0]

    def command_for(self, offer: Offer) -> Command:
        if isinstance(offer.command, Rewind) and self.random.random() < 0.8:
            # Mostly a few steps back, as at a real table; a walk that always starts over gets nowhere.
            return self.filler.fill(offer, to=self.random.choice(self.steps[-6:]).before)
        return self.filler.fill(offer)

    def step(self) -> Played:
        seat, offer = self.choose()
        command = self.command_for(offer)
        before = self.table.state
        try:
            news = self.send(seat, command)
        except RuleViolation as refusal:
            if not fails_for_its_form(offer, refusal):
                raise Violation(f"{seat} was offered {offer!r} but {command!r} is refused: {refusal.code}") from refusal
            news = ()
        return Played(seat, offer, command, before, news)

    def __repr__(self) -> str:
        tail = "\n".join(f"  {step.before:5} {step.seat}: {step.command!r}" for step in self.steps[-12:])
        return f"seed {self.seed}, dials {dict(self.dials)}, step {len(self.steps)}:\n{tail}"


def fails_for_its_form(offer: Offer, refusal: RuleViolation) -> bool:
    """A form is filled in by a builder that lists its problems; only those may still be refused."""
    return refusal.code == "unfinished-sheet" and any(isinstance(hole, FormHole) for hole in offer.holes)
