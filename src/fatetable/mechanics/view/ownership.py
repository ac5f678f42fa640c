"""Marks what belongs to the viewer in blocks that are the same for all viewers who know the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import Seat
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    Block,
    CardView,
    PromptBlock,
    RollBlock,
    SheetBlock,
    TokenView,
    ZoneMapBlock,
)
from fatetable.mechanics.view.encounter_blocks import PlaceView, TurnOrderBlock
from fatetable.mechanics.view.sides_of_rolls import EffortView

ONLOOKER = Seat(SeatId(""), "spectator")
"""A viewer to whom nothing belongs and who is asked nothing."""

Belonging = TypeVar("Belonging", TokenView, PlaceView, EffortView)


class Ownership(NamedTuple):
    """What belongs to a viewer: the characters they play, and the questions they are asked, as they see them."""

    actors: frozenset[ActorId]
    asked: Mapping[str, PromptBlock]

    def seen(self, block: Block) -> Block:
        """The block as the owner sees it; the same object if nothing in it is theirs."""
        return self.asked.get(block.id, block) if isinstance(block, PromptBlock) else mark_owned(block, self.actors)


def mark_owned(block: Block, mine: frozenset[ActorId]) -> Block:
    """The block with what belongs to these characters marked, or the same object if nothing in it does."""
    if mine.isdisjoint(owners_in(block)):
        return block
    match block:
        case SheetBlock():
            is_mine = block.actor in mine
            return msgspec.structs.replace(block, is_mine=is_mine, aspects=_cards(block.aspects, mine))
        case AspectCardsBlock():
            return msgspec.structs.replace(block, cards=_cards(block.cards, mine))
        case ZoneMapBlock():
            zones = tuple(msgspec.structs.replace(zone, tokens=_marked(zone.tokens, mine)) for zone in block.zones)
            return msgspec.structs.replace(block, zones=zones)
        case TurnOrderBlock():
            return msgspec.structs.replace(block, places=_marked(block.places, mine))
        case RollBlock():
            return msgspec.structs.replace(block, sides=_marked(block.sides, mine))
        case _:
            return block


def owners_in(block: Block) -> Iterable[str]:
    """The characters to whom something in a block belongs; everybody else sees it like an onlooker."""
    match block:
        case RollBlock():
            return [side.actor for side in block.sides]
        case SheetBlock():
            return [block.actor, *_owners(block.aspects)]
        case AspectCardsBlock():
            return _owners(block.cards)
        case ZoneMapBlock():
            return [token.actor for zone in block.zones for token in zone.tokens]
        case TurnOrderBlock():
            return [place.actor for place in block.places]
        case _:
            return ()


def own_sheets_first(blocks: Sequence[Block], mine: frozenset[ActorId]) -> tuple[Block, ...]:
    sheets = [block for block in blocks if isinstance(block, SheetBlock)]
    ordered = iter(sorted(sheets, key=lambda sheet: sheet.actor not in mine))
    return tuple(next(ordered) if isinstance(block, SheetBlock) else block for block in blocks)


def _is_mine(card: CardView, mine: frozenset[ActorId]) -> bool:
    return card.bearer_id in mine or card.owner_id in mine


def _owners(cards: Iterable[CardView]) -> list[str]:
    return [owner for card in cards for owner in (card.bearer_id, card.owner_id)]


def _cards(cards: Iterable[CardView], mine: frozenset[ActorId]) -> tuple[CardView, ...]:
    return tuple(msgspec.structs.replace(card, is_mine=True) if _is_mine(card, mine) else card for card in cards)


def _marked(things: Iterable[Belonging], mine: frozenset[ActorId]) -> tuple[Belonging, ...]:
    return tuple(msgspec.structs.replace(thing, is_mine=True) if thing.actor in mine else thing for thing in things)
