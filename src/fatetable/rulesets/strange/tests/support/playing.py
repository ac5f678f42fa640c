"""A table to test Strange Fate at, and people to play there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable import testing
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.offers import ManyHole
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.harm.absorbing import HitToAbsorb
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.strange.book import RULESET, HeldTrapping
from fatetable.rulesets.strange.followers import is_attached
from fatetable.rulesets.strange.ruleset import build
from fatetable.rulesets.strange.sheet import skill_entry
from fatetable.rulesets.strange.tests.support.book import TABLES

MAUD, CORA, FOE = map(ActorId, ("maud", "cora", "foe"))
FLAT = "0000"
WAIVED_IN_TESTS = (
    *("too-many-skill-points", "refresh-below-floor", "no-stranger", "drawback-missing", "benefits-open"),
    *("no-trappings", "aspect-drawback-missing", "unusual-unworded", "profane-mundane"),
)
"""So that a test needs no more of a sheet than what it is about."""
LESS = {"fate": ("++++", "0000", "-000", "--00", "---0", "----"), "d6": ("6 1", "1 1", "1 2", "1 3", "1 4", "1 5")}
"""What people throw for the order of turns: the first, and the others in their order."""


def held(trapping: str, of: str = "", *extras: str) -> HeldTrapping:
    return HeldTrapping(id=trapping, of=of, extras=extras)


def person(name: str, *skills: Entry, kind: str = "hero", aspects: Mapping[str, str] | None = None) -> Sheet:
    """Somebody with these skills, whatever they cost; the GM has waived what else is missing."""
    worded = {"archetype": f"{name} of the Club", "conviction": "Always Repay a Debt", **(aspects or {})}
    return Sheet(
        ruleset=RULESET, name=name, kind=kind, aspects=worded, entries={"skills": skills}, waived=WAIVED_IN_TESTS
    )


class Game(testing.Game):
    """Seats gm, ana (plays Maud) and bo (plays Cora), against one foe, in a scene; `aspects` are more of Maud's."""

    def __init__(
        self,
        *,
        maud: tuple[Entry, ...] | Sheet = (),
        cora: tuple[Entry, ...] = (),
        foe: tuple[Entry, ...] = (),
        scene: bool = True,
        aspects: Mapping[str, str] | None = None,
        **dials: Any,
    ) -> None:
        super().__init__(build({**BY_HAND, **dials}))
        self.bring("ana", maud if isinstance(maud, Sheet) else person("Maud", *maud, aspects=aspects))
        self.bring("bo", person("Cora", *cora))
        self.add_opponent(person("Foe", *foe, kind="npc"))
        if scene:
            self.start_scene()

    def bring(self, seat: str, character: str | Sheet) -> None:
        """The GM has agreed to everything."""
        self.do(self.gm, BringCharacter(self.ruleset.creation.finish(self.sheet(character)), SeatId(seat)))

    def start_conflict(self, kind: str, second_side: tuple[str, ...] = (), first: str = "") -> None:
        """A conflict in which `first` throws as much as there is for the order, and the others less and less."""
        foes = tuple(map(ActorId, second_side)) or tuple(actor.id for actor in self.cast.values() if not actor.is_pc)
        best, *less = LESS["fate" if self.ruleset.dials["dice"] == "fate" else "d6"]
        throws = iter(less)
        there = self.table.state.get(SCENE).present
        present = [actor.name for actor in self.cast.values() if actor.id in there and not is_attached(actor)]
        self.do("gm", StartConflict(kind, foes), *(best if name == first else next(throws) for name in present))
        self.do("gm", BeginConflict())

    def attack(self, trait: str, defence: str, dice: str = FLAT, answer: str = FLAT, *, by: str = "maud") -> None:
        """An attack on the foe, or by the foe on Maud; its dice are on the table."""
        target = MAUD if by == "foe" else FOE
        self.do(self.seat_of(by), Attack(actor=ActorId(by), target=target, trait=trait, description="goes for them"))
        self.answer(self.seat_of(target), "defend", "defend", trait=defence, description="holds on")
        self.throw(self.seat_of(by), dice, answer)

    def answer(self, seat: str, kind: str, option: str, **fill: Any) -> tuple[Event, ...]:
        """Nothing is claimed but what is said."""
        prompt = self.prompt(kind)
        holes = next((each.holes for each in prompt.options if each.id == option), ()) if prompt is not None else ()
        unsaid = {hole.key: () for hole in holes if isinstance(hole, ManyHole) and not hole.least}
        return super().answer(seat, kind, option, **unsaid | fill)

    def move(self, actor: str, zone: str) -> None:
        self.do(self.seat_of(actor), Move(ActorId(actor), self.zone(zone)))

    def attempt(self, trait: str, difficulty: int, dice: str = FLAT, *, tier: int = 0, by: str = "maud") -> None:
        """A roll against a difficulty, its dice on the table."""
        self.do(self.seat_of(by), Overcome(actor=ActorId(by), trait=trait, description="tries"))
        self.answer("gm", "opposition", "difficulty", value=difficulty, scale=str(tier))
        self.throw(self.seat_of(by), dice)

    def hit(self) -> tuple[int, str, str]:
        """The hit that somebody has to take: its size, the track it harms and the consequences it causes."""
        prompt = self.prompt("absorb")
        if prompt is None:
            return 0, "", ""
        found = prompt.read(HitToAbsorb)
        return found.shifts, found.track, found.kind

    def result(self) -> tuple[int, str]:
        """Nobody adds anything: the margin and the outcome."""
        self.everyone_passes()
        return self.last_roll.margin or 0, self.last_roll.outcome


def skill(name: str, rating: int, tier: int = 0, *trappings: HeldTrapping, **more: Any) -> Entry:
    return skill_entry(TABLES, name, rating, tier, *trappings, **more)
