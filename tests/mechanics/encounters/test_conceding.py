"""Giving in: on whose terms, for how many points, and whether the other side may refuse."""

from __future__ import annotations

from typing import Any

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import Prompt, PromptId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import Concession, ConcessionRuling, conflict_of
from fatetable.mechanics.harm.state import condition_of, is_out
from fatetable.mechanics.points.accounts import DEFERRED, balance, locked_for
from tests.mechanics.small_game import RETH, THUG, SmallGame


def fighting(**options: Any) -> SmallGame:
    g = SmallGame(**options).scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    return g


def test_it_needs_a_conflict_and_terms() -> None:
    g = SmallGame().scene()
    assert g.refused("ana", GiveIn(RETH, "she flees")) == ("no-conflict", "There is no conflict to concede.")
    g = fighting()
    assert g.refused("bo", GiveIn(RETH, "she flees"))[0] == "not-yours"
    assert g.refused("ana", GiveIn(RETH, " "))[0] == "no-terms"
    g.do("ana", GiveIn(RETH, "she flees"))
    assert g.refused("ana", GiveIn(RETH, "she flees"))[0] == "out-of-the-scene"


def test_one_is_out_at_once_and_the_other_side_hears_the_terms() -> None:
    g = fighting()
    (offer,) = g.offers("ana", GiveIn)
    assert (offer.actor, offer.label, offer.verb, offer.cites) == (RETH, "concede", "concede", ("S-3",))
    g.do("ana", GiveIn(RETH, " she flees "))
    assert (is_out(g.state, RETH), condition_of(g.state, RETH).fate) == (True, "she flees")
    assert balance(g.state, locked_for(RETH)) == 1
    assert g.prompt(Concession).read(Concession) == Concession(RETH, "she flees")


def test_if_they_want_something_else_the_game_master_rules() -> None:
    g = fighting()
    g.do("gm", GiveIn(THUG, "he flees"))
    assert balance(g.state, DEFERRED) == 1
    g.answer("ana", Concession, "object", terms="he pays")
    assert conflict_of(g.state) is not None
    g.answer("gm", ConcessionRuling, "rule", terms="he pays half")
    assert condition_of(g.state, THUG).fate == "he pays half"
    assert conflict_of(g.state) is None


def test_where_consent_is_needed_the_fight_may_go_on() -> None:
    g = fighting(conceding={"needs_consent": True})
    g.do("gm", GiveIn(THUG, "he flees"))
    assert not is_out(g.state, THUG)
    g.answer("ana", Concession, "refuse")
    assert not is_out(g.state, THUG)
    g.do("gm", GiveIn(THUG, "he flees"))
    g.answer("bo", Concession, "agree")
    assert is_out(g.state, THUG)


def test_stored_terms_are_read() -> None:
    about = {"actor": RETH, "terms": "she flees", "conceding": "yes"}
    stored = Prompt(id=PromptId("p"), kind="concession", seats=(SeatId("gm"),), question="?", about=about)
    assert stored.read(Concession) == Concession(RETH, "she flees")
