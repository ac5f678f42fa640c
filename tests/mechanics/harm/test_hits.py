"""How large a hit is, by the figures of Strange Fate: a weapon doubles it at most, armour never heals."""

from __future__ import annotations

import pytest

from fatetable.engine.state import State
from fatetable.mechanics.harm.absorbing import HitToAbsorb
from fatetable.mechanics.harm.hits import Hit, HitRules, weapon_and_armour
from fatetable.mechanics.rolls.resolution import StyleTrade
from fatetable.mechanics.rolls.state import Modifier
from tests.mechanics.rolling_game import hit_reth, rolling, the_roll
from tests.mechanics.small_game import RETH, THUG

RATINGS = range(5)


def size(amount: int, weapon: int, armour: int) -> int:
    return Hit(target=RETH, by=THUG, amount=amount, parts=weapon_and_armour(amount, weapon, armour)).size


@pytest.mark.parametrize("weapon", RATINGS)
@pytest.mark.parametrize("armour", RATINGS)
def test_every_pair_of_ratings(weapon: int, armour: int) -> None:
    for shifts in range(10):
        dealt = shifts + min(weapon, shifts)
        assert size(shifts, weapon, armour) == max(0, dealt - armour)
        parts = weapon_and_armour(shifts, weapon, armour)
        assert shifts + sum(part.amount for part in parts) == size(shifts, weapon, armour), "the parts explain it"
        assert all(part.amount for part in parts), "what changes nothing is left out"


def test_a_tie_has_no_shifts_and_so_no_weapon() -> None:
    assert weapon_and_armour(0, weapon=3, armour=2) == ()


def armed(weapon: int, armour: int = 0) -> HitRules:
    def parts(_: State, hit: Hit) -> tuple[Modifier, ...]:
        return weapon_and_armour(hit.amount, weapon if hit.by == THUG else 0, armour)

    return HitRules(parts=parts)


@pytest.mark.parametrize(("weapon", "armour", "landed"), [(0, 0, 2), (1, 0, 3), (3, 0, 4), (3, 1, 3), (0, 1, 1)])
def test_a_hit_lands_with_its_parts(weapon: int, armour: int, landed: int) -> None:
    g = rolling("++++", "0000", hits=armed(weapon, armour)).scene()
    assert hit_reth(g).margin == 2
    asked = g.prompt(HitToAbsorb)
    assert asked.read(HitToAbsorb).shifts == landed
    parts = [f"weapon +{min(weapon, 2)}"] * (weapon > 0) + [f"armour -{armour}"] * (armour > 0)
    why = f" (2 by the roll, {', '.join(parts)})" if parts else ""
    assert asked.question == f"Reth is hit for {landed}{why}"


def test_what_armour_takes_whole_is_over_without_a_question() -> None:
    g = rolling("++++", "0000", hits=armed(0, armour=2)).scene()
    hit_reth(g)
    assert (g.is_asked(HitToAbsorb), the_roll(g).stage) == (False, "over")


def test_what_a_hit_with_style_may_be_traded_for_is_said_with_the_weapon() -> None:
    g = rolling("++++", "-000", hits=armed(3)).scene()
    assert hit_reth(g).margin == 3
    trade = g.prompt(StyleTrade)
    assert [option.label for option in trade.options] == ["Deal 6", "Deal 4 and take a boost"]
    g.answer("gm", StyleTrade, "boost")
    assert g.prompt(HitToAbsorb).read(HitToAbsorb).shifts == 4
