"""Divination in play: price, difficulty, what is found, who is told, and calling the dead."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.rolls.state import RollSettled
from fatetable.rulesets.skein.magic.divination import (
    DIVINATIONS,
    CallSpirit,
    Divine,
)
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.making import error_codes
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

AUGURY = "divination [augury]"


def diviner(*powers: str, name: str = "Edda") -> Any:
    return magician("divination", *powers, name=name, trait=AUGURY)


def game(*powers: str, second: Any = "Mother Hesk", **more: Any) -> Game:
    """Ana plays Edda, whose augury is 5."""
    return Game(heroes=(diviner(*powers), second), **more)


def divine(**more: Any) -> Divine:
    return Divine(actor="edda", trait=AUGURY, question="Who burned the mill?", description="watches crows", **more)  # type: ignore[arg-type]


def ask(g: Game, dice: str, **more: Any) -> RollSettled:
    g.do("ana", divine(**more))
    return first(g.throw("ana", dice), RollSettled)


@pytest.mark.rule("SK-DIV-02")
@pytest.mark.rule("SK-SKILL-41")
def test_each_attempt_to_divine_costs_a_point_and_a_roll() -> None:
    g = game()
    before = g.points("edda")
    assert ask(g, "----").outcome == "fail"
    assert g.points("edda") == before - 1
    assert g.prompt("divination") is None
    ask(g, "0000")
    assert g.points("edda") == before - 2
    assert g.prompt("divination") is not None


@pytest.mark.rule("SK-DIV-02")
def test_divining_takes_time_and_a_point() -> None:
    g = game(foes=("Gate Guard",))
    g.start_combat()
    come_to(g, "edda")
    assert g.refused("ana", divine()) == "no-time"
    g = game()
    for _ in range(5):
        ask(g, "----")
    assert g.refused("ana", divine()) == "not-enough-fate-points"
    assert not g.offers("ana", Divine)


@pytest.mark.rule("SK-DIV-01")
@pytest.mark.rule("SK-SKILL-41")
def test_styles_are_skills_of_their_own_and_work_alike() -> None:
    g = game()
    other = Divine(actor="edda", trait="divination [astrology]", question="Who?", description="looks up")  # type: ignore[arg-type]
    assert g.refused("ana", other) == "unknown-trait"
    for style in ("astrology", "augury", "dream visions", "ectomancy", "pyromancy"):
        sheet = magician("divination", trait=f"divination [{style}]")
        assert error_codes(sheet) == []
        g = Game(heroes=(sheet, "Mother Hesk"))
        trait = f"divination [{style}]"
        g.do("ana", Divine(actor="edda", trait=trait, question="Who?", description="waits"))  # type: ignore[arg-type]
        assert first(g.throw("ana", "0000"), RollSettled).against == 2


@pytest.mark.rule("SK-DIV-03")
def test_specific_news_of_an_obscure_event_in_the_future_is_divined_against_eight() -> None:
    g = game()
    settled = ask(g, "0000", time="near-future", is_obscure=True, is_specific=True)
    assert settled.against == 8


@pytest.mark.rule("SK-DIV-03")
@pytest.mark.parametrize(
    ("circumstances", "against"),
    [
        ({}, 2),
        ({"time": "distant-past"}, 4),
        ({"time": "near-future"}, 4),
        ({"is_obscure": True}, 4),
        ({"is_specific": True}, 4),
        ({"is_imperfect": True}, 4),
        ({"time": "distant-past", "is_imperfect": True, "is_specific": True, "is_obscure": True}, 10),
    ],
)
def test_whatever_makes_a_divination_harder_adds_up(circumstances: dict[str, Any], against: int) -> None:
    assert ask(game(), "0000", **circumstances).against == against


@pytest.mark.rule("SK-DIV-03")
def test_the_distant_future_is_harder_still_where_the_table_plays_so() -> None:
    assert ask(game(), "0000", time="distant-future").against == 4
    assert ask(game(distant_future="harder"), "0000", time="distant-future").against == 6


def findings(g: Game, seat: str) -> list[str]:
    return [finding.answer for finding in g.table.view(seat).get(DIVINATIONS).findings]


@pytest.mark.rule("SK-DIV-05")
def test_what_the_storyteller_answers_only_the_diviner_is_told() -> None:
    g = game()
    ask(g, "0000")
    g.answer("ana", "divination", "ask")
    g.answer("gm", "divination-answer", "tell", answer="the reeve's own man")
    assert findings(g, "ana") == ["the reeve's own man"]
    assert findings(g, "bo") == []
    assert "the reeve's own man" not in str(g.table.told("bo"))


@pytest.mark.rule("SK-DIV-05")
def test_a_statement_that_is_accepted_becomes_an_aspect_without_a_free_use() -> None:
    g = game()
    before = g.points("edda")
    ask(g, "0000")
    g.answer("ana", "divination", "state", words="Hunted by His Brother", bearer="mother-hesk", item="")
    g.answer("gm", "divination-stated", "accept")
    card = g.card("Hunted by His Brother")
    assert (card.bearer, card.free) == ("mother-hesk", ())
    assert g.points("edda") == before - 1


@pytest.mark.rule("SK-DIV-05")
def test_a_statement_may_be_about_a_thing_or_the_scene() -> None:
    g = game()
    ask(g, "0000")
    g.answer("ana", "divination", "state", words="Forged for a King", bearer="", item="the rusty sword")
    g.answer("gm", "divination-stated", "accept")
    assert g.card("Forged for a King (the rusty sword)").bearer == ""


@pytest.mark.rule("SK-DIV-05")
def test_a_statement_that_is_changed_gives_the_point_back() -> None:
    g = game()
    before = g.points("edda")
    ask(g, "0000")
    g.answer("ana", "divination", "state", words="The Reeve Is Innocent", bearer="", item="")
    g.answer("gm", "divination-stated", "modify", answer="the reeve did not act alone")
    assert g.points("edda") == before
    assert not g.has_card("The Reeve Is Innocent")
    assert findings(g, "ana") == ["the reeve did not act alone"]
    assert findings(g, "bo") == []


@pytest.mark.rule("SK-STUNT-24")
def test_obscurement_makes_divinations_harder_by_half_its_owners_skill_rounded_up_and_is_felt() -> None:
    g = game(second=diviner("obscurement", name="Orm"))
    assert ask(g, "0000", target="orm").against == 5
    assert g.table.view("bo").get(DIVINATIONS).felt == ("orm",)
    assert g.table.view("ana").get(DIVINATIONS).felt == ()


@pytest.mark.rule("SK-STUNT-24")
def test_who_has_no_obscurement_feels_nothing() -> None:
    g = game(second=diviner(name="Orm"))
    assert ask(g, "0000", target="orm").against == 2
    assert g.table.view("bo").get(DIVINATIONS).felt == ()


@pytest.mark.rule("SK-STUNT-23")
@pytest.mark.parametrize(
    ("since", "against"), [("A day", 2), ("A month", 2), ("A few months", 3), ("A year", 6), ("A lifetime", 9)]
)
def test_the_longer_somebody_is_dead_the_harder_they_are_to_call(since: str, against: int) -> None:
    g = game("call-upon-the-departed")
    before = g.points("edda")
    call = CallSpirit(actor="edda", trait=AUGURY, name="Old Tam", since=since, description="at the grave")  # type: ignore[arg-type]
    g.do("ana", call)
    assert first(g.throw("ana", "0000"), RollSettled).against == against
    assert g.points("edda") == before - 1


@pytest.mark.rule("SK-STUNT-23")
def test_a_spirit_is_perceived_by_the_diviner_and_by_those_who_sense_magic_alone() -> None:
    for second, hears in (("Mother Hesk", []), ("Sunnifa Stonecutter", ["the well, look in the well"])):
        g = game("call-upon-the-departed", second=second)
        call = CallSpirit(actor="edda", trait=AUGURY, name="Old Tam", since="A day", description="at the grave")  # type: ignore[arg-type]
        g.do("ana", call)
        g.throw("ana", "0000")
        g.answer("gm", "spirit", "comes", answer="the well, look in the well")
        assert findings(g, "ana") == ["the well, look in the well"]
        assert findings(g, "bo") == hears


@pytest.mark.rule("SK-STUNT-23")
def test_without_the_stunt_nobody_calls_the_dead() -> None:
    g = game()
    call = CallSpirit(actor="edda", trait=AUGURY, name="Old Tam", since="A day", description="at the grave")  # type: ignore[arg-type]
    assert g.refused("ana", call) == "no-such-magic-known"
    assert not g.offers("ana", CallSpirit)


@pytest.mark.rule("SK-STUNT-23", "SK-DIV-02")
def test_the_dead_are_not_called_in_the_middle_of_a_fight() -> None:
    g = Game(heroes=(diviner("call-upon-the-departed"), "Mother Hesk"), foes=("Gate Guard",))
    call = CallSpirit(actor="edda", trait=AUGURY, name="Old Tam", since="A day", description="at the grave")  # type: ignore[arg-type]
    assert g.is_offered("ana", call)
    g.start_combat()
    come_to(g, "edda")
    assert g.refused("ana", call) == "no-time"
