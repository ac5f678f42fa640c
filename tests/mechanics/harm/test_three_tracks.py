"""Hits on Health, Composure and Reputation, by the figures of Strange Fate."""

from __future__ import annotations

import pytest

from fatetable.mechanics.harm.absorbing import FateToTell, HitToAbsorb, Inflict, SetBox
from fatetable.mechanics.harm.recovery import RecoveryToTell
from fatetable.mechanics.harm.state import TAKEN_OUT, condition_of
from fatetable.mechanics.scenes.lifecycle import EndScene
from tests.mechanics.harm.three_tracks import AIMS, MORE_BOXES, attack, fight
from tests.mechanics.small_game import RETH, SmallGame

FRESH = {"health": (False, False), "composure": (False, False), "reputation": (False, False)}


def ways(g: SmallGame) -> list[str]:
    return [option.id for option in g.prompt(HitToAbsorb).options]


@pytest.mark.parametrize(("skill", "track"), [(skill, track) for skill, (track, _) in AIMS.items()])
def test_a_hit_marks_the_track_its_skill_harms_and_no_other(skill: str, track: str) -> None:
    g = fight(2)
    attack(g, skill)
    asked = g.prompt(HitToAbsorb)
    assert (asked.about["track"], asked.about["kind"], asked.options[0].label) == (
        *AIMS[skill],
        f"{track.title()} box 2",
    )
    assert asked.options[0].note == f"leaves {track} box 1; mild, moderate and severe consequences"
    g.answer("ana", HitToAbsorb, "box-2")
    assert condition_of(g.state, RETH).tracks == {**FRESH, track: (False, True)}


@pytest.mark.parametrize("rating", range(5))
def test_a_skill_lengthens_its_own_track_by_its_rating(rating: int) -> None:
    g = fight(reth={"composure rating": rating})
    lengths = {track: len(boxes) for track, boxes in condition_of(g.state, RETH).tracks.items()}
    assert lengths == {"health": 2, "composure": 2 + MORE_BOXES[rating], "reputation": 2}


def test_stress_that_finds_its_box_checked_goes_into_the_next_and_past_the_last_one_is_out() -> None:
    g = fight(1, 1, 1, reth={"composure rating": 0})
    for box in ("box-1", "box-2"):
        attack(g, "menace")
        assert ways(g)[0] == box
        g.answer("ana", HitToAbsorb, box)
    attack(g, "menace")
    assert ways(g) == ["mild", "moderate", "severe", "out"], "no box is free, but consequences are"
    g.answer("ana", HitToAbsorb, "out")
    assert condition_of(g.state, RETH).out == TAKEN_OUT
    assert g.prompt(FateToTell).seats == ("@gm",), "the attacker says how"


def test_full_composure_does_not_help_against_a_blow() -> None:
    g = fight(1, 1)
    for box in (1, 2):
        g.do("gm", SetBox(actor=RETH, track="composure", box=box, checked=True, reason="a bad day"))
    attack(g, "strike")
    assert ways(g)[0] == "box-1"
    g.answer("ana", HitToAbsorb, "box-1")
    assert condition_of(g.state, RETH).tracks == {**FRESH, "composure": (True, True), "health": (True, False)}


def test_a_hit_is_sized_in_the_order_of_the_book() -> None:
    # Shifts 4, weapon 3, armour 1 of equipment and 1 of a tier, then a consequence of 4, then box 1.
    g = fight(4, reth={"composure armour": 1, "composure tier": 1}, thug={"composure weapon": 3})
    attack(g, "menace")
    assert g.prompt(HitToAbsorb).question == "Reth is hit for 5 (4 by the roll, weapon +3, armour -2)"
    g.answer("ana", HitToAbsorb, "box-1+moderate", moderate="Shaken to the Core")
    condition = condition_of(g.state, RETH)
    assert (condition.tracks["composure"], set(condition.marks)) == ((True, False), {"moderate"})


@pytest.mark.parametrize(("shifts", "weapon", "landed"), [(1, 2, 2), (1, 1, 2), (2, 3, 4), (3, 2, 5)])
def test_a_weapon_at_most_doubles_the_shifts(shifts: int, weapon: int, landed: int) -> None:
    g = fight(shifts, thug={"composure weapon": weapon, "health weapon": 3})
    attack(g, "menace")
    assert g.prompt(HitToAbsorb).about["shifts"] == landed, "the other weapon is for another track"


@pytest.mark.parametrize(
    ("tier", "own"),
    [(0, []), (1, []), (2, ["mild mental"]), (3, ["mild mental"]), (4, ["mild mental", "moderate mental"])],
)
def test_the_slots_of_a_tier_take_consequences_of_their_own_kind(tier: int, own: list[str]) -> None:
    g = fight(4, 4, reth={"composure tier": tier}, thug={"composure weapon": 3})
    attack(g, "menace")
    used = {key for option in g.prompt(HitToAbsorb).options if option.uses for key in option.uses.slots}
    assert used - {"mild", "moderate", "severe"} == set(own)
    g = fight(4, reth={"composure tier": tier})
    attack(g, "strike")
    used = {key for option in g.prompt(HitToAbsorb).options if option.uses for key in option.uses.slots}
    assert used <= {"mild", "moderate", "severe"}, "a blow leaves no mental consequence"


def test_glamour_harms_composure_and_leaves_physical_consequences() -> None:
    # Physical armour does not help, and a slot for mental consequences neither; one for physical ones does.
    g = fight(3, reth={"health armour": 3, "health tier": 2})
    attack(g, "glamour")
    assert g.prompt(HitToAbsorb).about["shifts"] == 3
    assert ways(g) == ["box-1+mild physical", "box-1+mild", "moderate", "mild+mild physical", "severe", "out"]
    g.answer("ana", HitToAbsorb, "box-1+mild physical", **{"mild physical": "Bleeding Eyes"})
    assert condition_of(g.state, RETH).tracks == {**FRESH, "composure": (True, False)}
    g = fight(3, reth={"composure armour": 0, "reputation tier": 2})
    attack(g, "glamour")
    assert not any("social" in way for way in ways(g))


def test_stress_empties_with_the_scene_on_every_track_and_consequences_stay() -> None:
    g = fight(1)
    attack(g, "menace")
    g.answer("ana", HitToAbsorb, "box-1")
    g.do("gm", SetBox(actor=RETH, track="reputation", box=2, checked=True, reason="gossip"))
    g.do("gm", Inflict(actor=RETH, slot="moderate", words="Broken Arm", reason="a fall"))
    g.do("gm", EndScene())
    assert condition_of(g.state, RETH).tracks == FRESH
    assert set(condition_of(g.state, RETH).marks) == {"moderate"}
    assert not g.is_asked(RecoveryToTell), "a moderate one stays longer than the scene"


def test_the_game_master_corrects_a_box_of_any_track() -> None:
    g = fight()
    offered = [offer.command for offer in g.offers("gm", SetBox)]
    assert {(command.actor, command.track) for command in offered if isinstance(command, SetBox)} == {
        (actor, track) for actor in ("reth", "thug") for track in FRESH
    }
    wrong = SetBox(actor=RETH, track="wealth", box=1, checked=True, reason="?")
    assert g.refused("gm", wrong)[0] == "no-such-box"
