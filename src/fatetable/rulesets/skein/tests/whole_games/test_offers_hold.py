"""Offers in rare situations are accepted, well worded, and the same for viewers who know less."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.messages import Command
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.rulesets.skein.combat.creature_powers import AskCapacity, CrossByNature, TestNature
from fatetable.rulesets.skein.combat.social_skills import AskToUseSkill
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS
from fatetable.rulesets.skein.magic.runes import SetRuneward
from fatetable.rulesets.skein.magic.warded_zones import JudgeKind, MarkGround
from fatetable.rulesets.skein.possessions.animals import BringAnimal
from fatetable.rulesets.skein.possessions.signature_items import GiveBack, TakeAway, TieAspect
from fatetable.rulesets.skein.recovery.breath import DoubtBreath, LoseBreath, RegainBreath
from fatetable.rulesets.skein.rolls.called_by_storyteller import CallForTest
from fatetable.rulesets.skein.rolls.cover import RuleNoCover
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HESK, Fight
from fatetable.rulesets.skein.tests.support.making import LISTS, hero, instead
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.travel.journeys import SetOut
from fatetable.rulesets.skein.travel.vehicles import TakeVehicle
from tests.conformance.filling import Filler
from tests.conformance.invariants import Watch
from tests.conformance.wording import faults_of_offer, faults_of_prompt

TRIES = 6


def check(g: Game, *kinds: type[Command]) -> None:
    """Each of these is offered to somebody, and whatever is filled in is accepted."""
    watch = Watch(g.table)
    watch.look()
    filler = Filler(Random(7), g.ruleset)
    rules = frozenset(rule.id for rule in rulesets.rulebook(g.ruleset.id).rules)
    seen = set()
    for seat, offers in watch.offers.items():
        for offer in offers:
            if isinstance(offer.command, kinds):
                seen.add(type(offer.command))
                assert list(faults_of_offer(offer, rules)) == []
                for _ in range(TRIES):
                    command = filler.fill(offer)
                    watch.a_filled_offer_matches(offer, command)
                    assert watch.refusal_of(seat, command) is None, (offer, command)
    assert seen == set(kinds)
    for prompt in g.prompts():
        assert list(faults_of_prompt(prompt, rules)) == []


def creatures() -> tuple[str | object, ...]:
    otter = msgspec.structs.replace(
        sample(TABLES, "Wolf"), name="Otter", features=(compose(TABLES, "water-creature", {}),)
    )
    fish = msgspec.structs.replace(
        otter, name="Pike", features=(compose(TABLES, "water-creature", {"breath": "gills"}),)
    )
    return ("Wolf", "Giant Eagle", "Horse", otter, fish)


def test_of_creatures() -> None:
    g = Fight(*creatures(), zones=("Bank", "Far bank"), begin=False)  # type: ignore[arg-type]
    g.bar("Bank", "Far bank", 3, crossed=1, is_terrain=True)
    check(g, TestNature, AskCapacity, LoseBreath, CrossByNature, Move, CallForTest)
    g.do("gm", LoseBreath(ActorId("otter")))
    check(g, RegainBreath, DoubtBreath)
    g.do("gm", LoseBreath(ActorId("pike")))
    check(g, RegainBreath)
    g.answer("gm", "breath", "wait")
    g.begin()
    g.turn_of("giant-eagle")
    check(g, TestNature, CrossByNature)


def test_of_keepsakes() -> None:
    g = Game(foes=("Gate Guard",))
    check(g, TieAspect, TakeAway)
    card = next(c for c in g.table.state.slices["aspects"].values() if c.bearer == BRANNOC and c.slot)
    tie = TieAspect(actor=BRANNOC, aspect=card.id, item="Short sword", obligation="Answers the call of the ford")
    g.do("ana", tie)
    g.answer("gm", "keepsake", "yes")
    check(g, TakeAway, OfferCompel)
    g.do("gm", TakeAway(actor=BRANNOC, item="Short sword", reason="robbers"))
    check(g, GiveBack, TakeAway)


def test_of_cover() -> None:
    g = Game(foes=("Wolf",))
    g.do("bo", Overcome(actor=HESK, trait="stealth", description="hides"))
    check(g, RuleNoCover)


def test_of_wars_of_words() -> None:
    g = Fight("Gate Guard")
    check(g, AskToUseSkill)
    g.strike(GUARD, HESK, "intimidation@words", "0000")
    check(g, AskToUseSkill)
    g.do("bo", AskToUseSkill(HESK, "healing", "defend"))
    check(g)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_of_guarded_ground(answer: str) -> None:
    g = Fight("Gate Guard", zones=("Yard", "Door", "Hall"), heroes=("Sunnifa Stonecutter", "Mother Hesk"), begin=False)
    sunnifa = ActorId("sunnifa-stonecutter")
    stone = SetRuneward(actor=sunnifa, kind="the restless dead", place="the door", description="buries a stone")
    g.do("ana", stone)
    g.throw("ana", "--00")
    check(g, MarkGround, JudgeKind)
    *_, ward = g.table.state.get(ENCHANTMENTS).keys()
    g.do("gm", MarkGround(enchantment=ward, zone=g.zone("Door")))
    check(g, MarkGround, JudgeKind, Move)
    g.do("gm", Move(GUARD, g.zone("Door")))
    check(g, MarkGround, JudgeKind)
    g.answer("gm", "kept-out", answer)
    check(g, Move)
    g.do("bo", Move(HESK, g.zone("Door")))
    g.answer("gm", "kept-out", answer)
    check(g, Move)


def test_of_animals_and_vehicles() -> None:
    things = ("Trained Dog", "Cart", "Riding Horse", "Small Sailing Ship")
    traits = instead({"stealth": "wealth", "wealth": "stealth"})
    rich = hero(name="Rich", traits=traits, lists={**LISTS, "gear": things})
    g = Game(heroes=(rich, "Mother Hesk"))
    check(g, BringAnimal)
    g.do("gm", SetOut(travellers=(ActorId("rich"), HESK), name="to the coast"))
    check(g, TakeVehicle)
    g.do("ana", BringAnimal(ActorId("rich"), "Riding Horse"))
    check(g, TakeVehicle, BringAnimal)
