"""What an undertaking is stored as has not changed since only magic was undertaken."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.undertakings.state import UNDERTAKINGS, Undertaking, UndertakingBegun, UndertakingEnded

STORED = (
    b'{"type":"working-begun/1","roll":"r1","working":{"use":"carve","maker":"hesk","target":"oswin","words":"a rune",'
    b'"difficulty":2,"price":1,"account":"purse:hesk","enchantment":"m3","details":{"lasts":"A day"}}}'
)


def test_a_stored_working_is_read_and_written_as_ever() -> None:
    read = msgspec.json.decode(STORED, type=UndertakingBegun)
    assert read.undertaking == Undertaking(
        purpose="carve",
        maker=ActorId("hesk"),
        target=ActorId("oswin"),
        words="a rune",
        difficulty=2,
        price=1,
        account="purse:hesk",
        work="m3",
        details={"lasts": "A day"},
    )
    assert msgspec.json.encode(read) == STORED
    assert msgspec.json.encode(UndertakingEnded(RollId("r1"))) == b'{"type":"working-ended/1","roll":"r1"}'
    assert UNDERTAKINGS.name == "workings"
