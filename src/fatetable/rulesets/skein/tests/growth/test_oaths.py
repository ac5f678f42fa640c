"""Oaths sworn, fulfilled and broken in play."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.skein.growth.experience import OathCredited, unspent
from fatetable.rulesets.skein.growth.oaths import BreakOath, FulfilOath, PutRight, SwearOath
from fatetable.rulesets.skein.points.accounts import free_for
from fatetable.rulesets.skein.recovery.lasting_injuries import injuries
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
YSOLT = ActorId("ysolt-of-the-drowned-bell")
WALL = "I Will Not Leave the Wall While One Man Stands"
WELL = "No Child of This Village Shall Go Hungry"
SHAME = "The Dead of the Wall Turn Their Backs"


def swear(game: Game, ruling: str = "bind", actor: ActorId = HESK, seat: str = "bo") -> None:
    game.do(seat, SwearOath(actor=actor, words=WELL, sworn_on="the old gods", witness="Osric"))
    game.answer("gm", "oath", ruling)


def break_oath(game: Game, severity: str = "moderate", words: str = SHAME) -> None:
    game.do("gm", BreakOath(actor=BRANNOC, slot="oath", severity=severity))
    game.answer("ana", "broken-oath", "word", words=words)


@pytest.mark.rule("SK-OATH-02")
def test_an_oath_sworn_in_play_becomes_an_aspect_and_earns_a_point_at_once() -> None:
    game = Game()
    swear(game)
    assert game.card(WELL).bearer == HESK
    assert game.table.state.get(CAST)[HESK].sheet.aspects["oath"] == WELL
    assert (game.points(HESK), game.points("pool")) == (6, 6)
    game.do("gm", OfferCompel(target=HESK, aspect=game.card(WELL).id, kind="decision", text="gives her bread away"))


@pytest.mark.rule("SK-OATH-02")
def test_an_oath_from_before_the_game_earned_nothing() -> None:
    game = Game()
    assert game.has_card(WALL)
    assert game.points(BRANNOC) == 5 + 1  # Extra Refresh.


@pytest.mark.rule("SK-OATH-02")
def test_a_sheet_has_room_for_nine_oaths() -> None:
    game = Game()
    for _ in range(9):
        swear(game)
    slots = [slot for slot, words in game.table.state.get(CAST)[HESK].sheet.aspects.items() if words == WELL]
    assert slots == ["oath", *(f"oath-{number}" for number in range(2, 10))]
    assert len([offer for offer in game.offers("gm", FulfilOath) if offer.command.actor == HESK]) == 9  # type: ignore[attr-defined]
    tenth = SwearOath(actor=HESK, words=WELL, sworn_on="the old gods", witness="Osric")
    assert game.refused("bo", tenth) == "no-oath-now"


@pytest.mark.rule("SK-OATH-02")
def test_a_second_oath_has_a_place_of_its_own() -> None:
    game = Game()
    swear(game, actor=BRANNOC, seat="ana")
    aspects = game.table.state.get(CAST)[BRANNOC].sheet.aspects
    assert (aspects["oath"], aspects["oath-2"]) == (WALL, WELL)


@pytest.mark.rule("SK-OATH-01")
@pytest.mark.parametrize(("sworn_on", "witness", "code"), [("the gods", " ", "no-witness"), ("", "Osric", "no-words")])
def test_an_oath_is_sworn_by_something_and_before_a_witness(sworn_on: str, witness: str, code: str) -> None:
    game = Game()
    assert game.refused("bo", SwearOath(actor=HESK, words=WELL, sworn_on=sworn_on, witness=witness)) == code


@pytest.mark.rule("SK-OATH-01")
def test_the_witness_of_an_oath_is_noted() -> None:
    game = Game()
    swear(game)
    assert game.table.state.get(CAST)[HESK].sheet.lists["witnesses"][-1] == "Osric"


@pytest.mark.rule("SK-OATH-03")
@pytest.mark.parametrize(("ruling", "facts"), [("empty", 1), ("no", 0)])
def test_a_trivial_oath_is_disallowed_or_brings_nothing(ruling: str, facts: int) -> None:
    game = Game()
    swear(game, ruling)
    assert not game.has_card(WELL)
    assert game.points(HESK) == 5
    assert len(game.table.state.get(FACTS)) == facts


def test_nobody_swears_for_others_or_between_sessions() -> None:
    game = Game()
    oath = SwearOath(actor=HESK, words=WELL, sworn_on="the old gods", witness="Osric")
    assert game.refused("ana", oath) == "not-yours"
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert game.refused("bo", oath) == "no-oath-now"
    assert not game.offers("bo", SwearOath)


# -- broken ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-OATH-05")
@pytest.mark.parametrize("severity", ["mild", "moderate", "severe"])
def test_breaking_an_oath_is_a_consequence_of_the_storytellers_choice_in_its_place(severity: str) -> None:
    game = Game()
    before = game.scores(BRANNOC)
    break_oath(game, severity)
    card = game.card(SHAME)
    assert game.condition(BRANNOC).marks[severity].aspect == card.id
    assert (card.kind, card.bearer) == ("consequence", BRANNOC)
    assert game.scores(BRANNOC) == before


@pytest.mark.rule("SK-OATH-05")
def test_only_the_storyteller_says_that_an_oath_is_broken() -> None:
    assert Game().refused("bo", BreakOath(actor=BRANNOC, slot="oath", severity="mild")) == "gm-only"


@pytest.mark.rule("SK-OATH-05")
def test_each_breach_is_another_consequence_and_above_the_limit_if_its_place_is_taken() -> None:
    game = Game()
    break_oath(game, "mild", "First Shame")
    break_oath(game, "mild", "Second Shame")
    marks = game.condition(BRANNOC).marks
    assert marks["mild"].aspect == game.card("First Shame").id
    assert len(marks) == 2
    assert game.card("Second Shame").slot == "mild"


@pytest.mark.rule("SK-OATH-05")
def test_it_takes_the_place_of_a_consequence_that_would_lessen_damage() -> None:
    game = Game(foes=("Ysolt of the Drowned Bell",), npc_consequences="free")
    game.do("gm", BreakOath(actor=YSOLT, slot="oath", severity="moderate"))
    game.answer("gm", "broken-oath", "word", words="The Bell Tolls for Her")
    game.start_combat()
    come_to(game, BRANNOC)
    game.attack("ana", BRANNOC, YSOLT, "intimidation@words", "++++")
    game.defend("gm", "willpower", "----")
    harm = game.prompt("harm")
    assert harm is not None
    assert {option.id for option in harm.options} == {"score", "mild", "severe"}


@pytest.mark.rule("SK-OATH-05", "SK-FP-15")
def test_opponents_have_one_free_use_of_it_and_allies_none() -> None:
    game = Game(foes=("Ysolt of the Drowned Bell",))
    break_oath(game)
    card = game.card(SHAME)
    (free,) = card.free
    assert free_for(game.table.state, card, free, NOBODY)
    assert not free_for(game.table.state, card, free, HESK)
    assert not free_for(game.table.state, card, free, BRANNOC)


@pytest.mark.rule("SK-OATH-05")
def test_it_heals_neither_by_itself_nor_under_a_healer() -> None:
    game = Game()
    break_oath(game)
    assert list(injuries(TABLES, game.table.state)) == []


@pytest.mark.rule("SK-OATH-05")
def test_it_goes_when_the_breach_is_put_right() -> None:
    game = Game()
    break_oath(game)
    card = game.card(SHAME).id
    assert game.refused("ana", PutRight(card, "I am sorry")) == "gm-only"
    game.do("gm", PutRight(card, "he buried the dead of the wall"))
    assert not game.has_card(SHAME)
    assert game.condition(BRANNOC).marks == {}


@pytest.mark.rule("SK-OATH-06")
def test_what_was_sworn_on_may_come_to_harm() -> None:
    game = Game()
    game.do("gm", BreakOath(actor=BRANNOC, slot="oath", severity="mild", harm="His sister is carried off"))
    assert [fact.fact for fact in game.table.state.get(FACTS)] == ["His sister is carried off"]


def test_the_storytellers_people_break_oaths_too() -> None:
    game = Game(foes=("Ysolt of the Drowned Bell",))
    game.do("gm", BreakOath(actor=YSOLT, slot="oath", severity="severe"))
    game.answer("gm", "broken-oath", "word", words="The Bell Tolls for Her")
    assert game.card("The Bell Tolls for Her").bearer == YSOLT


# -- fulfilled -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-OATH-07", "SK-ADV-03")
def test_a_fulfilled_oath_is_no_aspect_any_more_and_earns_a_point_at_the_refresh() -> None:
    game = Game()
    game.do("gm", FulfilOath(BRANNOC, "oath"))
    assert not game.has_card(WALL)
    sheet = game.table.state.get(CAST)[BRANNOC].sheet
    assert "oath" not in sheet.aspects
    assert unspent(TABLES, sheet) == 0
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    cast = game.table.state.get(CAST)
    assert (unspent(TABLES, cast[BRANNOC].sheet), unspent(TABLES, cast[HESK].sheet)) == (1 + 1, 1)


@pytest.mark.rule("SK-OATH-07")
def test_the_storytellers_people_fulfil_oaths_and_earn_nothing() -> None:
    game = Game(foes=("Ysolt of the Drowned Bell",))
    assert game.refused("gm", FulfilOath(YSOLT, "oath-2")) == "no-such-oath"
    events = game.do("gm", FulfilOath(YSOLT, "oath"))
    assert "oath" not in game.table.state.get(CAST)[YSOLT].sheet.aspects
    assert not any(isinstance(event, OathCredited) for event in events)


@pytest.mark.rule("SK-OATH-07")
def test_an_oath_fulfilled_at_a_refresh_counts_at_once_and_only_once() -> None:
    game = Game()
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    game.do("gm", FulfilOath(BRANNOC, "oath"))
    assert unspent(TABLES, game.table.state.get(CAST)[BRANNOC].sheet) == 2
    game.start_scene()
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert unspent(TABLES, game.table.state.get(CAST)[BRANNOC].sheet) == 3


@pytest.mark.rule("SK-OATH-07")
def test_stunts_and_refresh_stay_when_the_aspect_is_gone() -> None:
    game = Game()
    before = game.table.state.get(CAST)[BRANNOC].sheet
    game.do("gm", FulfilOath(BRANNOC, "oath"))
    after = game.table.state.get(CAST)[BRANNOC].sheet
    assert (after.features, after.numbers["refresh"]) == (before.features, before.numbers["refresh"])
