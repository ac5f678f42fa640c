"""Skein's own events are told in sentences, to the viewers who were sent them."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.time.lengthy_work import SetDuration
from fatetable.rulesets.skein.combat.mounts import Dismount, Mount
from fatetable.rulesets.skein.possessions.wealth import GrantTreasure
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.recovery.poison_and_disease import Afflict
from fatetable.rulesets.skein.ruleset import build
from fatetable.rulesets.skein.tests.support.contesting import BRANNOC, GUARD, HESK, Match
from fatetable.rulesets.skein.tests.support.fighting import MILITIA, Fight
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import end_ordeals, endure, passes, wound
from fatetable.rulesets.skein.travel.journeys import Arrive, SetOut, TravelDay
from fatetable.tabletop.words.chronicle import Chronicle
from fatetable.tabletop.words.narration import TELLERS


def told(g: Game, seat: str = "ana") -> list[str]:
    chronicle = Chronicle(g.table, seat)
    chronicle.hear_news()
    return [each.line for each in chronicle.lines]


NOT_TOLD = {
    *("BattleSet", "BrewsChanged", "CallerNamed", "DeedsChanged", "DosesChanged", "EngagementSet", "GroundSet"),
    *(
        "HandsChanged",
        "HurtScoresSet",
        "HurtSince",
        "IndoorsSet",
        "SignatureItemSet",
        "MissingSet",
        "RetortsChanged",
    ),
    *("SkinsChanged", "WaysCleared"),
}
"""Events that only keep books: what they record is told by the events around them, or by their own `news`."""


def test_every_event_of_this_ruleset_is_told_unless_it_only_keeps_books() -> None:
    ruleset = build({})
    events = {kind for kind in ruleset.engine.events if ".rulesets." in kind.__module__}
    assert {kind.__name__ for kind in events - set(TELLERS) - set(ruleset.tellers)} == NOT_TOLD


def test_a_contest_tells_who_does_what() -> None:
    g = Match(BRANNOC, GUARD)
    g.enter((BRANNOC, "brawling"))
    assert told(g)[-1] == "Brannoc of the Ford competes with Brawling: tries hard."


def test_the_turn_of_a_contest_is_told_of_whoever_won_it() -> None:
    g = Match(BRANNOC, GUARD)
    g.turn((GUARD, "strength"), (BRANNOC, "strength"))
    assert "Brannoc of the Ford: +4 vs +2. Great success (+2)." in told(g)


def test_damage_and_healing_are_told_in_points() -> None:
    g = Game()
    wound(g, BRANNOC, 3)
    assert "Brannoc of the Ford loses 3 health (4 now)." in told(g)
    g.do("gm", Rest((BRANNOC,)))
    assert "Brannoc of the Ford gets back 3 health (7 now)." in told(g)


def test_journeys_ordeals_and_time_are_told() -> None:
    g = Game()
    g.do("gm", SetOut(travellers=(BRANNOC,), name="to the coast"))
    g.do("gm", TravelDay())
    g.do("gm", Arrive())
    endure(g, BRANNOC, 1, cause="the flood")
    g.answer("ana", "harm", "score")
    end_ordeals(g)
    lines = told(g)
    for line in (
        "Brannoc of the Ford set out: to the coast.",
        "A day goes by.",
        "They have arrived: to the coast.",
        "Something to come through: the flood.",
        "the flood is over: it is over",
    ):
        assert line in lines


def test_a_consequence_that_begins_to_heal_is_told() -> None:
    g = Game()
    wound(g, BRANNOC, 4, "mild", "Bent Thumb")
    g.do("gm", Rest((BRANNOC,)))
    passes(g, "An hour")
    assert "“Bent Thumb” begins to heal." in told(g)


def test_riding_treasure_spin_and_time_taken_are_told() -> None:
    g = Game()
    g.do("ana", Mount(BRANNOC, "Riding Horse"))
    g.do("ana", Dismount(BRANNOC))
    g.do("gm", GrantTreasure(actor=BRANNOC, name="a hoard", value=4))
    g.test("ana", BRANNOC, "riding", 1, "+000")
    g.do("bo", Overcome(actor=HESK, trait="healing", description="brews"))
    g.do("gm", SetDuration(g.roll.id, "An hour"))
    g.answer("gm", "opposition", "difficulty", value=4)
    g.throw("bo", "0000")
    lines = told(g)
    for line in (
        "Brannoc of the Ford mounts: Riding Horse.",
        "Brannoc of the Ford dismounts.",
        "Brannoc of the Ford comes into a Treasure: a hoard, worth 4.",
        "Brannoc of the Ford has Spin.",
        "It will take about an hour.",
        "Mother Hesk: brews took an hour.",
    ):
        assert line in lines


def test_what_a_warband_loses_is_told() -> None:
    g = Fight("Village Militia")
    g.come_to(BRANNOC)
    g.strike(BRANNOC, MILITIA, "melee-combat@Short sword", "++++")
    g.ward(MILITIA, "combat-skill", "----")
    assert any(line.startswith("Village Militia: ") and "fallen" in line for line in told(g))


def test_a_secret_poison_is_told_to_nobody_else() -> None:
    g = Game()
    g.do("gm", Afflict(actor=ActorId(BRANNOC), affliction="poison", name="Nightshade", difficulty=4, is_secret=True))
    assert any("Nightshade" in line for line in told(g, "gm"))
    assert not any("Nightshade" in line for line in told(g, "ana"))
