"""What the rules leave to the game master's judgement when a player brings a character."""

from __future__ import annotations

import msgspec
import pytest

from fatetable import testing
from fatetable.engine.messages import SeatId
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.rulesets.strange.ruleset import build
from fatetable.rulesets.strange.tests.support.making import built, common, hero, procedure
from fatetable.rulesets.strange.tests.support.playing import held

THEME = "Every trapping fits the theme of its skill"
DRAWBACKS = "Every drawback limits its skill and fits its theme."
PSYCHIC = "It is settled what Psychic means for its trappings."


def asked(sheet: Sheet) -> str:
    """What the game master is asked about a character; nothing if it simply comes to the table."""
    g = testing.Game(build(dict(BY_HAND)))
    g.do("ana", BringCharacter(sheet, SeatId("ana")))
    prompt = g.prompt("character")
    assert (prompt is None) == ("cora" in g.cast)
    if prompt is None:
        return ""
    g.answer("gm", "character", "yes")
    assert "cora" in g.cast
    return prompt.question.removeprefix("ana brings Cora. Agree? ")


@pytest.mark.rule("SF-SKILL-05", "SF-SKILL-06", "SF-TRAP-02")
def test_the_game_master_judges_whether_trappings_fit_the_theme() -> None:
    assert asked(hero(common("Brawn", 2))) == ""
    detail = asked(hero(common("Brawn", 2), built("Servant", "notice", kind="unique", drawbacks=())))
    assert detail == f"{THEME}: Servant."
    asked_for = next(step for step in procedure().steps(hero()) if step.id == "skills").inputs[1]
    notes = {node.id: node.note for form in asked_for.forms[1:] for node in form.inputs[3].nodes}  # type: ignore[union-attr]
    assert notes["wealth"] == "Status, social connections, livelihood"


@pytest.mark.rule("SF-SKILL-05", "SF-SKILL-06")
def test_a_character_who_is_refused_stays_away() -> None:
    g = testing.Game(build(dict(BY_HAND)))
    g.do("ana", BringCharacter(hero(built("Everything", "shoot")), SeatId("ana")))
    g.answer("gm", "character", "no")
    assert g.cast == {}


@pytest.mark.rule("SF-DRAW-03", "SF-DRAW-10")
def test_the_game_master_judges_whether_drawbacks_bite() -> None:
    assert DRAWBACKS in asked(hero(built("Rays", "shoot")))
    assert DRAWBACKS not in asked(hero(built("Servant", "notice", kind="unique", drawbacks=())))


@pytest.mark.rule("SF-DRAW-16")
def test_a_flaw_on_a_unique_skill_needs_an_ordinary_explanation() -> None:
    flaw = "A Unique skill has a flaw that has an ordinary explanation."
    assert flaw in asked(hero(built("Sniper", "shoot", kind="unique", drawbacks=("minor-focus",))))
    assert flaw not in asked(hero(built("Sniper", "shoot", kind="unique", drawbacks=("minor-complication",))))


@pytest.mark.rule("SF-EXT-14")
def test_where_the_book_does_not_say_what_psychic_means_it_is_settled_beforehand() -> None:
    assert PSYCHIC in asked(hero(built("Servants", held("minions", "simple", "psychic"))))
    assert PSYCHIC not in asked(hero(built("Telepathy", held("insight", "", "psychic"))))


@pytest.mark.rule("SF-ARCH-02", "SF-ARCH-09", "SF-ARCH-12")
def test_the_game_master_agrees_to_an_archetype_and_to_what_belongs_to_it() -> None:
    own = asked(hero(archetype="Ghost of an Actor"))
    assert own == "Ghost of an Actor is an archetype of one's own, which the GM must agree to."
    tied = built("Thunder", "shoot", texts={"tie": "My father throws lightning"})
    assert "The Strange skills fit the archetype: godling." in asked(hero(tied, archetype="godling"))


@pytest.mark.rule("SF-REF-03")
def test_weaknesses_are_for_the_game_master_to_agree_to() -> None:
    fits = "Invulnerabilities and weaknesses fit the character."
    assert asked(hero(wards=(("minor-weakness", "silver"),))) == fits


@pytest.mark.rule("SF-BEN-05")
def test_the_game_master_judges_whether_a_skill_helps_the_attacks_of_another() -> None:
    brawn = common("Brawn", 2)
    helping = msgspec.structs.replace(brawn, lists={"helps": ("Fisticuffs",)})
    matter = "The skills that Brawn helps in attacks have a theme in common with it."
    assert matter in asked(hero(helping, common("Fisticuffs", 2)))
    assert asked(hero(brawn, common("Fisticuffs", 2))) == ""


@pytest.mark.parametrize("sheet", procedure().samples[:12], ids=lambda sheet: sheet.name)
def test_a_ready_made_hero_needs_nobody_to_agree_unless_something_was_changed(sheet: Sheet) -> None:
    g = testing.Game(build(dict(BY_HAND)))
    g.do("ana", BringCharacter(sheet, SeatId("ana")))
    assert g.prompt("character") is None
    assert sheet.name in {actor.name for actor in g.cast.values()}
    if sheet.entries["skills"][0].kind != "common":
        changed = msgspec.structs.replace(sheet, name="Cora")
        g.do("bo", BringCharacter(changed, SeatId("bo")))
        assert g.prompt("character") is not None
