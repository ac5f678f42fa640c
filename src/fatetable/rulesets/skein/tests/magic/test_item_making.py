"""What hinders others but not everybody, and the making of magic items."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.rulesets.skein.magic.item_making import MAGIC_ITEMS, ForgeMagicItem
from fatetable.rulesets.skein.rolls.ignored_hindrances import IgnoreHindrance
from fatetable.rulesets.skein.tests.support.making import hero, stunts
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

FILLERS = ("tough", "strong-willed", "cutting-retort", "elegant")


def in_the_dark(*taken: Any, difficulty: int = 4) -> Game:
    """Edda looks for something in total darkness, which makes 2 of the difficulty of 4."""
    g = Game(heroes=(hero(name="Edda", features=stunts(*taken, *FILLERS)), "Brannoc of the Ford"))
    g.do("ana", Overcome(actor="edda", trait="awareness", description="looks about"))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    return g


@pytest.mark.rule("SK-STUNT-18")
def test_darkness_adds_nothing_to_a_difficulty_for_dark_adapted_eyes() -> None:
    g = in_the_dark(("dark-adapted-eye", {"aspect": "tale-1"}))
    (offer,) = g.offers("ana", IgnoreHindrance)
    g.do("ana", offer.command)
    g.answer("gm", "unhindered", "part", part=2)
    assert first(g.throw("ana", "0000"), RollSettled).against == 2


@pytest.mark.rule("SK-STUNT-18")
def test_other_eyes_are_hindered_by_the_dark() -> None:
    g = in_the_dark("jack-of-all-trades")
    assert not g.offers("ana", IgnoreHindrance)
    assert g.refused("ana", IgnoreHindrance(g.roll.id, "darkness")) == "still-hindered"
    assert first(g.throw("ana", "0000"), RollSettled).against == 4


@pytest.mark.rule("SK-STUNT-18")
def test_there_is_nothing_to_ignore_in_a_test_that_is_not_hard_nor_after_the_dice() -> None:
    g = in_the_dark(("dark-adapted-eye", {"aspect": "tale-1"}), difficulty=0)
    assert g.refused("ana", IgnoreHindrance(g.roll.id, "darkness")) == "still-hindered"
    g = in_the_dark(("dark-adapted-eye", {"aspect": "tale-1"}), difficulty=1)
    assert g.is_offered("ana", IgnoreHindrance(g.roll.id, "darkness"))
    g.do("ana", ThrowDice(g.roll.id), "0000")
    assert g.refused("ana", IgnoreHindrance(g.roll.id, "darkness")) == "still-hindered"


def forge(**more: Any) -> ForgeMagicItem:
    told: dict[str, Any] = {
        "item": "Short sword",
        "words": "Thirsts for Oathbreakers",
        "first_power": "glows near a lie",
        "second_power": "never leaves its sheath for a coward",
        "quest": "star iron from the drowned king's crown",
        **more,
    }
    return ForgeMagicItem(actor="brannoc-of-the-ford", **told)  # type: ignore[arg-type]


@pytest.mark.rule("SK-MITEM-01")
@pytest.mark.rule("SK-MITEM-03")
def test_a_magic_item_is_made_when_the_whole_table_finds_its_quest_worthy() -> None:
    g = Game()
    g.do("ana", forge())
    g.answer("gm", "magic-item", "yes")
    assert not g.table.state.get(MAGIC_ITEMS)
    g.answer("bo", "magic-item", "yes")
    (made,) = g.table.state.get(MAGIC_ITEMS)
    assert len(made.powers) == 2
    assert g.card("Thirsts for Oathbreakers").bearer == "brannoc-of-the-ford"
    assert g.refused("ana", forge()) == "no-such-thing"


@pytest.mark.rule("SK-MITEM-01")
def test_one_who_finds_the_quest_too_small_keeps_a_thing_ordinary() -> None:
    g = Game()
    g.do("ana", forge())
    g.answer("gm", "magic-item", "yes")
    g.answer("bo", "magic-item", "no")
    assert not g.table.state.get(MAGIC_ITEMS)
    assert not g.has_card("Thirsts for Oathbreakers")
