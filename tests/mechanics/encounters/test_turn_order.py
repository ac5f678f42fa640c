"""The turn order: the quickest first, ties asked about, the game master's people together where the book says so."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.engine.messages import SeatId
from fatetable.engine.opening import DiceThrown
from fatetable.engine.prompts import PROMPTS, About, Prompt, PromptId, PromptOpened
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.effects import ActFirst, Feature
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.state import Fight, Place, fight_of
from fatetable.mechanics.encounters.taking_sides import JoinConflict
from fatetable.mechanics.encounters.turn_order import ActFirstNow, TieForTurn
from fatetable.mechanics.scenes.lifecycle import EnterScene, StartScene, StartSession
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


# -- orders that are thrown for ---------------------------------------------------------------------------------------


def thrown_for(*throws: int, then: int = 0) -> SmallGame:
    """Everybody throws one of these, in the order of the cast; `then` is what equals are compared by."""
    faces = dict(zip(("reth", "volt", "thug", "twin", "late"), throws, strict=False))

    def ranks(_: Decision, actor: Actor, kind: str) -> tuple[int, ...]:
        return faces[actor.id], actor.sheet.traits["speed"] * then

    return setting(1, 4, 3, 2, ranks=ranks)


def test_what_is_thrown_for_the_order_takes_the_place_of_the_value() -> None:
    g = thrown_for(4, 1, 2, 3)
    assert [(place.actors, place.value) for place in g.conflict.order] == [
        (("reth",), 4),
        (("twin",), 3),
        (("thug",), 2),
        (("volt",), 1),
    ]


def test_equal_throws_are_compared_by_what_comes_next_and_then_by_dice() -> None:
    assert names(thrown_for(2, 2, 2, 2, then=1)) == [("volt",), ("thug",), ("twin",), ("reth",)]
    g = thrown_for(2, 2, 1, 0)
    assert not g.has_prompts()
    (tie,) = [record.event for record in g.log if isinstance(record.event, DiceThrown)]
    assert names(g)[0] == (("reth",), ("volt",))[tie.throw.total]


def test_a_newcomer_throws_when_they_are_put_in_the_order() -> None:
    g = thrown_for(4, 1, 2, 3, 3)
    g.do("gm", BeginConflict())
    g.add("Late", speed=9)
    g.do("gm", EnterScene(ActorId("late")))
    g.do("gm", JoinConflict(ActorId("late"), "opposition"))
    for actor in (RETH, ActorId("twin"), THUG, VOLT):
        g.do({RETH: "ana", VOLT: "bo"}.get(actor, "gm"), EndTurn(actor))
    g.do("gm", NextExchange())
    assert names(g) == [("reth",), ("twin",), ("late",), ("thug",), ("volt",)]
    assert g.conflict.rolled[ActorId("late")] == (3, 0)


def test_a_fight_is_the_same_view_of_a_conflict_without_its_turns() -> None:
    g = thrown_for(4, 1, 2, 3)
    fight = fight_of(g.state)
    assert fight is not None
    assert fight == Fight("fight", "turn", g.conflict.actors, 0)
    assert fight.involves(RETH)
    assert not fight.involves(ActorId("late"))
    assert fight_of(SmallGame().state) is None
