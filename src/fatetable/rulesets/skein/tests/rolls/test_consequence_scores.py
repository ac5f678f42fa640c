"""Which score a Consequence belongs to, also for cards that version 0.1.0 stored."""

import pytest

from fatetable.mechanics.aspects.cards import CONSEQUENCE, SITUATION, AspectCard, AspectId
from fatetable.rulesets.skein.rolls.consequence_scores import score_of_consequence


@pytest.mark.parametrize(
    ("kind", "lasts", "score", "expected"),
    [
        (CONSEQUENCE, "", "composure", "composure"),
        (CONSEQUENCE, "health", "", "health"),  # As version 0.1.0 stored it.
        (CONSEQUENCE, "stress", "", "stress"),
        (CONSEQUENCE, "broken-oath", "", ""),
        (SITUATION, "health", "", ""),
    ],
)
def test_the_score_of_a_consequence_is_read_in_either_form(kind: str, lasts: str, score: str, expected: str) -> None:
    card = AspectCard(id=AspectId("a1"), text="Dazed", kind=kind, lasts=lasts, score=score)
    assert score_of_consequence(card) == expected
