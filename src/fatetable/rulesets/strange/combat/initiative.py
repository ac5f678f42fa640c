"""Who acts first: the highest tier, and within a tier the one who rolls most (SF-INITIATIVE-01)."""

from __future__ import annotations

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.rolls.efforts import throw_alone
from fatetable.rulesets.strange.kit import StrangeKit

INITIATIVE = "initiative"


def ranks(kit: StrangeKit, decision: Decision, actor: Actor, scope: str) -> tuple[int, ...]:
    """The tier, what was rolled, the rating, and whether a player plays them."""
    action = f"{INITIATIVE} {scope}"
    trait = kit.checks.traits(actor, action)[0]
    thrown = throw_alone(decision, kit.checks, actor, action, trait.id)
    return trait.scale, thrown, trait.rating, int(actor.has_player)
