"""Workspaces, and the research that is done in them."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import CORA, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import (
    done,
    facts,
    ruled,
    took,
    undertake,
    with_trapping,
)
from fatetable.rulesets.strange.works.workspaces import (
    CloseWorkspace,
    OpenWorkspace,
    fit_for_works,
    workspaces_of,
)
from fatetable.testing import faces

ANSWER = "the answer is found in"


def lab(rating: int = 3, tier: int = 0, *more: str, **given: Any) -> Game:
    return Game(maud=(with_trapping(rating, tier, "workspace", *more, name="Laboratory", **given),))


def lines(g: Game, who: str = "maud") -> list[str]:
    """What the sheet says about workspaces."""
    notes = g.ruleset.presenting.notes(g.table.state, g.actor(who))
    return [text for name, text in notes if name == "Workspace"]


@pytest.mark.rule("SF-WORKSPACE-01")
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
@pytest.mark.parametrize(("more", "whose"), [((), "at hand"), (("wealth",), "owned")])
def test_a_workspace_is_as_good_as_the_skill_and_owned_with_wealth(
    rating: int, more: tuple[str, ...], whose: str
) -> None:
    g = lab(rating, 0, *more)
    assert lines(g) == [f"Laboratory, {TABLES.ladder.label(rating)}, {whose}"]
    assert lines(g, "cora") == []


@pytest.mark.rule("SF-WORKSPACE-02")
@pytest.mark.parametrize(("quality", "is_fit"), [(0, True), (2, True), (3, True), (4, False)])
def test_its_quality_limits_what_is_made_there(quality: int, is_fit: bool) -> None:
    g = lab(3)
    assert bool(fit_for_works(TABLES, g.table.state, g.actor("maud"), quality)) == is_fit


@pytest.mark.rule("SF-WORKSPACE-03")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize("has_benefit", [True, False])
def test_works_above_mundane_take_its_tier_benefit(tier: int, has_benefit: bool) -> None:
    """The example: an Extraordinary laboratory is for Mundane and Extraordinary devices."""
    g = lab(2, tier, "craft", **({} if has_benefit or not tier else {"benefits": ("craft",)}))
    for works in range(5):
        fit = fit_for_works(TABLES, g.table.state, g.actor("maud"), 1, works)
        assert bool(fit) == (works <= (tier if has_benefit else 0)), works


@pytest.mark.rule("SF-WORKSPACE-01", "SF-CRAFT-02")
def test_who_lacks_one_borrows_it_until_the_gm_takes_it_back() -> None:
    g = lab(2)
    lent = OpenWorkspace(actor=CORA, name="College Library", quality=5, tier="1")
    assert g.refused("bo", lent) == "gm-only"
    g.do("gm", lent)
    assert lines(g, "cora") == ["College Library, Superb (+5) (E), borrowed"]
    assert len(fit_for_works(TABLES, g.table.state, g.actor("cora"), 5, 1)) == 1
    g.do("gm", OpenWorkspace(actor=CORA, name="College Library", quality=4, tier="0"))
    assert lines(g, "cora") == ["College Library, Great (+4), borrowed"], "one of each name"
    assert g.refused("gm", OpenWorkspace(actor=CORA, name="Shed", quality=21, tier="0")) == "bad-value"
    assert g.refused("gm", OpenWorkspace(actor=CORA, name="Shed", quality=1, tier="5")) == "bad-value"
    g.do("gm", CloseWorkspace(actor=CORA, name="College Library"))
    assert workspaces_of(TABLES, g.table.state, g.actor("cora")) == ()
    assert g.refused("gm", CloseWorkspace(actor=CORA, name="College Library")) == "no-such-workspace"


# -- research --------------------------------------------------------------------------------------------------------


def asking(rung: int, dice: str, *, library: int = 8, tier: int = 2, **fill: Any) -> Game:
    """Maud (+2) has been asked something and has a library."""
    g = Game(maud=(skill("Academics", 2),))
    if library >= 0:
        g.do("gm", OpenWorkspace(actor=MAUD, name="Library", quality=library, tier=str(tier)))
    undertake(g, "information", trait="academics")
    ruled(g, f"rung-{rung}", **fill)
    done(g, dice)
    return g


@pytest.mark.rule("SF-RESEARCH-01", "SF-ROLL-04")
@pytest.mark.parametrize(
    ("missing", "time"),
    [
        (1, "An Hour"),
        (2, "A Few Hours"),
        (3, "An Afternoon"),
        (4, "A Day"),
        (5, "A Few Days"),
        (6, "A Week"),
        (8, "A Month"),
    ],
)
def test_a_failure_becomes_a_success_by_a_step_of_time_for_each_point(missing: int, time: str) -> None:
    g = asking(5, faces(4 - missing) if missing < 9 else "----")
    assert g.last_roll.margin == -missing
    assert not facts(g)
    g.answer("ana", "research", "borrowed library")
    assert took(g) == time
    assert facts(g) == [f"{ANSWER} {time}"]
    assert g.prompt("research") is None


@pytest.mark.rule("SF-RESEARCH-01")
def test_nobody_has_to_look_it_up_and_who_knows_it_does_not_need_to() -> None:
    g = asking(5, "0000")
    g.answer("ana", "research", "leave")
    assert (took(g), facts(g)) == ("", [])
    assert asking(2, "0000").prompt("research") is None


@pytest.mark.rule("SF-RESEARCH-01", "SF-WORKSPACE-02")
def test_it_takes_a_workspace_and_calm() -> None:
    assert asking(5, "0000", library=-1).prompt("research") is None
    g = Game(maud=(skill("Academics", 2),))
    g.do("gm", OpenWorkspace(actor=MAUD, name="Library", quality=8, tier="0"))
    g.start_conflict("physical", first="Maud")
    undertake(g, "information", trait="academics")
    ruled(g, "rung-5")
    done(g)
    assert g.prompt("research") is None, "there is no time for it in a conflict"


@pytest.mark.rule("SF-RESEARCH-02", "SF-WORKSPACE-02")
@pytest.mark.parametrize(
    ("rung", "library", "tier", "is_found"),
    [
        (4, 4, 0, True),
        (4, 3, 0, False),
        (5, 6, 0, True),
        (5, 5, 0, False),
        (6, 8, 1, True),
        (6, 8, 0, False),
        (6, 7, 1, False),
        (7, 10, 2, True),
        (7, 10, 1, False),
    ],
)
def test_nothing_is_found_that_is_more_obscure_than_the_workspace_is_good(
    rung: int, library: int, tier: int, is_found: bool
) -> None:
    g = Game(maud=(with_trapping(2, max(0, rung - 5), "information"),))
    g.do("gm", OpenWorkspace(actor=MAUD, name="Library", quality=library, tier=str(tier)))
    undertake(g, "information")
    ruled(g, f"rung-{rung}")
    assert done(g, "----")[1] == "fail"
    assert (g.prompt("research") is not None) == is_found


@pytest.mark.rule("SF-RESEARCH-02")
def test_each_workspace_that_is_good_enough_can_be_searched() -> None:
    g = Game(maud=(skill("Academics", 2), with_trapping(4, 0, "workspace", name="Study")))
    for name, quality in (("Library", 6), ("Club", 3)):
        g.do("gm", OpenWorkspace(actor=MAUD, name=name, quality=quality, tier="0"))
    undertake(g, "information", trait="academics")
    ruled(g, "rung-4")
    done(g, "----")
    prompt = g.prompt("research")
    assert prompt is not None
    assert [option.label for option in prompt.options] == ["Search Study", "Search Library", "Leave it at that"]
