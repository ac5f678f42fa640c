"""Puts the events of characters, their harm and their fate points into words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fatetable.mechanics.characters.cast import (
    CAST,
    ActorId,
    ActorJoined,
    ActorLeft,
    PortraitSet,
    SheetChanged,
    patron_of,
)
from fatetable.mechanics.harm.state import CONCEDED, HARM, ConditionSet, condition_of
from fatetable.mechanics.points.accounts import BANK, LOCKED, OWED, STAKE, PointsMoved, account_label, read_account
from fatetable.mechanics.points.limited_uses import FeatureUsed
from fatetable.mechanics.scenes.followers import FollowerProposed, FollowerSettled
from fatetable.mechanics.scenes.joining import CharacterProposed, ProposalSettled
from fatetable.tabletop.words.event_context import EventContext, Tellers

WAITS_FOR = {OWED: "the scene ends", LOCKED: "the conflict ends"}
"""Accounts that hold points for a while, and until when."""


def _proposed(_: EventContext, event: CharacterProposed) -> Iterator[str]:
    yield "Character proposed."


def _proposal_settled(_: EventContext, event: ProposalSettled) -> Iterator[str]:
    yield "Proposal settled."


def _follower_proposed(_: EventContext, event: FollowerProposed) -> Iterator[str]:
    yield f"{event.proposed.sheet.name} proposed."


def _follower_settled(_: EventContext, event: FollowerSettled) -> Iterator[str]:
    yield "Proposal settled."


def _joined(context: EventContext, event: ActorJoined) -> Iterator[str]:
    known = context.before.get(CAST).get(event.actor.id)
    if known is None:
        patron = patron_of(context.after, event.actor)
        company = f" with {patron.name}" if patron is not None else ""
        yield f"{context.does(event.actor.id, 'joins')}{company}{', hidden' if event.actor.is_hidden else ''}."
    elif known.is_hidden and not event.actor.is_hidden:
        yield f"{context.does(event.actor.id, 'is revealed')}."


def _left(context: EventContext, event: ActorLeft) -> Iterator[str]:
    yield f"{context.does(event.actor, 'leaves')} the game."


def sheet_change(context: EventContext, event: SheetChanged) -> Iterator[str]:
    """Why a sheet was changed, for a recap; the log leaves it out, because the sheet itself shows it."""
    known = context.before.get(CAST).get(event.actor)
    if event.reason and known is not None and known.sheet != event.sheet:
        yield f"{context.whose(event.actor)} sheet: {event.reason}."


def _portrait(context: EventContext, event: PortraitSet) -> Iterator[str]:
    yield f"{context.does(event.actor, 'has a new portrait' if event.image else 'has no portrait any more')}."


def _feature(context: EventContext, event: FeatureUsed) -> Iterator[str]:
    yield f"{context.does(event.actor, 'uses')} {event.feature}."


def _condition(context: EventContext, event: ConditionSet) -> Iterator[str]:
    if event.actor not in context.before.get(HARM):
        return
    before, after = condition_of(context.before, event.actor).tracks, event.condition.tracks
    actor = context.after.get(CAST).get(event.actor)
    counts_down = actor is not None and context.ruleset.presenting.harm(actor).counts_down
    track_told = _points_left if counts_down else _boxes
    for name, boxes in after.items():
        yield from track_told(context, event.actor, name, before.get(name, boxes), boxes)
    yield from _wounds(context, event)
    yield from going_out(context, event)


def _wounds(context: EventContext, event: ConditionSet) -> Iterator[str]:
    """Rows in which boxes were checked, or of which all are empty again."""
    before = Counter(wound.row for wound in condition_of(context.before, event.actor).wounds)
    after = Counter(wound.row for wound in event.condition.wounds)
    for row in after:
        if after[row] > before[row]:
            yield f"{context.does(event.actor, 'is')} {row}."
    for row in before:
        if not after[row]:
            yield f"{context.does(event.actor, 'is no longer')} {row}."


def _boxes(
    context: EventContext, actor: ActorId, name: str, before: Sequence[bool], after: Sequence[bool]
) -> Iterator[str]:
    boxes = list(zip(before, after, strict=False))
    if marked := [str(number) for number, (old, new) in enumerate(boxes, start=1) if new and not old]:
        yield f"{context.does(actor, 'marks')} {name} box {' and '.join(marked)}."
    if any(old and not new for old, new in boxes):
        yield f"{context.whose(actor)} {name} clears{'' if not any(after) else ' in part'}."


def _points_left(
    context: EventContext, actor: ActorId, name: str, before: Sequence[bool], after: Sequence[bool]
) -> Iterator[str]:
    left = after.count(False)
    if change := left - before.count(False):
        yield f"{context.does(actor, 'loses' if change < 0 else 'gets back')} {abs(change)} {name} ({left} now)."


def going_out(context: EventContext, event: ConditionSet) -> Iterator[str]:
    """Who gives in or is taken out, and what happens to them."""
    if event.actor not in context.before.get(HARM):
        return
    before, after = condition_of(context.before, event.actor), event.condition
    if after.out and not before.out:
        yield f"{context.does(event.actor, 'concedes' if after.out == CONCEDED else 'is taken out')}."
    if after.fate and after.fate != before.fate:
        yield f"What becomes of {context.name(event.actor)}: {after.fate}"


def _points(context: EventContext, event: PointsMoved) -> Iterator[str]:
    yield f"{_moved_points(context, event)} ({event.reason})."


def _moved_points(context: EventContext, event: PointsMoved) -> str:
    """Points moved, without naming the bank or the stake of a compel as giver: that would say nothing."""
    points = f"{event.amount} fate point{'s' * (event.amount != 1)}"
    words = context.ruleset.engine.words
    giver, taker = (account_label(context.after, account, words) for account in (event.source, event.target))
    source, target = read_account(event.source), read_account(event.target)
    if target.kind in WAITS_FOR:
        return f"{context.name(target.of)} will get {points} when {WAITS_FOR[target.kind]}"
    if source.kind in (BANK, STAKE, *WAITS_FOR):
        goes = "goes" if event.amount == 1 else "go"
        told = f"{points} {goes} back" if event.target == BANK else f"{taker} gets {points}"
    elif event.target == BANK:
        told = f"{giver} pays {points}"
    elif target.kind == STAKE:
        told = f"{giver} puts up {points} for a compel"
    else:
        told = f"{giver} gives {points} to {taker}"
    return told[0].upper() + told[1:]


TELLERS: Tellers = {
    CharacterProposed: _proposed,
    ProposalSettled: _proposal_settled,
    FollowerProposed: _follower_proposed,
    FollowerSettled: _follower_settled,
    ActorJoined: _joined,
    ActorLeft: _left,
    PortraitSet: _portrait,
    FeatureUsed: _feature,
    ConditionSet: _condition,
    PointsMoved: _points,
}
