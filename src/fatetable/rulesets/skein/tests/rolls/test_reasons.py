"""Refusals give their reason; offers say who acts, apart from their words."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command
from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.skein.growth.oaths import SwearOath
from fatetable.rulesets.skein.points.friends import JoinHeroes
from fatetable.rulesets.skein.points.story_compels import CompelStory
from fatetable.rulesets.skein.possessions.animals import BringAnimal
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.possessions.trading import Buy, Sell
from fatetable.rulesets.skein.rolls.stunt_uses import BorrowSkill
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, GUARD = ActorId("brannoc-of-the-ford"), ActorId("gate-guard")


def reason(g: Game, seat: str, command: Command) -> str:
    with pytest.raises(RuleViolation) as refusal:
        g.table.send(seat, command)
    return refusal.value.message


def test_each_reason_why_somebody_cannot_join_the_heroes_is_told() -> None:
    g = Game(foes=("Gate Guard",))
    assert reason(g, "gm", JoinHeroes(GUARD)) == "Gate Guard is too minor a character to have Fate Points."
    assert reason(g, "gm", JoinHeroes(BRANNOC)).endswith("is a player's character and has Fate Points already.")


def test_who_has_no_stunt_for_it_is_told_so() -> None:
    g = Game()
    message = reason(g, "ana", BorrowSkill(actor=BRANNOC, skill="stealth"))
    assert message == "Brannoc of the Ford has no stunt that lends a skill."


@pytest.mark.parametrize("kind", [CompelStory, Wield, Buy, Sell, SwearOath])
def test_offers_of_a_character_name_them_beside_the_label(kind: type[Command]) -> None:
    g = Game()
    offers = g.offers("ana", kind)
    assert offers
    assert {offer.actor for offer in offers} == {BRANNOC}
    assert not [offer.label for offer in offers if "Brannoc" in offer.label]


def test_an_animal_stays_away_from_a_running_fight() -> None:
    g = Game(foes=("Gate Guard",))
    g.start_combat()
    assert reason(g, "ana", BringAnimal(BRANNOC, "Riding horse")).startswith("An animal is brought before or after")
