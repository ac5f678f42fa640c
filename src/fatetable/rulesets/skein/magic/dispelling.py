"""Dispelling magic that is in effect: Faith works against any magic, Spirit Magic against curses."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.magic.enchantments import (
    BARRIER,
    CURSE,
    POISONED,
    Enchantment,
    choices,
    enchantment_of,
    end,
    in_effect,
    known_in_effect,
)
from fatetable.rulesets.skein.magic.workings import Workings, succeeded
from fatetable.rulesets.skein.rolls import PLAIN
from fatetable.rulesets.skein.sheet import skill_name

FAITH = "faith"
SPIRIT_MAGIC = "spirit-magic"
UNDO = "undo"


class UndoMagic(Command, frozen=True, kw_only=True, tag="undo-magic"):
    """End somebody's magic."""

    actor: ActorId
    enchantment: str
    trait: str
    description: str
    features: tuple[str, ...] = ()


def undoable(state: State, seat: Seat, skill: str) -> Iterator[Enchantment]:
    """The magic that a skill can end; poison is no magic any more (SK-FAITH-02, SK-SPIRIT-05, SK-STUNT-26)."""
    for found in known_in_effect(state, seat):
        if found.kind != POISONED and (skill == FAITH or found.kind in (CURSE, BARRIER)):
            yield found


class Dispelling(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="undoing magic",
            decides={UndoMagic: self._undo},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _undo(self, decision: Decision, command: UndoMagic) -> None:
        actor = self.work.require_able(decision, command.actor, command.trait)
        found = enchantment_of(decision, command.enchantment)
        decision.require(
            any(each.id == found.id for each in undoable(decision.state, decision.seat, command.trait)),
            "not-undone-so",
            f"{skill_name(self.tables, command.trait)} is no help against that.",
            "undo-magic",
        )
        # The maker's old roll is the difficulty; if nothing was rolled then, the maker rolls now, even if absent.
        working = Undertaking(purpose=UNDO, maker=actor.id, work=found.id, difficulty=found.result)
        mode = PLAIN
        if found.result is None:
            decision.require(found.maker != actor.id, "own-magic", "It is theirs; they need not overcome themselves.")
            working = Undertaking(purpose=UNDO, maker=actor.id, work=found.id, target=found.maker)
            mode = found.skill
        self.work.begin(
            decision, actor, working, command.trait, command.description, features=command.features, mode=mode
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if not (done := finished(decision, moment, (UNDO,))):
            return
        roll, working = done
        found = next((each for each in in_effect(decision.state) if each.id == working.work), None)
        if found is not None and succeeded(roll):
            end(decision, found, "undone by magic")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for skill in (FAITH, SPIRIT_MAGIC):
            for actor in self.work.able(state, seat, skill):
                theirs = (e for e in undoable(state, seat, skill) if e.result is not None or e.maker != actor.id)
                options = choices(state, theirs)
                if not options:
                    continue
                for features, suffix in self.work.claims(actor, skill):
                    command = UndoMagic(actor=actor.id, enchantment="", trait=skill, description="", features=features)
                    label = f"undo magic with {skill_name(self.tables, skill)}{suffix}"
                    hole = ChoiceHole("enchantment", "which", options)
                    yield self.work.offer(actor, label, command, "undo-magic", hole, verb="overcome")
