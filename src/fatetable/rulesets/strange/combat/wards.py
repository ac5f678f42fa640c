"""Invulnerabilities and weaknesses in play: they move the tier of a defence for the comparison alone (SF-INV-08)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, RollSide, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.state import Effort, Modifier, Roll, RollId, change_effort, open_rolls, roll_of
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import PSYCHIC, Ward, skill_rolled, trapping_behind, trapping_rolled, wards_of

WARD = "ward"
"""The source of the part of an effort that names what moved its tier."""
SWITCH = "switch-ward"


class SwitchWard(Command, frozen=True, kw_only=True, tag="switch-ward"):
    """Switch an invulnerability on or off, by its number on the sheet; that takes an action (SF-INV-04)."""

    actor: ActorId
    ward: int
    is_on: bool


class CountWard(Command, frozen=True, kw_only=True, tag="count-ward"):
    """The game master rules that an attack is of the kind a ward is against, or is not."""

    roll: RollId
    effort: int
    ward: int
    counts: bool


class WardSwitched(Event, frozen=True, tag="ward-switched/1"):
    actor: ActorId
    ward: int
    is_on: bool


Switched: TypeAlias = frozenset[tuple[ActorId, int]]
SWITCHED_ON: Key[Switched] = Key("wards", frozenset[tuple[ActorId, int]], frozenset())


def _switched(held: Switched, event: WardSwitched) -> Switched:
    one = {(event.actor, event.ward)}
    return held | one if event.is_on else held - one


def is_active(state: State, actor: Actor, number: int, ward: Ward) -> bool:
    return not ward.is_activated or (actor.id, number) in state.get(SWITCHED_ON)


def active_wards(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[int, Ward]]:
    return ((n, ward) for n, ward in enumerate(wards_of(tables, actor.sheet)) if is_active(state, actor, n, ward))


def cut_off(tables: Tables, state: State, actor: Actor, scope: str) -> Refusal | None:
    """Who is proof against a whole side of the world cannot act on it (SF-INV-05)."""
    for _, ward in active_wards(tables, state, actor):
        if ward.row.is_broad and ward.scope == scope:
            return Refusal("cut-off", f"{actor.name} is {ward.label} and cannot reach that side of the world.", WARD)
    return None


# -- what an attack is ------------------------------------------------------------------------------------------------


def means_of(tables: Tables, attacker: Actor, trait: str) -> frozenset[str]:
    """What an attack is made with, as far as the sheet says."""
    skill = skill_rolled(tables, attacker.sheet, trait)
    if skill is None:
        return frozenset()
    is_psychic = any(PSYCHIC in held.extras for held in trapping_rolled(tables, attacker.sheet, trait))
    words = (*skill.means, PSYCHIC) if is_psychic else skill.means
    return frozenset(word.strip().casefold() for word in words)


def _is_against(tables: Tables, state: State, roll: Roll, ward: Ward) -> bool:
    row = tables.attack(trapping_behind(roll.efforts[0].trait))
    if ward.row.is_broad:
        return row is not None and row.scope == ward.scope
    attacker = state.get(CAST)[roll.actor]
    return ward.against.casefold() in means_of(tables, attacker, roll.efforts[0].trait)


def warded(tables: Tables, state: State, roll: Roll, actor: Actor, effort: Effort) -> Effort:
    """The defence on the tier that the attack meets (SF-INV-01, SF-INV-07)."""
    for _, ward in active_wards(tables, state, actor):
        if _is_against(tables, state, roll, ward):
            effort = _with(effort, ward)
    return effort


def _with(effort: Effort, ward: Ward) -> Effort:
    tiers, cites = ward.row.tiers, ("SF-INV-01" if ward.row.tiers > 0 else "SF-INV-07",)
    told = f"{ward.label}: {abs(tiers)} tiers {'higher' if tiers > 0 else 'lower'}"
    named = Modifier(WARD, ward.label, 0, cites, told)
    return msgspec.structs.replace(effort, scale=effort.scale + ward.row.tiers, modifiers=(*effort.modifiers, named))


def _counts(effort: Effort, ward: Ward) -> bool:
    return any((part.source, part.label) == (WARD, ward.label) for part in effort.modifiers)


class Wards(Struct, frozen=True):
    kit: StrangeKit

    @property
    def cites(self) -> Cites:
        return self.kit.cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="wards",
            decides={SwitchWard: self._switch, CountWard: self._count},
            evolves=folds(SWITCHED_ON, {WardSwitched: _switched}),
            offers=(self._switches, self._rulings),
        )

    # -- switching -----------------------------------------------------------------------------------------------

    def _switch(self, decision: Decision, command: SwitchWard) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        wards = wards_of(self.kit.tables, actor.sheet)
        decision.require(
            0 <= command.ward < len(wards) and wards[command.ward].is_activated,
            "no-such-ward",
            f"{actor.name} has nothing like that to switch.",
        )
        is_on = is_active(decision.state, actor, command.ward, wards[command.ward])
        decision.require(is_on != command.is_on, "already-so", "It is as it should be already.")
        decision.require_allowed(self.kit.may_declare(decision.state, actor, SWITCH))
        decision.emit(WardSwitched(actor.id, command.ward, command.is_on))
        if conflict_of(decision.state) is not None:
            decision.moment(TurnLost(actor.id))

    def _switches(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            for number, ward in enumerate(wards_of(self.kit.tables, actor.sheet)):
                if not ward.is_activated or self.kit.may_declare(state, actor, SWITCH) is not None:
                    continue
                is_on = is_active(state, actor, number, ward)
                yield Offer(
                    command=SwitchWard(actor=actor.id, ward=number, is_on=not is_on),
                    **one_of_a_family("drop …" if is_on else "raise …", ward.label),
                    actor=actor.id,
                    verb="use",
                    cost="an action",
                    cites=self.cites("switch-ward"),
                    group="act",
                )

    # -- ruling --------------------------------------------------------------------------------------------------

    def _count(self, decision: Decision, command: CountWard) -> None:
        decision.require_gm()
        roll = roll_of(decision, command.roll)
        ward = dict(self._open_to_ruling(decision.state, roll, command.effort)).get(command.ward)
        if ward is None:
            raise decision.violation("no-such-ward", "There is nothing like that to rule on.")
        effort = roll.efforts[command.effort]
        decision.require(_counts(effort, ward) != command.counts, "already-so", "It is as it should be already.")
        if command.counts:
            changed = _with(effort, ward)
        else:
            kept = tuple(part for part in effort.modifiers if (part.source, part.label) != (WARD, ward.label))
            changed = msgspec.structs.replace(effort, scale=effort.scale - ward.row.tiers, modifiers=kept)
        change_effort(decision, roll.id, command.effort, scale=changed.scale, modifiers=changed.modifiers)

    def _open_to_ruling(self, state: State, roll: Roll, index: int) -> Iterator[tuple[int, Ward]]:
        """The wards of a defender, before the dice fall."""
        if roll.stage == "declared" and roll.declaration.action == ATTACK and 0 < index < len(roll.efforts):
            yield from active_wards(self.kit.tables, state, state.get(CAST)[roll.efforts[index].actor])

    def _rulings(self, state: State, seat: Seat) -> Iterator[Offer]:
        for roll in open_rolls(state) if seat.is_gm else ():
            for index, effort in enumerate(roll.efforts):
                for number, ward in self._open_to_ruling(state, roll, index):
                    counts = _counts(effort, ward)
                    yield Offer(
                        command=CountWard(roll=roll.id, effort=index, ward=number, counts=not counts),
                        **one_of_a_family("Leave out …" if counts else "Count …", ward.label),
                        verb="correct",
                        target=Target("roll", roll.id),
                        cites=self.cites(WARD),
                        group="gm",
                        changes=RollSide(roll.id, index),
                    )
