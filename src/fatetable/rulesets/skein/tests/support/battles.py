"""A battlefield to test Skein at: two armies, their generals, and those of name who fight for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fatetable.engine.messages import Event
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.state import Modifier
from fatetable.rulesets.skein.battle.muster import FightFor, LeadArmy, OpenBattle, StartBattle
from fatetable.rulesets.skein.battle.preliminaries import ManoeuvreArmies
from fatetable.rulesets.skein.battle.state import BATTLE, Battle, Force, stress_left
from fatetable.rulesets.skein.battle.turns import AttackWithArmy, Proceed
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.sheet.stunts import compose, stunts_of
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing import faces

LEVY, HOST = ActorId("levy-of-the-marches"), ActorId("host-of-the-wolf-banner")
BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
CADFAN, YSOLT = ActorId("cadfan-wolf-banner"), ActorId("ysolt-of-the-drowned-bell")
OSRIC, GUARDSMAN = ActorId("osric-the-reeve"), ActorId("gate-guard")


def army(name: str, *, size: int | None = None, skill: int | None = None, gear: tuple[str, ...] = ()) -> Sheet:
    """One of the two ready-made armies, made larger or smaller, better or worse."""
    sheet = sample(TABLES, name)
    if size is not None:
        sheet = msgspec.structs.replace(sheet, numbers={"size": size})
    if skill is not None:
        sheet = msgspec.structs.replace(sheet, traits={"army-skill": skill})
    return msgspec.structs.replace(sheet, lists={"gear": gear}) if gear else sheet


def changed(
    sheet: Sheet, old: str = "", new: str = "", *, traits: Mapping[str, int] | None = None, **choices: str
) -> Sheet:
    """The same person with another stunt in the place of one, or with other skills."""
    features = tuple(
        compose(TABLES, new, choices) if old and found.entry.id == old else found.feature
        for found in stunts_of(TABLES, sheet)
    )
    return msgspec.structs.replace(sheet, features=features, traits=sheet.traits if traits is None else traits)


class Field(Game):
    """Ana's Brannoc leads the Levy (1000, Army Skill 1), and bo's Mother Hesk fights for it.

    The Storyteller's Cadfan leads the Host (500, Army Skill 3), and Ysolt, a magician, fights for it.
    The Host is the smaller army, so it goes first.
    """

    def __init__(
        self,
        *,
        levy: Mapping[str, Any] | None = None,
        host: Mapping[str, Any] | None = None,
        heroes: tuple[str | Sheet, str | Sheet] = ("Brannoc of the Ford", "Mother Hesk"),
        people: tuple[str | Sheet, ...] = ("Cadfan Wolf-Banner", "Ysolt of the Drowned Bell"),
        musters: bool = True,
        **dials: Any,
    ) -> None:
        armies = (army("Levy of the Marches", **(levy or {})), army("Host of the Wolf Banner", **(host or {})))
        super().__init__(foes=(*people, *armies), heroes=heroes, **dials)
        if musters:
            self.muster()

    def muster(self, *, fighters: bool = True) -> None:
        self.do("gm", StartBattle(LEVY, HOST))
        ours, theirs = (tuple(a.id for a in self.people if a.is_pc == is_pc) for is_pc in (True, False))
        self.do("gm", LeadArmy(LEVY, ours[0]))
        self.do("gm", LeadArmy(HOST, theirs[0]))
        for army_id, others in ((LEVY, ours[1:]), (HOST, theirs[1:])):
            for actor in others if fighters else ():
                self.do("gm", FightFor(actor, army_id))

    @property
    def people(self) -> tuple[Actor, ...]:
        return tuple(a for a in self.table.state.get(CAST).values() if a.kind not in ("army", "warband"))

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        found = self.table.state.get(BATTLE)
        assert found is not None
        return found

    @property
    def is_over(self) -> bool:
        return self.table.state.get(BATTLE) is None

    def force(self, army_id: ActorId) -> Force:
        return next(force for force in self.battle.forces if force.army == army_id)

    def stress(self, army_id: ActorId) -> int:
        return stress_left(self.table.state, self.force(army_id))

    def size(self, army_id: ActorId) -> int:
        return self.table.state.get(CAST)[army_id].sheet.numbers["size"]

    def parts(self, effort: int = 0) -> dict[str, int]:
        """The named parts of one side of the roll on the table."""
        return {_name(part): part.amount for part in self.roll.efforts[effort].modifiers}

    # -- going on ------------------------------------------------------------------------------------------------

    def proceed(self, times: int = 1) -> None:
        for _ in range(times):
            self.do("gm", Proceed())

    def seat(self, actor: ActorId) -> str:
        return self.seat_of(actor)

    def oppose(self, *dice: str) -> tuple[Event, ...]:
        """Both sides of the roll on the table throw, one after the other, and add nothing."""
        events: tuple[Event, ...] = ()
        for each in dice:
            index = max(self.roll.active, 0)
            events = self.throw(self.seat(self.roll.efforts[index].actor), each)
        return events

    def manoeuvre_armies(self, *dice: str) -> None:
        """Without a winner, unless other dice are given."""
        seat = self.seat(self.battle.forces[0].general)
        self.do(seat, ManoeuvreArmies("seeks the high ground"))
        mine, theirs = dice or ("0000", self._level_dice())
        self.oppose(mine, theirs)

    def _level_dice(self) -> str:
        """Dice with which the answering general comes to the same total."""
        skill = "strategy-and-tactics"
        cast = self.table.state.get(CAST)
        first, second = (cast[force.general].sheet.traits.get(skill, 0) for force in self.battle.forces)
        return faces(first - second)

    def open(self) -> None:
        self.do("gm", OpenBattle())

    def begin(self) -> None:
        """Up to the heroics of the first turn, with nothing gained by anybody before it."""
        self.open()
        self.manoeuvre_armies()
        self.proceed(3)

    def to_attacks(self) -> None:
        self.proceed(2)

    def army_attack(self, mine: str, theirs: str) -> tuple[Event, ...]:
        stage = self.battle.stage
        force = self.battle.forces[("smaller-attacks", "larger-attacks").index(stage)]
        self.do(self.seat(force.general), AttackWithArmy("forward"))
        return self.oppose(mine, theirs)


def _name(part: Modifier) -> str:
    return part.name or part.label
