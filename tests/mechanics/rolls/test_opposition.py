"""What a roll is against: who is asked, and what each answer makes of the roll."""

from __future__ import annotations

from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, SITUATION
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.rolls.actions import DISCOVER, Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.opposition import DefenceToChoose, DiscoveryToRule, Known, OppositionToChoose
from fatetable.mechanics.rolls.state import OppositionSet, RollOver
from tests.mechanics.rolling_game import rolling, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only


def running() -> SmallGame:
    g = rolling().scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    return g


def test_the_game_master_says_what_opposes_a_roll() -> None:
    g = running()
    asked = g.prompt(OppositionToChoose)
    assert asked.seats == (GM,)
    assert [option.id for option in asked.options] == ["difficulty", "defend", "no-roll", "send-back"]
    opposed = only(g.answer("gm", OppositionToChoose, "difficulty", value=4), OppositionSet)
    assert (opposed.difficulty, opposed.effort) == (4, None)
    assert the_roll(g).difficulty == 4
    assert not g.is_asked(OppositionToChoose)


def test_somebody_named_to_resist_chooses_how() -> None:
    g = running()
    g.answer("gm", OppositionToChoose, "defend", defender=VOLT)
    assert (the_roll(g).defender, the_roll(g).has_opposition) == (VOLT, False)
    assert g.prompt(DefenceToChoose).seats == ("bo",)
    g.answer("bo", DefenceToChoose, "defend", trait="speed", description="he blocks the way")
    acting, opposing = the_roll(g).efforts
    assert (acting.actor, opposing.actor, opposing.action, opposing.total) == (RETH, VOLT, "defend", 2)


def test_the_target_of_an_attack_is_asked_at_once() -> None:
    g = rolling().scene()
    g.do("ana", Attack(actor=RETH, target=THUG, trait="speed", description="she charges"))
    assert not g.is_asked(OppositionToChoose)
    asked = g.prompt(DefenceToChoose)
    assert (asked.seats, asked.is_secret) == ((GM,), True)


def test_what_is_sent_back_may_be_declared_again() -> None:
    g = running()
    over = only(g.answer("gm", OppositionToChoose, "send-back", reason="There is no road."), RollOver)
    assert (over.reason, the_roll(g).stage) == ("There is no road.", "over")
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she climbs"))
    assert the_roll(g).declaration.description == "she climbs"


def test_what_needs_no_roll_just_works() -> None:
    g = running()
    g.answer("gm", OppositionToChoose, "no-roll")
    assert (the_roll(g).stage, the_roll(g).goal, the_roll(g).efforts[0].throws) == ("over", "reached", ())


def test_what_can_be_discovered_is_asked_of_the_game_master_alone() -> None:
    g = rolling().scene()
    g.do("gm", PlaceAspect(words="Trapdoor", is_hidden=True))
    hidden = g.card("Trapdoor").id
    g.do("ana", CreateAdvantage(actor=RETH, mode=DISCOVER, trait="speed", description="she looks around"))
    asked = g.prompt(DiscoveryToRule)
    assert [option.id for option in asked.options] == ["hidden", "invent", "nothing"]
    g.answer("gm", DiscoveryToRule, "hidden", aspect=hidden)
    assert the_roll(g).declaration.aspect == hidden
    players = g.view("ana")
    assert hidden not in players.get(ASPECTS)
    assert g.prompt(OppositionToChoose).seats == (GM,)


def test_inventing_and_choosing_a_secret_leave_equally_many_facts() -> None:
    counts = []
    for option, fill in (("hidden", "aspect"), ("invent", "words")):
        g = rolling().scene()
        g.do("gm", PlaceAspect(words="Trapdoor", is_hidden=True))
        g.do("ana", CreateAdvantage(actor=RETH, mode=DISCOVER, trait="speed", description="she looks around"))
        value = g.card("Trapdoor").id if fill == "aspect" else "Loose Board"
        counts.append(len(g.answer("gm", DiscoveryToRule, option, **{fill: value})))
    assert counts[0] == counts[1]


def test_what_is_found_out_about_a_hero_belongs_to_the_scene_and_about_others_to_them() -> None:
    for seat, seeker, target, kind in (("bo", VOLT, RETH, SITUATION), ("ana", RETH, THUG, CHARACTER)):
        g = rolling().scene()
        g.do(seat, CreateAdvantage(actor=seeker, mode=DISCOVER, trait="speed", description="looks", target=target))
        g.answer("gm", DiscoveryToRule, "invent", words="Afraid of Water")
        card = g.card("Afraid of Water")
        assert (card.kind, card.bearer) == (kind, target)


def test_a_difficulty_that_is_known_may_be_on_a_scale() -> None:
    for known, expected in ((3, (3, 0)), (Known(4, 2), (4, 2)), (Known(1), (1, 0))):
        g = rolling(known_opposition=lambda state, roll, known=known: known).scene()
        g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
        assert (the_roll(g).difficulty, the_roll(g).scale) == expected
