"""Handouts reach those they are shown to and nobody else; everybody reads notes, and their writer changes them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import PASSAGE_LIMIT
from fatetable.engine.opening import Rewind
from fatetable.engine.seats import HandOver
from fatetable.mechanics.journal.handouts import MOST_HANDOUTS, HideHandout, ShowHandout, WriteHandout
from fatetable.mechanics.journal.state import HANDOUTS, JOURNAL, EntryId
from fatetable.mechanics.journal.writing import MOST_NOTES, MOST_OF_A_SEAT, RemoveEntry, RewriteEntry, WriteNote
from fatetable.mechanics.view.blocks import JournalEntryBlock
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle

SECRET = "The duke is the murderer"
ANA, BO = SeatId("ana"), SeatId("bo")


class Desk:
    """A game master, two players and somebody who watches, with a journal."""

    def __init__(self, ruleset: str = "fae") -> None:
        self.table = Table.open(ruleset, {"gm": "gm", "ana": "player", "bo": "player", "eve": "spectator"})

    def do(self, seat: str, command: Command) -> None:
        assert any(offer.matches(command) for offer in self.table.offers(seat)), f"not offered: {command}"
        self.table.send(seat, command)

    def refused(self, seat: str, command: Command) -> str:
        assert not any(offer.matches(command) for offer in self.table.offers(seat)), f"offered: {command}"
        with pytest.raises(RuleViolation) as refusal:
            self.table.send(seat, command)
        return refusal.value.code

    def write(self, title: str = SECRET, *, is_hidden: bool = True) -> EntryId:
        self.do("gm", WriteHandout(title, "first line\nsecond line", is_hidden=is_hidden))
        handouts = self.table.state.get(HANDOUTS)
        return list(handouts)[-1]

    def read(self, seat: str) -> list[str]:
        return [block.title for block in self.blocks(seat)]

    def blocks(self, seat: str) -> list[JournalEntryBlock]:
        return [block for block in self.table.present(seat) if isinstance(block, JournalEntryBlock)]

    def bytes_told(self, seat: str) -> bytes:
        """Every byte about this table that could be sent to a seat."""
        table = self.table
        story = Chronicle(table, seat)
        story.hear_news()
        known = (table.told(seat), table.view(seat).slices, table.present(seat), table.offers(seat), story.lines)
        return msgspec.json.encode(known)


@pytest.mark.parametrize("ruleset", folders())
def test_a_hidden_handout_reaches_nobody_in_any_byte(ruleset: str) -> None:
    desk = Desk(ruleset)
    desk.write()
    for seat in ("ana", "bo", "eve"):
        assert SECRET.encode() not in desk.bytes_told(seat)
    assert SECRET.encode() in desk.bytes_told("gm")


@pytest.mark.parametrize("ruleset", folders())
def test_a_handout_is_shown_to_one_and_hidden_again(ruleset: str) -> None:
    desk = Desk(ruleset)
    entry = desk.write()
    desk.do("gm", ShowHandout(entry, (ANA,)))
    assert (desk.read("ana"), desk.read("bo"), desk.read("eve")) == ([SECRET], [], [])
    assert SECRET.encode() not in desk.bytes_told("bo")
    assert desk.blocks("gm")[0].shown_to == (ANA,)
    desk.do("gm", HideHandout(entry))
    assert (desk.read("ana"), desk.read("gm")) == ([], [SECRET])
    assert desk.blocks("gm")[0].shown_to == ()
    assert desk.refused("gm", HideHandout(entry)) == "already-hidden"


def test_nobody_learns_who_else_reads_a_handout() -> None:
    one, other = Desk(), Desk()
    for desk, readers in ((one, (ANA,)), (other, (ANA, BO))):
        desk.do("gm", ShowHandout(desk.write(), readers))
    assert one.bytes_told("ana") == other.bytes_told("ana")


def test_showing_it_to_fewer_takes_it_back_from_the_others() -> None:
    desk = Desk()
    entry = desk.write(is_hidden=False)
    assert [desk.read(seat) for seat in ("gm", "ana", "bo", "eve")] == [[SECRET]] * 4
    desk.do("gm", ShowHandout(entry, (BO, SeatId("eve"))))
    assert [desk.read(seat) for seat in ("gm", "ana", "bo", "eve")] == [[SECRET], [], [SECRET], [SECRET]]
    desk.do("gm", ShowHandout(entry, (ANA, BO)))
    assert [desk.read(seat) for seat in ("ana", "bo", "eve")] == [[SECRET], [SECRET], []]
    desk.do("gm", ShowHandout(entry))
    assert [desk.read(seat) for seat in ("gm", "ana", "bo", "eve")] == [[SECRET]] * 4


def test_showing_it_again_makes_it_news_and_rewriting_it_does_not() -> None:
    desk = Desk()
    entry = desk.write(is_hidden=False)
    (first,) = desk.blocks("ana")
    desk.do("gm", RewriteEntry(entry, "The duke is innocent", "", "portrait"))
    (rewritten,) = desk.blocks("ana")
    assert (rewritten.title, rewritten.image, rewritten.shown_at) == (
        "The duke is innocent",
        "portrait",
        first.shown_at,
    )
    desk.do("gm", ShowHandout(entry))
    assert desk.blocks("ana")[0].shown_at > first.shown_at


def test_a_handout_is_rewritten_only_for_those_who_read_it() -> None:
    desk = Desk()
    entry = desk.write("A map")
    desk.do("gm", ShowHandout(entry, (ANA,)))
    desk.do("gm", RewriteEntry(entry, SECRET))
    assert desk.read("ana") == [SECRET]
    assert SECRET.encode() not in desk.bytes_told("bo")


def test_players_know_no_handout_they_are_not_shown() -> None:
    desk = Desk()
    hidden, shown = desk.write(), desk.write("A map", is_hidden=False)
    nothing = EntryId("j999")
    for entry in (hidden, nothing):
        assert desk.refused("ana", RewriteEntry(entry, "mine")) == "unknown-entry"
        assert desk.refused("ana", RemoveEntry(entry)) == "unknown-entry"
        assert desk.refused("ana", ShowHandout(entry)) == "gm-only"
    assert desk.refused("ana", RewriteEntry(shown, "mine")) == "not-yours"
    assert desk.refused("gm", ShowHandout(nothing)) == "unknown-entry"
    assert desk.refused("gm", ShowHandout(hidden, (SeatId("zoe"),))) == "unknown-seat"
    assert desk.refused("gm", ShowHandout(hidden, (ANA, ANA))) == "unknown-seat"


def test_a_removed_handout_is_gone_for_everybody() -> None:
    desk = Desk()
    entry = desk.write(is_hidden=False)
    desk.do("gm", RemoveEntry(entry))
    assert [desk.read(seat) for seat in ("gm", "ana")] == [[], []]
    assert entry not in desk.table.state.get(HANDOUTS)


def test_everybody_reads_notes_and_changes_their_own() -> None:
    desk = Desk()
    desk.do("ana", WriteNote(" What we owe ", "two\nhorses"))
    (note,) = desk.table.state.get(JOURNAL)
    (seen,) = desk.blocks("bo")
    assert (seen.title, seen.text, seen.author, seen.is_handout) == ("What we owe", "two\nhorses", "ana", False)
    desk.do("ana", RewriteEntry(note, "What we owe", "three horses"))
    assert desk.blocks("eve")[0].text == "three horses"
    assert desk.refused("bo", RewriteEntry(note, "Nothing")) == "not-yours"
    assert desk.refused("gm", RewriteEntry(note, "Nothing")) == "not-yours"
    assert desk.refused("bo", RemoveEntry(note)) == "not-yours"
    desk.do("gm", RemoveEntry(note))
    assert desk.read("ana") == []


def test_a_new_game_master_gets_the_handouts_and_the_old_one_keeps_what_players_have() -> None:
    desk = Desk()
    desk.write()
    shown = desk.write("A map", is_hidden=False)
    desk.do("gm", ShowHandout(shown, (BO,)))
    desk.do("gm", HandOver(ANA))
    assert desk.read("ana") == [SECRET, "A map"]
    assert desk.read("gm") == []
    assert SECRET.encode() not in desk.bytes_told("gm")


def test_going_back_takes_back_what_was_shown() -> None:
    desk = Desk()
    entry = desk.write()
    before = desk.table.state.seq
    desk.do("gm", ShowHandout(entry))
    desk.do("gm", Rewind(before))
    assert (desk.read("ana"), desk.read("gm")) == ([], [SECRET])


@pytest.mark.parametrize(
    "command", [WriteHandout(" "), WriteNote(""), WriteNote("x" * 121), WriteNote("x", image="y" * 81)]
)
def test_an_entry_needs_a_title_of_a_sensible_length(command: Command) -> None:
    assert Desk().refused("gm", command) in ("no-title", "text-too-long")


def test_texts_are_bounded() -> None:
    desk = Desk()
    desk.do("ana", WriteNote("long", "x" * PASSAGE_LIMIT))
    with pytest.raises(MalformedCommand, match="too long"):
        desk.table.send("ana", WriteNote("longer", "x" * (PASSAGE_LIMIT + 1)))
    with pytest.raises(MalformedCommand, match="printable"):
        desk.table.send("ana", WriteNote("bell", "\a"))
    with pytest.raises(MalformedCommand, match="printable"):
        desk.table.send("ana", WriteNote("two\nlines"))


def test_a_journal_does_not_grow_for_ever() -> None:
    desk = Desk()
    for number in range(MOST_OF_A_SEAT):
        desk.table.send("ana", WriteNote(f"note {number}"))
        desk.table.send("bo", WriteNote(f"note {number}"))
    assert desk.refused("ana", WriteNote("one more")) == "journal-full"
    for number in range(MOST_NOTES - 2 * MOST_OF_A_SEAT):
        desk.do("gm", WriteNote(f"note {number}"))
    assert desk.refused("gm", WriteNote("one more")) == "journal-full"
    for number in range(MOST_HANDOUTS):
        desk.table.send("gm", WriteHandout(f"handout {number}"))
    assert desk.refused("gm", WriteHandout("one more")) == "journal-full"


def test_the_log_tells_of_handouts_what_each_may_know() -> None:
    desk = Desk()
    entry = desk.write("A map")
    desk.do("gm", ShowHandout(entry, (ANA,)))
    desk.do("gm", HideHandout(entry))
    desk.do("bo", WriteNote("What we owe"))
    desk.do("gm", RemoveEntry(entry))

    def lines(seat: str) -> list[str]:
        story = Chronicle(desk.table, seat)
        story.hear_news()
        return [told.line for told in story.lines if "“" in told.line]

    assert lines("gm") == [
        "A handout is written: “A map”",
        "The handout “A map” is shown to ana.",
        "The handout “A map” is hidden again.",
        "Bo writes in the journal: “What we owe”",
        "The handout “A map” is removed.",
    ]
    assert lines("ana") == [
        "A handout: “A map”",
        "“A map” is taken out of the journal.",
        "Bo writes in the journal: “What we owe”",
    ]
    assert lines("bo") == ["Bo writes in the journal: “What we owe”"]
