"""A recap: what happened in sessions and scenes, as one seat knows it, in the words of the log.

It is made from events, and leaves out what was undone, what people said, and the steps between a roll's declaration and
its outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from fatetable.engine.engine import effective
from fatetable.engine.messages import Event, LogRecord
from fatetable.engine.opening import TABLE, Rewound
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, CONSEQUENCE, SITUATION, AspectPlaced, AspectRevealed
from fatetable.mechanics.aspects.compel_state import CompelClosed
from fatetable.mechanics.characters.cast import ActorJoined, SheetChanged
from fatetable.mechanics.encounters.state import ENCOUNTER, EncounterEnded, EncounterSet
from fatetable.mechanics.harm.state import ConditionSet
from fatetable.mechanics.journal.state import EntryShown
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.facts import FactEstablished
from fatetable.mechanics.scenes.state import SceneStarted, SessionStarted
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.character_narration import going_out, sheet_change
from fatetable.tabletop.words.event_context import EventContext
from fatetable.tabletop.words.narration import tell
from fatetable.tabletop.words.roll_narration import roll_in_one_line

MOST_RECORDS = 50_000
"""More than years of weekly play; of a longer log only the end is told."""

TOLD_AS_IN_THE_LOG: tuple[type[Event], ...] = (
    PointsMoved,
    CompelClosed,
    FactEstablished,
    EncounterEnded,
    ActorJoined,
    EntryShown,
)


class RecapLine(Struct, frozen=True):
    """`at` is the time in seconds since 1970, or 0 if it was not written down."""

    at: int
    text: str


class RecapPart(Struct):
    """A session, a scene, or what happened before the first of them; `aspects` are those of the scene."""

    kind: str
    title: str
    at: int = 0
    aspects: list[str] = []
    lines: list[RecapLine] = []


class Recap(Struct, frozen=True):
    """`reader` is the name of the seat it is told to; `is_cut` if the beginning of a very long game is missing."""

    title: str
    game: str
    reader: str
    parts: tuple[RecapPart, ...]
    is_cut: bool = False


def recap(table: Table, seat: str, *, since_session: bool = False) -> Recap:
    """What the seat knows of the whole game, or of what happened since the last session began."""
    begin = table.position_reaching(seat, table.own_position(seat, table.state.seq) - MOST_RECORDS)
    records = effective(table.told(seat, begin, table.state.seq))
    if since_session:
        started = [number for number, record in enumerate(records) if isinstance(record.event, SessionStarted)]
        if started:
            records = records[started[-1] :]
            begin = records[0].seq - 1
    info, reader = table.state.get(TABLE), table.view(seat).get(SEATS).get(seat)  # type: ignore[call-overload]
    return Recap(
        title=info.title,
        game=table.ruleset.title,
        reader=(reader.name or reader.id) if reader else seat,
        parts=tuple(_parts(table, seat, records, begin)),
        is_cut=begin > 0 and not since_session,
    )


def _parts(table: Table, seat: str, records: Sequence[LogRecord], begin: int) -> Iterator[RecapPart]:
    part = RecapPart("before", "")
    at = 0
    for record, context in _narrated(table, seat, records, begin):
        # The first record of a step has the time of all of them.
        at = record.at or at
        match record.event:
            case SessionStarted(session=session):
                yield part
                part = RecapPart("session", f"Session {session}", at)
            case SceneStarted(number=number, title=title):
                yield part
                cards = context.after.get(ASPECTS).values()
                there = [card.text for card in cards if card.kind == SITUATION]
                part = RecapPart("scene", f"Scene {number}: {title}", at, there)
            case AspectPlaced(card=card) | AspectRevealed(card=card) if card.kind == SITUATION:
                if card.text not in part.aspects:
                    part.aspects.append(card.text)
            case event:
                part.lines += (RecapLine(at, line) for line in _lines(context, event))
    yield part


def _narrated(
    table: Table, seat: str, records: Sequence[LogRecord], begin: int
) -> Iterator[tuple[LogRecord, EventContext]]:
    """The records with what the seat knew before and after each."""
    first = records[0].event if records else None
    # Where the table went back to before the beginning, it went on from there.
    start = first.to if isinstance(first, Rewound) and first.to < begin else begin
    state: State = table.view_at(seat, start)
    for record in records:
        if isinstance(record.event, Rewound):
            continue
        after = table.view_after(state, record)
        yield record, EventContext(state, after, record.by, table.ruleset)
        state = after
    table.forget_folds()


def _lines(context: EventContext, event: Event) -> Iterator[str]:
    match event:
        case RollSettled():
            yield from roll_in_one_line(context, event)
        case ConditionSet():
            yield from going_out(context, event)
        case SheetChanged():
            yield from sheet_change(context, event)
        case AspectPlaced() if event.card.kind == CONSEQUENCE:
            yield from tell(context, event)
        case EncounterSet() if context.before.get(ENCOUNTER) is None:
            yield from tell(context, event)
        case _ if isinstance(event, TOLD_AS_IN_THE_LOG) or type(event) in context.ruleset.highlights:
            yield from tell(context, event)
