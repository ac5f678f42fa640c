"""The page on the state of a table lists every slice of every ruleset, as it can be read by its name."""

from pathlib import Path

import pytest

import fatetable
from fatetable import rulesets
from fatetable.adapters.reference.slices import page, places, slices

PAGE = Path(__file__).resolve().parents[2] / "docs" / "state.md"


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_slice_of_every_ruleset_is_listed_where_it_is_defined() -> None:
    of_all = {key.name for name in rulesets.folders() for key in rulesets.load(name).engine.keys}
    assert {each.name for each in slices()} == of_all
    assert of_all <= set(places())
    harm = next(each for each in slices() if each.name == "harm")
    assert (harm.shape, harm.place) == ("dict[ActorId, Condition]", "mechanics/harm/state.py")
    assert dict(harm.fields)["Condition"][:2] == ("tracks", "marks")
    assert {"fae", "skein"} <= set(harm.rulesets)


@pytest.mark.parametrize("ruleset", ["fae", "skein"])
def test_each_is_read_by_its_name_empty_at_first(ruleset: str) -> None:
    table = fatetable.open_table(ruleset, {"maria": "gm", "ana": "player"})
    for each in slices():
        if ruleset in each.rulesets:
            assert table.read("ana", each.name) == table.view("ana").slices.get(each.name, table.read("ana", each.name))
    assert table.read("ana", "harm") == {}
    assert set(table.read("ana", "seats")) == {"maria", "ana"}
