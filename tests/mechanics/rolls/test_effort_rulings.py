"""Rulings on a declared effort: describing it differently, and a feature that does not apply."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.encounters.contests import Contend, ContendAgain, StartContest
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow, SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.opposition import DefenceToChoose, OppositionToChoose
from fatetable.mechanics.rolls.state import RollId, RollOver
from fatetable.mechanics.rolls.throwing import ThrowDice
from tests.mechanics.rolling_game import attack_reth, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only

SPRINTER = Feature(name="Sprinter", effects=(Bonus(2, When(actions=("overcome", "defend"))),))
WARY = Feature(name="Wary", effects=(Bonus(1),))


def send_back(g: SmallGame, effort: int = 0, reason: str = "too fast") -> SendBack:
    return SendBack(the_roll(g).id, reason, effort)


def disallow(g: SmallGame, **more: Any) -> Disallow:
    return Disallow(**{"roll": the_roll(g).id, "effort": 0, "feature": "Sprinter", **more})


def claiming() -> SmallGame:
    """Reth claims two features."""
    g = rolling("0000").scene(SPRINTER, WARY)
    overcome(g, features=("Sprinter", "Wary"))
    return g


def racing() -> SmallGame:
    """Reth and Volt have entered an exchange of a contest."""
    g = rolling().scene()
    g.do("gm", StartContest("the flag", (RETH, VOLT)))
    g.do("ana", Contend(actor=RETH, trait="speed", description="runs"))
    g.do("bo", Contend(actor=VOLT, trait="speed", description="runs"))
    return g


# -- describing it differently ----------------------------------------------------------------------------------------


def test_the_acting_side_declares_something_else() -> None:
    g = rolling().scene()
    roll = overcome(g)
    over = only(g.do("gm", send_back(g, reason=" too fast ")), RollOver)
    assert (over.roll, over.reason, the_roll(g).stage) == (roll.id, "too fast", "over")
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she sneaks"))
    assert (the_roll(g).id != roll.id, the_roll(g).declaration.description) == (True, "she sneaks")


def test_what_opposes_a_roll_is_no_longer_asked_once_it_is_sent_back() -> None:
    g = rolling().scene()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs"))
    g.do("gm", send_back(g))
    assert not g.is_asked(OppositionToChoose)


def test_the_opposing_side_chooses_its_effort_anew_and_keeps_its_help() -> None:
    g = rolling().scene(SPRINTER)
    attack_reth(g)
    g.do("bo", Help(roll=the_roll(g).id, effort=1, actor=VOLT, description="he warns her"))
    g.do("gm", send_back(g, 1))
    asked = g.prompt(DefenceToChoose)
    assert (asked.seats, asked.question) == (("ana",), "Thug attacks Reth. Defend how? he charges (too fast)")
    assert g.refused("gm", ThrowDice(the_roll(g).id))[0] == "still-waiting"
    g.answer("ana", DefenceToChoose, "defend-1", trait="speed", description="she ducks")
    effort = the_roll(g).efforts[1]
    assert (effort.description, effort.features) == ("she ducks", ("Sprinter",))
    assert [part.label for part in effort.modifiers] == ["Speed (+3)", "Sprinter", "help from Volt"]


def test_in_a_contest_one_side_enters_the_exchange_anew() -> None:
    g = racing()
    g.do("gm", send_back(g, 1))
    asked = g.prompt(ContendAgain)
    assert (asked.seats, asked.question) == (("bo",), "How else does Volt compete? (too fast)")
    g.answer("bo", ContendAgain, "contend", trait="speed", description="he climbs")
    assert [effort.description for effort in the_roll(g).efforts] == ["runs", "he climbs"]


def test_in_a_contest_sending_the_first_side_back_does_not_end_the_exchange() -> None:
    g = racing()
    g.do("gm", send_back(g))
    assert (g.prompt(ContendAgain).seats, the_roll(g).stage) == (("ana",), "declared")


def test_who_is_being_asked_is_not_asked_again() -> None:
    g = racing()
    g.do("gm", send_back(g, 1))
    assert g.refused("gm", send_back(g, 1)) == ("still-waiting", "They are being asked already.")
    g.do("gm", send_back(g, 0))
    g = rolling().scene()
    attack_reth(g)
    g.do("gm", send_back(g, 1))
    assert g.refused("gm", send_back(g, 1)) == ("still-waiting", "They are being asked already.")


def test_sending_back_is_refused_with_the_reason() -> None:
    g = rolling("0000").scene()
    overcome(g)
    assert g.refused("ana", send_back(g))[0] == "gm-only"
    assert g.refused("gm", SendBack(RollId("r99"), "too fast"))[0] == "no-such-roll"
    for number in (-1, 1):
        assert g.refused("gm", send_back(g, number)) == ("no-such-effort", "There is no such side.")
    assert g.refused("gm", send_back(g, reason=" ")) == ("no-reason", "Say what does not fit.")
    throw(g)
    assert g.refused("gm", send_back(g)) == ("dice-are-down", "The dice have fallen.")


# -- features ---------------------------------------------------------------------------------------------------------


def test_a_feature_that_does_not_apply_goes_with_its_bonus_and_no_other() -> None:
    g = claiming()
    assert the_roll(g).efforts[0].fixed == 3 + 2 + 1
    g.do("gm", disallow(g))
    effort = the_roll(g).efforts[0]
    assert (effort.features, [part.label for part in effort.modifiers]) == (("Wary",), ["Speed (+3)", "Wary"])


def test_a_part_of_another_kind_with_the_same_words_stays() -> None:
    g = rolling().scene(Feature(name="Speed (+3)", effects=(Bonus(2),)))
    overcome(g, features=("Speed (+3)",))
    g.do("gm", disallow(g, feature="Speed (+3)"))
    assert [(part.source, part.amount) for part in the_roll(g).efforts[0].modifiers] == [("trait", 3)]


def test_a_feature_of_the_opposing_side_may_be_ruled_out_too() -> None:
    g = rolling().scene(SPRINTER)
    attack_reth(g)
    g.do("gm", send_back(g, 1))
    g.answer("ana", DefenceToChoose, "defend-1", trait="speed", description="she ducks")
    g.do("gm", disallow(g, effort=1))
    assert (the_roll(g).efforts[1].features, the_roll(g).efforts[1].fixed) == ((), 3)


def test_ruling_a_feature_out_is_refused_with_the_reason() -> None:
    g = claiming()
    assert g.refused("ana", disallow(g))[0] == "gm-only"
    assert g.refused("gm", disallow(g, roll=RollId("r99")))[0] == "no-such-roll"
    assert g.refused("gm", disallow(g, feature="Brawler")) == ("not-claimed", "Nobody claims 'Brawler' there.")
    for number in (-1, 1):
        assert g.refused("gm", disallow(g, effort=number)) == ("not-claimed", "Nobody claims 'Sprinter' there.")
    g.do("gm", disallow(g))
    assert g.refused("gm", disallow(g))[0] == "not-claimed"
    throw(g)
    assert g.refused("gm", disallow(g, feature="Wary")) == ("dice-are-down", "The dice have fallen.")


def test_both_rulings_are_offered_to_the_game_master_alone_and_name_whom_they_are_about() -> None:
    g = claiming()
    assert [offer.label for offer in g.offers("gm", SendBack)] == ["Ask Reth to describe it differently"]
    assert [offer.label for offer in g.offers("gm", Disallow)] == [
        "Disallow Sprinter",
        "Disallow Wary",
    ]
    assert g.offers("ana", SendBack) == g.offers("ana", Disallow) == ()
    g = rolling().scene()
    attack_reth(g)
    assert [offer.label for offer in g.offers("gm", SendBack)] == [
        f"Ask {name} to describe it differently" for name in (THUG.title(), RETH.title())
    ]
