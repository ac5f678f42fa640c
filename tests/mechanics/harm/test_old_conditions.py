"""Lines of logs from before there were tracks, as they were written then."""

from __future__ import annotations

import pytest

from fatetable.engine.codec import Codec
from fatetable.engine.messages import Record
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, Condition, ConditionSet, Mark
from fatetable.mechanics.old_events import OLD_EVENTS
from tests.mechanics.small_game import RETH, SmallGame

HIT = (
    b'{"seq":7,"event":{"type":"condition-set/1","actor":"reth","condition":{"boxes":[false,true,false],'
    b'"marks":{"mild":{"aspect":"a4","session":2}}},"reason":"stress"},"by":"ana","id":"c9"}'
)
OUT = (
    b'{"seq":8,"event":{"type":"condition-set/1","actor":"reth","condition":{"out":"taken-out","fate":"asleep"}},'
    b'"to":["@gm"],"face":{"type":"condition-set/1","actor":"reth","condition":{}}}'
)


@pytest.fixture
def codec() -> Codec:
    return Codec(SmallGame().engine, OLD_EVENTS)


def test_the_boxes_there_were_are_a_track_now_and_everything_else_stays(codec: Codec) -> None:
    condition = Condition(tracks={STRESS: (False, True, False)}, marks={"mild": Mark(AspectId("a4"), 2)})
    record = codec.read_record(HIT)
    assert (record.seq, record.by, record.id) == (7, "ana", "c9")
    assert record.event == ConditionSet(RETH, condition, "stress")


def test_somebody_without_boxes_has_no_track(codec: Codec) -> None:
    record = codec.read_record(OUT)
    assert record.event == ConditionSet(RETH, Condition(out=TAKEN_OUT, fate="asleep"))
    assert record.face == ConditionSet(RETH, Condition()), "what others were told is read in the same way"


def test_what_is_written_now_is_read_as_it_is(codec: Codec) -> None:
    now = Record(9, ConditionSet(RETH, Condition(tracks={"health": (True,), "composure": (False,)})))
    assert codec.read_record(codec.write(now)) == now
