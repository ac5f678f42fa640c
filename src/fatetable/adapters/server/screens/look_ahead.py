"""Previews for the game master: what an offer would add to the log.  Changes nothing and throws no dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PromptOpened, asked_seats
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import narrate

MOST_LINES = 40


def look_ahead(table: Table, seat: SeatId, offer: Offer) -> tuple[str, ...] | None:
    """The lines the log would gain; `None` where a preview would reveal what only doing it may reveal.

    Only the game master may look ahead, and only at offers of the group "moment" that need no input; optional holes
    keep their defaults.
    """
    sitting = table.state.get(SEATS).get(seat)
    if sitting is None or not sitting.is_gm or offer.group != "moment" or not offer.matches(offer.command):
        return None
    try:
        records, _ = table.ruleset.engine.step(table.state, seat, offer.command, Scripted())
    except (FatetableError, LookupError):
        return None
    return tuple(dict.fromkeys(_lines(table, seat, told_all(records, sitting))))[:MOST_LINES]


def _lines(table: Table, seat: SeatId, records: Iterable[LogRecord]) -> Iterator[str]:
    for narrated in narrate(table, seat, table.view(seat), records):
        event = narrated.record.event
        if isinstance(event, PromptOpened):
            prompt, after = event.prompt, narrated.after
            asked = [each.name or each.id for each in asked_seats(after, prompt)]
            yield f"{', '.join(asked)} will be asked: {prompt.question}"
        else:
            yield from narrated.lines()
