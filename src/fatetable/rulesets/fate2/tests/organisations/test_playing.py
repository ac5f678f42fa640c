"""Organisations in play: at work, against each other, with their people."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.fate2.organisations.members import SendMembers
from fatetable.rulesets.fate2.organisations.work import WorkAsOrganisation
from fatetable.rulesets.fate2.tests.support.playing import Game

CHURCH, CIRCUS = ActorId("church-of-saint-agnes"), ActorId("amazing-vinka-s-traveling-circus")
RANGERS = ActorId("the-star-rangers")
FOES = ("Church of Saint Agnes", "Amazing Vinka's Traveling Circus", "The Star Rangers")
How = Literal["within", "abroad", "against", "strike"]


def season(**dials: Any) -> Game:
    """No scene is open; the GM runs three organisations."""
    return Game(scene=False, foes=FOES, **dials)


def works(how: How, actor: ActorId, trait: str, target: ActorId = NOBODY) -> WorkAsOrganisation:
    return WorkAsOrganisation(actor=actor, how=how, trait=trait, target=target, description="quietly")


def settle(g: Game) -> None:
    """Nobody adds anything, if anybody could: between scenes nobody is there who does."""
    if any(open_rolls(g.table.state)):
        g.everyone_passes()


def margin(g: Game, work: WorkAsOrganisation, by: str) -> int:
    """What comes of work against another that resists with a skill, all dice blank."""
    g.do("gm", work)
    g.answer("gm", "defend", "defend", trait=by, description="watches")
    g.throw("gm", "0000", "0000")
    settle(g)
    found = g.last_roll.margin
    assert found is not None
    return found


@pytest.mark.rule("F2-ORG-04")
def test_a_missing_skill_is_mediocre_and_none_stands_in_for_another() -> None:
    g = season()
    traits = {trait.id: trait.rating for trait in g.ruleset.presenting.rules.traits(g.actor(CHURCH), "overcome")}
    assert traits["sway [Beve]"] == 0
    assert traits["secrecy"] == -1
    assert traits["sway"] == -1
    assert traits["arms [Templars]"] == 2
    assert g.refused("gm", works("abroad", CHURCH, "sway [Anas]")) == "unknown-trait"


@pytest.mark.rule("F2-ORG-05", "F2-ORG-06", "F2-ORG-07")
@pytest.mark.parametrize(("skill", "lacks"), [("control", 0), ("sway", -1), ("influence", -2)])
def test_sway_and_influence_do_what_control_does_less_well(skill: str, lacks: int) -> None:
    g = season()
    g.do("gm", works("abroad", RANGERS, skill))
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("gm", "0000")
    settle(g)
    assert g.last_roll.margin == -1 + lacks


@pytest.mark.rule("F2-ORG-03")
def test_what_it_does_inside_itself_is_as_hard_as_its_scope() -> None:
    g = season()
    g.do("gm", works("within", RANGERS, "administration"))
    assert g.roll.difficulty == 5
    g.throw("gm", "0000")
    settle(g)
    assert g.last_roll.margin == 1 - 5
    assert g.refused("gm", works("within", RANGERS, "arms [Rangers]")) == "unknown-trait"
    g.do("gm", works("within", CHURCH, "administration"))
    assert g.roll.difficulty == 2


@pytest.mark.rule("F2-ORG-08", "F2-ORG-12", "F2-ORG-15")
def test_information_is_rolled_against_secrecy() -> None:
    """F2-EX-66: Good information against Fair secrecy would win by one; here the secrecy is Good."""
    g = season()
    assert margin(g, works("against", RANGERS, "information [Core]", CIRCUS), "secrecy") == 0
    assert margin(g, works("against", CIRCUS, "special [Espionage]", CHURCH), "administration") == 1
    assert g.refused("gm", works("against", CHURCH, "administration", CHURCH)) == "bad-target"
    assert g.refused("gm", works("against", CHURCH, "administration")) == "bad-target"
    assert g.refused("ana", works("against", CHURCH, "administration", CIRCUS)) == "not-yours"


@pytest.mark.rule("F2-ORG-09", "F2-ORG-15")
def test_a_nameless_knight_is_as_good_as_the_arms_of_the_organisation() -> None:
    """F2-EX-65."""
    g = season()
    assert g.refused("gm", SendMembers(actor=CHURCH, skill="arms [Templars]", number=1)) == "no-scene"
    g.start_scene()
    g.do("gm", SendMembers(actor=CHURCH, skill="arms [Templars]", number=2))
    g.do("gm", SendMembers(actor=CIRCUS, skill="special [Espionage]", number=1))
    assert g.refused("gm", SendMembers(actor=CHURCH, skill="administration", number=1)) == "unknown-trait"
    people = [actor for actor in g.cast.values() if actor.kind == "minion"]
    traits = [g.ruleset.presenting.rules.traits(actor, "") for actor in people]
    assert [actor.name for actor in people][1] == "Templars, Church of Saint Agnes 2"
    assert [(trait.name, trait.rating) for trait in traits[0]] == [("Fighting", 2), ("Anything else", -1)]
    assert (traits[2][0].name, traits[2][0].rating) == ("What they are known for", 2)
    g.do("gm", EndScene())
    assert not any(actor.kind == "minion" for actor in g.table.state.get(CAST).values())


@pytest.mark.rule("F2-ORG-10", "F2-ORG-11", "F2-ORG-12")
@pytest.mark.parametrize(
    ("actor", "skill", "level"),
    [
        (CIRCUS, "resources [Patron]", 1),
        (RANGERS, "unity", 3),
        (RANGERS, "communication", 1),
        (CIRCUS, "reputation [Circus]", 1),
        (CIRCUS, "secrecy", 2),
    ],
)
def test_every_skill_can_be_put_to_work(actor: ActorId, skill: str, level: int) -> None:
    g = season()
    g.do("gm", works("abroad", actor, skill))
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("gm", "0000")
    settle(g)
    assert g.last_roll.margin == level


@pytest.mark.rule("F2-ORG-16")
def test_between_scenes_a_strike_marks_the_wound_track_that_a_campaign_may_have() -> None:
    g = season(organisation_wounds=True)
    assert margin(g, works("strike", RANGERS, "arms [Rangers]", CIRCUS), "arms [Roustabouts]") == 3
    assert [wound.row for wound in g.condition(CIRCUS).wounds] == ["Hurt"]


@pytest.mark.rule("F2-ORG-16")
def test_without_a_wound_track_nothing_is_struck_at_and_work_against_each_other_decides() -> None:
    g = season()
    assert g.refused("gm", works("strike", RANGERS, "arms [Rangers]", CIRCUS)) == "no-wound-track"
    assert margin(g, works("against", RANGERS, "arms [Rangers]", CIRCUS), "arms [Roustabouts]") == 3
    assert g.condition(CIRCUS).wounds == ()


@pytest.mark.rule("F2-ORG-13")
def test_holdings_stand_on_the_sheet() -> None:
    g = season()
    block = next(b for b in g.table.present("gm") if isinstance(b, SheetBlock) and b.actor == RANGERS)
    assert [(feature.name, feature.text) for feature in block.features] == [
        ("Carrier Group Roland", "Holding; Mobile, Fortified")
    ]
