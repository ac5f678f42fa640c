"""Changing or adding one die for a point alone, where the rules know such a thing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import ChoiceHole, Offer, Price, RollSide, Target
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import NOBODY, ActorId, name_of
from fatetable.mechanics.moments import RollIsChanged
from fatetable.mechanics.points.accounts import BANK, balance, move
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.single_dice import (
    change_of,
    choices_of_dice,
    place_of_die,
    why_not_that_die,
)
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.state import Roll, RollId, change_effort, open_rolls, roll_of


class ChangeDie(Command, frozen=True, kw_only=True, tag="change-die"):
    """Pay a point to change one die of an effort (`die` is its place, from 0), or to throw one more."""

    roll: RollId
    effort: int
    effect: str
    die: str = ""
    party: ActorId = NOBODY


class DiceForPoints(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    rights: InvocationRights
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(name="dice for points", decides={ChangeDie: self._change}, offers=self._offers)

    def _change(self, decision: Decision, command: ChangeDie) -> None:
        state, roll = decision.state, roll_of(decision, command.roll)
        rule = self.rules.amendment(command.effect)
        if rule is None or rule.die is None or rule.needs_aspect or not 0 <= command.effort < len(roll.efforts):
            raise decision.violation("no-such-effect", "A point alone does not do that.")
        effort, topic = roll.efforts[command.effort], f"invoke-{rule.id}"
        is_theirs = command.party in self.rights.parties(state, decision.seat)
        stances = self.rights.stances(state, roll, effort, command.party) if is_theirs else ()
        decision.require(rule.who in stances, "not-yours", "It is not your roll.")
        decision.require(
            roll.stage_of(command.effort) in rule.stages, "wrong-moment", "The dice are changed once they have fallen."
        )
        place = place_of_die(rule.die, effort, command.die)
        decision.require_allowed(why_not_that_die(rule.die, effort, place), topic)
        move(decision, self.rights.account(state, command.party), BANK, 1, rule.label, topic)
        change = change_of(decision, rule.die, roll, command.effort, place)
        change_effort(decision, roll.id, command.effort, changes=(*effort.changes, change))
        decision.moment(RollIsChanged(roll.id))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        rules = [rule for rule in self.rules.amendments if rule.die is not None and not rule.needs_aspect]
        for roll in open_rolls(state) if rules else ():
            for party in self.rights.parties(state, seat):
                if balance(state, self.rights.account(state, party)) >= 1:
                    yield from self._offers_of(state, roll, party, rules)

    def _offers_of(self, state: State, roll: Roll, party: ActorId, rules: list[AmendmentRule]) -> Iterator[Offer]:
        for index, effort in enumerate(roll.efforts):
            stage, stances = roll.stage_of(index), self.rights.stances(state, roll, effort, party)
            for rule in rules:
                assert rule.die is not None
                if rule.who in stances and stage in rule.stages and rule.die.places(effort):
                    dice = () if rule.die.adds is not None else choices_of_dice(rule.die, effort)
                    yield Offer(
                        command=ChangeDie(roll=roll.id, effort=index, effect=rule.id, party=party),
                        label=f"Pay for {rule.short or rule.label} for {name_of(state, effort.actor)}",
                        verb="throw",
                        target=Target("roll", roll.id),
                        holes=(ChoiceHole("die", "die", dice),) if dice else (),
                        price=Price(1, self.rights.account(state, party)),
                        cites=self.cites(f"invoke-{rule.id}"),
                        group="invoke",
                        changes=RollSide(roll.id, index),
                    )
