"""Invulnerabilities and weaknesses: the dice of a fight with them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.rolls.actions import Attack
from fatetable.rulesets.strange.combat.wards import CountWard, SwitchWard
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, person, skill

FIRE = "fire"
TIERS = {"minor-narrow": 2, "major-narrow": 4, "minor-weakness": -2, "major-weakness": -4}


def narrow(ward: str, against: str = FIRE) -> Entry:
    return Entry(name=ward, texts={"against": against})


def broad(ward: str = "minor-broad", scope: str = "physical", *, activated: bool = False) -> Entry:
    return Entry(name=ward, lists={"scope": (scope,)}, numbers={"activated": 1} if activated else {})


def flame(tier: int, *means: str) -> Entry:
    bolt = skill("Flame", 3, tier, held("shoot"), held("strike"), held("menace"))
    return msgspec.structs.replace(bolt, lists={**bolt.lists, "means": means or (FIRE,)})


class WardedGame(Game):
    """Maud attacks with flames a foe who has these wards and dodges."""

    def __init__(self, tier: int, foe_tier: int, *wards: Entry, means: str = FIRE, own_wards: Any = ()) -> None:
        self.wards, self.own_wards = wards, own_wards
        dodge = skill("Body", 3, foe_tier, held("dodge"), held("parry"), held("resist-damage"), held("willpower"))
        super().__init__(maud=(flame(tier, means),), foe=(dodge,))
        self.start_conflict("physical", first="Maud")
        self.come_to("maud")

    def add_opponent(self, character: str | Sheet, *, open_aspects: bool = True) -> None:
        super().add_opponent(_with(character, self.wards), open_aspects=open_aspects)

    def bring(self, seat: str, character: str | Sheet) -> None:
        super().bring(seat, _with(character, self.own_wards) if seat == "ana" else character)

    def attacked(self, trait: str = "flame/shoot", defence: str = "body/dodge") -> tuple[int, int]:
        """By how many tiers each side is ahead, once the foe has said how they defend."""
        self.do("ana", Attack(actor=MAUD, target=FOE, trait=trait, description="burns them"))
        self.answer("gm", "defend", "defend", trait=defence, description="ducks")
        return self.pools()

    def pools(self) -> tuple[int, int]:
        rules, roll = self.ruleset.presenting.rules, self.roll
        comparison = rules.compare(self.table.state, roll)[0]
        found = tuple(
            sum(len(group.dice) for group in rules.pool(self.table.state, roll, index, comparison) if _is_d6(group))
            for index in (0, 1)
        )
        return found[0], found[1]


def _is_d6(group: Any) -> bool:
    return bool(max(group.dice[0].values) == 6)


def _with(character: str | Sheet, wards: tuple[Entry, ...]) -> Sheet:
    assert isinstance(character, Sheet)
    return msgspec.structs.replace(character, entries={**character.entries, "wards": wards})


@pytest.mark.rule("SF-INV-01", "SF-INV-07", "SF-INV-08")
@pytest.mark.parametrize(("ward", "shift"), TIERS.items())
@pytest.mark.parametrize(("tier", "foe_tier"), [(0, 0), (2, 0), (0, 3), (4, 0), (4, 4)])
def test_wards_move_the_tier_of_the_defence_past_both_ends(ward: str, shift: int, tier: int, foe_tier: int) -> None:
    g = WardedGame(tier, foe_tier, narrow(ward))
    ahead = max(-4, min(4, tier - (foe_tier + shift)))
    assert g.attacked() == (max(0, ahead), max(0, -ahead)), "no more than four dice are swapped"


@pytest.mark.rule("SF-INV-01", "SF-INV-07")
@pytest.mark.parametrize(
    ("ward", "part", "note"),
    [
        ("major-narrow", "4 tiers higher", "2 above Godlike against Mundane: 4 dice became six-siders."),
        ("major-weakness", "4 tiers lower", "Mundane against 2 below Mundane: 2 dice became six-siders."),
    ],
)
def test_people_read_what_a_ward_does(ward: str, part: str, note: str) -> None:
    g = WardedGame(0, 2, narrow(ward))
    g.attacked()
    block = g.ruleset.presenting.roll_card(g.table.state, g.table.state.get(SEATS)[SeatId("ana")], g.roll.id)
    assert block is not None
    assert [each.name.partition(": ")[2] for each in block.sides[1].modifiers if each.source == "ward"] == [part]
    assert next(side.dice_note for side in block.sides if side.dice_note) == note


@pytest.mark.rule("SF-INV-01", "SF-INV-02", "SF-INV-07")
@pytest.mark.parametrize("ward", TIERS)
def test_a_narrow_one_is_against_one_means_of_attack(ward: str) -> None:
    assert WardedGame(0, 0, narrow(ward, "cold iron")).attacked() == (0, 0)
    assert WardedGame(0, 0, narrow(ward, "Cold Iron"), means="cold iron").attacked() != (0, 0)


@pytest.mark.rule("SF-INV-01")
@pytest.mark.parametrize("defence", ["dodge", "parry", "resist-damage"])
def test_any_skill_that_is_rolled_to_defend_profits(defence: str) -> None:
    g = WardedGame(0, 0, narrow("minor-narrow"))
    assert g.attacked("flame/strike", f"body/{defence}") == (0, 2)


@pytest.mark.rule("SF-INV-03")
@pytest.mark.parametrize(("ward", "shift"), [("minor-broad", 2), ("major-broad", 4)])
def test_a_broad_one_is_against_all_attacks_of_its_scope(ward: str, shift: int) -> None:
    assert WardedGame(0, 0, broad(ward), means="whatever").attacked() == (0, shift)
    assert WardedGame(0, 0, broad(ward), means="whatever").attacked("flame/menace", "body/willpower") == (0, 0)
    assert WardedGame(0, 0, broad(ward, "mental")).attacked("flame/menace", "body/willpower") == (0, shift)


@pytest.mark.rule("SF-INV-01")
def test_a_mind_that_is_proof_against_psychic_powers_fears_ordinary_threats() -> None:
    psychic = skill("Nightmare", 3, 0, held("menace", "", "psychic"))
    for own, trait, ahead in ((psychic, "nightmare/menace", 2), (skill("Intimidation", 3), "intimidation/menace", 0)):
        g = Game(maud=(own,), scene=False)
        g.add_opponent(_with(person("Rival", skill("Resolve", 3), kind="npc"), (narrow("minor-narrow", "psychic"),)))
        g.start_scene()
        g.start_conflict("mental", first="Maud")
        g.do("ana", Attack(actor=MAUD, target=g.actor("rival").id, trait=trait, description="stares"))
        g.answer("gm", "defend", "defend", trait="resolve/willpower", description="stares back")
        assert g.roll.efforts[1].scale == ahead


@pytest.mark.rule("SF-INV-08")
def test_the_skill_and_its_benefits_stay_as_they_are() -> None:
    g = WardedGame(0, 1, narrow("major-weakness"))
    g.attacked()
    traits = g.ruleset.presenting.rules.traits(g.actor("foe"), "")
    assert next(trait.scale for trait in traits if trait.id == "body") == 1
    assert g.roll.efforts[1].scale == -3


@pytest.mark.rule("SF-INV-02", "SF-INV-07")
def test_the_game_master_rules_whether_an_attack_is_of_that_kind() -> None:
    g = WardedGame(0, 0, narrow("minor-weakness", "silver"))
    assert g.attacked() == (0, 0)
    ruling = CountWard(roll=g.roll.id, effort=1, ward=0, counts=True)
    assert g.refused("ana", ruling) == "gm-only"
    g.do("gm", ruling)
    assert g.pools() == (2, 0)
    assert g.refused("gm", ruling) == "already-so"
    g.do("gm", CountWard(roll=g.roll.id, effort=1, ward=0, counts=False))
    assert g.pools() == (0, 0)
    g.throw("ana", "0000", "0000")
    assert g.refused("gm", ruling) == "no-such-ward"


@pytest.mark.rule("SF-INV-04")
def test_one_that_is_activated_counts_once_it_is_switched_on_which_takes_an_action() -> None:
    g = WardedGame(0, 0, broad(activated=True))
    on = SwitchWard(actor=FOE, ward=0, is_on=True)
    assert g.refused("gm", on) == "not-your-turn", "it is no reaction"
    assert g.attacked() == (0, 0)
    g.throw("ana", "0000", "0000")
    g.everyone_passes()
    g.come_to("foe")
    g.do("gm", on)
    assert "foe" in g.conflict.acted
    g.come_to("maud")
    assert g.attacked() == (0, 2)
    g.throw("ana", "0000", "0 0 1 1")
    g.everyone_passes()
    g.come_to("foe")
    assert g.refused("gm", on) == "already-so"
    g.do("gm", SwitchWard(actor=FOE, ward=0, is_on=False))
    g.come_to("maud")
    assert g.attacked() == (0, 0)


@pytest.mark.rule("SF-INV-04")
def test_one_that_is_constant_cannot_be_switched() -> None:
    g = WardedGame(0, 0, broad(), narrow("minor-weakness"))
    for number in (-1, 0, 1, 2):
        assert g.refused("gm", SwitchWard(actor=FOE, ward=number, is_on=True)) == "no-such-ward"


@pytest.mark.rule("SF-INV-05")
def test_who_is_proof_against_a_side_of_the_world_cannot_act_on_it() -> None:
    g = WardedGame(0, 0, own_wards=(broad(activated=True),))
    blow = Attack(actor=MAUD, target=FOE, trait="flame/strike", description="burns them")
    scare = Attack(actor=MAUD, target=FOE, trait="flame/menace", description="scares them")
    assert g.is_offered("ana", blow)
    g.do("ana", SwitchWard(actor=MAUD, ward=0, is_on=True))
    g.come_to("maud")
    assert g.refused("ana", blow) == "cut-off"
    assert g.is_offered("ana", scare)
    g.do("ana", SwitchWard(actor=MAUD, ward=0, is_on=False))
    g.come_to("maud")
    assert g.is_offered("ana", blow)
