"""Curse barriers and runewards on a map: they act by themselves on people who walk there."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.state import open_rolls
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.skein.magic.enchantments import ENCHANTMENTS
from fatetable.rulesets.skein.magic.runes import DefyRuneward, SetRuneward
from fatetable.rulesets.skein.magic.spirit_magic import LayCurse
from fatetable.rulesets.skein.magic.warded_zones import GROUNDS, JudgeKind, MarkGround
from fatetable.rulesets.skein.magic.wards import RaiseBarrier
from fatetable.rulesets.skein.tests.support.fighting import GUARD, HESK, Fight
from fatetable.rulesets.skein.tests.support.magicians import magician

EDDA = ActorId("edda")
ROW = ("Yard", "Door", "Hall")
SUNNIFA = ActorId("sunnifa-stonecutter")


class Ground(Fight):
    """Ana plays the magician."""

    def seat(self, actor: str) -> str:
        return "ana" if actor in (EDDA, SUNNIFA) else super().seat(actor)


def field(hero: str | Sheet, *foes: str | Sheet) -> Fight:
    return Ground(*(foes or ("Gate Guard",)), zones=ROW, heroes=(hero, "Mother Hesk"), begin=False)


def barred(*zones: str) -> tuple[Fight, str]:
    g = field(magician("spirit-magic", "curse-barrier"))
    g.do("ana", RaiseBarrier(actor=EDDA, kind="zone", place="the door", words="Blind"))
    [barrier] = g.table.state.get(ENCHANTMENTS)
    first, *more = (g.zone(name) for name in zones)
    g.do("ana", MarkGround(enchantment=barrier, zone=first, **({"beyond": more[0]} if more else {})))
    return g, barrier


def walk(g: Fight, actor: ActorId, zone: str) -> None:
    g.do(g.seat(actor), Move(actor, g.zone(zone)))


@pytest.mark.rule("SK-STUNT-26")
@pytest.mark.parametrize("zones", [("Door",), ("Yard", "Door")])
def test_walking_across_a_barrier_brings_its_curse_unless_it_is_resisted(zones: tuple[str, ...]) -> None:
    g, _ = barred(*zones)
    walk(g, GUARD, "Door")
    assert g.where(GUARD) == "Door", "a barrier stops nobody"
    g.throw("ana", "0000")
    g.defend("gm", "willpower", "0000")
    assert g.card("Blind").bearer == GUARD


@pytest.mark.rule("SK-STUNT-26")
def test_its_maker_walks_across_it_unharmed_and_so_does_who_goes_elsewhere() -> None:
    g, _ = barred("Door", "Hall")
    walk(g, EDDA, "Door")
    walk(g, EDDA, "Hall")
    walk(g, GUARD, "Door")
    assert not any(open_rolls(g.table.state))
    assert g.where(EDDA) == "Hall"


@pytest.mark.rule("SK-STUNT-26")
def test_nobody_strolls_through_guarded_ground_without_noticing() -> None:
    g, _ = barred("Door")
    assert g.refused("gm", Move(GUARD, g.zone("Hall"))) == "way-blocked"


@pytest.mark.rule("SK-STUNT-26")
def test_a_barrier_acts_in_the_middle_of_a_fight() -> None:
    g, _ = barred("Door")
    g.begin()
    g.turn_of(GUARD)
    g.move(GUARD, "Door")
    g.throw("ana", "0000")
    g.defend("gm", "willpower", "0000")
    assert g.card("Blind").bearer == GUARD
    assert g.acting == GUARD, "being cursed is no action"


def warded(*foes: str | Sheet) -> tuple[Fight, str]:
    g = field("Sunnifa Stonecutter", *foes)
    stone = SetRuneward(actor=SUNNIFA, kind="the restless dead", place="the door", description="buries a stone")
    g.do("ana", stone)
    g.throw("ana", "--00")
    *_, ward = g.table.state.get(ENCHANTMENTS).keys()
    g.do("ana", MarkGround(enchantment=ward, zone=g.zone("Door")))
    return g, ward


@pytest.mark.rule("SK-STUNT-44")
def test_a_runeward_keeps_its_kind_out_of_the_zone_until_they_beat_it() -> None:
    g, ward = warded()
    walk(g, GUARD, "Door")
    assert g.where(GUARD) == "Yard"
    g.answer("gm", "kept-out", "yes")
    assert g.where(GUARD) == "Yard"
    assert g.refused("gm", Move(GUARD, g.zone("Door"))) == "warded"
    g.do("gm", DefyRuneward(actor=GUARD, enchantment=ward, description="presses on"))
    g.throw("gm", "++++")
    walk(g, GUARD, "Door")
    assert g.where(GUARD) == "Door"


@pytest.mark.rule("SK-STUNT-44")
def test_whom_it_does_not_concern_goes_on_at_once_and_is_not_asked_again() -> None:
    g, _ = warded()
    walk(g, GUARD, "Door")
    g.answer("gm", "kept-out", "no")
    assert g.where(GUARD) == "Door"
    walk(g, GUARD, "Hall")
    walk(g, GUARD, "Door")
    assert g.where(GUARD) == "Door"
    assert g.prompt("kept-out") is None


@pytest.mark.rule("SK-STUNT-44")
def test_within_the_ward_its_kind_cannot_use_its_powers() -> None:
    g, ward = warded("Ysolt of the Drowned Bell")
    ysolt = ActorId("ysolt-of-the-drowned-bell")
    curse = LayCurse(actor=ysolt, target=SUNNIFA, words="Blind", description="mutters")
    g.place(ysolt, "Door")
    g.do("gm", JudgeKind(enchantment=ward, actor=ysolt, is_kept_out=True))
    assert g.refused("gm", curse) == "warded"
    g.place(ysolt, "Hall")
    g.do("gm", curse)


def test_what_somebody_is_only_those_learn_who_play_them() -> None:
    g, ward = warded()
    g.do("gm", JudgeKind(enchantment=ward, actor=GUARD, is_kept_out=True))
    assert g.table.state.get(GROUNDS)[ward].judged == {GUARD: True}
    assert g.table.view("ana").get(GROUNDS)[ward].judged == {}


@pytest.mark.rule("SK-STUNT-26")
def test_on_another_map_it_has_to_be_said_anew_where_a_barrier_is() -> None:
    g, barrier = barred("Door")
    assert g.table.state.get(GROUNDS)[barrier].zones == (g.zone("Door"),)
    g.do("gm", EndScene())
    assert g.table.state.get(GROUNDS)[barrier].zones == ()
    assert barrier in g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-STUNT-26")
def test_a_barrier_between_two_zones_is_met_from_either_side_and_nowhere_else() -> None:
    for start, end, is_met in (("Yard", "Door", False), ("Door", "Hall", True), ("Hall", "Door", True)):
        g, _ = barred("Door", "Hall")
        g.place(GUARD, start)
        walk(g, GUARD, end)
        assert any(open_rolls(g.table.state)) is is_met


@pytest.mark.rule("SK-STUNT-26")
def test_nobody_walks_into_a_barrier_while_a_roll_is_on_the_table() -> None:
    g, _ = barred("Door")
    g.do("bo", Overcome(actor=HESK, trait="awareness", description="looks about"))
    g.answer("gm", "opposition", "difficulty", value=2)
    assert g.cannot_move(GUARD, "Door") in ("still-waiting", "roll-open")
