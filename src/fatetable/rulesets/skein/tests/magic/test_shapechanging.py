"""Shapechanging in play: forms, skins, what a form does to rolls and wounds, and talking with animals."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.facts import FACTS, ClaimFact
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.rulesets.skein.combat.harm import DamageToTake
from fatetable.rulesets.skein.magic.animal_forms import HinderByForm, UseForm
from fatetable.rulesets.skein.magic.animal_speech import ANIMALS_TOLD, SpeakWithAnimal
from fatetable.rulesets.skein.magic.dispelling import UndoMagic
from fatetable.rulesets.skein.magic.enchantments import FORM
from fatetable.rulesets.skein.magic.forms import SHAPES, form_of
from fatetable.rulesets.skein.magic.shapechanging import (
    ChangeBack,
    ChangeShape,
    MoveSkin,
    PrepareSkin,
    TakeUpBelongings,
)
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.sheet.arms import wielded
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

GUARD = "gate-guard"
SPEAR = "melee-combat@Small Spear"
FORMS = ("wolf", "hawk", "bear", "salmon", "marten")


def game(*powers: Any, second: Any = "Brannoc of the Ford", **more: Any) -> Game:
    """Ana plays Edda, who knows five forms."""
    edda = magician("shapechanging", *powers, lists={"forms": FORMS})
    return Game(heroes=(edda, second), **more)


def become(g: Game, form: str) -> None:
    g.do("ana", ChangeShape("edda", form))  # type: ignore[arg-type]


def sniff(g: Game) -> None:
    g.do("ana", Overcome(actor="edda", trait="awareness", description="sniffs"))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=2)


@pytest.mark.rule("SK-SHAPE-01")
@pytest.mark.rule("SK-SKILL-47")
def test_changing_costs_a_point_each_way_without_any_roll_and_lasts() -> None:
    g = game()
    assert g.points("edda") == 5
    become(g, "wolf")
    assert g.points("edda") == 4
    assert g.card("Form of wolf").bearer == "edda"
    assert g.refused("ana", ChangeShape("edda", "bear")) == "in-a-form"  # type: ignore[arg-type]
    g.do("gm", EndScene())
    g.start_scene("Days later")
    assert g.has_card("Form of wolf")
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    assert g.points("edda") == 3
    assert not g.has_card("Form of wolf")


def test_forms_are_named_with_the_article_they_take() -> None:
    edda = magician("shapechanging", lists={"forms": ("otter", "elk", "ewe", "wolf", "eel")})
    g = Game(heroes=(edda, "Brannoc of the Ford"))
    labels = [offer.label for offer in g.offers("ana", ChangeShape)]
    assert labels == ["become an otter", "become an elk", "become a ewe", "become a wolf", "become an eel"]


@pytest.mark.rule("SK-SHAPE-01")
def test_without_a_point_there_is_no_change_in_either_direction() -> None:
    g = game()
    for _ in range(2):
        become(g, "wolf")
        g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    become(g, "wolf")
    assert g.points("edda") == 0
    assert g.refused("ana", ChangeBack("edda")) == "not-enough-fate-points"  # type: ignore[arg-type]
    assert not g.offers("ana", ChangeBack)


@pytest.mark.rule("SK-SHAPE-01")
def test_only_known_forms_are_open_one_for_each_level_and_a_change_is_an_action() -> None:
    g = game(foes=("Gate Guard",))
    assert g.refused("ana", ChangeShape("edda", "horse")) == "no-such-form"  # type: ignore[arg-type]
    assert {offer.command.form for offer in g.offers("ana", ChangeShape)} == set(FORMS)  # type: ignore[attr-defined]
    g.start_combat()
    come_to(g, "edda")
    become(g, "wolf")
    assert "edda" in g.table.state.slices["encounter"].acted


@pytest.mark.rule("SK-STUNT-47")
def test_a_favoured_form_costs_nothing_either_way() -> None:
    g = game(("favoured-form", {"form": "wolf"}))
    become(g, "wolf")
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    assert g.points("edda") == 5
    become(g, "bear")
    assert g.points("edda") == 4


@pytest.mark.rule("SK-SHAPE-02")
@pytest.mark.rule("SK-SKILL-47")
def test_a_form_takes_its_skin_and_a_new_one_a_day_and_an_animal_one_has_killed() -> None:
    g = game()
    g.do("gm", MoveSkin("edda", "wolf"))  # type: ignore[arg-type]
    assert g.refused("ana", ChangeShape("edda", "wolf")) == "no-skin"  # type: ignore[arg-type]
    become(g, "bear")
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    g.do("ana", PrepareSkin("edda", "wolf"))  # type: ignore[arg-type]
    g.answer("gm", "new-skin", "no")
    assert g.refused("ana", ChangeShape("edda", "wolf")) == "no-skin"  # type: ignore[arg-type]
    g.do("ana", PrepareSkin("edda", "wolf"))  # type: ignore[arg-type]
    g.answer("gm", "new-skin", "yes")
    assert g.table.state.get(TIME_TAKEN)["edda"] == "A day"  # type: ignore[index]
    become(g, "wolf")


@pytest.mark.rule("SK-SKILL-47")
def test_changing_back_takes_no_skin() -> None:
    g = game()
    become(g, "wolf")
    g.do("gm", MoveSkin("edda", "wolf"))  # type: ignore[arg-type]
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    assert not g.has_card("Form of wolf")


@pytest.mark.rule("SK-SHAPE-02")
def test_a_stolen_skin_serves_only_who_knows_that_form() -> None:
    g = game(second="Mother Hesk")
    g.do("gm", MoveSkin("edda", "marten", "mother-hesk"))  # type: ignore[arg-type]
    assert g.refused("bo", ChangeShape("mother-hesk", "marten")) == "no-such-form"  # type: ignore[arg-type]
    g.do("gm", MoveSkin("mother-hesk", "bear"))  # type: ignore[arg-type]
    g.do("gm", MoveSkin("edda", "bear", "mother-hesk"))  # type: ignore[arg-type]
    g.do("bo", ChangeShape("mother-hesk", "bear"))  # type: ignore[arg-type]
    assert g.has_card("Form of bear")


@pytest.mark.rule("SK-STUNT-48")
def test_a_natural_shapechanger_needs_no_skin() -> None:
    g = game("natural-shapechanger")
    g.do("gm", MoveSkin("edda", "wolf"))  # type: ignore[arg-type]
    become(g, "wolf")
    assert g.has_card("Form of wolf")


@pytest.mark.rule("SK-SHAPE-02")
def test_possessions_stay_behind_until_they_are_taken_up_again() -> None:
    g = game()
    before = g.table.state.slices["cast"]["edda"].sheet.lists
    become(g, "wolf")
    sheet = g.table.state.slices["cast"]["edda"].sheet
    assert (sheet.lists["occupation"], sheet.lists["items"]) == ((), ())
    assert g.refused("ana", TakeUpBelongings("edda")) == "nothing-left"  # type: ignore[arg-type]
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    g.do("ana", TakeUpBelongings("edda"))  # type: ignore[arg-type]
    assert g.table.state.slices["cast"]["edda"].sheet.lists == before
    assert not g.table.state.get(SHAPES).left


@pytest.mark.rule("SK-SHAPE-03")
def test_skills_and_stress_stay_and_what_the_animal_can_do_the_table_agrees_on() -> None:
    g = game()
    before = g.table.state.slices["cast"]["edda"].sheet.traits, g.scores("edda")
    become(g, "hawk")
    assert (g.table.state.slices["cast"]["edda"].sheet.traits, g.scores("edda")) == before
    g.do("ana", ClaimFact(g.card("Form of hawk").id, "she flies over the wall"))
    g.answer("gm", "fact", "yes")
    assert g.table.state.get(FACTS)[-1].fact == "she flies over the wall"


@pytest.mark.rule("SK-SHAPE-03")
def test_the_animals_damage_and_hide_count_only_where_the_table_plays_so() -> None:
    for dial, numbers in ((False, {}), (True, {"damage": 4, "absorption": 1})):
        g = game(form_figures=dial)
        own = dict(g.table.state.slices["cast"]["edda"].sheet.numbers)
        become(g, "bear")
        assert g.table.state.slices["cast"]["edda"].sheet.numbers == {**own, **numbers}
        g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
        assert g.table.state.slices["cast"]["edda"].sheet.numbers == own


def agree(g: Game, answer: str = "yes") -> None:
    g.answer("gm", "form-helps", "yes")
    g.answer("bo", "form-helps", answer)


@pytest.mark.rule("SK-SHAPE-04", "SK-TEST-15")
def test_a_form_adds_two_to_a_test_for_nothing_if_the_whole_table_agrees_and_once() -> None:
    g = game()
    sniff(g)
    assert g.refused("ana", UseForm(g.roll.id, "she smells well")) == "no-form"
    g.throw("ana", "0000")
    become(g, "wolf")
    before = g.points("edda")
    sniff(g)
    g.do("ana", UseForm(g.roll.id, "a wolf's nose"))
    agree(g)
    assert g.roll.efforts[0].modifiers[-1].amount == 2
    assert g.points("edda") == before
    assert g.refused("ana", UseForm(g.roll.id, "a wolf's ears")) == "no-form"
    assert first(g.throw("ana", "0000"), RollSettled).total == 6
    sniff(g)
    g.do("ana", UseForm(g.roll.id, "a wolf's nose again"))
    agree(g)
    assert g.roll.efforts[0].modifiers[-1].amount == 2


@pytest.mark.rule("SK-SHAPE-04")
def test_one_who_disagrees_is_enough_for_a_form_to_be_no_help() -> None:
    g = game()
    become(g, "wolf")
    sniff(g)
    g.do("ana", UseForm(g.roll.id, "wolves read well"))
    agree(g, "no")
    assert first(g.throw("ana", "0000"), RollSettled).total == 4


def test_a_throw_is_not_read_while_the_table_is_asked_about_a_form() -> None:
    g = game()
    become(g, "wolf")
    sniff(g)
    g.do("ana", ThrowDice(g.roll.id), "0000")
    g.do("ana", UseForm(g.roll.id, "wolves read well"))
    waiting = g.roll.waiting
    assert waiting
    for seat in waiting:
        assert g.refused(seat, Pass(g.roll.id)) == "not-finished"
        assert not g.offers(seat, Pass)
    agree(g, "no")
    for seat in waiting:
        g.do(seat, Pass(g.roll.id))
    assert g.last_roll.efforts[0].total == 4


@pytest.mark.rule("SK-SHAPE-04")
def test_after_the_dice_a_form_gives_a_re_roll_of_which_the_better_counts() -> None:
    g = game()
    become(g, "wolf")
    sniff(g)
    g.do("ana", ThrowDice(g.roll.id), "----")
    g.do("ana", UseForm(g.roll.id, "a wolf's nose"))
    g.answer("gm", "form-helps", "yes")
    prompt = g.prompt("form-helps")
    assert prompt is not None
    g.do("bo", Answer(prompt.id, "yes"), "+000")
    assert g.roll.efforts[0].total == 5


@pytest.mark.rule("SK-SHAPE-04", "SK-TEST-15")
def test_the_storyteller_takes_two_for_a_form_that_hinders_or_has_the_worse_of_two_throws_count() -> None:
    g = game()
    become(g, "salmon")
    sniff(g)
    g.do("gm", HinderByForm(g.roll.id, "out of water"))
    assert g.refused("gm", HinderByForm(g.roll.id, "and slippery")) == "no-form"
    assert first(g.throw("ana", "0000"), RollSettled).total == 2
    sniff(g)
    g.do("ana", ThrowDice(g.roll.id), "++00")
    g.do("gm", HinderByForm(g.roll.id, "out of water"), "----")
    assert g.roll.efforts[0].total == 0


@pytest.mark.rule("SK-SHAPE-04")
def test_even_without_a_point_left_there_is_time_to_use_the_form_after_the_dice() -> None:
    g = game()
    for _ in range(2):
        become(g, "wolf")
        g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    become(g, "wolf")
    sniff(g)
    g.do("ana", ThrowDice(g.roll.id), "----")
    assert set(g.roll.waiting) == {"ana", "gm"}
    g.do("gm", Pass(g.roll.id))
    events = g.do("ana", Pass(g.roll.id))
    assert first(events, RollSettled).total == 0


@pytest.mark.rule("SK-SHAPE-05")
def test_a_small_animal_takes_two_more_from_a_physical_hit() -> None:
    damage = {}
    for form in ("wolf", "hawk"):
        g = game(foes=("Gate Guard",))
        become(g, form)
        g.start_combat()
        come_to(g, GUARD)
        g.attack("gm", GUARD, "edda", SPEAR, "++00")
        g.defend("ana", "agility", "0000")
        prompt = g.prompt("harm")
        assert prompt is not None
        damage[form] = prompt.read(DamageToTake).damage
    assert damage["hawk"] == damage["wolf"] + 2


@pytest.mark.rule("SK-SHAPE-05")
def test_whether_an_uncommon_form_is_small_the_storyteller_says() -> None:
    g = game()
    become(g, "marten")
    g.answer("gm", "form-size", "small")
    found = form_of(g.table.state, "edda")  # type: ignore[arg-type]
    assert found is not None
    assert found.is_small


@pytest.mark.rule("SK-SHAPE-06")
def test_a_form_is_compelled_for_a_point_like_any_aspect() -> None:
    g = game()
    become(g, "wolf")
    before = g.points("edda")
    g.do("gm", OfferCompel(target="edda", aspect=g.card("Form of wolf").id, kind="decision", text="chases the deer"))  # type: ignore[arg-type]
    g.answer("ana", "compel", "accept")
    assert g.points("edda") == before + 1


@pytest.mark.rule("SK-STUNT-46")
def test_with_animal_speech_animals_of_the_kind_of_a_form_answer() -> None:
    g = game("animal-speech")
    g.do("ana", SpeakWithAnimal(actor="edda", form="wolf", question="Who passed here?"))  # type: ignore[arg-type]
    g.answer("gm", "animal", "answer", answer="two that smelled of tar")
    assert g.table.state.get(ANIMALS_TOLD)[-1].answer == "two that smelled of tar"
    unable = SpeakWithAnimal(actor="brannoc-of-the-ford", form="wolf", question="Who?")  # type: ignore[arg-type]
    assert g.refused("bo", unable) == "no-such-magic-known"


@pytest.mark.rule("SK-FAITH-02")
def test_faith_that_beats_the_shapechanger_gives_them_their_own_shape_back() -> None:
    g = game(second=magician("faith", name="Ansel"))
    become(g, "wolf")
    found = form_of(g.table.state, "edda")  # type: ignore[arg-type]
    assert found is not None
    assert found.kind == FORM
    g.do("bo", UndoMagic(actor="ansel", enchantment=found.id, trait="faith", description="prays"))  # type: ignore[arg-type]
    g.throw("bo", "0000")
    g.defend("ana", "shapechanging", "0000")
    assert not g.has_card("Form of wolf")
    g.do("ana", TakeUpBelongings("edda"))  # type: ignore[arg-type]


@pytest.mark.rule("SK-SHAPE-02")
def test_what_was_in_hand_is_in_hand_again_when_it_is_taken_up() -> None:
    g = game()
    g.do("ana", Wield("edda", "nothing"))  # type: ignore[arg-type]
    g.do("ana", Wield("edda", "Dagger"))  # type: ignore[arg-type]
    become(g, "wolf")
    assert wielded(TABLES, g.table.state.slices["cast"]["edda"].sheet) == ()
    g.do("ana", ChangeBack("edda"))  # type: ignore[arg-type]
    g.do("ana", TakeUpBelongings("edda"))  # type: ignore[arg-type]
    assert wielded(TABLES, g.table.state.slices["cast"]["edda"].sheet) == ("Dagger",)
    assert g.refused("ana", ChangeBack("edda")) == "no-form"  # type: ignore[arg-type]
