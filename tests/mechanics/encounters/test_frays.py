"""Frays: everybody says what they do, hidden from the others, and all roll once the last has."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Choice
from fatetable.engine.seats import PresenceNoted
from fatetable.engine.state import State
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import EndConflict, StartConflict
from fatetable.mechanics.encounters.frays import DeclareIntent, Frays, GoOnAsBefore, Stance, missing_in
from fatetable.mechanics.encounters.going_on import waited_for
from fatetable.mechanics.encounters.state import (
    INTENTS,
    REVEALED,
    Concession,
    Fray,
    Intent,
    Revealed,
    fight_of,
    fray_of,
)
from fatetable.mechanics.encounters.taking_sides import JoinConflict, LeaveConflict
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.efforts import UNASKED, effort_for
from fatetable.mechanics.rolls.state import Comparison, Effort, EffortId
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EnterScene
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION
from fatetable.mechanics.view.encounter_blocks import IntentsBlock
from tests.mechanics.rolling_game import RULES, everybody_passes, rolling, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, cites
from tests.mechanics.view.showing import shown

SPEED = (Choice("speed", "Speed"),)
STRIKE = Stance(id="strike", label="strike", traits=SPEED)
TRIP = Stance(id="trip", label="trip somebody", traits=SPEED, has_effect=True)
WAIT = Stance(id="wait", label="wait", traits=SPEED, aims=False)


class Plain:
    """Everybody may strike, trip somebody or wait; who is dazed is not asked."""

    dazed: tuple[ActorId, ...] = ()
    ends: bool = False

    def stances(self, _: State, actor: Actor) -> tuple[Stance, ...]:
        return () if actor.id in self.dazed else (STRIKE, TRIP, WAIT)

    def unasked(self, _: State, __: Actor) -> Intent:
        return Intent(stance="wait", trait="speed", description=UNASKED)

    def cannot_aim(self, _: State, __: Actor, intent: Intent) -> Refusal | None:
        return (
            Refusal("sure-footed", "Volt is never tripped.")
            if (intent.stance, intent.target) == ("trip", VOLT)
            else None
        )

    def effort(self, decision: Decision, actor: Actor, effort: EffortId, intent: Intent) -> Effort:
        action = "attack" if intent.target else "defend"
        return effort_for(decision, RULES, actor, effort, action, intent.trait, (), intent.description)

    def before_dice(self, _: Decision, revealed: Revealed) -> None:
        self.seen = revealed

    def is_settled(self, _: Decision, __: Fray) -> bool:
        return self.ends


def fray(*dice: str, rules: Plain | None = None, **options: Any) -> SmallGame:
    """Reth and Volt against a thug."""
    part = Frays(rules=rules or Plain(), cites=cites)
    paces = (Choice("exchange"), Choice("turn"))
    compare = msgspec.structs.replace(RULES, compare=lambda state, roll: (Comparison(one=0, other=2),))
    g = rolling(*dice, rules=compare, extra=(part,), conflicts={"paces": paces}, **options).scene()
    g.do("gm", StartConflict("fight", (THUG,), "exchange"))
    return g


def intent(actor: ActorId, target: str = "", stance: str = "", **more: Any) -> DeclareIntent:
    said = {"stance": stance or ("strike" if target else "wait"), "description": "so", **more}
    return DeclareIntent(actor=actor, target=ActorId(target), trait="speed", **said)


def all_say(g: SmallGame) -> None:
    g.do("ana", intent(RETH, THUG))
    g.do("bo", intent(VOLT))
    g.do("gm", intent(THUG))


def exchange_of(g: SmallGame) -> Fray:
    found = fray_of(g.state)
    assert found is not None
    return found


def test_an_intent_is_known_to_its_seat_alone_until_the_last_one_is_in() -> None:
    g = fray()
    g.do("ana", intent(RETH, THUG))
    assert g.view("ana").get(INTENTS)[RETH].target == THUG
    assert g.view("bo").get(INTENTS) == g.view("gm").get(INTENTS) == {}
    assert (exchange_of(g).entered, missing_in(g.state, exchange_of(g))) == ((RETH,), (VOLT, THUG))
    assert waited_for(g.state) == {"bo", "gm"}
    g.do("bo", intent(VOLT))
    g.do("gm", intent(THUG, RETH))
    assert [effort.actor for effort in the_roll(g).efforts] == [RETH, VOLT, THUG]
    for seat in ("ana", "bo", "gm"):
        assert set(g.view(seat).get(REVEALED).intents) == {RETH, VOLT, THUG}
        assert g.view(seat).get(INTENTS) == {}
    assert missing_in(g.state, exchange_of(g)) == ()


def test_when_the_roll_is_over_the_next_exchange_begins() -> None:
    g = fray("----", "0000", "0000")
    all_say(g)
    g.do("bo", ThrowDice(the_roll(g).id))
    everybody_passes(g)
    assert (exchange_of(g).exchange, exchange_of(g).entered, exchange_of(g).roll) == (2, (), "")
    fight = fight_of(g.state)
    assert fight is not None
    assert (fight.pace, fight.exchange, fight.actors) == ("exchange", 2, (RETH, VOLT, THUG))


def test_one_press_says_the_same_again_for_all_of_a_seat() -> None:
    g = fray("----", "0000", "0000")
    assert g.refused("ana", GoOnAsBefore())[0] == "nothing-before"
    all_say(g)
    g.do("ana", ThrowDice(the_roll(g).id))
    everybody_passes(g)
    (offer,) = g.offers("ana", GoOnAsBefore)
    assert offer.label == "Go on as before: Reth"
    g.do("ana", offer.command)
    assert exchange_of(g).entered == (RETH,)


@pytest.mark.parametrize(
    ("seat", "said", "code"),
    [
        ("bo", intent(RETH, THUG), "not-yours"),
        ("ana", intent(RETH, VOLT), "bad-target"),
        ("ana", intent(RETH, RETH), "bad-target"),
        ("ana", intent(RETH, THUG, "wait"), "bad-target"),
        ("ana", intent(RETH, "", "strike"), "bad-target"),
        ("ana", intent(RETH, THUG, effect="falls"), "bad-target"),
        ("ana", intent(RETH, THUG, "sing"), "no-such-stance"),
        ("ana", intent(RETH, THUG, claims=("luck",)), "no-such-modifier"),
        ("gm", intent(THUG, VOLT, "trip", effect="falls"), "sure-footed"),
    ],
)
def test_what_makes_no_sense_is_refused(seat: str, said: DeclareIntent, code: str) -> None:
    assert fray().refused(seat, said)[0] == code


def test_nobody_says_twice_what_they_do_or_while_the_roll_is_open() -> None:
    g = fray()
    g.do("ana", intent(RETH, THUG))
    assert g.refused("ana", intent(RETH))[0] == "already-acted"
    g.do("bo", intent(VOLT))
    g.do("gm", intent(THUG, RETH))
    assert g.offers("ana", DeclareIntent) == ()


def test_who_is_away_or_not_asked_does_what_anybody_would() -> None:
    rules = Plain()
    rules.dazed = (THUG,)
    g = fray(rules=rules)
    g.do("ana", intent(RETH, THUG))
    g.tell(PresenceNoted(SeatId("bo"), is_away=True))
    g.draw("Yard")
    assert {actor: each.stance for actor, each in g.state.get(REVEALED).intents.items()} == {
        RETH: "strike",
        VOLT: "wait",
        THUG: "wait",
    }


def test_one_is_sent_back_and_the_others_have_said_what_they_do() -> None:
    g = fray()
    all_say(g)
    g.do("gm", SendBack(the_roll(g).id, "not with that", 0))
    assert exchange_of(g).entered == (VOLT, THUG)
    assert g.offers("bo", DeclareIntent) == ()
    g.do("ana", intent(RETH))
    assert g.state.get(REVEALED).intents[RETH].stance == "wait"
    assert g.state.get(REVEALED).intents[THUG].stance == "wait"


def test_newcomers_take_part_from_the_next_exchange_and_people_leave() -> None:
    g = fray("----", "0000", "0000")
    late = g.add("Late")
    g.do("gm", EnterScene(late))
    g.do("gm", JoinConflict(late, "opposition"))
    assert exchange_of(g).newcomers == (late,)
    all_say(g)
    g.do("ana", ThrowDice(the_roll(g).id))
    everybody_passes(g)
    assert exchange_of(g).actors == (RETH, VOLT, THUG, late)
    g.do("gm", LeaveConflict(THUG))
    assert exchange_of(g).actors == (RETH, VOLT, late)


def test_giving_in_and_stopping_end_it() -> None:
    g = fray()
    g.do("gm", GiveIn(THUG, "he runs"))
    g.answer("ana", Concession, "agree")
    assert fray_of(g.state) is None
    other = fray()
    other.do("gm", EndConflict())
    assert fray_of(other.state) is None
    assert fight_of(other.state) is None


def test_a_roll_may_settle_the_whole_fight() -> None:
    rules = Plain()
    rules.ends = True
    g = fray("----", "0000", "0000", rules=rules)
    all_say(g)
    assert rules.seen.roll == the_roll(g).id
    g.do("ana", ThrowDice(the_roll(g).id))
    everybody_passes(g)
    assert exchange_of(g).exchange == 1, "whoever settles it ends it"


def test_by_turns_is_one_of_the_paces() -> None:
    part = Frays(rules=Plain(), cites=cites)
    g = rolling(extra=(part,), conflicts={"paces": (Choice("exchange"), Choice("turn"))}).scene()
    assert g.refused("gm", StartConflict("fight", (THUG,), "slowly"))[0] == "unknown-pace"
    g.do("gm", StartConflict("fight", (THUG,), "turn"))
    assert g.conflict.actors == (RETH, VOLT, THUG)


def test_when_all_who_began_an_exchange_are_out_the_newcomers_go_on() -> None:
    g = fray()
    for newcomer, side in (("Brute", HEROES), ("Bandit", OPPOSITION)):
        g.do("gm", EnterScene(g.add(newcomer)))
        g.do("gm", JoinConflict(ActorId(newcomer.lower()), side))
    all_out = tuple(exchange_of(g).actors)
    g.do("ana", intent(RETH, THUG))
    for actor in all_out:
        g.tell(ConditionSet(actor, Condition(out="taken-out")))
    g.do("gm", PlaceAspect(words="Smoke"))
    now = exchange_of(g)
    assert (now.exchange, now.entered, now.newcomers) == (2, (), ())
    assert missing_in(g.state, now) == ("brute", "bandit")


def rows(g: SmallGame, seat: str) -> list[tuple[str, str, str, str]]:
    (block,) = shown(g, seat, IntentsBlock)
    return [(row.name, row.state, row.deed, row.target) for row in block.rows]


def test_all_see_who_has_said_what_they_do_and_each_only_their_own_deed_until_the_last_is_in() -> None:
    g = fray("----", "0000", "0000")
    g.do("ana", intent(RETH, THUG, "strike"))
    silent = [("Volt", "thinking", "", ""), ("Thug", "thinking", "", "")]
    assert rows(g, "ana") == [("Reth", "said", "strike", "Thug"), *silent]
    assert rows(g, "bo") == rows(g, "gm") == [("Reth", "said", "", ""), *silent]
    g.do("bo", intent(VOLT))
    g.do("gm", intent(THUG))
    (block,) = shown(g, "bo", IntentsBlock)
    assert (block.exchange, block.is_revealed) == (1, True)
    revealed = [
        ("Reth", "said", "strike", "Thug"),
        ("Volt", "said", "wait", ""),
        ("Thug", "said", "wait", ""),
    ]
    assert rows(g, "ana") == rows(g, "bo") == rows(g, "gm") == revealed
    g.do("bo", ThrowDice(the_roll(g).id))
    everybody_passes(g)
    assert {row[1:] for row in rows(g, "ana")} == {("thinking", "", "")}


def test_who_is_out_of_an_exchange_is_shown_as_out() -> None:
    g = fray()
    g.tell(ConditionSet(VOLT, Condition(out="taken-out")))
    assert ("Volt", "out", "", "") in rows(g, "ana")
