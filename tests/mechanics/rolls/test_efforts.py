"""Efforts as values: what may be claimed together, and what goes over to another effort for the same side."""

from __future__ import annotations

import msgspec

from fatetable.engine.offers import ManyHole, Offer
from fatetable.engine.prompts import Answer, PromptId
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import (
    Variants,
    effort_options,
    feature_sets,
    features_of,
    in_place_of,
    which_features,
)
from fatetable.mechanics.rolls.state import Effort, EffortId, Modifier, Use
from tests.mechanics.small_game import CHECKS, RETH, VOLT, sheet

TRAIT = Modifier("trait", "Speed (+3)", 3)
FEATURE = Modifier("feature", "Sprinter", 2)
INVOKED = Modifier("invoke", "Born to Run", 2)
HELP = Modifier("help", "Volt", 1)
RULING = Modifier("ruling", "wind", -1)
FOG = Modifier("invoke", "Fog", 2)
WORDS = ("Wary", "Lucky", "Lithe")
USE = Use(AspectId("a1"), "point", True)
AGAINST = Use(AspectId("a2"), "point", True)

OLD = Effort(
    id=EffortId("r1.1"),
    actor=RETH,
    action="defend",
    trait="speed",
    modifiers=(TRAIT, FEATURE, INVOKED, HELP, RULING),
    uses=(USE,),
    hindrances=(FOG,),
    hindered_by=(AGAINST,),
)


def effort_of(actor: ActorId) -> Effort:
    return Effort(
        id=EffortId("r1.1"), actor=actor, action="defend", trait="wit", modifiers=(Modifier("trait", "Wit (+1)", 1),)
    )


def test_the_same_characters_next_effort_keeps_what_was_paid_for() -> None:
    after = in_place_of(OLD, effort_of(RETH))
    assert [part.label for part in after.modifiers] == ["Wit (+1)", "Born to Run", "Volt", "wind"]
    assert after.uses == (USE,)
    assert (after.trait, after.total) == ("wit", 1 + 2 + 1 - 1)


def test_somebody_elses_effort_does_not_take_over_invoked_aspects() -> None:
    after = in_place_of(OLD, effort_of(VOLT))
    assert [part.label for part in after.modifiers] == ["Wit (+1)", "Volt", "wind"]
    assert after.uses == ()


def test_what_was_brought_against_a_side_stays_whoever_takes_it() -> None:
    for actor in (RETH, VOLT):
        after = in_place_of(OLD, effort_of(actor))
        assert (after.hindrances, after.hindered_by, after.hindrance) == ((FOG,), (AGAINST,), 2)


SPRINTER = Feature(name="Sprinter", effects=(Bonus(2, When(actions=("defend",), traits=("speed",))),))
WARY, LUCKY, LITHE = (Feature(name=name, effects=(Bonus(1, When(actions=("defend",))),)) for name in WORDS)
BRAWLER = Feature(name="Brawler", effects=(Bonus(2, When(actions=("attack",))),))


def defends_with(*features: Feature, rules: CheckRules = CHECKS) -> Variants:
    return feature_sets(Actor(id=RETH, sheet=sheet("Reth", features=features)), rules, "defend")


def test_features_are_offered_alone_and_together_where_they_fit() -> None:
    found = defends_with(SPRINTER, WARY, BRAWLER)
    assert [variant.features for variant in found] == [(), ("Sprinter",), ("Wary",), ("Sprinter", "Wary")]
    assert found[3].suffix == " with Sprinter and Wary"
    options = effort_options("defend", "Defend", found)
    assert [option.id for option in options] == ["defend", "defend-1", "defend-2", "defend-3"]
    for option, variant in zip(options, found, strict=True):
        assert features_of(Answer(PromptId("p1"), option.id), "defend", found) == variant.features


def test_of_more_than_two_features_that_fit_people_say_which() -> None:
    found = defends_with(WARY, LUCKY, LITHE)
    assert [variant.features for variant in found] == [(), ("Wary",), ("Lucky",), ("Lithe",), WORDS]
    assert found[4].suffix == " with Wary, Lucky and Lithe"
    option = effort_options("defend", "Defend", found)[4]
    (hole,) = (hole for hole in option.holes if isinstance(hole, ManyHole))
    assert ([choice.value for choice in hole.options], hole.least) == ([*WORDS], 2)
    answer = Answer(PromptId("p1"), option.id, {"trait": "speed", "features": ("Lithe", "Wary")})
    assert features_of(answer, "defend", found) == ("Lithe", "Wary")


def test_questions_that_were_stored_with_an_answer_for_each_set_can_be_answered() -> None:
    found = defends_with(WARY, LUCKY, LITHE)
    pairs = [("Wary", "Lucky"), ("Wary", "Lithe"), ("Lucky", "Lithe")]
    listed = [(), ("Wary",), ("Lucky",), ("Lithe",), *pairs, WORDS]
    for number, features in enumerate(listed):
        option = f"defend-{number}" if number else "defend"
        assert features_of(Answer(PromptId("p1"), option), "defend", found) == features


def test_features_that_do_not_go_together_are_in_different_sets() -> None:
    def one_of_two(_: Actor, _action: str, _trait: str, features: tuple[Feature, ...]) -> bool:
        return not {WARY, LUCKY} <= set(features)

    rules = msgspec.structs.replace(CHECKS, may_claim=one_of_two)
    found = defends_with(WARY, LUCKY, LITHE, rules=rules)
    assert [variant.features for variant in found[4:]] == [("Wary", "Lithe"), ("Lucky", "Lithe")]


def test_an_offer_asks_which_of_many_features_are_claimed() -> None:
    run = Overcome(actor=RETH, trait="speed", description="she runs", features=WORDS)
    offer = which_features(Offer(command=run, label="run", verb="overcome"))
    assert offer.fill(features=["Lithe", "Wary"]) == msgspec.structs.replace(run, features=("Lithe", "Wary"))
    assert not offer.matches(msgspec.structs.replace(run, features=("Lithe",))), "one alone has an offer of its own"
    two = Offer(command=msgspec.structs.replace(run, features=("Lithe", "Wary")), label="run", verb="overcome")
    assert which_features(two) is two
