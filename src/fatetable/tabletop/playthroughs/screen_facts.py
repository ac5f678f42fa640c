"""A screen as plain names and numbers, for the expectations of playthroughs."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    Block,
    PointsBlock,
    PromptBlock,
    RollBlock,
    SheetBlock,
    WaitingBlock,
    ZoneMapBlock,
)
from fatetable.mechanics.view.encounter_blocks import ProgressBlock, TallyBlock, TasksBlock, TurnOrderBlock
from fatetable.mechanics.view.sides_of_rolls import EffortView
from fatetable.tabletop.playthroughs.expectations import plain
from fatetable.tabletop.table import Table


def screen_facts(table: Table, seat: str) -> dict[str, Any]:
    """What the screen of a seat shows, and under `slices` the whole state that the seat knows.

    Of several rolls only the newest is included.
    """
    found: dict[str, Any] = {"aspects": {}, "characters": {}, "questions": {}, "zones": {}, "ways": {}, "progress": {}}
    for block in table.present(seat):
        _add(found, block)
    found["slices"] = {name: plain(value) for name, value in table.view(seat).slices.items()}
    return found


def _add(found: dict[str, Any], block: Block) -> None:
    match block:
        case AspectCardsBlock():
            found["aspects"] |= {card.text: plain(card) for card in block.cards}
        case SheetBlock():
            found["characters"][block.name] = _character(block)
        case PromptBlock():
            found["questions"][block.question] = plain(block)
        case ZoneMapBlock():
            found["zones"] |= {zone.name: plain(zone) for zone in block.zones}
            found["ways"] |= {f"{way.one} - {way.other}": way.barrier for way in block.borders}
        case PointsBlock():
            found["points"] = dict(block.rows)
        case RollBlock():
            found["roll"] = plain(block) | {"sides": {side.name: _side(side) for side in block.sides}}
        case TurnOrderBlock():
            found["turns"] = _turns(block)
        case TallyBlock():
            found["contest"] = plain(block)
        case ProgressBlock():
            found["progress"][block.title] = {row.label: plain(row) for row in block.rows}
        case TasksBlock():
            found["challenge"] = plain(block) | {"tasks": {task.name: plain(task) for task in block.tasks}}
        case WaitingBlock():
            found["waiting"] = plain(block)
        case _:
            shape = plain(block)
            found[shape["type"]] = shape


def _character(block: SheetBlock) -> dict[str, Any]:
    return {
        **plain(block),
        "aspects": [card.text for card in block.aspects],
        "traits": {row.id: row.rating for row in block.traits},
        "features": {
            feature.name: "unlimited" if feature.uses_left is None else feature.uses_left for feature in block.features
        },
        "notes": dict(block.notes),
        "slots": {slot.name: slot.text for slot in block.slots},
        "free": {slot.text: list(slot.free) for slot in block.slots if slot.text},
    }


def _side(side: EffortView) -> dict[str, Any]:
    return {
        **plain(side),
        "modifiers": {part.label: part.amount for part in side.modifiers},
        "hindrances": {part.label: part.amount for part in side.hindrances},
    }


def _turns(block: TurnOrderBlock) -> dict[str, Any]:
    order = [place.name for place in block.places]
    by_state = {
        state: [place.name for place in block.places if place.state == state]
        for state in ("acting", "waiting", "done", "out")
    }
    return {"kind": block.kind, "exchange": block.exchange, "order": order, **by_state}
