"""Setting a mood, and what stands in its way."""

from __future__ import annotations

import pytest

from fatetable.rulesets.strange.tests.support.playing import Game
from fatetable.rulesets.strange.tests.support.trappings import done, undertake, with_trapping


def speaker() -> Game:
    return Game(maud=(with_trapping(4, 0, "inspire"),))


@pytest.mark.rule("SF-INSPIRE-01")
@pytest.mark.parametrize(("dice", "lasts"), [("--00", None), ("-000", "fragile"), ("++00", "sticky")])
def test_a_mood_is_an_aspect_of_the_scene_that_goes_at_good(dice: str, lasts: str | None) -> None:
    g = speaker()
    assert undertake(g, "inspire", words="Somber").difficulty == 3
    done(g, dice)
    assert g.has_card("Somber") == (lasts is not None)
    if lasts is not None:
        card = g.card("Somber")
        assert (card.lasts, card.bearer, [free.holder for free in card.free]) == (lasts, "", ["maud"])


@pytest.mark.rule("SF-INSPIRE-02")
@pytest.mark.parametrize(
    ("claims", "less"),
    [
        (("adding to a mood",), 1),
        (("changing a mood",), 3),
        (("distractions",), 1),
        (("major distractions",), 3),
        (("total distractions",), 5),
        (("changing a mood", "total distractions"), 8),
        (("adding to a mood", "changing a mood", "distractions", "total distractions"), 8),
    ],
)
def test_the_worst_of_each_family_counts_and_the_families_add_up(claims: tuple[str, ...], less: int) -> None:
    """The example: changing the mood of two armies in battle is at -8."""
    g = speaker()
    assert undertake(g, "inspire", words="Brave", claims=claims).efforts[0].fixed == 4 - less
