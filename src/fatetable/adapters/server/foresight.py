"""What a moment of the story would bring about, told before it is done.  Changes nothing, throws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import LogRecord, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.prompts import PromptOpened
from fatetable.engine.redaction import told_all
from fatetable.engine.seats import SEATS, is_addressed
from fatetable.tabletop.narration import Moment, tell
from fatetable.tabletop.table import Table

MOST_LINES = 40


def foreseen(table: Table, seat: SeatId, offer: Offer) -> tuple[str, ...] | None:
    """The lines the log would gain; `None` where looking ahead would tell what only doing it may tell.

    Only the game master looks ahead, and only at what moves the story on and needs no word from anybody:
    what may be chosen is taken to be left as it is.
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
    before = table.view(seat)
    for record in records:
        after = table.ruleset.engine.evolve(before, record.event, record.seq)
        if isinstance(record.event, PromptOpened):
            prompt = record.event.prompt
            asked = [each.name or each.id for each in after.get(SEATS).values() if is_addressed(each, prompt.seats)]
            yield f"{', '.join(asked)} will be asked: {prompt.question}"
        else:
            yield from tell(Moment(before, after, record.by, table.ruleset), record.event)
        before = after
