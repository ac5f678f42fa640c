"""What a check does to the boxes of a ladder, as values (F2-CHAL-03, F2-CHAL-08, F2-CHAL-09, F2-CHAL-11)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.harm.rows import mark
from fatetable.rulesets.fate2.book import LadderPenalty
from fatetable.rulesets.fate2.challenges.state import LadderChallenge, Track


class Outcome(Struct, frozen=True, kw_only=True):
    """The challenge after a check: which rungs of which tracks were marked, how many marks are lost, what else."""

    challenge: LadderChallenge
    marked: tuple[tuple[int, int], ...] = ()
    lost: int = 0
    happens: bool = False
    is_ruined: bool = False


def after_check(
    challenge: LadderChallenge, penalties: Sequence[LadderPenalty], actor: ActorId, *, margin: int, at: int
) -> Outcome:
    """The margin is that of `actor` and belongs to the rung at this place.

    Who works at it alone marks a success; of two each marks the track of the other.  A tie is the least success of
    both sides (F2-TEST-11).
    """
    own, theirs = _tracks(challenge, actor)
    found = Outcome(challenge=challenge)
    for track, is_success in ((own, margin >= 0), (theirs, margin <= 0)):
        if track is None:
            continue
        if is_success:
            found = _with_success(found, penalties, track, at)
        elif abs(margin) >= challenge.fragile_from:
            found = _with_failure(found, track, at)
    return found


def _tracks(challenge: LadderChallenge, actor: ActorId) -> tuple[int, int | None]:
    """Where this one's successes are marked, and where those of the other side are."""
    if not challenge.is_between_two:
        return 0, None
    other = next(place for place, track in enumerate(challenge.tracks) if track.actor != actor)
    return other, 1 - other


def _with_success(before: Outcome, penalties: Sequence[LadderPenalty], place: int, at: int) -> Outcome:
    """A box more; a full rung passes it up, and a success above the top is one of the top rung."""
    challenge, track = before.challenge, before.challenge.tracks[place]
    rung = mark([each.boxes for each in challenge.rungs], track.marked, at)
    if rung is None:
        return before
    changed = with_boxes(track, rung, 1)
    if challenge.penalises:
        changed = msgspec.structs.replace(changed, next_roll=_on_next_roll(penalties, rung))
    return msgspec.structs.replace(
        before, challenge=with_track(challenge, place, changed), marked=(*before.marked, (place, rung))
    )


def _with_failure(before: Outcome, place: int, at: int) -> Outcome:
    """What the failure of a side does to its own successes."""
    challenge, track = before.challenge, before.challenge.tracks[place]
    match challenge.fragility:
        case "event":
            return msgspec.structs.replace(before, happens=True)
        case "ruin":
            return msgspec.structs.replace(before, is_ruined=True)
    after = _after_loss(challenge, track, min(at, len(track.marked) - 1))
    lost = sum(track.marked) - sum(after.marked)
    return msgspec.structs.replace(before, challenge=with_track(challenge, place, after), lost=lost)


def _after_loss(challenge: LadderChallenge, track: Track, at: int) -> Track:
    marked = [rung for rung, boxes in enumerate(track.marked) if boxes]
    match challenge.fragility:
        case "equal" if any(rung >= at for rung in marked):
            return with_boxes(track, next(rung for rung in marked if rung >= at), -1)
        case "highest" if marked:
            return with_boxes(track, marked[-1], -1)
        case "all":
            return msgspec.structs.replace(track, marked=(0,) * len(track.marked))
        case _:
            return track


def recovered(challenge: LadderChallenge, boxes: int) -> LadderChallenge:
    """The challenge when so many marks of each track are lost with time, the lowest first."""
    tracks = tuple(_recovered(track, boxes) for track in challenge.tracks)
    return msgspec.structs.replace(challenge, tracks=tracks)


def _recovered(track: Track, boxes: int) -> Track:
    for _ in range(min(boxes, sum(track.marked))):
        track = with_boxes(track, next(rung for rung, marked in enumerate(track.marked) if marked), -1)
    return track


def is_complete(challenge: LadderChallenge, track: Track) -> bool:
    """Is the required rung reached, or one above it?  Where each box has a result of its own, all of them are."""
    if not challenge.each_counts:
        return any(track.marked[challenge.goal :])
    needed = (rung.boxes for rung in challenge.rungs[challenge.goal :])
    return all(marked >= boxes for marked, boxes in zip(track.marked[challenge.goal :], needed, strict=True))


def marks(challenge: LadderChallenge) -> int:
    return sum(sum(track.marked) for track in challenge.tracks)


# -- what marks take off rolls ---------------------------------------------------------------------------------------


def lasting_penalty(penalties: Sequence[LadderPenalty], track: Track) -> int:
    """What the highest box marked takes off every roll of its victim; lower ones add nothing."""
    counting = (each for each in penalties if each.lasts == "challenge" and any(track.marked[each.rung :]))
    return max((each.amount for each in counting), default=0)


def penalty_of(challenge: LadderChallenge, penalties: Sequence[LadderPenalty], actor: ActorId) -> int:
    """What losses take off somebody's next roll of a challenge."""
    tracks = [track for place, track in enumerate(challenge.tracks) if challenge.victim(place) == actor]
    return sum(lasting_penalty(penalties, track) + track.next_roll for track in tracks) if challenge.penalises else 0


def _on_next_roll(penalties: Sequence[LadderPenalty], rung: int) -> int:
    return next((each.amount for each in penalties if each.lasts == "next-roll" and each.rung == rung), 0)


def with_boxes(track: Track, rung: int, by: int) -> Track:
    marked = tuple(boxes + by * (place == rung) for place, boxes in enumerate(track.marked))
    return msgspec.structs.replace(track, marked=marked)


def with_track(challenge: LadderChallenge, at: int, track: Track) -> LadderChallenge:
    tracks = tuple(track if place == at else each for place, each in enumerate(challenge.tracks))
    return msgspec.structs.replace(challenge, tracks=tracks)
