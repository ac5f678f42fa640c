"""Names people use find the ids a table uses; names that nobody bears stay as they are."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable import rulesets
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, TextHole
from fatetable.engine.prompts import Option, Prompt, PromptId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.tabletop.playthroughs.name_lookup import answer_to, resolve
from fatetable.tabletop.table import Table

CARDS = (Choice("a1", "White Sand"), Choice("a2", "Grudge (Veld)"), Choice("a3", "Grudge"))
PROMPT = Prompt(
    id=PromptId("p1"),
    kind="pick",
    seats=(SeatId("ana"),),
    question="Which?",
    options=(
        Option("one", "Just one", (ChoiceHole("fill", "card", CARDS[:2], key="card"),)),
        Option("some", "Several", (ManyHole("fill", "cards", CARDS, key="cards"),)),
        Option("why", "Say why", (TextHole("fill", "reason", key="reason"),)),
    ),
)


@pytest.fixture
def table() -> Table:
    opened = Table.open(rulesets.folders()[0], {"gm": "gm", "ana": "player", "bo": "player"})
    for seat, sheet in zip(("ana", "bo"), opened.ruleset.forms("hero"), strict=False):
        opened.send(seat, {"type": "bring-character", "seat": seat, "sheet": sheet})
    opened.send("gm", {"type": "start-session"})
    opened.send("gm", {"type": "start-scene", "title": "A shore", "present": list(opened.state.slices["cast"])})
    opened.send("gm", {"type": "place-aspect", "words": "White Sand"})
    return opened


@pytest.mark.parametrize(
    ("option", "fill", "answer"),
    [
        ("one", {"card": "White Sand"}, ("one", {"card": "a1"})),
        ("Just one", {"card": "a1"}, ("one", {"card": "a1"})),
        ("one", {"card": "Grudge"}, ("one", {"card": "a2"})),
        ("some", {"cards": ["White Sand", "Grudge"]}, ("some", {"cards": ["a1", "a3"]})),
        ("why", {"reason": "White Sand"}, ("why", {"reason": "White Sand"})),
        ("one", {"card": "Gold"}, ("one", {"card": "Gold"})),
        ("none", {"card": "White Sand"}, ("none", {"card": "White Sand"})),
    ],
)
def test_answers_are_found_by_what_people_read(option: str, fill: dict[str, Any], answer: tuple[str, Any]) -> None:
    found = answer_to(PROMPT, option, fill)
    assert found == {"type": "answer", "prompt": "p1", "option": answer[0], "fill": answer[1]}


def test_characters_aspects_and_lists_of_them_are_found_by_name(table: Table) -> None:
    cast = table.state.slices["cast"]
    names = [actor.name for actor in cast.values()]
    card = next(iter(c.id for c in table.state.slices["aspects"].values() if c.text == "White Sand"))
    assert resolve(table, "gm", {"type": "start-scene", "present": names})["present"] == list(cast)
    assert resolve(table, "gm", {"type": "end-scene", "keep": ["White Sand", "Gold"]})["keep"] == [card, "Gold"]
    assert resolve(table, "gm", {"type": "reveal-aspect", "aspect": card})["aspect"] == card


def test_of_two_aspects_with_the_same_words_the_newest_is_meant(table: Table) -> None:
    table.send("gm", {"type": "place-aspect", "words": "White Sand"})
    cards = [card.id for card in table.state.slices["aspects"].values() if card.text == "White Sand"]
    assert resolve(table, "gm", {"type": "reveal-aspect", "aspect": "White Sand"})["aspect"] == cards[-1] != cards[0]


def test_what_is_left_out_is_the_newest_and_ones_own(table: Table) -> None:
    own = next(actor.id for actor in table.state.slices["cast"].values() if actor.controller == "ana")
    assert resolve(table, "ana", {"type": "invoke"}) == {"type": "invoke", "roll": "last", "party": own}
    assert "party" not in resolve(table, "gm", {"type": "invoke"})


def test_free_invocations_nobody_has_stay_a_word(table: Table) -> None:
    invoke = {"type": "invoke", "aspect": "White Sand", "payment": "free"}
    assert resolve(table, "ana", invoke)["payment"] == "free"
    assert resolve(table, "ana", {**invoke, "payment": "point"})["payment"] == "point"
    assert resolve(table, "ana", {"type": "lend-invoke", "aspect": "White Sand"})["free"] == "free"
    assert resolve(table, "ana", {"type": "lend-invoke", "aspect": "Gold", "free": "f7"})["free"] == "f7"


def test_what_has_the_wrong_shape_is_left_to_the_table_to_refuse(table: Table) -> None:
    assert resolve(table, "gm", {"type": "end-scene", "keep": "White Sand"})["keep"] == "White Sand"
    assert resolve(table, "gm", {"type": "reveal-aspect", "aspect": 5})["aspect"] == 5
    assert resolve(table, "gm", {"type": "dance", "aspect": "White Sand"}) == {"type": "dance", "aspect": "White Sand"}
    assert resolve(table, "ana", {"type": "bring-character", "sheet": "Nobody"})["sheet"] == "Nobody"


def test_a_sheet_may_be_like_a_ready_made_one(table: Table) -> None:
    model, *_ = table.ruleset.forms("hero")
    assert isinstance(model, Sheet)
    wanted = {"type": "bring-character", "seat": "ana", "sheet": {"like": model.name, "name": "Somebody"}}
    found = resolve(table, "ana", wanted)["sheet"]
    assert (found["name"], found["traits"]) == ("Somebody", dict(model.traits))
    own = resolve(table, "ana", {**wanted, "sheet": {"name": "Somebody"}})["sheet"]
    assert own == {"ruleset": table.ruleset.id, "name": "Somebody"}
