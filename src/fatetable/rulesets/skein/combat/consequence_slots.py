"""How many Consequences somebody can take, and how much each absorbs."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.rows import Rows
from fatetable.mechanics.harm.state import Condition, Slot, unchecked
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.climactic_enemies import is_climactic
from fatetable.rulesets.skein.combat.scores import stress_scores
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


class ScoreRules(Struct, frozen=True):
    """Harm in Skein, as far as others have to know: scores that count down, and Consequences."""

    tables: Tables
    dials: Dials

    @property
    def counts_down(self) -> bool:
        return True

    def fresh(self, actor: Actor) -> Condition:
        return Condition(tracks=unchecked(stress_scores(self.tables, actor.sheet)))

    def rows(self, _: Actor) -> Rows:
        return ()

    def slots(self, actor: Actor) -> tuple[Slot, ...]:
        sizes = consequence_slots(self.tables, actor, self.dials)
        return tuple(Slot(name, size, "") for name, size in sizes.items())
