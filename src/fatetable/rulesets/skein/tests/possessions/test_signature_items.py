"""Things that are an Aspect of somebody: they cannot be lost for good, and what they oblige to can be compelled."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.skein.possessions.in_play import Wield
from fatetable.rulesets.skein.possessions.signature_items import SIGNATURE_ITEMS, GiveBack, TakeAway, TieAspect
from fatetable.rulesets.skein.possessions.trading import Sell
from fatetable.rulesets.skein.sheet.arms import listed, wielded
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, HESK, changed
from fatetable.rulesets.skein.tests.support.playing import Game

SWORD = "Short sword"
DUTY = "Whoever bears it answers when the ford is threatened"


def tie(g: Game, **changes: str) -> TieAspect:
    card = next(c for c in g.table.state.slices["aspects"].values() if c.bearer == BRANNOC and c.slot)
    values = {"actor": BRANNOC, "aspect": card.id, "item": SWORD, "obligation": DUTY, **changes}
    return TieAspect(**values)


def tied(option: str = "yes", **fill: str) -> Game:
    g = Game()
    g.do("ana", tie(g))
    g.answer("gm", "keepsake", option, **fill)
    return g


def things(g: Game) -> tuple[str, ...]:
    return listed(g.table.state.get(CAST)[BRANNOC].sheet)


@pytest.mark.rule("SK-CHAR-14")
def test_a_thing_that_is_an_aspect_is_not_taken_for_good() -> None:
    g = tied()
    for_good = TakeAway(actor=BRANNOC, item=SWORD, reason="robbers", is_for_good=True)
    assert g.refused("gm", for_good) == "part-of-the-character"
    assert SWORD in things(g)
    assert g.refused("ana", Sell(BRANNOC, SWORD)) == "part-of-the-character"
    choices = {choice.value for offer in g.offers("ana", Sell) for choice in offer.holes[0].options}  # type: ignore[union-attr]
    assert SWORD not in choices


@pytest.mark.rule("SK-CHAR-14")
def test_other_things_can_be_lost_for_good() -> None:
    g = Game()
    g.do("gm", TakeAway(actor=BRANNOC, item=SWORD, reason="robbers", is_for_good=True))
    assert SWORD not in things(g)
    assert g.refused("gm", GiveBack(BRANNOC, SWORD)) == "not-missing"
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    assert SWORD not in things(g)


@pytest.mark.rule("SK-CHAR-14")
def test_whoever_loses_one_thing_keeps_all_others() -> None:
    owned = things(Game())
    assert len(owned) > 2
    for item in owned:
        g = Game()
        g.do("gm", TakeAway(actor=BRANNOC, item=item, reason="robbers", is_for_good=True))
        assert things(g) == tuple(other for other in owned if other != item)


@pytest.mark.rule("SK-CHAR-14")
def test_what_is_lost_is_out_of_the_hand_as_well_unless_there_is_another() -> None:
    for swords, is_held in (((SWORD,), False), ((SWORD, SWORD), True)):
        hero = changed("Brannoc of the Ford", lists={"occupation": (*swords, "Shield")})
        g = Game(heroes=(hero, "Mother Hesk"))
        for held in ("Shield", f"{SWORD} + Shield"):
            g.do("ana", Wield(BRANNOC, held))
        g.do("gm", TakeAway(actor=BRANNOC, item=SWORD, reason="disarmed"))
        assert (SWORD in wielded(TABLES, g.table.state.get(CAST)[BRANNOC].sheet)) is is_held
        assert "Shield" in wielded(TABLES, g.table.state.get(CAST)[BRANNOC].sheet)


@pytest.mark.rule("SK-CHAR-14")
def test_what_is_no_aspect_stays_missing_when_the_session_ends() -> None:
    g = tied()
    for item in ("Shield", SWORD):
        g.do("gm", TakeAway(actor=BRANNOC, item=item, reason="taken at the gate"))
    assert g.refused("gm", GiveBack(HESK, SWORD)) == "not-missing"
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    assert [item in things(g) for item in (SWORD, "Shield")] == [True, False]


@pytest.mark.rule("SK-CHAR-14")
def test_things_come_back_one_by_one() -> None:
    g = Game()
    before = sorted(things(g))
    for item in ("Shield", SWORD):
        g.do("gm", TakeAway(actor=BRANNOC, item=item, reason="taken at the gate"))
    for item in ("Shield", SWORD):
        g.do("gm", GiveBack(BRANNOC, item))
    assert sorted(things(g)) == before


@pytest.mark.rule("SK-CHAR-14")
def test_parted_for_a_while_it_comes_back_by_the_end_of_the_session() -> None:
    g = tied()
    g.do("gm", TakeAway(actor=BRANNOC, item=SWORD, reason="taken at the gate"))
    assert SWORD not in things(g)
    g.do("gm", GiveBack(BRANNOC, SWORD))
    assert SWORD in things(g)
    g.do("gm", TakeAway(actor=BRANNOC, item=SWORD, reason="taken at the gate"))
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    assert SWORD in things(g)


@pytest.mark.rule("SK-CHAR-14")
def test_it_has_to_bring_obligations_and_they_can_be_compelled() -> None:
    g = Game()
    assert g.refused("ana", tie(g, obligation=" ")) == "no-obligation"
    g = tied("change", obligation="The widow of its last bearer has to be cared for")
    [offer] = [o for o in g.offers("gm", OfferCompel) if "widow" in o.label]
    before = g.points(BRANNOC)
    g.do("gm", offer.command)
    assert not [o for o in g.offers("gm", OfferCompel) if "widow" in o.label], "one compel at a time"
    g.answer("ana", "compel", "accept")
    assert g.points(BRANNOC) == before + 1


def test_the_storyteller_may_find_that_it_is_just_a_thing() -> None:
    g = tied("no")
    assert not g.table.state.get(SIGNATURE_ITEMS)
    g.do("gm", TakeAway(actor=BRANNOC, item=SWORD, reason="robbers", is_for_good=True))
    assert SWORD not in things(g)


def test_only_what_one_has_can_be_an_aspect_of_ones_own() -> None:
    g = Game()
    assert g.refused("ana", tie(g, item="Crown of the Isles")) == "not-owned"
    assert g.refused("bo", tie(g)) == "not-yours"
    assert g.refused("bo", tie(g, actor=HESK)) == "not-their-aspect"
