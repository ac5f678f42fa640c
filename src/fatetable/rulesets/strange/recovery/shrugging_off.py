"""Clearing a mild consequence as a free action, once a scene: the benefit of Stress Capacity from Ascendant on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.recovery import clear_consequence
from fatetable.mechanics.harm.state import condition_of
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, times_left
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import ASCENDANT, STRESS_CAPACITY, skills_of

ONCE_A_SCENE = Limit(1, "scene")
MILD = "mild"


class ShrugOff(Command, frozen=True, tag="shrug-off"):
    """Clear the mild consequence in this slot."""

    actor: ActorId
    slot: str


def shrugs_off(scope: str) -> str:
    """What the use is called in the ledger of uses."""
    return f"shrug off ({scope})"


def limits(tables: Tables) -> LimitsOf:
    """How often somebody may do it, by what it is called."""

    def of_skills(_: State, actor: Actor) -> Mapping[str, Limit]:
        return {shrugs_off(row.id): ONCE_A_SCENE for row in tables.scopes if has_benefit(tables, actor.sheet, row.id)}

    return of_skills


def has_benefit(tables: Tables, sheet: Sheet, scope: str) -> bool:
    return any(skill.benefit(STRESS_CAPACITY, scope) >= ASCENDANT for skill in skills_of(tables, sheet))


class ShruggingOff(Struct, frozen=True, kw_only=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="shrugging off", decides={ShrugOff: self._shrug_off}, offers=self._offers)

    def _shrug_off(self, decision: Decision, command: ShrugOff) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot(decision.state, actor, command.slot))
        scope = condition_of(decision.state, actor.id).marks[command.slot].kind
        spend_use(decision, actor.id, shrugs_off(scope))
        clear_consequence(decision, actor.id, command.slot, "shrugged off")

    def _cannot(self, state: State, actor: Actor, slot: str) -> Refusal | None:
        mark = condition_of(state, actor.id).marks.get(slot)
        if mark is None or not slot.startswith(MILD):
            return Refusal("no-such-consequence", f"{actor.name} has no mild consequence there.", "shrug-off")
        if not has_benefit(self.tables, actor.sheet, mark.kind):
            return Refusal("no-such-benefit", "That takes an Ascendant skill with Stress Capacity.", "shrug-off")
        if not times_left(state, actor.id, shrugs_off(mark.kind), ONCE_A_SCENE):
            return Refusal("used-up", "Once a scene only.", "shrug-off")
        if not is_active(state, actor.id):
            return Refusal("out-of-the-scene", f"{actor.name} is not in the scene.", "shrug-off")
        return None

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for slot, mark in condition_of(state, actor.id).marks.items():
                if self._cannot(state, actor, slot) is None:
                    yield Offer(
                        command=ShrugOff(actor.id, slot),
                        **one_of_a_family("shrug off …", state.get(ASPECTS)[mark.aspect].text),
                        actor=actor.id,
                        verb="recover",
                        target=Target("aspect", mark.aspect),
                        cost="free action",
                        cites=self.cites("shrug-off"),
                        group="react",
                    )
