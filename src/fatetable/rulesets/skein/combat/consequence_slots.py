"""How many Consequences somebody can take, and how much each absorbs."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.state import HarmRules, Slot
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.climactic_enemies import is_climactic
from fatetable.rulesets.skein.combat.harm import stress_scores
from fatetable.rulesets.skein.dials import Dials


def consequence_slots(tables: Tables, actor: Actor, dials: Dials) -> Mapping[str, int]:
    """One mild, one moderate and one severe Consequence (SK-DMG-04); none for the least of people (SK-STORY-01)."""
    sizes = tables.figures.consequences.absorbs
    return {str(name): size for name, size in sizes.items()} if most_consequences(tables, actor, dials) else {}


def most_consequences(tables: Tables, actor: Actor, dials: Dials) -> int:
    """Three; of the Storyteller's people the lesser take fewer, of whatever severity they like (SK-STORY-01)."""
    most = len(tables.figures.consequences.absorbs)
    if actor.kind in ("animal", "warband", "army"):
        return 0
    if actor.is_pc or dials.npc_consequences == "free":
        return most
    rank = tables.person_class(actor.kind)
    if rank is None:
        return 0
    is_raised = is_climactic(actor) and rank.climactic_consequences is not None
    return rank.climactic_consequences or 0 if is_raised else rank.consequences


def harm_rules(tables: Tables, dials: Dials) -> HarmRules:
    return HarmRules(
        boxes=lambda _: 0,
        slots=lambda actor: tuple(
            Slot(name, size, "") for name, size in consequence_slots(tables, actor, dials).items()
        ),
        scores=lambda actor: stress_scores(tables, actor.sheet),
    )
