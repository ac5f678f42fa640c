"""What makes hits heavier: Tier Benefits of skills with a theme in common."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.harm.hits import weapon_and_armour
from fatetable.rulesets.strange.tests.support.playing import Game, held, skill
from fatetable.testing import faces

BENEFITS = {"physical-force": ("physical", "strike", "parry"), "insight": ("mental", "menace", "willpower")}
BENEFITS["networking"] = ("social", "influence", "esteem")


def helping(trapping: str, tier: int, *helps: str, attack: str = "") -> Entry:
    """A skill with a trapping that may bring a weapon bonus, and perhaps an attack of its own."""
    entry = skill("Power", 1, tier, held(trapping), *([held(attack)] if attack else []))
    return msgspec.structs.replace(entry, lists={**entry.lists, "helps": helps}) if helps else entry


def stress(scope: str, attack: str, defence: str, *own: Entry, shifts: int = 2) -> str:
    """What a hit of Maud's by so many shifts comes to; both sides fight on the tier of the attacker."""
    shield = skill("Shield", 1, 0, held(defence))
    g = Game(maud=(skill("Blow", 3, 0, held(attack)), *own), foe=(shield,))
    g.start_conflict(scope, first="Maud")
    g.come_to("maud")
    g.attack(f"blow/{attack}", f"shield/{defence}", faces(shifts - 2), "0000")
    g.everyone_passes()
    prompt = g.prompt("absorb")
    return prompt.question.removeprefix("Foe is hit for ") if prompt else ""


@pytest.mark.rule("SF-PFORCE-05", "SF-NETWORKING-07", "SF-BEN-05", "SF-BEN-03")
@pytest.mark.parametrize("trapping", list(BENEFITS))
@pytest.mark.parametrize("tier", range(5))
def test_the_benefit_adds_one_for_each_tier_to_attacks_of_its_scope(trapping: str, tier: int) -> None:
    for other, (scope, attack, defence) in BENEFITS.items():
        weapon = tier if other == trapping else 0
        adds = min(weapon, 4)
        why = f" (4 by the roll, weapon +{adds})" if adds else ""
        assert stress(scope, attack, defence, helping(trapping, tier, "Blow"), shifts=4) == f"{4 + adds}{why}"


@pytest.mark.rule("SF-BEN-05", "SF-PFORCE-05")
def test_only_skills_that_it_is_said_to_help_profit_and_the_skill_itself() -> None:
    assert stress("physical", "strike", "parry", helping("physical-force", 2)) == "2"
    assert stress("physical", "strike", "parry", helping("physical-force", 2, "Cooking")) == "2"
    own = skill("Blow", 3, 2, held("strike"), held("physical-force"))
    g = Game(maud=(own,), foe=(skill("Shield", 1, 2, held("parry")),))
    g.start_conflict("physical", first="Maud")
    g.attack("blow/strike", "shield/parry")
    g.everyone_passes()
    assert g.prompt("absorb").question == "Foe is hit for 4 (2 by the roll, weapon +2)"  # type: ignore[union-attr]


@pytest.mark.rule("SF-WEAP-01", "SF-BEN-05")
@pytest.mark.parametrize(("shifts", "adds"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_a_weapon_never_more_than_doubles_the_shifts(shifts: int, adds: int) -> None:
    found = stress("physical", "strike", "parry", helping("physical-force", 4, "Blow"), shifts=shifts)
    assert found == f"{shifts + adds} ({shifts} by the roll, weapon +{adds})"


@pytest.mark.rule("SF-WEAP-01")
def test_a_tie_has_no_shifts_and_no_weapon_and_armour_is_taken_off_afterwards() -> None:
    assert stress("physical", "strike", "parry", helping("physical-force", 4, "Blow"), shifts=0) == ""
    assert [part.amount for part in weapon_and_armour(2, weapon=4, armour=3)] == [2, -3]
