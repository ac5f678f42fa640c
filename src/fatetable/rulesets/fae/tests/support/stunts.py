"""Shorthand for tests of stunts: a table where somebody has them, and their use."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import Bonus, Feature, Limit, When
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.feature_uses import UseFeature
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import ABIGAIL, join_third

LAST_STAND = Feature(
    name="Last Stand",
    text="Once per session I get +4 when I Forcefully defend with my back to a wall.",
    effects=(Bonus(4, When(("defend",), ("forceful",), "back to a wall")),),
    limit=Limit(1, "session"),
)


def with_features(sample: str, *features: Feature) -> Sheet:
    return msgspec.structs.replace(TABLES.sample(sample), features=features)


def with_third(*features: Feature, foes: tuple[str, ...] = ("Veld",), sample: str = "Abigail Zhao") -> Game:
    """A table with Abigail, who has these stunts; the game master agreed to them."""
    g = Game(scene=False, foes=foes)
    join_third(g, with_features(sample, *features))
    g.start_scene()
    return g


def using(name: str, text: str = "here they come", aspect: str = "", actor: ActorId = ABIGAIL) -> UseFeature:
    return UseFeature(actor=actor, feature=name, description=text, aspect=aspect)  # type: ignore[arg-type]
