"""What is thrown: the side on the higher tier swaps Fate dice for six-siders, or gains by a table's other dice.

A skill below the tier of a difficulty has its six-siders taken off.  Where one attack meets several, all read the same
dice, of which each target sees as many six-siders as the attacker leads that target by (SF-TIER-13).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.engine.chance import Die
from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.dice.notation import DiceGroup, Groups, fate_dice, minus, numbered_die
from fatetable.mechanics.rolls.comparing.reading import ALONE, ChangedDice
from fatetable.mechanics.rolls.state import Comparison, Roll

D6 = numbered_die(6)
FATE_DICE = 4


class TierDice(Struct, frozen=True):
    """`method` is the dial: Fate dice that are swapped, or d6-d6 with another d6 or a fixed number for each tier.

    No more than `most` tiers count; `names` are those of the tiers, from the lowest up.
    """

    method: Literal["fate", "extra-dice", "flat-bonus"]
    most: int
    flat_bonus: int
    names: tuple[str, ...] = ()

    @property
    def die_of_a_tier(self) -> Die:
        """What one tier of difference adds."""
        if self.method == "flat-bonus":
            return Die("tier", (self.flat_bonus,), (self.flat_bonus,))
        return D6

    def lead(self, roll: Roll, index: int, comparison: Comparison = ALONE) -> int:
        """By how many tiers an effort is ahead of what it meets; behind, if negative.

        In a contest it is measured from the lowest tier, so that all totals can be compared.
        """
        own, other = roll.efforts[index].scale, _tier_met(roll, index, comparison)
        ahead = max(-self.most, min(self.most, own - other))
        return ahead if len(roll.efforts) == 1 else max(0, ahead)

    def notation(self, ahead: int) -> str:
        """What is rolled with such a lead against a difficulty, as people write it."""
        tiers = max(-self.most, min(self.most, ahead))
        if self.method == "flat-bonus":
            return f"d6-d6{signed(self.flat_bonus * tiers)}" if tiers else "d6-d6"
        left = FATE_DICE - abs(tiers)
        base = "d6-d6" if self.method == "extra-dice" else f"{left}dF" if left else ""
        if not tiers:
            return base
        return f"{base}{'-' if tiers < 0 else '+' if base else ''}{abs(tiers)}d6"

    def change(self, roll: Roll, index: int, comparison: Comparison) -> ChangedDice | None:
        """What the difference of the tiers does to the dice, in a sentence (SF-TIER-04)."""
        ahead = self.lead(roll, index, comparison)
        if not ahead:
            return None
        own, other = roll.efforts[index].scale, _tier_met(roll, index, comparison)
        usual = fate_dice(FATE_DICE) if self.method == "fate" else (D6, minus(D6))
        why = f"{self._named(own)} against {self._named(other)}: {self._told(ahead)}."
        return ChangedDice(why, (DiceGroup(usual),))

    def _named(self, tier: int) -> str:
        """The name of a tier; a weakness or an invulnerability may lead past either end."""
        if 0 <= tier < len(self.names):
            return self.names[tier]
        end, word = (self.names[0], "below") if tier < 0 else (self.names[-1], "above")
        return f"{abs(tier if tier < 0 else tier - len(self.names) + 1)} {word} {end}"

    def _told(self, ahead: int) -> str:
        number = abs(ahead)
        dice = "1 die" if number == 1 else f"{number} dice"
        if self.method == "flat-bonus":
            return signed(self.flat_bonus * ahead)
        if self.method == "extra-dice":
            return f"{dice} more" if ahead > 0 else f"{dice} taken off"
        kind = "a six-sider" if number == 1 else "six-siders"
        return f"{dice} became {kind}" if ahead > 0 else f"{dice} became {kind} that {_verb(number)} taken off"

    def pool(self, _: State, roll: Roll, index: int, comparison: Comparison) -> Groups:
        if not roll.efforts[index].trait:
            # Who is taken by surprise has no dice (SF-NOTICE-02).
            return ()
        ahead = self.lead(roll, index, comparison)
        if index == 0 and len(roll.efforts) > 2 and not roll.is_contest:
            return self._shared(roll, ahead)
        more = self.die_of_a_tier if ahead > 0 else minus(self.die_of_a_tier)
        base = fate_dice(FATE_DICE - abs(ahead)) if self.method == "fate" else (D6, minus(D6))
        groups = (DiceGroup(base), DiceGroup((more,) * abs(ahead)))
        return tuple(group for group in groups if group.dice)

    def _shared(self, roll: Roll, ahead: int) -> Groups:
        """One throw that several targets read, of which this one sees so many six-siders."""
        most = max(self.lead(roll, 0, Comparison(other=other)) for other in range(1, len(roll.efforts)))
        more = DiceGroup((self.die_of_a_tier,) * most, "first", ahead)
        if self.method == "fate":
            return (DiceGroup(fate_dice(FATE_DICE), "last", FATE_DICE - ahead), more)
        return (DiceGroup((D6, minus(D6))), more)


def _tier_met(roll: Roll, index: int, comparison: Comparison) -> int:
    """The tier that an effort is measured against; its own, where nothing is known yet."""
    if roll.is_contest:
        return min(effort.scale for effort in roll.efforts)
    if len(roll.efforts) > 1:
        met = comparison.one if index == comparison.other else comparison.other if comparison.other >= 0 else 1
        return roll.efforts[met if index in (comparison.one, comparison.other) else 0].scale
    return roll.efforts[index].scale if roll.difficulty is None else roll.scale


def _verb(number: int) -> str:
    return "is" if number == 1 else "are"
