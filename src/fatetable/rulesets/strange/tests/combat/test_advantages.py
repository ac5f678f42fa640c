"""Weapons and armor of the mind and of society: an option, brief and small."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.strange.combat.advantages import ADVANTAGES, EndAdvantage, GrantAdvantage
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill
from fatetable.testing import faces


def grant(
    form: str, amount: int, *, to: ActorId = FOE, scope: str = "social", lasts: str = "until ended"
) -> GrantAdvantage:
    return GrantAdvantage(actor=to, words="The Soirée", form=form, scope=scope, amount=amount, lasts=lasts)


def salon(*granted: GrantAdvantage, other_weapons: bool = True, **more: Any) -> Game:
    g = Game(
        maud=(skill("Pen", 3, 0, held("influence"), held("menace")),),
        foe=(skill("Name", 3, 0, held("esteem"), held("willpower")),),
        other_weapons=other_weapons,
        **more,
    )
    for each in granted:
        g.do("gm", each)
    return g


def slander(g: Game, shifts: int, *, attack: str = "influence", defence: str = "esteem") -> int:
    """The stress of an attack that gets through by so many shifts."""
    g.start_conflict("social" if attack == "influence" else "mental", first="Maud")
    g.attack(f"pen/{attack}", f"name/{defence}", faces(min(4, shifts)), faces(min(0, 4 - shifts)))
    g.everyone_passes()
    return g.hit()[0]


@pytest.mark.rule("SF-WEAP-05")
def test_a_good_party_is_armor_for_a_reputation() -> None:
    """The book's own: Armor 2 for a week or so."""
    assert slander(salon(grant("armor", 2)), 4) == 2
    assert slander(salon(), 4) == 4


@pytest.mark.rule("SF-WEAP-05", "SF-WEAP-01")
@pytest.mark.parametrize(("shifts", "stress"), [(1, 2), (2, 4), (3, 6), (4, 7)])
def test_a_weapon_at_most_doubles_what_was_rolled(shifts: int, stress: int) -> None:
    assert slander(salon(grant("weapon", 3, to=MAUD)), shifts) == stress


@pytest.mark.rule("SF-WEAP-05")
@pytest.mark.parametrize(("form", "to", "stress"), [("deals less", MAUD, 4 - 2), ("takes more", FOE, 4 + 2)])
def test_it_may_be_a_disadvantage(form: str, to: ActorId, stress: int) -> None:
    assert slander(salon(grant(form, 2, to=to)), 4) == stress
    assert slander(salon(grant("deals less", 3, to=MAUD)), 2) == 0


@pytest.mark.rule("SF-WEAP-05")
def test_all_together_they_stay_within_three() -> None:
    assert slander(salon(*[grant("armor", 2)] * 3), 5) == 5 - 3
    assert slander(salon(*[grant("takes more", 2)] * 3), 2) == 2 + 3
    assert slander(salon(grant("armor", 3), grant("takes more", 2)), 2) == 2 - 1


@pytest.mark.rule("SF-WEAP-05")
def test_it_counts_for_its_scope_alone() -> None:
    assert slander(salon(grant("armor", 2)), 3, attack="menace", defence="willpower") == 3
    assert slander(salon(grant("armor", 2, scope="mental")), 3, attack="menace", defence="willpower") == 1
    assert slander(salon(grant("armor", 2, to=MAUD)), 3) == 3


@pytest.mark.rule("SF-WEAP-05")
@pytest.mark.parametrize("other_weapons", [True, False])
def test_only_tables_that_want_them_have_them(other_weapons: bool) -> None:
    g = salon(other_weapons=other_weapons)
    assert bool(g.offers("gm", GrantAdvantage)) == other_weapons
    if other_weapons:
        assert g.refused("ana", grant("armor", 2)) == "gm-only"
        for bad in (grant("armor", 4), grant("armor", 0), grant("weapon", -1)):
            assert g.refused("gm", bad) == "bad-value"
        for bad in (
            grant("armor", 1, scope="physical"),
            grant("shield", 1),
            grant("armor", 1, lasts="a year"),
        ):
            assert g.refused("gm", bad) == "no-such-advantage"


@pytest.mark.rule("SF-WEAP-05")
def test_each_lasts_for_a_while_and_the_gm_ends_it() -> None:
    g = salon(*(grant("armor", 1, lasts=lasts) for lasts in ("scene", "session", "until ended")))
    notes = g.ruleset.presenting.notes(g.table.state, g.actor("foe"))
    assert notes == (("The Soirée", "armor 1, social"),) * 3
    g.do("gm", EndScene())
    assert [each.lasts for each in g.table.state.get(ADVANTAGES).values()] == ["session", "until ended"]
    g.do("gm", EndSession())
    (left,) = g.table.state.get(ADVANTAGES)
    assert g.refused("ana", EndAdvantage(left)) == "gm-only"
    g.do("gm", EndAdvantage(left))
    assert not g.table.state.get(ADVANTAGES)
    assert g.refused("gm", EndAdvantage(left)) == "no-such-advantage"
