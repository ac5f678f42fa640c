"""The table of actions as the table plays it: without free tags, if it has none (SF-ROLL-05)."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.book.grants import ActionTable, DiscoverAspect, Grant, NewAspect
from fatetable.rulesets.strange.dials import Dials


def granted(table: ActionTable, dials: Dials) -> ActionTable:
    if dials.free_tags:
        return table
    rows = (msgspec.structs.replace(row, grants=tuple(map(_without_tag, row.grants))) for row in table.rows.values())
    return ActionTable.of(tuple(rows))


def _without_tag(grant: Grant) -> Grant:
    return msgspec.structs.replace(grant, free=0) if isinstance(grant, NewAspect | DiscoverAspect) else grant
