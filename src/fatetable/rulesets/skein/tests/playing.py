"""A table to test Skein at: real commands through the real engine, with scripted dice."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PROMPTS, Answer, Prompt
from fatetable.mechanics.acting import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.aspects import ASPECTS, AspectCard
from fatetable.mechanics.casting import AddOpponent, BringCharacter
from fatetable.mechanics.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.fate_points import POOL, balance, purse
from fatetable.mechanics.harm import Condition, condition_of
from fatetable.mechanics.rolls import ROLLS, Roll, open_rolls
from fatetable.mechanics.scenes import StartScene, StartSession
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.throwing import Pass, ThrowDice
from fatetable.rulesets.skein.tables import RULESET
from fatetable.rulesets.skein.tests.near_misses import is_offered, wrong_offers
from fatetable.tabletop.table import Table
from tests.conformance.wording import faults_of_refusal

E = TypeVar("E", bound=Event)


class Game:
    """Seats gm, ana (plays Brannoc, the captain) and bo (plays Mother Hesk, the healer); a scene is open.

    `do` sends a command and returns the events; `refused` expects a refusal and returns its code.
    Whatever is done must have been on offer, and what is refused must not; what is almost the same is refused.
    """

    def __init__(
        self,
        *,
        foes: tuple[str | Sheet, ...] = (),
        heroes: tuple[str | Sheet, str | Sheet] = ("Brannoc of the Ford", "Mother Hesk"),
        scene: bool = True,
        **dials: Any,
    ) -> None:
        self.table = Table.open(RULESET, {"gm": "gm", "ana": "player", "bo": "player"}, dials=dials)
        self.ruleset = self.table.ruleset
        for seat, hero in zip(("ana", "bo"), heroes, strict=True):
            self.do(seat, BringCharacter(self.sheet(hero), seat))  # type: ignore[arg-type]
        for foe in foes:
            self.do("gm", AddOpponent(self.sheet(foe), open_aspects=True))
        if scene:
            self.start_scene()

    def sheet(self, name: str | Sheet) -> Sheet:
        """A ready-made sheet by name."""
        if isinstance(name, Sheet):
            return name
        return next(sheet for sheet in self.ruleset.creation.samples if sheet.name == name)

    def start_scene(self, title: str = "The ford") -> None:
        if not self.table.state.slices.get("calendar") or not self.table.state.slices["calendar"].in_session:
            self.do("gm", StartSession())
        everyone = tuple(a.id for a in self.table.state.slices["cast"].values() if not a.is_hidden)
        self.do("gm", StartScene(title, everyone))

    def start_combat(self, kind: str = "combat") -> None:
        foes = tuple(a.id for a in self.table.state.slices["cast"].values() if not a.is_pc)
        self.do("gm", StartConflict(kind, foes))
        while self.prompt("tie"):
            self.answer("gm", "tie", "0")
        self.do("gm", BeginConflict())

    # -- acting --------------------------------------------------------------------------------------------------

    def do(self, seat: str, command: Command, *dice: str) -> tuple[Event, ...]:
        chance = Scripted(*dice)
        assert self.is_offered(seat, command), f"{seat} was not offered {command}"
        self._try_near_misses(seat, command)
        events = tuple(record.event for record in self.table.send(seat, command, chance=chance))
        self._try_near_misses(seat, command)
        assert not chance.left, f"dice left over: {chance.left}"
        return events

    def _try_near_misses(self, seat: str, command: Command) -> None:
        if RULESET in type(command).__module__.split(".") and not _is_form(command):
            found = wrong_offers(self.table, seat, command)
            assert not found, found

    def refused(self, seat: str, command: Command, *dice: str) -> str:
        before = self.table.state
        assert not self.is_offered(seat, command) or _is_form(command), f"{seat} was offered {command}"
        with pytest.raises(RuleViolation) as refusal:
            self.table.send(seat, command, chance=Scripted(*dice))
        assert self.table.state == before, "a refused command changed something"
        assert not list(faults_of_refusal(refusal.value))
        return refusal.value.code

    def answer(self, seat: str, kind: str, option: str, **fill: Any) -> tuple[Event, ...]:
        prompt = self.prompt(kind)
        assert prompt is not None, f"no {kind!r} prompt; open: {[p.kind for p in self.prompts()]}"
        return self.do(seat, Answer(prompt.id, option, fill))

    def test(self, seat: str, actor: str, skill: str, difficulty: int, dice: str) -> tuple[Event, ...]:
        """A plain Test against a number the Storyteller sets, settled as it falls."""
        self.do(seat, Overcome(actor=actor, trait=skill, description="tries"))  # type: ignore[arg-type]
        self.answer("gm", "opposition", "difficulty", value=difficulty)
        return self.throw(seat, dice)

    def manoeuvre(self, seat: str, actor: str, skill: str, words: str, dice: str) -> tuple[Event, ...]:
        """A manoeuvre on the scene, which meets a fixed number."""
        command = CreateAdvantage(actor=actor, mode="new", trait=skill, description="tries", words=words)  # type: ignore[arg-type]
        self.do(seat, command)
        return self.throw(seat, dice)

    def attack(self, seat: str, actor: str, target: str, trait: str, dice: str) -> tuple[Event, ...]:
        """The acting side of an attack; the defender is then asked (`defend`)."""
        self.do(seat, Attack(actor=actor, target=target, trait=trait, description="strikes"))  # type: ignore[arg-type]
        return self.throw(seat, dice)

    def defend(self, seat: str, trait: str, dice: str, option: str = "defend") -> tuple[Event, ...]:
        self.answer(seat, "defend", option, trait=trait, description="wards it off")
        return self.throw(seat, dice)

    def throw(self, seat: str, *dice: str) -> tuple[Event, ...]:
        """The dice of whoever's turn it is on the one open roll, and nobody changes them afterwards."""
        roll = self.roll
        events = self.do(seat, ThrowDice(roll.id), *dice)
        while (now := self.table.state.get(ROLLS).get(roll.id)) and now.stage == "thrown" and now.waiting:
            events += self.do(now.waiting[0], Pass(roll.id))
        return events

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def roll(self) -> Roll:
        found = tuple(open_rolls(self.table.state))
        assert len(found) == 1, f"{len(found)} open rolls"
        return found[0]

    def roll_over(self) -> Roll:
        """The roll that was settled last."""
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
        return balance(self.table.state, POOL if actor == "pool" else purse(actor))  # type: ignore[arg-type]

    def condition(self, actor: str) -> Condition:
        return condition_of(self.table.state, actor)  # type: ignore[arg-type]

    def is_offered(self, seat: str, command: Command) -> bool:
        return is_offered(self.table, seat, command)

    def offers(self, seat: str, command: type[Command] | None = None) -> tuple[Offer, ...]:
        found = self.table.offers(seat)
        return tuple(offer for offer in found if command is None or isinstance(offer.command, command))


def _is_form(command: Command) -> bool:
    """Whether a sheet or a stunt is in order is for its writer to see; the offer only says that one is wanted."""
    return any(isinstance(getattr(command, name), Sheet | Feature) for name in command.__struct_fields__)


def first(events: tuple[Event, ...], kind: type[E]) -> E:
    return next(event for event in events if isinstance(event, kind))
