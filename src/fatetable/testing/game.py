"""A table to test a ruleset at: real commands through the real engine, with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PROMPTS, Answer, Prompt
from fatetable.engine.seats import Role, gm_seat
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, seat_of
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import Conflict, conflict_of
from fatetable.mechanics.encounters.turns import on_turn
from fatetable.mechanics.harm.state import Condition, condition_of
from fatetable.mechanics.points.accounts import POOL, balance, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.state import ROLLS, Roll, open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor
from fatetable.mechanics.scenes.state import CALENDAR
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, place_of
from fatetable.tabletop.table import Table
from fatetable.testing.near_misses import TAKEN_WORDS, is_offered, wrong_offers
from fatetable.testing.refusals import faults_of_refusal

SEATS: Mapping[str, Role] = {"gm": "gm", "ana": "player", "bo": "player"}
LONGEST_WAIT = 50
SHARED = ("fatetable.engine.", "fatetable.mechanics.")


class Game:
    """A table of one ruleset, by default with the seats gm, ana and bo.

    `do` sends a command and returns the events; `refused` expects a refusal and returns its code.  Both check that
    what is offered and what is accepted agree.  Commands of the ruleset's own are also tried by the other seats and
    with wrong values.  Unless `by_hand` is off, almost nothing happens by itself, so that a test sees each step.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        seats: Mapping[str, Role] = SEATS,
        *,
        dials: Mapping[str, str | int | bool] | None = None,
        by_hand: bool = True,
    ) -> None:
        if isinstance(ruleset, str):
            dials = {**BY_HAND, **(dials or {})} if by_hand else dials
        self.table = Table.open(ruleset, seats, dials=dials)
        self.ruleset = self.table.ruleset

    # -- setting up ----------------------------------------------------------------------------------------------

    def sheet(self, name: str | Sheet) -> Sheet:
        """A sample sheet of the ruleset by its name."""
        if isinstance(name, Sheet):
            return name
        return next(sheet for sheet in self.ruleset.creation.samples if sheet.name == name)

    def bring(self, seat: str, character: str | Sheet) -> None:
        """A player brings a character of their own."""
        self.do(seat, BringCharacter(self.sheet(character), seat))  # type: ignore[arg-type]

    def add_opponent(self, character: str | Sheet, *, open_aspects: bool = True) -> None:
        self.do(self.gm, AddOpponent(self.sheet(character), open_aspects=open_aspects))

    def start_scene(self, title: str = "Here and now") -> None:
        """A scene with everybody who is not hidden, in a new session if none is running."""
        if not self.table.state.get(CALENDAR).in_session:
            self.do(self.gm, StartSession())
        self.do(self.gm, StartScene(title, tuple(actor.id for actor in self.cast.values() if not actor.is_hidden)))

    def start_conflict(self, kind: str, second_side: tuple[str, ...] = (), first: str = "") -> None:
        """Open a conflict against some, or against all opponents, and begin it.

        A tie is broken in favour of `first`, or else of the place that is named first.
        """
        foes = second_side or tuple(actor.id for actor in self.cast.values() if not actor.is_pc)
        self.do(self.gm, StartConflict(kind, tuple(map(ActorId, foes))))
        while prompt := self.prompt("tie"):
            option = next((o.id for o in prompt.options if first and first.lower() in o.label.lower()), "0")
            self.answer(self.gm, "tie", option)
        self.do(self.gm, BeginConflict())

    def set_points(self, **points: int) -> None:
        """Each named character's points, and those of the `pool`, become this many."""
        for who, number in points.items():
            self.do(self.gm, SetPoints(_account(who), number, "for the test"))

    def draw_zones(self, *names: str) -> tuple[ZoneId, ...]:
        """Zones in a row, each next to the one before."""
        zones: tuple[ZoneId, ...] = ()
        for name in names:
            self.do(self.gm, DrawZone(name=name, next_to=zones[-1:]))
            zones = (*zones, self.zone(name))
        return zones

    def place(self, actor: str, zone: str) -> None:
        """Put somebody into the zone of this name."""
        self.do(self.gm, PlaceActor(ActorId(actor), self.zone(zone)))

    # -- acting --------------------------------------------------------------------------------------------------

    def do(self, seat: str, command: Command, *dice: str) -> tuple[Event, ...]:
        """Send a command; dice such as "++0-" fall in this order."""
        chance = Scripted(*dice)
        was_offered = self.is_offered(seat, command)
        self._try_near_misses(seat, command)
        events = tuple(record.event for record in self.table.send(seat, command, chance=chance))
        assert was_offered, f"{seat} was not offered {command}"
        self._try_near_misses(seat, command)
        assert not chance.left, f"dice left over: {chance.left}"
        return events

    def refused(self, seat: str, command: Command, *dice: str) -> str:
        """Send a command that is against the rules; returns the code of the refusal."""
        before, was_offered = self.table.state, self.is_offered(seat, command)
        refusal = self._refusal(seat, command, *dice)
        assert refusal is not None, f"{seat} was allowed to {command}"
        assert self.table.state == before, "a refused command changed something"
        assert not was_offered or _is_form(command) or refusal.code in TAKEN_WORDS, f"{seat} was offered {command}"
        assert not list(faults_of_refusal(refusal))
        return refusal.code

    def _refusal(self, seat: str, command: Command, *dice: str) -> RuleViolation | None:
        try:
            self.table.send(seat, command, chance=Scripted(*dice))
        except RuleViolation as refusal:
            return refusal
        return None

    def choose(self, seat: str, label: str, *dice: str, actor: str = "", **fill: Any) -> tuple[Event, ...]:
        """Take the offer whose label has these words, for this actor if one is named, and fill its holes."""
        offers = [o for o in self.offers(seat) if label in o.label and (not actor or o.actor == actor)]
        assert offers, f"{seat} is offered no {label!r}, only {[offer.label for offer in self.offers(seat)]}"
        return self.do(seat, offers[0].fill(**fill), *dice)

    def answer(self, seat: str, kind: str, option: str, **fill: Any) -> tuple[Event, ...]:
        """Answer the open prompt of that kind."""
        prompt = self.prompt(kind)
        assert prompt is not None, f"no {kind!r} prompt; open: {[p.kind for p in self.prompts()]}"
        return self.do(seat, Answer(prompt.id, option, fill))

    def throw(self, seat: str, *dice: str) -> tuple[Event, ...]:
        """Everybody who is asked first goes ahead, then the dice of the open roll fall, the acting side's first."""
        for waiting in self.roll.waiting:
            self.do(waiting, Pass(self.roll.id))
        return self.do(seat, ThrowDice(self.roll.id), *dice)

    def everyone_passes(self) -> tuple[Event, ...]:
        """Nobody adds anything to the open roll; returns the events of all passes, the last of which settles it."""
        events: tuple[Event, ...] = ()
        roll = self.roll
        for waiting in roll.waiting:
            events += self.do(waiting, Pass(roll.id))
        return events

    def come_to(self, actor: str) -> None:
        """Everybody before this actor passes, in a new exchange if need be, until it has a turn with an action."""
        for _ in range(LONGEST_WAIT):
            acting = self.actors_on_turn()
            if actor in acting and actor not in self.conflict.acted:
                return
            self.do(*((self.seat_of(acting[0]), EndTurn(acting[0])) if acting else (self.gm, NextExchange())))
        raise AssertionError(f"{actor} gets no turn")

    def _try_near_misses(self, seat: str, command: Command) -> None:
        if not type(command).__module__.startswith(SHARED) and not _is_form(command):
            found = wrong_offers(self.table, seat, command)
            assert not found, found

    # -- looking: people -----------------------------------------------------------------------------------------

    @property
    def gm(self) -> str:
        """The game master's seat."""
        return gm_seat(self.table.state).id

    @property
    def cast(self) -> Mapping[ActorId, Actor]:
        return self.table.state.get(CAST)

    def actor(self, actor: str) -> Actor:
        return self.cast[ActorId(actor)]

    def seat_of(self, actor: str) -> str:
        """Who decides for this actor."""
        return seat_of(self.table.state, ActorId(actor))

    def points(self, actor: str) -> int:
        """A character's points; "pool" for the game master's."""
        return balance(self.table.state, _account(actor))

    def condition(self, actor: str) -> Condition:
        return condition_of(self.table.state, ActorId(actor))

    # -- looking: what may be done -------------------------------------------------------------------------------

    def offers(self, seat: str, command: type[Command] | None = None) -> tuple[Offer, ...]:
        """What a seat may do, or only what it may do by one kind of command."""
        found = self.table.offers(seat)
        return tuple(offer for offer in found if command is None or isinstance(offer.command, command))

    def is_offered(self, seat: str, command: Command) -> bool:
        return is_offered(self.table, seat, command)

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(self.table.state.get(PROMPTS).values())

    def prompt(self, kind: str) -> Prompt | None:
        return next((prompt for prompt in self.prompts() if prompt.kind == kind), None)

    # -- looking: the table --------------------------------------------------------------------------------------

    @property
    def roll(self) -> Roll:
        """The one open roll."""
        found = tuple(open_rolls(self.table.state))
        assert len(found) == 1, f"{len(found)} open rolls"
        return found[0]

    @property
    def last_roll(self) -> Roll:
        """The roll that was declared last, open or settled."""
        return tuple(self.table.state.get(ROLLS).values())[-1]

    def card(self, text: str) -> AspectCard:
        return next(card for card in self.table.state.get(ASPECTS).values() if card.text == text)

    def has_card(self, text: str) -> bool:
        return any(card.text == text for card in self.table.state.get(ASPECTS).values())

    @property
    def conflict(self) -> Conflict:
        found = conflict_of(self.table.state)
        assert found is not None, "no conflict is running"
        return found

    def actors_on_turn(self) -> tuple[ActorId, ...]:
        """Whose turn it is; several where characters act together, nobody between two exchanges."""
        conflict = self.conflict
        return tuple(actor for actor in conflict.actors if on_turn(self.table.state, conflict, actor) is None)

    def zone(self, name: str) -> ZoneId:
        return next(zone.id for zone in self.table.state.get(ZONES).zones.values() if zone.name == name)

    def where(self, actor: str) -> str:
        """The name of the zone somebody is in."""
        return self.table.state.get(ZONES).zones[place_of(self.table.state, ActorId(actor))].name


def _account(who: str) -> str:
    return POOL if who == "pool" else purse(ActorId(who))


def _is_form(command: Command) -> bool:
    """Whether a sheet or a stunt is in order is for its writer to see; the offer only says that one is wanted."""
    return any(isinstance(getattr(command, name), Sheet | Feature) for name in command.__struct_fields__)
