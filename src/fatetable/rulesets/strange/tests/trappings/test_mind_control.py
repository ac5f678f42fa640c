"""Psychic mind control."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import answers, done, facts, undertake
from fatetable.rulesets.strange.trappings.mind_control import MakeThem
from fatetable.testing import faces

WORDS = "Under My Control"


def psychic(margin: int, *, to: str = "cora", tier: int = 0) -> Game:
    """Maud tries to control somebody, by so much."""
    g = Game(
        maud=(skill("Mesmerism", 3, tier, held("convince", "", "psychic")),),
        cora=(skill("Resolve", 2, tier),),
        foe=(skill("Resolve", 2, tier),),
    )
    undertake(g, "control-mind", trait="mesmerism", to=to, words=WORDS)
    answer = next(each for each in answers(g) if each.startswith("resolve"))
    g.answer(g.seat_of(to), "defend", "defend", trait=answer, description="resists")
    done(g, faces(margin - 1), "0000")
    return g


@pytest.mark.rule("SF-EXT-04", "SF-WILLPOWER-01")
def test_it_takes_a_psychic_and_is_met_with_willpower() -> None:
    g = Game(maud=(skill("Charm", 3, 0, held("convince")),), cora=(skill("Resolve", 2),))
    command = Undertake(actor=MAUD, procedure="control-mind", trait="charm", target=CORA, description="so", words=WORDS)
    assert g.refused("ana", command) == "unknown-trait"
    g = Game(maud=(skill("Mesmerism", 3, 0, held("convince", "", "psychic")),), cora=(skill("Resolve", 2),))
    undertake(g, "control-mind", trait="mesmerism", to="cora", words=WORDS)
    assert answers(g) == ["resolve"]


@pytest.mark.rule("SF-EXT-04")
@pytest.mark.parametrize(("margin", "is_placed"), [(-1, False), (0, False), (1, True), (4, True)])
def test_it_puts_an_aspect_on_the_target_that_stays_however_many_shifts_it_was(margin: int, is_placed: bool) -> None:
    g = psychic(margin)
    assert g.has_card(WORDS) == is_placed
    if is_placed:
        card = g.card(WORDS)
        assert (card.bearer, card.lasts, [free.holder for free in card.free]) == (CORA, "sticky", [MAUD])


@pytest.mark.rule("SF-EXT-04")
@pytest.mark.parametrize("to", ["cora", "foe"])
def test_using_it_is_free_once_and_then_costs_a_point_that_goes_to_the_target(to: str) -> None:
    g = psychic(1, to=to)
    g.set_points(maud=2, cora=0, pool=0)
    card = g.card(WORDS).id
    make = MakeThem(actor=MAUD, aspect=card, description="opens the door")
    g.do("ana", make)
    assert (g.points("maud"), g.card(WORDS).free) == (2, ())
    g.do("ana", make)
    owner = "cora" if to == "cora" else "pool"
    assert (g.points("maud"), g.points(owner)) == (1, 1)
    g.do("ana", make)
    assert g.refused("ana", make) == "not-enough-fate-points"
    assert facts(g) == ["opens the door"] * 3
    assert g.has_card(WORDS), "it is not used up"


@pytest.mark.rule("SF-EXT-04")
def test_only_who_controls_somebody_makes_them_do_things() -> None:
    g = psychic(1)
    make = MakeThem(actor=CORA, aspect=g.card(WORDS).id, description="sits down")
    assert g.refused("bo", make) == "no-control"
    assert g.refused("bo", MakeThem(actor=MAUD, aspect=g.card(WORDS).id, description="sits down")) == "not-yours"


@pytest.mark.rule("SF-EXT-04", "SF-TIER-12")
@pytest.mark.parametrize(("margin", "tier"), [(1, 0), (3, 0), (2, 2)])
@pytest.mark.parametrize("seat", ["bo", "gm"])
def test_breaking_free_meets_the_effort_on_the_tier_of_its_skill(margin: int, tier: int, seat: str) -> None:
    g = psychic(margin, tier=tier)
    card = g.card(WORDS).id
    actor = CORA if seat == "bo" else FOE
    g.do(seat, Overcome(actor=actor, trait="resolve", description="shakes it off", aspect=card))
    assert (g.roll.difficulty, g.roll.scale) == (2 + margin, tier)
    g.throw(seat, faces(margin))
    assert g.result() == (0, "succeed")
    assert not g.has_card(WORDS)
    assert not g.offers("ana", MakeThem)
