"""Blocks show what is underway and the notes of sheets, to viewers who may know it."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.time.lengthy_work import SetDuration
from fatetable.mechanics.view.blocks import RollBlock, SheetBlock
from fatetable.mechanics.view.encounter_blocks import ProgressBlock, ProgressRow, TallyBlock
from fatetable.rulesets.skein.combat.ambushes import LayAmbush
from fatetable.rulesets.skein.combat.mounts import Mount
from fatetable.rulesets.skein.combat.stances import GoDefensive
from fatetable.rulesets.skein.growth.oaths import BreakOath
from fatetable.rulesets.skein.possessions.wealth import GrantTreasure
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.recovery.poison_and_disease import Afflict
from fatetable.rulesets.skein.tests.support.contesting import BRANNOC, GUARD, HESK, Match
from fatetable.rulesets.skein.tests.support.fighting import CADFAN, Fight
from fatetable.rulesets.skein.tests.support.magicians import come_to
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import endure, passes, wound
from fatetable.rulesets.skein.travel.journeys import SetOut, TravelDay
from fatetable.rulesets.skein.view.progress import span


def shown(g: Game, title: str, seat: str = "ana") -> dict[str, ProgressRow]:
    """The rows under a title, by label."""
    return {
        row.label: row
        for block in g.table.present(seat)
        if isinstance(block, ProgressBlock) and block.title == title
        for row in block.rows
    }


def noted(g: Game, actor: str, seat: str = "ana") -> list[tuple[str, str]]:
    (sheet,) = (b for b in g.table.present(seat) if isinstance(b, SheetBlock) and b.actor == actor)
    return list(sheet.notes)


# -- underway --------------------------------------------------------------------------------------------------------


def test_a_contest_shows_what_is_left_of_the_score_it_is_about_and_no_victories() -> None:
    g = Match(BRANNOC, GUARD)
    assert shown(g, "Contest")["turn"].value == 1
    rows = shown(g, "Contest")
    assert (rows["Brannoc of the Ford"].value, rows["Brannoc of the Ford"].whole) == (7, 7)
    assert rows["Gate Guard"].counts_down
    assert not [block for block in g.table.present("ana") if isinstance(block, TallyBlock)]


def test_who_is_ready_in_a_contest_is_seen() -> None:
    g = Match(BRANNOC, GUARD)
    g.enter((BRANNOC, "brawling"))
    assert shown(g, "Contest")["Brannoc of the Ford"].note == "health, ready"
    assert shown(g, "Contest")["Gate Guard"].note == "health"


def test_an_ambush_shows_who_lies_in_wait_for_whom() -> None:
    g = Fight("Cadfan Wolf-Banner", "Gate Guard", begin=False)
    g.do("gm", LayAmbush(CADFAN, (ActorId(GUARD),)))
    assert shown(g, "Ambush")["Cadfan Wolf-Banner, Gate Guard"].note == "lie in wait"


def test_a_journey_shows_days_distance_and_time_on_the_track() -> None:
    g = Game()
    g.do("gm", SetOut(travellers=(BRANNOC,), name="to the coast"))
    assert shown(g, "Journey")["to the coast"].note == "has just begun"
    g.do("gm", TravelDay())
    assert shown(g, "Journey")["to the coast"].note.startswith("1 day, ")
    assert "Brannoc of the Ford" in shown(g, "Journey")
    (time,) = shown(g, "Time").values()
    assert (time.label, time.value, time.whole) == ("last passed: a day", 10, 21)
    assert time.note.endswith("1 day since the game began")


def test_an_attack_has_no_outcome_until_it_is_answered() -> None:
    g = Game(foes=("Gate Guard",))
    g.start_combat()
    come_to(g, BRANNOC)
    g.do("ana", Attack(actor=BRANNOC, target=GUARD, trait="melee-combat@Short sword", description="strikes"))
    g.do("ana", ThrowDice(g.roll.id), "++++")
    (shown,) = (block for block in g.table.present("ana") if isinstance(block, RollBlock))
    assert (shown.sides[0].total, shown.margin, shown.outcome) == (9, None, "")


def test_nothing_is_underway_when_a_scene_begins() -> None:
    assert not [block for block in Game().table.present("ana") if isinstance(block, ProgressBlock)]


def test_an_ordeal_shows_what_it_holds_back() -> None:
    g = Game()
    endure(g, BRANNOC, 2, cause="the flood")
    g.answer("ana", "harm", "score")
    assert shown(g, "Ordeals")["the flood"].note == "2 health of Brannoc of the Ford cannot come back while it lasts"


def test_a_secret_poison_is_shown_to_the_storyteller_alone() -> None:
    g = Game()
    g.do("gm", Afflict(actor=BRANNOC, affliction="poison", name="Nightshade", difficulty=4, is_secret=True))
    assert "Nightshade" in shown(g, "Ordeals", "gm")
    assert not shown(g, "Ordeals", "ana")


def test_a_consequence_shows_what_its_healing_waits_for_and_when_it_is_over() -> None:
    g = Game()
    wound(g, BRANNOC, 4, "mild", "Bent Thumb")
    label = "Brannoc of the Ford: Bent Thumb"
    assert shown(g, "Healing")[label].note == "mild; begins to heal when health is whole again"
    g.do("gm", Rest((BRANNOC,)))
    assert shown(g, "Healing")[label].note == "mild; needs a day"
    passes(g, "An hour")
    assert shown(g, "Healing")[label].note == "mild; over in about 23 hours"
    passes(g, "A day")
    assert not shown(g, "Healing")


def test_a_second_consequence_of_one_severity_is_shown_after_the_slots() -> None:
    g = Game()
    wound(g, BRANNOC, 4, "mild", "Bent Thumb")
    g.do("gm", BreakOath(actor=BRANNOC, slot="oath", severity="mild"))
    g.answer("ana", "broken-oath", "word", words="Forsworn")
    (sheet,) = (b for b in g.table.present("ana") if isinstance(b, SheetBlock) and b.actor == BRANNOC)
    assert [(slot.name, slot.absorbs, slot.text) for slot in sheet.slots] == [
        ("mild", 2, "Bent Thumb"),
        ("moderate", 4, ""),
        ("severe", 6, ""),
        ("mild", 0, "Forsworn"),
    ]


def test_a_test_that_takes_time_shows_how_long() -> None:
    g = Game()
    g.do("bo", Overcome(actor=HESK, trait="healing", description="brews"))
    g.do("gm", SetDuration(g.roll.id, "An hour"))
    assert shown(g, "Takes time")["Mother Hesk: brews"].note == "about an hour"


@pytest.mark.parametrize(("count", "words"), [(0, "no time"), (59, "59 seconds"), (5400, "2 hours"), (86_400, "1 day")])
def test_spans_are_told_in_the_largest_unit_they_fill(count: int, words: str) -> None:
    assert span(count) == words


# -- on the sheet ----------------------------------------------------------------------------------------------------


def test_a_sheet_notes_arms_armour_wealth_and_oaths() -> None:
    g = Game()
    assert noted(g, BRANNOC) == [
        ("in hand", "Short sword, Shield"),
        ("carries", "Work/Travel Clothes, Leather Cuirass, Riding Horse"),
        ("absorbs", "2 of each hit"),
        ("Wealth", "2"),
        ("oath", "I Will Not Leave the Wall While One Man Stands"),
    ]


def test_a_sheet_notes_spin_treasure_and_a_mount() -> None:
    g = Game()
    g.test("ana", BRANNOC, "riding", 1, "+000")
    g.do("gm", GrantTreasure(actor=BRANNOC, name="a hoard", value=4))
    g.do("ana", Mount(BRANNOC, "Riding Horse"))
    assert noted(g, BRANNOC)[:2] == [("Spin", "+1 on the next roll"), ("rides", "Riding Horse")]
    assert ("Treasure", "a hoard (4)") in noted(g, BRANNOC)


def test_a_sheet_notes_a_stance_while_it_holds() -> None:
    g = Fight("Gate Guard")
    g.turn_of(BRANNOC)
    g.do("ana", GoDefensive(BRANNOC))
    assert ("stance", "all defence") in noted(g, BRANNOC)


def test_a_warband_notes_how_many_stand_and_an_army_its_size() -> None:
    g = Game(foes=("Village Militia", "Levy of the Marches"))
    assert ("standing", "12 of 12") in noted(g, "village-militia", "gm")
    assert ("size", "1000") in noted(g, "levy-of-the-marches", "gm")
    assert "Wealth" not in dict(noted(g, "village-militia", "gm"))
    assert noted(g, "village-militia", "ana") == [("standing", "12 of 12")], "everybody can count a warband"
    assert not noted(g, "levy-of-the-marches", "ana"), "players have yet to find out"


def test_players_see_scores_of_somebody_whose_sheet_they_do_not_know_as_they_were_at_the_start() -> None:
    g = Game(foes=("Gate Guard",))
    endure(g, GUARD, 1)
    g.answer("gm", "harm", "score")
    (sheet,) = (b for b in g.table.present("ana") if isinstance(b, SheetBlock) and b.actor == GUARD)
    assert sheet.scores == {"health": (3, 4), "composure": (3, 3)}
