"""Efforts as values: what may be claimed together, and what goes over to another effort for the same side."""

from __future__ import annotations

from fatetable.engine.prompts import Answer, PromptId
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.rolls.efforts import effort_options, feature_sets, features_of, in_place_of
from fatetable.mechanics.rolls.state import Effort, EffortId, Modifier, Use
from tests.mechanics.small_game import CHECKS, RETH, VOLT, sheet

TRAIT = Modifier("trait", "Speed (+3)", 3)
FEATURE = Modifier("feature", "Sprinter", 2)
INVOKED = Modifier("invoke", "Born to Run", 2)
HELP = Modifier("help", "Volt", 1)
RULING = Modifier("ruling", "wind", -1)
FOG = Modifier("invoke", "Fog", 2)
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


def test_features_are_offered_alone_and_together_where_they_fit() -> None:
    features = (
        Feature(name="Sprinter", effects=(Bonus(2, When(actions=("defend",), traits=("speed",))),)),
        Feature(name="Wary", effects=(Bonus(1, When(actions=("defend",))),)),
        Feature(name="Brawler", effects=(Bonus(2, When(actions=("attack",))),)),
    )
    actor = Actor(id=RETH, sheet=sheet("Reth", features=features))
    found = feature_sets(actor, CHECKS, "defend")
    assert [variant.features for variant in found] == [(), ("Sprinter",), ("Wary",), ("Sprinter", "Wary")]
    assert found[3].suffix == " with Sprinter and Wary"
    options = effort_options("defend", "Defend", found)
    assert [option.id for option in options] == ["defend", "defend-1", "defend-2", "defend-3"]
    for option, variant in zip(options, found, strict=True):
        assert features_of(Answer(PromptId("p1"), option.id), "defend", found) == variant.features
