"""The turn order: the quickest first, ties asked about, the game master's people together where the book says so."""

from __future__ import annotations

from fatetable.engine.messages import SeatId
from fatetable.engine.opening import DiceThrown
from fatetable.engine.prompts import PROMPTS, About, Prompt, PromptId, PromptOpened
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import ActFirst, Feature
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.state import Place
from fatetable.mechanics.encounters.turn_order import ActFirstNow, TieForTurn
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only

QUICK = Feature(name="Quick Draw", effects=(ActFirst("fight"),))
SLOW = Feature(name="Slow Draw", effects=(ActFirst("debate"),))


def setting(*speeds: int, **conflicts: object) -> SmallGame:
    """Reth and Volt, who is quick on the draw, against two thugs, with these values."""
    g = SmallGame(conflicts=conflicts)
    reth, volt, thug, twin = speeds
    g.bring("ana", "Reth", speed=reth)
    g.bring("bo", "Volt", speed=volt, features=(QUICK, SLOW))
    g.add("Thug", speed=thug)
    g.add("Twin", speed=twin)
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH, VOLT, THUG, ActorId("twin"))))
    g.do("gm", StartConflict("fight", (THUG, ActorId("twin"))))
    return g


def names(g: SmallGame) -> list[tuple[str, ...]]:
    return [place.actors for place in g.conflict.order]


def test_the_highest_value_comes_first() -> None:
    assert names(setting(1, 4, 3, 2)) == [("volt",), ("thug",), ("twin",), ("reth",)]


def test_the_game_masters_people_share_the_best_of_their_places() -> None:
    assert names(setting(3, 1, 2, 4, groups_npcs=True)) == [("thug", "twin"), ("reth",), ("volt",)]


def test_each_tie_is_asked_about_until_it_is_settled() -> None:
    g = setting(2, 2, 2, 1)
    asked = g.prompt(TieForTurn)
    assert asked.read(TieForTurn) == TieForTurn(0, 3)
    assert [option.label for option in asked.options] == ["Reth", "Volt", "Thug"]
    assert g.refused("gm", BeginConflict()) == (
        "questions-open",
        "Answer the open questions first.",
    )
    g.answer("gm", TieForTurn, "2")
    assert g.prompt(TieForTurn).read(TieForTurn) == TieForTurn(1, 2)
    g.answer("gm", TieForTurn, "1")
    assert names(g) == [("thug",), ("volt",), ("reth",), ("twin",)]
    assert not g.has_prompts()


def test_dice_break_a_tie_where_the_book_says_so() -> None:
    g = setting(2, 2, 1, 0, dice_break_ties=True)
    thrown = only(g.answer("gm", TieForTurn, "dice"), DiceThrown).throw
    assert names(g)[0] == (("reth",), ("volt",))[thrown.total]


def test_a_feature_puts_its_owner_first_while_the_order_is_made() -> None:
    g = setting(4, 1, 3, 2)
    assert g.refused("ana", ActFirstNow(VOLT, "Quick Draw"))[0] == "not-yours"
    assert g.refused("bo", ActFirstNow(VOLT, "Slow Draw")) == (
        "cannot-act-first",
        "'Slow Draw' puts nobody first in this kind of conflict.",
    )
    (offer,) = g.offers("bo", ActFirstNow)
    assert (offer.actor, offer.label, offer.verb) == (VOLT, "act first (Quick Draw)", "use")
    g.do("bo", ActFirstNow(VOLT, "Quick Draw"))
    assert g.conflict.order[0] == Place((VOLT,), 1, is_first=True)
    g.do("gm", BeginConflict())
    assert g.refused("bo", ActFirstNow(VOLT, "Quick Draw"))[1] == ("The conflict has begun: its turn order is settled.")


def test_a_tie_stored_with_its_old_marker_is_read_and_withdrawn() -> None:
    g = setting(4, 3, 2, 1)
    about: About = {"start": 0, "number": 2, "turn_order": "yes"}
    old = Prompt(id=PromptId("p0"), kind="tie", seats=(SeatId("gm"),), question="?", about=about)
    g.tell(PromptOpened(old))
    assert old.read(TieForTurn) == TieForTurn(0, 2)
    g.do("bo", ActFirstNow(VOLT, "Quick Draw"))
    assert g.state.get(PROMPTS) == {}
