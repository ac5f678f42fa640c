"""How far an attack reaches (SF-EXT-06, SF-COM-02), and which may be made on several at once (SF-EXT-08, SF-EXT-12)."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, ActorId, name_of
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, distance, place_of, zones_between
from fatetable.rulesets.strange.book import HeldTrapping, Tables
from fatetable.rulesets.strange.combat.illusions import why_unmoved
from fatetable.rulesets.strange.combat.wards import cut_off
from fatetable.rulesets.strange.sheet import RANGE, SPRAY, ZONE, trapping_behind, trapping_rolled

OUT_OF_REACH, NOT_ON_SEVERAL = "out-of-reach", "not-on-several"


def reach_with(zones: int | None, ranges: int) -> int:
    """How many zones away something works that was bought so many ranges; `None` is what works on oneself alone.

    >>> [reach_with(None, number) for number in (1, 2, 3, 4)]
    [0, 1, 3, 5]
    """
    for _ in range(ranges):
        zones = 0 if zones is None else 1 if zones == 0 else zones + 2
    return zones or 0


class Reach(Struct, frozen=True):
    """What the trappings of somebody's skills reach."""

    tables: Tables

    def zones(self, actor: Actor, trait: str) -> int:
        """How far an attack carries, with the way of making it that carries farthest."""
        row = self.tables.attack(trapping_behind(trait))
        assert row is not None, "only trappings of attack are attacked with"
        return max(reach_with(row.zones, held.extras.count(RANGE)) for held in self._held(actor, trait))

    def has(self, actor: Actor, trait: str, extra: str) -> bool:
        return any(extra in held.extras for held in self._held(actor, trait))

    def may_attack(self, state: State, actor: Actor, target: ActorId, trait: str) -> Refusal | None:
        return self._cut_off(state, actor, trait) or self._too_far_or_useless(state, actor, target, trait)

    def may_spread(self, state: State, actor: Actor, targets: tuple[ActorId, ...], trait: str) -> Refusal | None:
        """SF-EXT-08: several targets, all in one zone that is near enough."""
        if refusal := self._cut_off(state, actor, trait):
            return refusal
        if not self.has(actor, trait, SPRAY):
            return Refusal(NOT_ON_SEVERAL, "Only a trapping with Spray attacks several.", "attack-several")
        if len({place_of(state, target) for target in targets}) > 1:
            return Refusal(NOT_ON_SEVERAL, "A spray hits targets in one zone.", "attack-several")
        useless = (self._too_far_or_useless(state, actor, target, trait) for target in targets)
        return next((refusal for refusal in useless if refusal), None)

    def may_flood(self, state: State, actor: Actor, zone: ZoneId, trait: str) -> Refusal | None:
        """SF-EXT-12: everybody in a zone that is near enough."""
        if refusal := self._cut_off(state, actor, trait):
            return refusal
        if not self.has(actor, trait, ZONE):
            return Refusal(NOT_ON_SEVERAL, "Only a trapping with Zone attacks everybody in one.", "attack-several")
        apart = distance(state.get(ZONES), place_of(state, actor.id), zone)
        if apart is None or apart > self.zones(actor, trait):
            return Refusal(OUT_OF_REACH, "That zone is out of reach.", "reach")
        return None

    def _cut_off(self, state: State, actor: Actor, trait: str) -> Refusal | None:
        row = self.tables.attack(trapping_behind(trait))
        if row is None or not self._held(actor, trait):
            return Refusal("unknown-trait", f"{actor.name} has no such attack.")
        return cut_off(self.tables, state, actor, row.scope)

    def _too_far_or_useless(self, state: State, actor: Actor, target: ActorId, trait: str) -> Refusal | None:
        return self._out_of_reach(state, actor, target, trait) or why_unmoved(state, actor, target, trait)

    def _out_of_reach(self, state: State, actor: Actor, target: ActorId, trait: str) -> Refusal | None:
        apart, reach = zones_between(state, actor.id, target), self.zones(actor, trait)
        if apart is not None and apart <= reach:
            return None
        away = "a zone away" if apart == 1 else f"{apart} zones away"
        return Refusal(OUT_OF_REACH, f"{name_of(state, target)} is {away}, and this reaches {reach}.", "reach")

    def _held(self, actor: Actor, trait: str) -> tuple[HeldTrapping, ...]:
        return trapping_rolled(self.tables, actor.sheet, trait)
