"""What a feature adds, and to what."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.effects import Bonus, Feature, Limit, When
from fatetable.mechanics.rolls.check_rules import Trait

SHARP = Feature(name="Sharp", effects=(Bonus(2, When(("attack",), ("blades",))), Bonus(1)))


@pytest.mark.parametrize(
    ("action", "trait", "bonus"), [("attack", "blades", 3), ("attack", "fists", 1), ("defend", "blades", 1)]
)
def test_bonuses_add_up_where_they_apply(action: str, trait: str, bonus: int) -> None:
    assert SHARP.bonus(action, trait) == bonus


def test_a_trait_is_known_to_features_by_its_skill() -> None:
    dagger = Trait("blades@dagger", "Blades, dagger (2)", 2, "Blades, dagger", "blades")
    assert (dagger.bonus_of(SHARP, "attack"), SHARP.bonus("attack", dagger.id)) == (3, 1)
    assert Trait("blades", "Blades (2)", 2).bonus_of(SHARP, "attack") == 3


def test_a_limited_feature_adds_nothing_by_itself() -> None:
    limited = Feature(name="Once", effects=(Bonus(2),), limit=Limit(1, "scene"))
    assert (limited.bonus("attack", "blades"), limited.bonus_when_used("attack", "blades")) == (0, 2)
