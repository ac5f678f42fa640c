"""Things, people and phrases as aspects (F2-INV-15, F2-INV-16, F2-INV-17)."""

from __future__ import annotations

import pytest

from fatetable.rulesets.fate2.aspects.described import DescribeAspect
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import SOLDIER

SWORN = "Sworn to Finn"


def described(g: Game) -> dict[str, str]:
    return dict(g.ruleset.presenting.notes(g.table.state, g.actor("cyrus")))


def describe(g: Game, aspect: str, sort: str, words: str, **more: str) -> DescribeAspect:
    return DescribeAspect(aspect=g.card(aspect).id, sort=sort, words=words, **more)


@pytest.mark.rule("F2-INV-15")
def test_the_game_master_agrees_to_what_a_thing_does() -> None:
    g = Game()
    g.do("ana", describe(g, SOLDIER, "thing", "his old sabre, a reroll with the blade"))
    prompt = g.prompt("aspect-described")
    assert prompt is not None
    assert "To be kept from it is an involuntary invocation" in prompt.question
    assert SOLDIER not in described(g)
    g.answer("gm", "aspect-described", "yes")
    assert described(g)[SOLDIER] == "a thing: his old sabre, a reroll with the blade"


@pytest.mark.rule("F2-INV-16")
@pytest.mark.parametrize("relation", [each.name for each in read_tables().described.relations])
def test_a_person_is_described_with_the_relation(relation: str) -> None:
    g = Game()
    assert g.refused("ana", describe(g, SWORN, "person", "a small thief")) == "no-relation"
    g.do("ana", describe(g, SWORN, "person", "a small thief", relation=relation))
    prompt = g.prompt("aspect-described")
    assert prompt is not None
    assert "level says how close they are" in prompt.question
    g.answer("gm", "aspect-described", "yes")
    assert described(g)[SWORN] == f"{relation}: a small thief"


@pytest.mark.rule("F2-INV-17")
def test_what_a_phrase_means_is_agreed_on_first() -> None:
    g = Game(foes=("City Watch",))
    g.do("ana", describe(g, "Stubborn", "phrase", "once he has said no he does not give in"))
    g.answer("gm", "aspect-described", "no")
    assert "Stubborn" not in described(g)
    g.do("ana", describe(g, "Stubborn", "phrase", "he never gives in"))
    g.answer("gm", "aspect-described", "yes")
    assert described(g)["Stubborn"] == "a phrase, verse or motto: he never gives in"
    g.do("gm", describe(g, "Does Not Get Paid Enough", "phrase", "he looks away for a coin"))
    assert g.prompt("aspect-described") is None, "nobody is asked about those the game master plays"


def test_only_ones_own_aspects_are_described_and_only_as_what_there_is() -> None:
    g = Game()
    assert g.refused("bo", describe(g, SOLDIER, "thing", "mine now")) == "not-yours"
    assert g.refused("gm", describe(g, SOLDIER, "thing", "mine now")) == "not-yours"
    assert g.refused("ana", describe(g, SOLDIER, "planet", "far away")) == "no-such-sort"
    assert g.refused("ana", describe(g, SOLDIER, "thing", " ")) == "no-words"
    assert g.refused("ana", describe(g, SOLDIER, "thing", "a sabre", relation="mentor")) == "no-relation"
