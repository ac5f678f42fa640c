"""An aspect that was resolved becomes another, with the same level, when ranks are gained."""

from __future__ import annotations

import pytest

from fatetable.rulesets.fate2.growth.changes import ReplaceAspect
from fatetable.rulesets.fate2.tests.support.growing import CYRUS, Growing

MUTINEER = ReplaceAspect(CYRUS, "soldier", "Mutineer")


@pytest.mark.rule("F2-ADV-11")
def test_at_an_advancement_an_aspect_is_replaced_with_the_consent_of_the_gm_and_keeps_its_level() -> None:
    g = Growing()
    g.period()
    g.do("ana", MUTINEER)
    assert g.has_card("Soldier")
    g.answer("gm", "replace-aspect", "yes")
    sheet = g.sheet_of()
    assert not g.has_card("Soldier")
    assert (sheet.levels["mutineer"], g.card("Mutineer").level) == (2, 2)
    was = [phase.lists.get("was") for phase in sheet.entries["phases"]]
    assert was == [None, ("Soldier",), ("Soldier",), None, None]


@pytest.mark.rule("F2-ADV-11")
def test_the_gm_may_refuse_and_otherwise_aspects_stay() -> None:
    g = Growing()
    assert g.refused("ana", MUTINEER) == "no-advancement"
    g.period()
    assert g.refused("bo", MUTINEER) == "not-yours"
    assert g.refused("ana", ReplaceAspect(CYRUS, "duke", "Exile")) == "unknown-aspect"
    assert g.refused("ana", ReplaceAspect(CYRUS, "soldier", "")) == "no-words"
    g.do("ana", MUTINEER)
    g.answer("gm", "replace-aspect", "no")
    assert g.has_card("Soldier")
    g.start_scene()
    assert g.refused("ana", MUTINEER) == "no-advancement"
