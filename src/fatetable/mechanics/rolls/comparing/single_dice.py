"""Changing one die of a throw: turned to another value, thrown again, or thrown in addition."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Die, read_die
from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice
from fatetable.mechanics.dice.notation import DiceGroup, Groups
from fatetable.mechanics.rolls.state import DieChange, Effort, Roll

SIGNS = {1: "+", 0: "0", -1: "-"}


class DieRule(Struct, frozen=True, kw_only=True):
    """What may be done to one die: turned to a value, by steps of its faces, thrown again, or one added.

    `values` are those it may count for now; without them any.  A die is only turned to something better.
    A die that only stands for a fixed number is thrown again as the die `thrown`.
    """

    values: tuple[int, ...] = ()
    to: int | None = None
    steps: int = 0
    throws: bool = False
    thrown: Die | None = None
    adds: Die | None = None
    most: int = 1
    """How many dice may be added to an effort."""
    only_first: bool = False
    """Whether a die is added only where there is none."""

    def turned(self, effort: Effort, place: int) -> int:
        """What a die would count for that is turned and not thrown."""
        if self.to is not None:
            return self.to
        faces = sorted(set(die_at(effort, place).values))
        return faces[min(faces.index(effort.values[place]) + self.steps, len(faces) - 1)]

    def places(self, effort: Effort) -> tuple[int, ...]:
        """The dice that may be changed, by their places; one that is added comes after the last."""
        values = effort.values
        if not effort.throws:
            return ()
        if self.adds is not None:
            may_add = not values if self.only_first else effort.added < self.most
            return (len(values),) if may_add else ()
        return tuple(
            place
            for place, value in enumerate(values)
            if (not self.values or value in self.values) and (self.throws or self.turned(effort, place) > value)
        )

    def to_throw(self, effort: Effort, place: int) -> Die | None:
        """The die that is thrown; none where one is turned."""
        if self.adds is not None:
            return self.adds
        return (self.thrown or die_at(effort, place)) if self.throws else None

    def gains(self, effort: Effort) -> tuple[int, ...]:
        """The most that each die could gain, the greatest gain first."""
        values = effort.values
        gains: list[int] = []
        for place in self.places(effort):
            die = self.to_throw(effort, place)
            best = self.turned(effort, place) if die is None else max(die.values)
            gains.append(best - (values[place] if place < len(values) else 0))
        return tuple(sorted(gains, reverse=True))


def die_at(effort: Effort, place: int) -> Die:
    """The die at a place: one of the throw that was kept, or one that was thrown in addition to it."""
    throw = effort.throws[effort.kept]
    if place < len(throw.dice):
        return read_die(throw.dice[place])
    added = next(
        change.thrown
        for change in effort.changes
        if (change.throw, change.die) == (effort.kept, place) and change.thrown
    )
    return read_die(added.dice[0])


def why_not_that_die(rule: DieRule, effort: Effort, place: int) -> Refusal | None:
    """Why this die of an effort cannot be changed so."""
    places = rule.places(effort)
    if not places:
        what = "No more dice can be added" if rule.adds is not None else "No die would gain by it"
        return Refusal("no-such-die", f"{what} on this roll.")
    if place not in places:
        return Refusal("no-such-die", "That die would gain nothing; choose another.")
    if rule.adds is None and str(place) not in {choice.value for choice in choices_of_dice(rule, effort)}:
        return Refusal("no-such-die", "Equal dice are the same; name the first of them.")
    return None


def place_of_die(rule: DieRule, effort: Effort, die: str) -> int:
    """The place that a command names; a die that is added has only one."""
    if rule.adds is not None:
        return len(effort.values)
    return int(die) if die.isdecimal() else -1


def change_of(decision: Decision, rule: DieRule, roll: Roll, index: int, place: int) -> DieChange:
    """Do it: throw the die where it is thrown."""
    effort = roll.efforts[index]
    die = rule.to_throw(effort, place)
    if die is None:
        return DieChange(effort.kept, place, rule.turned(effort, place))
    what = f"{roll.thrown_for(index)} die {place} {len(effort.changes)}"
    throw = decision.throw((die,), what)
    return DieChange(effort.kept, place, throw.values[0], throw)


def supposed(rule: DieRule, effort: Effort, place: int) -> tuple[Effort, Die | None]:
    """The effort as it would be, and the die of it that would still have to fall."""
    die = rule.to_throw(effort, place)
    value = rule.turned(effort, place) if die is None else 0
    change = DieChange(effort.kept, place, value)
    return msgspec.structs.replace(effort, changes=(*effort.changes, change)), die


def known_but(groups: Groups, values: tuple[int, ...], place: int, die: Die) -> Groups:
    """The same groups where all dice are known but one."""
    return _known(groups, lambda at, _: die if at == place else _fixed(values[at]))


def known_so_far(groups: Groups, values: tuple[int, ...]) -> Groups:
    """The same groups where all dice are known but those that are still to be thrown."""
    return _known(groups, lambda at, thrown: _fixed(values[at]) if at < len(values) else thrown)


def _known(groups: Groups, die_of: Callable[[int, Die], Die]) -> Groups:
    found: list[DiceGroup] = []
    start = 0
    for group in groups:
        dice = tuple(die_of(at, die) for at, die in enumerate(group.dice, start))
        found.append(DiceGroup(dice, group.keep, group.kept))
        start += len(group.dice)
    return tuple(found)


def _fixed(value: int) -> Die:
    return Die("known", (value,), (value,))


def choices_of_dice(rule: DieRule, effort: Effort) -> tuple[Choice, ...]:
    """The dice that may be changed; of equal ones only the first, for it makes no difference which."""
    values, found = effort.values, dict[tuple[str, int], Choice]()
    for place in rule.places(effort):
        name = die_at(effort, place).name
        value = values[place]
        sign = SIGNS[value] if name == "dF" else str(value)
        found.setdefault((name, value), Choice(str(place), f"{sign} ({name})" if name != "dF" else sign))
    return tuple(found.values())


def without_throw(changes: tuple[DieChange, ...], gone: int) -> tuple[DieChange, ...]:
    """The changes once a throw of the effort is gone."""
    return tuple(
        msgspec.structs.replace(change, throw=change.throw - 1) if change.throw > gone else change
        for change in changes
        if change.throw != gone
    )
