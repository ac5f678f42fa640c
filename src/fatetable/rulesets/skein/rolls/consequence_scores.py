"""Which stress score a Consequence belongs to: the one whose damage it lessened."""

from __future__ import annotations

from fatetable.mechanics.aspects.cards import CONSEQUENCE, AspectCard
from fatetable.rulesets.skein.sheet import SCORES, SINGLE


def score_of_consequence(card: AspectCard) -> str:
    """Health or Composure, or the single score of an animal; nothing for a Consequence of a broken oath.

    Version 0.1.0 stored the score as how long the card lasts.
    """
    if card.kind != CONSEQUENCE:
        return ""
    return card.score or (card.lasts if card.lasts in (*SCORES, SINGLE) else "")
