"""Fights by turns: Alertness gives the order, one attacks and the other only defends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.opening import DiceThrown
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.rolls.actions import Attack
from fatetable.rulesets.fate2.tests.support.playing import Game, all_of, faces

CYRUS, FINN, WATCH = ActorId("cyrus"), ActorId("finn"), ActorId("city-watch")
OWN_SKILLS = {
    "skills": '[[skill]]\nid = "tactics"\nname = "Tactics"\ncategory = "professional"\n',
}


def order(g: Game) -> list[str]:
    return [actor for place in g.conflict.order for actor in place.actors]


def opened(*throws: int, **options: Any) -> Game:
    """Cyrus (Alertness +1), Finn (+1) and the watch (-1) have thrown these."""
    g = Game(foes=("City Watch",), **options)
    g.do("gm", StartConflict("fight", (WATCH,), "turn"), *map(faces, throws))
    return g


@pytest.mark.rule("F2-COMB-15")
def test_whoever_rolls_most_alertness_comes_first() -> None:
    assert order(opened(0, 1, 4)) == ["city-watch", "finn", "cyrus"]
    assert order(opened(1, 0, 1)) == ["cyrus", "finn", "city-watch"]
    assert opened(1, 0, 1).conflict.rolled[CYRUS][0] == 2


@pytest.mark.rule("F2-COMB-15")
def test_wounds_slow_down() -> None:
    g = Game(foes=("City Watch",))
    g.choose("gm", "Mark a wound of Cyrus", row="Injured", words="a stiff knee", reason="an old story")
    g.do("gm", StartConflict("fight", (WATCH,), "turn"), *map(faces, (1, 1, 0)))
    assert order(g) == ["finn", "cyrus", "city-watch"]


@pytest.mark.rule("F2-COMB-15")
def test_ties_go_to_tactics_and_then_to_the_skill_of_combat() -> None:
    assert order(opened(0, 0, 0))[:2] == ["cyrus", "finn"], "Cyrus has the better skill of combat"
    g = Game(scene=False, heroes=("Cyrus",), content=OWN_SKILLS)
    finn = g.sheet("Finn")
    *phases, last = finn.entries["phases"]
    learnt = {"tactics" if skill == "streetwise" else skill: ranks for skill, ranks in last.numbers.items()}
    phases.append(msgspec.structs.replace(last, numbers=learnt))
    g.bring("bo", g.ruleset.creation.finish(msgspec.structs.replace(finn, entries={"phases": tuple(phases)})))
    g.add_opponent("City Watch")
    g.start_scene()
    assert g.traits("finn")["tactics"] == 0
    g.do("gm", StartConflict("fight", (WATCH,), "turn"), *map(faces, (0, 0, 0)))
    assert order(g)[:2] == ["finn", "cyrus"]


@pytest.mark.rule("F2-COMB-15")
def test_those_who_are_equal_in_everything_roll_off() -> None:
    g = Game(foes=("City Watch", "Caravan Guard"), heroes=("Cyrus",))
    guards = (WATCH, ActorId("caravan-guard"))
    events = g.do("gm", StartConflict("fight", guards, "turn"), *map(faces, (0, 1, 1)), "2")
    assert len(all_of(events, DiceThrown)) == 4
    assert order(g) == ["cyrus", "caravan-guard", "city-watch"]
    assert g.prompts() == ()


@pytest.mark.rule("F2-COMB-16")
def test_the_defender_wins_and_still_hurts_nobody() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns()
    g.blow(-6)
    assert (g.rows("cyrus"), g.rows("city-watch")) == ([], [])
    assert g.last_roll.outcome == "fail"


@pytest.mark.rule("F2-COMB-16", "F2-COMB-01")
def test_in_their_order_each_takes_one_action() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns(0, 1, 4)
    assert g.actors_on_turn() == (WATCH,)
    attack = Attack(actor=CYRUS, target=WATCH, trait="footman", description="strikes")
    assert g.refused("ana", attack) == "not-your-turn"
    g.blow(1, by="city-watch", to="cyrus")
    assert g.actors_on_turn() == (FINN,)
    assert g.rows("cyrus") == ["Clipped"]


@pytest.mark.rule("F2-COMB-16")
def test_one_may_defend_with_a_skill_of_the_body_and_hurts_weaken_defence() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns()
    g.blow(2, by="city-watch", to="finn")
    g.come_to("city-watch")
    g.do("gm", Attack(actor=WATCH, target=FINN, trait="watchman", description="strikes"))
    g.answer("bo", "defend", "defend", trait="acrobatics", description="rolls away")
    assert [(part.label.split(",")[0], part.amount) for part in g.roll.efforts[1].modifiers] == [
        ("Acrobatics", 2),
        ("Hurt", -1),
    ]
