"""The parts of followers."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.mechanics.scenes.followers import FollowerKind, Followers
from fatetable.rulesets.strange.followers.companions import Companions
from fatetable.rulesets.strange.followers.links import Links
from fatetable.rulesets.strange.followers.minions import Minions
from fatetable.rulesets.strange.followers.taking_hits import TakingHits
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import COMPANION, MINION_GROUP

KINDS = (
    FollowerKind(kind=COMPANION, label="a companion", form="companion", is_brought=False),
    FollowerKind(kind=MINION_GROUP, label="minions", form="minions", is_brought=False),
)


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return (
        Followers(ruleset=kit.ruleset, kinds=KINDS, cites=kit.cites),
        Companions(kit),
        Links(kit.tables),
        Minions(kit),
        TakingHits(),
    )
