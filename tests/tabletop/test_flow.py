"""A table at its usual pace: what has one sensible answer happens by itself, and nobody is asked in vain."""

from __future__ import annotations

from typing import Any

from fatetable.engine.prompts import Answer
from fatetable.engine.seats import SEATS, PresenceNoted, SetPresence
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.going_on import GoOnWithout
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.holding import GoAhead, HoldOn
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import WaitingChanged, open_rolls
from fatetable.mechanics.rolls.throwing import CloseWindow, Pass, ThrowDice, Wait
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.quick_opponents import QuickOpponent
from fatetable.mechanics.scenes.state import SCENE
from fatetable.testing import Game, first


def table(**dials: Any) -> Game:
    """Ana plays Reth, Bo plays Voltaire, and a scene is open."""
    g = Game("fae", dials=dials, by_hand=False)
    g.bring("ana", "Reth")
    g.bring("bo", "Voltaire")
    g.start_scene()
    return g


def overcome(g: Game, difficulty: int, dice: str) -> None:
    """Reth overcomes something with Careful (+2)."""
    g.do("ana", Overcome(actor="reth", trait="careful", description=""))  # type: ignore[arg-type]
    set_difficulty(g, difficulty, dice)


def set_difficulty(g: Game, difficulty: int, *dice: str) -> None:
    prompt = g.prompt("opposition")
    assert prompt is not None
    g.do("gm", Answer(prompt.id, "difficulty", {"value": difficulty}), *dice)


def begin(g: Game, *foes: str) -> None:
    g.do("gm", StartConflict("physical", foes))  # type: ignore[arg-type]
    while g.prompt("tie"):
        g.answer("gm", "tie", "0")


def is_over(g: Game) -> bool:
    return not open_rolls(g.table.state)


# -- before the throw ----------------------------------------------------------------------------------------------


def test_the_dice_fall_with_the_difficulty_and_a_roll_nobody_can_change_is_over() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    overcome(g, 0, "++00")
    assert is_over(g)
    assert g.last_roll.outcome == "style"


def test_somebody_who_holds_on_keeps_the_dice_until_they_let_them_fall() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.do("bo", HoldOn())
    assert g.refused("bo", HoldOn()) == "nothing-to-hold"
    g.do("ana", Overcome(actor="reth", trait="careful", description=""))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=2)
    assert g.roll.stage == "declared"
    assert g.refused("ana", ThrowDice(g.roll.id)) == "still-waiting"
    assert g.refused("ana", GoAhead()) == "not-holding"
    g.do("bo", Help(roll=g.roll.id, effort=0, actor="voltaire", description=""))  # type: ignore[arg-type]
    g.do("bo", GoAhead(), "0000")
    assert is_over(g)
    assert g.last_roll.efforts[0].fixed == 3, "Careful +2 and the help"


def test_the_game_master_lets_the_dice_fall_for_somebody_else() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.do("bo", HoldOn())
    g.do("ana", Overcome(actor="reth", trait="careful", description=""))  # type: ignore[arg-type]
    g.answer("gm", "opposition", "difficulty", value=0)
    g.do("gm", GoAhead(), "0000")
    assert is_over(g)


# -- after the throw -----------------------------------------------------------------------------------------------


def test_only_a_side_that_can_avoid_its_failure_is_asked_and_others_get_a_countdown() -> None:
    g = table()
    overcome(g, 3, "0000")
    assert (g.roll.waiting, set(g.roll.window)) == (("ana",), {"gm", "bo"})
    g.do("ana", Pass(g.roll.id))
    assert g.roll.stage == "thrown", "the countdown still runs"
    g.table.time_out(CloseWindow(g.roll.id))
    assert g.prompt("serious-cost") is not None


def test_a_success_asks_nobody() -> None:
    g = table()
    overcome(g, 0, "0000")
    assert (g.roll.waiting, set(g.roll.window)) == ((), {"gm", "ana", "bo"})
    g.table.run_out_timers()
    assert is_over(g)


def test_an_equal_total_that_succeeds_asks_nobody() -> None:
    g = Game("skein", by_hand=False)
    g.bring("ana", "Brannoc of the Ford")
    g.start_scene()
    for dice, asked in (("-000", ("ana",)), ("0000", ())):
        g.do("ana", Overcome(actor="brannoc-of-the-ford", trait="strength", description=""))  # type: ignore[arg-type]
        set_difficulty(g, 4, dice)
        assert g.roll.waiting == asked
        g.table.run_out_timers()
        if asked:
            g.do("ana", Pass(g.roll.id))


def test_a_table_that_asks_to_improve_asks_for_a_better_success_but_never_for_the_best() -> None:
    g = table(ask_after_throw="to-improve", countdown=0)
    overcome(g, 0, "0000")
    assert (g.roll.waiting, g.roll.window) == (("ana",), ())
    g.do("ana", Pass(g.roll.id))
    overcome(g, 0, "+++0")
    assert is_over(g)


def test_who_cannot_pay_for_enough_is_not_asked() -> None:
    g = table(countdown=0)
    g.set_points(reth=1, pool=0, voltaire=0)
    overcome(g, 9, "++++")
    assert g.last_roll.stage != "thrown", "one invocation is +2, better dice there are none, and three are missing"
    assert g.prompt("serious-cost") is not None


def test_a_hidden_aspect_keeps_nobody_waiting_so_that_nobody_learns_of_it() -> None:
    for is_hidden in (False, True):
        g = table()
        g.set_points(reth=0, voltaire=0, pool=0)
        g.do("gm", PlaceAspect(words="A Trap Door", is_hidden=is_hidden, free_uses=1))
        overcome(g, 0, "0000")
        assert is_over(g) == is_hidden, "a free invocation that everybody knows of may still change the roll"


def test_somebody_who_says_wait_is_waited_for_and_an_invocation_opens_a_new_countdown() -> None:
    g = table()
    overcome(g, 0, "0000")
    g.do("bo", Wait(g.roll.id))
    assert (g.roll.waiting, set(g.roll.window)) == (("bo",), {"gm", "ana"})
    assert g.refused("bo", Wait(g.roll.id)) == "no-countdown"
    before = g.table.ruleset.engine.timers(g.table.state)
    aspect = next(card for card in g.table.state.get(ASPECTS).values() if card.bearer == "voltaire")
    offer = next(o for o in g.offers("bo", Invoke) if o.command.effect == "aid")  # type: ignore[attr-defined]
    g.do("bo", offer.fill(aspect=aspect.id, explanation=""))
    after = g.table.ruleset.engine.timers(g.table.state)
    assert before[0].key != after[0].key
    assert "gm" not in g.roll.waiting, "the veto is a button, not a wait"
    g.table.run_out_timers()
    assert is_over(g)


def test_play_by_post_has_no_countdown() -> None:
    g = table(absent_seats="waited-for")
    assert g.table.ruleset.dials["countdown"] == 0
    overcome(g, 3, "0000")
    (roll,) = open_rolls(g.table.state)
    assert (roll.waiting, roll.window) == (("ana",), ())


def test_a_window_that_closes_is_recorded() -> None:
    g = table()
    overcome(g, 0, "0000")
    (timer,) = g.table.ruleset.engine.timers(g.table.state)
    assert timer.seconds == 5
    news = g.table.time_out(timer.command)
    assert isinstance(news[0].event, WaitingChanged)
    assert news[0].by is None
    again = type(g.table).load(g.table.dump())
    assert again.state == g.table.state
    assert g.table.time_out(timer.command) == (), "late timers do nothing"


# -- seats ---------------------------------------------------------------------------------------------------------


def test_a_seat_nobody_sits_in_is_not_waited_for_and_the_game_master_answers_for_it() -> None:
    g = table()
    g.table.time_out(SetPresence("ana", True))  # type: ignore[arg-type]
    g.add_opponent("Veld")
    begin(g, "veld")
    assert "ana" not in {g.seat_of(actor) for actor in g.actors_on_turn()}
    g.come_to("veld")
    g.do("gm", Attack(actor="veld", target="reth", trait="forceful", description=""))  # type: ignore[arg-type]
    prompt = g.prompt("defend")
    assert prompt is not None
    assert prompt.seats == ("ana",)
    offer = next(o for o in g.offers("gm") if getattr(o.command, "prompt", "") == prompt.id)
    g.do("gm", offer.fill(trait="careful"), "0000", "++++")
    assert "ana" not in (*g.last_roll.waiting, *g.last_roll.window)


def test_play_goes_on_without_somebody_slow_until_they_do_something() -> None:
    g = table()
    assert g.refused("bo", GoOnWithout("ana")) == "not-waited-for"  # type: ignore[arg-type]
    overcome(g, 3, "0000")
    assert g.refused("ana", GoOnWithout("ana")) == "yourself"  # type: ignore[arg-type]
    assert g.refused("ana", GoOnWithout("gm")) == "needs-gm"  # type: ignore[arg-type]
    assert g.refused("bo", GoOnWithout("zoe")) == "unknown-seat"  # type: ignore[arg-type]
    g.do("bo", GoOnWithout("ana"))  # type: ignore[arg-type]
    assert g.table.state.get(SEATS)["ana"].is_away  # type: ignore[index]
    assert "ana" not in g.roll.waiting
    events = g.do("ana", HoldOn())
    assert first(events, PresenceNoted).is_away is False
    assert not g.table.state.get(SEATS)["ana"].is_away  # type: ignore[index]


def test_a_vote_ends_without_those_who_are_away() -> None:
    g = table()
    g.table.time_out(SetPresence("bo", True))  # type: ignore[arg-type]
    assert g.table.time_out(SetPresence("bo", True)) == (), "nothing new"  # type: ignore[arg-type]


# -- opponents -----------------------------------------------------------------------------------------------------


def test_nameless_opponents_defend_and_take_hits_by_themselves() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    offer = next(o for o in g.offers("gm", QuickOpponent))
    filled = offer.fill(name="Thug", number=2)
    g.do("gm", filled)
    foes = tuple(actor.id for actor in g.cast.values() if not actor.is_pc)
    assert set(foes) <= set(g.table.state.get(SCENE).present)
    begin(g, *foes)
    g.come_to("reth")
    g.do("ana", Attack(actor="reth", target=foes[0], trait="quick", description=""), "0000", "0000")  # type: ignore[arg-type]
    assert g.prompts() == () or {prompt.kind for prompt in g.prompts()} <= {"trade"}


def test_opponents_enter_the_scene_and_heroes_are_proposed_for_the_next() -> None:
    g = table()
    sheet = g.sheet("Veld")
    g.do("gm", AddOpponent(sheet))
    assert "veld" in g.table.state.get(SCENE).present
    g.do("gm", EndScene())
    (start,) = g.offers("gm", StartScene)
    assert start.holes[1].suggested == ("reth", "voltaire")  # type: ignore[union-attr]
    g.do("gm", start.fill(title="", present=("reth", "voltaire")))
    assert g.table.state.get(SCENE).title == "Scene 2"


# -- turns ---------------------------------------------------------------------------------------------------------


def test_a_conflict_begins_and_goes_on_by_itself() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.add_opponent("Veld")
    begin(g, "veld")
    assert g.conflict.exchange == 1
    for _ in range(3):
        (actor, *_) = g.actors_on_turn()
        g.choose(g.seat_of(actor), "pass", actor=actor)
    assert g.conflict.exchange == 2


def test_a_turn_with_only_a_move_left_ends_after_the_countdown_unless_its_player_holds_on() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.draw_zones("Deck", "Quay")
    g.add_opponent("Veld")
    for actor in ("reth", "voltaire", "veld"):
        g.place(actor, "Deck")
    begin(g, "veld")
    g.come_to("reth")
    assert g.table.ruleset.engine.timers(g.table.state) == (), "an action is left"
    g.do("ana", CreateAdvantage(actor="reth", mode="new", trait="careful", description="", words=""))  # type: ignore[arg-type]
    set_difficulty(g, 0, "0000")
    assert g.actors_on_turn() == ("reth",)
    (timer,) = g.table.ruleset.engine.timers(g.table.state)
    g.do("ana", HoldOn())
    assert g.table.ruleset.engine.timers(g.table.state) == ()
    g.do("ana", GoAhead())
    g.table.time_out(timer.command)
    assert "reth" not in g.actors_on_turn()
    assert g.table.time_out(timer.command) == (), "late timers do nothing"


def test_no_exchange_follows_when_nobody_is_there_to_act() -> None:
    g = table()
    g.add_opponent("Veld")
    begin(g, "veld")
    g.table.time_out(SetPresence("ana", True))  # type: ignore[arg-type]
    g.table.time_out(SetPresence("bo", True))  # type: ignore[arg-type]
    conflict = conflict_of(g.table.state)
    assert conflict is not None
    assert {g.seat_of(actor) for actor in g.actors_on_turn()} == {"gm"}


# -- words ---------------------------------------------------------------------------------------------------------


def test_an_advantage_nobody_worded_has_a_name_to_go_on_with() -> None:
    g = table()
    g.set_points(reth=0, voltaire=0, pool=0)
    g.do("ana", CreateAdvantage(actor="reth", mode="new", trait="careful", description="", words=""))  # type: ignore[arg-type]
    set_difficulty(g, 0, "0000")
    assert g.has_card("Advantage")


def test_a_table_can_require_descriptions() -> None:
    g = table(descriptions="required")
    wordless = Overcome(actor="reth", trait="careful", description="")  # type: ignore[arg-type]
    assert g.refused("ana", wordless) == "no-description"
