"""A table to test Fate Accelerated at: real commands through the real engine, with scripted dice."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PROMPTS, Answer, Prompt
from fatetable.mechanics.aspects import ASPECTS, AspectCard
from fatetable.mechanics.casting import AddOpponent, BringCharacter
from fatetable.mechanics.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.fate_points import POOL, balance, purse
from fatetable.mechanics.harm import Condition, condition_of
from fatetable.mechanics.rolls import ROLLS, Roll, open_rolls
from fatetable.mechanics.scenes import StartScene, StartSession
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.throwing import Pass, ThrowDice
from fatetable.rulesets.fae.tables import tables
from fatetable.tabletop.table import Table
from tests.conformance.wording import faults_of_refusal

E = TypeVar("E", bound=Event)


class Game:
    """Seats gm, ana (plays Reth) and bo (plays Voltaire); a scene is open unless asked otherwise.

    `do` sends a command and returns the events; `refused` expects a refusal and returns its code.
    """

    def __init__(
        self, *, scene: bool = True, foes: tuple[str, ...] = (), open_aspects: bool = True, **dials: Any
    ) -> None:
        self.table = Table.open("fae", {"gm": "gm", "ana": "player", "bo": "player"}, dials=dials)
        self.bring("ana", "Reth")
        self.bring("bo", "Voltaire")
        for foe in foes:
            self.do("gm", AddOpponent(tables().sample(foe), open_aspects=open_aspects))
        if scene:
            self.start_scene()

    # -- setting up ----------------------------------------------------------------------------------------------

    def bring(self, seat: str, name: str | Sheet) -> None:
        sheet = name if isinstance(name, Sheet) else tables().sample(name)
        self.do(seat, BringCharacter(sheet, seat))  # type: ignore[arg-type]

    def start_scene(self, title: str = "The quay") -> None:
        if not self.table.state.slices.get("calendar") or not self.table.state.slices["calendar"].in_session:
            self.do("gm", StartSession())
        everyone = tuple(a.id for a in self.table.state.slices["cast"].values() if not a.is_hidden)
        self.do("gm", StartScene(title, everyone))

    def start_conflict(
        self, kind: str = "physical", second_side: tuple[str, ...] | None = None, first: str = ""
    ) -> None:
        """Open a conflict and begin it; in a tie the place of `first`, or else the first one, goes first."""
        foes = second_side or tuple(a.id for a in self.table.state.slices["cast"].values() if not a.is_pc)
        self.do("gm", StartConflict(kind, foes))  # type: ignore[arg-type]
        while prompt := self.prompt("tie"):
            option = next((o.id for o in prompt.options if first and first.lower() in o.label.lower()), "0")
            self.answer("gm", "tie", option)
        self.do("gm", BeginConflict())

    # -- acting --------------------------------------------------------------------------------------------------

    def do(self, seat: str, command: Command, *dice: str) -> tuple[Event, ...]:
        """Send a command; dice such as "++0-" are thrown in this order by whatever it throws."""
        chance = Scripted(*dice)
        events = tuple(record.event for record in self.table.send(seat, command, chance=chance))
        assert not chance.left, f"dice left over: {chance.left}"
        return events

    def refused(self, seat: str, command: Command, *dice: str) -> str:
        before = self.table.state
        with pytest.raises(RuleViolation) as refusal:
            self.table.send(seat, command, chance=Scripted(*dice))
        assert self.table.state == before, "a refused command changed something"
        assert not list(faults_of_refusal(refusal.value))
        return refusal.value.code

    def answer(self, seat: str, kind: str, option: str, **fill: Any) -> tuple[Event, ...]:
        """Answer the open prompt of that kind."""
        prompt = self.prompt(kind)
        assert prompt is not None, f"no {kind!r} prompt; open: {[p.kind for p in self.prompts()]}"
        return self.do(seat, Answer(prompt.id, option, fill))

    def defend(self, seat: str, trait: str, option: str = "defend", how: str = "dodges") -> None:
        self.answer(seat, "defend", option, trait=trait, description=how)

    def throw(self, seat: str, *dice: str) -> tuple[Event, ...]:
        """Everybody asked goes ahead, then the dice of the open roll fall (the acting side's first)."""
        for waiting in self.roll.waiting:
            self.do(waiting, Pass(self.roll.id))
        return self.do(seat, ThrowDice(self.roll.id), *dice)

    def everyone_passes(self) -> tuple[Event, ...]:
        """Nobody adds anything to the thrown roll; returns the events of the last pass, which settle it."""
        events: tuple[Event, ...] = ()
        roll = self.roll
        for waiting in roll.waiting:
            events = self.do(waiting, Pass(roll.id))
        return events

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def roll(self) -> Roll:
        """The one roll on the table."""
        found = tuple(open_rolls(self.table.state))
        assert len(found) == 1, f"{len(found)} open rolls"
        return found[0]

    @property
    def last_roll(self) -> Roll:
        return tuple(self.table.state.get(ROLLS).values())[-1]

    def prompts(self) -> tuple[Prompt, ...]:
        return tuple(self.table.state.get(PROMPTS).values())

    def prompt(self, kind: str) -> Prompt | None:
        return next((prompt for prompt in self.prompts() if prompt.kind == kind), None)

    def card(self, text: str) -> AspectCard:
        return next(card for card in self.table.state.get(ASPECTS).values() if card.text == text)

    def has_card(self, text: str) -> bool:
        return any(card.text == text for card in self.table.state.get(ASPECTS).values())

    def points(self, actor: str) -> int:
        """A character's fate points; "pool" for the game master's."""
        return balance(self.table.state, POOL if actor == "pool" else purse(actor))  # type: ignore[arg-type]

    def condition(self, actor: str) -> Condition:
        return condition_of(self.table.state, actor)  # type: ignore[arg-type]

    def offers(self, seat: str, command: type[Command] | None = None) -> tuple[Offer, ...]:
        found = self.table.offers(seat)
        return tuple(offer for offer in found if command is None or isinstance(offer.command, command))


def first(events: tuple[Event, ...], kind: type[E]) -> E:
    """The first event of a kind."""
    return next(event for event in events if isinstance(event, kind))


def all_of(events: tuple[Event, ...], kind: type[E]) -> tuple[E, ...]:
    return tuple(event for event in events if isinstance(event, kind))
