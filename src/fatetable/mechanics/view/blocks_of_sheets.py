"""The block of one character: sheet, condition and place, as far as the viewer knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import CHARACTER, CONSEQUENCE, borne_by
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, controls, patron_of, seat_of
from fatetable.mechanics.harm.state import STRESS, Condition, HarmRules, Slot, condition_of
from fatetable.mechanics.points.accounts import purse, spendable
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.feature_uses import uses_left
from fatetable.mechanics.scenes.sides import side_taken
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ZONES, place_of
from fatetable.mechanics.view.blocks import CardView, FeatureView, SheetBlock, SlotView, TraitRow
from fatetable.mechanics.view.blocks_of_cards import card_view
from fatetable.mechanics.view.changed_dice import scale_name
from fatetable.mechanics.view.headcount import Counting, one_person
from fatetable.mechanics.view.tracks import tracks_of, wounds_of


def shown_actors(state: State, seat: Seat) -> tuple[ActorId, ...]:
    """Whose sheets are shown, the viewer's own first, and behind everybody their followers."""
    scene = state.get(SCENE)
    cast = state.get(CAST)
    shown = [actor for actor in cast.values() if not scene.is_open or actor.id in scene.present or actor.is_hidden]
    places = {actor.id: place for place, actor in enumerate(cast.values())}

    def rank(actor: Actor) -> tuple[bool, bool, int, bool]:
        lead = patron_of(state, actor) or actor
        return (not controls(seat, actor), not lead.is_pc, places[lead.id], lead is not actor)

    shown.sort(key=rank)
    return tuple(actor.id for actor in shown)


class SheetBlocks(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    ladder: Ladder
    harm: Callable[[Actor], HarmRules]
    refresh: Callable[[Actor], int]
    notes: Callable[[State, Actor], tuple[tuple[str, str], ...]]
    headcount: Counting = one_person

    def block(self, state: State, seat: Seat, actor_id: ActorId) -> SheetBlock:
        actor = state.get(CAST)[actor_id]
        condition = condition_of(state, actor.id)
        cards = borne_by(state, actor.id)
        taken = [(card.slot, card_view(state, seat, card)) for card in cards if card.kind == CONSEQUENCE]
        zone = state.get(ZONES).zones.get(place_of(state, actor.id))
        has_figures = bool(actor.sheet.traits or actor.sheet.lists)
        harm = self.harm(actor)
        heads, patron = self.headcount(state, actor), patron_of(state, actor)
        return SheetBlock(
            actor=actor.id,
            name=actor.name,
            kind=actor.kind,
            description=actor.sheet.description,
            is_mine=controls(seat, actor),
            points=spendable(state, purse(actor.id)) if actor.is_pc else None,
            refresh=self.refresh(actor) if actor.is_pc else None,
            aspects=tuple(card_view(state, seat, card) for card in cards if card.kind == CHARACTER),
            traits=_trait_rows(self.rules, self.ladder, actor) if has_figures else (),
            features=tuple(FeatureView(f.name, f.text, uses_left(state, actor, f)) for f in actor.sheet.features),
            boxes=() if harm.counts_down else condition.tracks.get(STRESS, ()),
            scores=_scores(condition) if harm.counts_down else {},
            slots=tuple(_slots(harm.slots(actor), taken)),
            out=condition.out,
            zone=zone.name if zone else "",
            is_pc=actor.is_pc,
            is_hidden=actor.is_hidden,
            zone_id=zone.id if zone else "",
            seat=seat_of(state, actor.id),
            side=side_taken(state, actor.id),
            standing=heads.standing,
            size=heads.size,
            is_nameless=heads.is_nameless,
            notes=self.notes(state, actor),
            portrait=actor.portrait,
            patron=patron.name if patron else "",
            tracks=() if harm.counts_down else tuple(tracks_of(condition)),
            wounds=tuple(wounds_of(harm.rows(actor), condition)),
        )


@remembered(limit=2048)
def _trait_rows(rules: CheckRules, ladder: Ladder, actor: Actor) -> tuple[TraitRow, ...]:
    return tuple(
        TraitRow(
            trait.id,
            trait.label,
            trait.rating,
            ladder.word(trait.rating),
            trait.name or trait.label,
            scale_name(rules, trait.scale) if trait.scale else "",
        )
        for trait in rules.traits(actor, "")
    )


def _scores(condition: Condition) -> Mapping[str, tuple[int, int]]:
    """What is left of each track, and its length."""
    return {name: (boxes.count(False), len(boxes)) for name, boxes in condition.tracks.items()}


def _slots(slots: tuple[Slot, ...], taken: list[tuple[str, CardView]]) -> Iterator[SlotView]:
    """Each slot with the consequence in it; those above the limit come last and absorb nothing."""
    left = list(taken)
    for slot in slots:
        place = next((number for number, (name, _) in enumerate(left) if name == slot.name), None)
        yield _slot(slot, left.pop(place)[1] if place is not None else None)
    for name, card in left:
        yield SlotView(name, 0, card.text, card.free, card.id)


def _slot(slot: Slot, taken: CardView | None) -> SlotView:
    if taken is None:
        return SlotView(slot.name, slot.absorbs, "")
    return SlotView(slot.name, slot.absorbs, taken.text, taken.free, taken.id)
