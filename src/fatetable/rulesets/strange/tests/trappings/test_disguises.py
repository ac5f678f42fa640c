"""Disguises, and seeing through them."""

from __future__ import annotations

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId
from fatetable.mechanics.rolls.actions import CreateAdvantage
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, aspect_of, done, took, undertake
from fatetable.rulesets.strange.trappings.disguises import DisguiseAs, DisguiseAsPerson, DropDisguise, worn_by

POLICEMAN = DisguiseAs(actor=MAUD, skill="deceit", words="a policeman")


def disguised(rating: int = 3, tier: int = 0) -> Game:
    """Maud poses as a policeman; the foe has sharp eyes."""
    g = Game(maud=(skill("Deceit", rating, tier),), foe=(skill("Investigation", 3), skill("Alertness", 2)))
    g.do("ana", POLICEMAN)
    g.answer("gm", "props", "yes")
    return g


def is_disguised(g: Game) -> bool:
    return worn_by(g.table.state, MAUD) is not None


# -- seeing through it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DISGUISE-01")
@pytest.mark.parametrize(("dice", "holds"), [("-000", True), ("0000", True), ("+000", False)])
def test_an_examination_is_opposed_and_one_shift_breaks_it(dice: str, holds: bool) -> None:
    g = disguised()
    undertake(g, "examine-disguise", by="foe", trait="investigation", to="maud")
    assert answers(g) == ["deceit"]
    g.answer("ana", "defend", "defend", trait="deceit", description="salutes")
    done(g, dice, "0000", by="foe")
    assert is_disguised(g) == holds
    assert took(g, FOE) == "A Few Minutes"


@pytest.mark.rule("SF-DISGUISE-01")
def test_it_is_examined_once_a_scene_by_each_observer() -> None:
    g = disguised()
    examine = Undertake(actor=FOE, procedure="examine-disguise", trait="investigation", target=MAUD, description="so")
    for scene in ("first", "second"):
        undertake(g, "examine-disguise", by="foe", trait="investigation", to="maud")
        g.answer("ana", "defend", "defend", trait="deceit", description="salutes")
        done(g, "0000", "0000", by="foe")
        assert g.refused("gm", examine) == "bad-target", scene
        theirs = Undertake(actor=CORA, procedure="examine-disguise", trait="burglary", target=MAUD, description="so")
        assert g.is_offered("bo", theirs)
        g.do("gm", EndScene())
        g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))


@pytest.mark.rule("SF-DISGUISE-02")
@pytest.mark.parametrize(("dice", "holds"), [("0000", True), ("+000", False), ("++00", False)])
def test_a_casual_look_is_against_the_rating_and_equaling_it_sees_through(dice: str, holds: bool) -> None:
    g = disguised()
    roll = undertake(g, "glance-at-disguise", by="foe", trait="alertness", to="maud")
    assert (roll.difficulty, roll.scale, roll.takes_action) == (3, 0, False)
    done(g, dice, by="foe")
    assert is_disguised(g) == holds
    again = Undertake(actor=FOE, procedure="glance-at-disguise", trait="alertness", target=MAUD, description="so")
    assert g.refused("gm", again) == "bad-target"


@pytest.mark.rule("SF-DISGUISE-02")
def test_the_tier_of_the_skill_is_the_tier_of_the_target() -> None:
    g = disguised(2, 2)
    roll = undertake(g, "glance-at-disguise", by="foe", trait="alertness", to="maud")
    assert (roll.difficulty, roll.scale) == (2, 2)


@pytest.mark.rule("SF-DISGUISE-03")
@pytest.mark.parametrize(
    ("claim", "bonus"),
    [
        ("knows the person slightly", 1),
        ("knows the person", 2),
        ("knows the person well", 3),
        ("knows the person intimately", 4),
    ],
)
def test_who_knows_the_person_sees_more(claim: str, bonus: int) -> None:
    for row, trait, rating in (("examine-disguise", "investigation", 3), ("glance-at-disguise", "alertness", 2)):
        g = disguised()
        roll = undertake(g, row, by="foe", trait=trait, to="maud", claims=(claim,))
        assert roll.efforts[0].fixed == rating + bonus


# -- putting it on ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DISGUISE-04")
def test_the_gm_judges_what_props_allow_and_things_may_be_disguised_too() -> None:
    g = Game(maud=(skill("Deceit", 3),))
    g.do("ana", DisguiseAs(actor=MAUD, skill="deceit", words="the engine, as a piano"))
    prompt = g.prompt("props")
    assert prompt is not None
    assert "the engine, as a piano" in prompt.question
    assert not is_disguised(g)
    g.answer("gm", "props", "no", reason="there is no piano")
    assert not is_disguised(g)
    g.do("ana", POLICEMAN)
    g.answer("gm", "props", "yes")
    assert dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud")))["Disguised as"] == "a policeman"
    assert g.refused("ana", POLICEMAN) == "disguised"
    g.do("ana", DropDisguise(MAUD))
    assert not is_disguised(g)
    assert g.refused("ana", DropDisguise(MAUD)) == "not-disguised"


@pytest.mark.rule("SF-DISGUISE-04")
def test_only_a_skill_with_the_trapping_disguises() -> None:
    g = Game(maud=(skill("Deceit", 3), skill("Brawn", 3)))
    assert g.refused("ana", DisguiseAs(actor=MAUD, skill="brawn", words="a statue")) == "unknown-trait"
    assert g.refused("bo", POLICEMAN) == "not-yours"


# -- aspects ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-DISGUISE-06")
@pytest.mark.parametrize("tier", range(5))
def test_each_tier_is_an_aspect_more_while_disguised(tier: int) -> None:
    g = Game(maud=(skill("Deceit", 3, tier),))
    words = {str(number): f"Aspect {number}" for number in range(1, tier + 2)}
    assert g.refused("ana", DisguiseAs(actor=MAUD, skill="deceit", words="a bobby", aspects=words)) == "too-many"
    del words[str(tier + 1)]
    g.do("ana", DisguiseAs(actor=MAUD, skill="deceit", words="a bobby", aspects=words))
    assert not any(g.has_card(text) for text in words.values())
    g.answer("gm", "props", "yes")
    assert all(g.card(text).bearer == MAUD for text in words.values())
    g.do("ana", DropDisguise(MAUD))
    assert not any(g.has_card(text) for text in words.values())


@pytest.mark.rule("SF-DISGUISE-06")
def test_of_a_particular_person_they_are_aspects_that_were_assessed() -> None:
    g = Game(maud=(skill("Deceit", 3, 1), skill("Empathy", 3)), foe=(skill("Resolve", 1),))
    secret = aspect_of(g, FOE)
    pose = DisguiseAsPerson(actor=MAUD, skill="deceit", of=FOE, aspects=(secret.id,))
    assert g.refused("ana", pose) == "not-assessed"
    undertake(g, "insight", trait="empathy", to="foe", words="his honor")
    g.answer("gm", "defend", "defend", trait="resolve", description="grins")
    done(g, "0000", "0000")
    g.answer("gm", "aspect-to-show", "show", aspect=secret.id)
    g.do("ana", pose)
    g.answer("gm", "props", "yes")
    cards = g.table.state.get(ASPECTS).values()
    own = [card.text for card in cards if card.bearer == MAUD and card.lasts == "disguise"]
    assert own == [secret.text]


@pytest.mark.rule("SF-DISGUISE-06")
def test_discovering_an_aspect_is_assessing_it_too_and_the_tier_says_how_many() -> None:
    g = Game(maud=(skill("Deceit", 3, 1), skill("Empathy", 3)), foe=(skill("Resolve", 1),))
    found: list[AspectId] = []
    for words in ("First Secret", "Second Secret"):
        look = CreateAdvantage(actor=MAUD, mode="discover", trait="empathy", description="looks", target=FOE)
        g.do("ana", look)
        g.answer("gm", "discover", "invent", words=words)
        g.answer("gm", "opposition", "difficulty", value=0, scale="0")
        done(g, "0000")
        found.append(g.card(words).id)
    both = DisguiseAsPerson(actor=MAUD, skill="deceit", of=FOE, aspects=tuple(found))
    assert g.refused("ana", both) == "too-many"
    assert g.refused("ana", DisguiseAsPerson(actor=MAUD, skill="deceit", of=MAUD)) == "bad-target"
    g.do("ana", DisguiseAsPerson(actor=MAUD, skill="deceit", of=FOE, aspects=(found[1],)))
    prompt = g.prompt("props")
    assert prompt is not None
    g.do("gm", Answer(prompt.id, "yes"))
    assert worn_by(g.table.state, MAUD).words == "Foe"  # type: ignore[union-attr]


@pytest.mark.rule("SF-DISGUISE-06")
def test_they_are_gone_with_the_disguise() -> None:
    g = disguised(3, 1)
    g.do("ana", DropDisguise(MAUD))
    g.do("ana", DisguiseAs(actor=MAUD, skill="deceit", words="a bobby", aspects={"1": "Long Arm of the Law"}))
    g.answer("gm", "props", "yes")
    undertake(g, "glance-at-disguise", by="foe", trait="alertness", to="maud")
    done(g, "1 1 1 1", by="foe")
    assert not is_disguised(g)
    assert not g.has_card("Long Arm of the Law")
