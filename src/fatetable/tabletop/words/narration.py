"""Puts events into words: the lines that each type of event is told in.

The sentences are in `table_narration`, `scene_narration`, `character_narration`, `aspect_narration`,
`roll_narration` and `journal_narration`; a ruleset adds those for its own events in `Ruleset.tellers`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.messages import Event
from fatetable.tabletop.words import (
    aspect_narration,
    character_narration,
    journal_narration,
    roll_narration,
    scene_narration,
    table_narration,
)
from fatetable.tabletop.words.event_context import EventContext, Tellers

TELLERS: Tellers = {
    **table_narration.TELLERS,
    **scene_narration.TELLERS,
    **character_narration.TELLERS,
    **aspect_narration.TELLERS,
    **roll_narration.TELLERS,
    **journal_narration.TELLERS,
}


def tell(context: EventContext, event: Event) -> Iterator[str]:
    """The lines an event is told in.

    An event without a sentence of its own is told by its `news`, if it has any, and otherwise not at all.
    """
    teller = TELLERS.get(type(event))
    if teller is not None:
        yield from teller(context, event)
    elif own := context.ruleset.tellers.get(type(event)):
        yield from own(context.before, context.after, event)
    elif news := getattr(event, "news", ""):
        yield f"{news.rstrip('.')}."
