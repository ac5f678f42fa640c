"""Every seat adds randomness to the dice, and none can choose its words by those of the others."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.chance import Scripted, pledge_of, stirred
from fatetable.engine.errors import RuleViolation
from fatetable.engine.halting import PauseTable
from fatetable.engine.messages import Command, Event, SeatId
from fatetable.engine.opening import THROWS, DiceStirred, DiceThrown, PlayOpened
from fatetable.engine.seats import SEATS, PresenceNoted
from fatetable.engine.stirring.rounds import ANSWER_SECONDS, BreakStir, PledgeStir, StirDice, TellStir, is_due
from fatetable.engine.stirring.stirs import STIRS, StirBegun, StirBroken, Stirs, StirTold
from tests.engine.counting_game import CountingTable, TossCoins


def words_of(seat: str, number: int) -> str:
    return hashlib.sha256(f"{seat} {number}".encode()).hexdigest()


class Stirring:
    """A table whose seats behave like pages: their words are known here before they are told."""

    def __init__(self, *seats: str) -> None:
        self.table = CountingTable()
        self.number = dict.fromkeys(("kim", "lou", "mo"), 0)
        self.seal()
        for seat in seats:
            self.pledge(seat)

    def seal(self) -> None:
        self.table.tell(PlayOpened("fingerprint", self.table.state.seq + 1))

    @property
    def stirs(self) -> Stirs:
        return self.table.state.get(STIRS)

    @property
    def stir(self) -> str:
        return self.table.state.get(THROWS).stir

    def do(self, seat: str, command: Command) -> list[Event]:
        return [record.event for record in self.table.do(seat, command)]

    def refused(self, seat: str, command: Command, proxy: str | None = None) -> str:
        with pytest.raises(RuleViolation) as refused:
            self.table.do(seat, command, proxy=proxy)
        return refused.value.code

    def toss(self) -> None:
        self.table.do("lou", TossCoins(1), Scripted("+"))

    def pledge(self, seat: str, *, answers: bool = True) -> list[Event]:
        self.number[seat] += 1
        events = self.do(seat, PledgeStir(pledge_of(words_of(seat, self.number[seat]))))
        if answers:
            self.answer()
        return events

    def tell(self, seat: str) -> list[Event]:
        number = self.number[seat] = self.number[seat] + 1
        return self.do(seat, TellStir(words_of(seat, number - 1), pledge_of(words_of(seat, number))))

    def answer(self) -> None:
        while owing := self.stirs.owing:
            self.tell(owing[0])

    def time_out(self) -> list[Event]:
        records, state = self.table.engine.time_out(self.table.state, BreakStir(), Scripted())
        self.table.log.extend(records)
        self.table.state = state
        return [record.event for record in records]


def test_a_seat_that_sits_down_stirs_the_dice_with_all_others() -> None:
    s = Stirring("kim")
    first = stirred("", [words_of("kim", 1)])
    assert s.stir == first
    assert [type(event) for event in s.pledge("lou", answers=False)][1:] == [StirBegun]
    assert [type(event) for event in s.tell("lou")] == [StirTold]
    assert s.stir == first, "the dice stay as they are until everybody has told their words"
    assert s.tell("kim")[-1] == DiceStirred(
        stirred(first, [words_of("kim", 2), words_of("lou", 1)]), (SeatId("kim"), SeatId("lou"))
    )
    assert s.stirs.owing == ()


def test_a_throw_depends_on_all_that_was_stirred_in() -> None:
    one, other = Stirring("kim"), Stirring("kim", "lou")
    thrown = []
    for s in (one, other, Stirring()):
        event = next(r.event for r in s.table.do("lou", TossCoins(20)) if isinstance(r.event, DiceThrown))
        thrown.append((event.throw.position.stir, event.throw.faces))
    assert [stir for stir, _ in thrown] == [one.stir, other.stir, ""]
    assert len({faces for _, faces in thrown}) == 3


def test_who_pledges_while_others_tell_their_words_is_asked_only_afterwards() -> None:
    """Otherwise they could choose their words by those of the others."""
    s = Stirring("kim", "lou")
    s.toss()
    s.do("lou", StirDice())
    s.tell("kim")
    s.pledge("mo", answers=False)
    assert s.stirs.owing == ("lou",)
    events = s.tell("lou")
    assert [type(event) for event in events] == [StirTold, DiceStirred, StirBegun]
    assert events[2].seats == ("kim", "lou", "mo")  # type: ignore[attr-defined]


def test_words_must_be_those_that_were_pledged() -> None:
    s = Stirring("kim")
    s.pledge("lou", answers=False)
    assert s.refused("lou", TellStir(words_of("lou", 9), words_of("lou", 2))) == "other-words"
    assert s.refused("lou", PledgeStir(words_of("lou", 2))) == "being-stirred"
    assert s.refused("mo", TellStir(words_of("mo", 1), words_of("mo", 2))) == "not-asked-for-words"
    s.tell("lou")
    assert s.refused("lou", TellStir(words_of("lou", 1), words_of("lou", 3))) == "not-asked-for-words"


@pytest.mark.parametrize("bad", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "０" * 64, "0" * 63 + "\n", "|" * 64])
def test_words_and_pledges_are_hexadecimal_digits(bad: str) -> None:
    s = Stirring("kim")
    assert s.refused("lou", PledgeStir(bad)) == "bad-stir"
    s.do("lou", PledgeStir(pledge_of(words_of("lou", 1))))
    assert s.refused("lou", TellStir(words_of("lou", 1), bad)) == "bad-stir"
    assert s.refused("lou", TellStir(bad, words_of("lou", 2))) == "bad-stir"


def test_the_game_master_tells_no_words_for_others() -> None:
    s = Stirring("kim")
    assert s.refused("lou", PledgeStir(pledge_of(words_of("lou", 1))), proxy="kim") == "not-your-stir"
    s.pledge("lou", answers=False)
    assert s.refused("lou", TellStir(words_of("lou", 1), words_of("lou", 2)), proxy="kim") == "not-your-stir"


def test_between_two_throws_the_dice_are_stirred_once_and_a_seat_pledges_once() -> None:
    s = Stirring("kim", "lou")
    assert s.refused("lou", StirDice()) == "dice-stirred-already"
    assert s.refused("lou", PledgeStir(words_of("lou", 7))) == "pledged-already"
    assert not any(offer.label == "Stir the dice" for offer in s.table.offers("lou"))
    s.toss()
    assert any(offer.label == "Stir the dice" for offer in s.table.offers("lou"))
    s.do("lou", StirDice())
    assert s.refused("kim", StirDice()) == "being-stirred"
    s.answer()
    assert s.refused("kim", StirDice()) == "dice-stirred-already"


@given(st.lists(st.tuples(st.sampled_from(["kim", "lou", "mo"]), st.sampled_from("psto")), max_size=60))
def test_without_throws_the_log_does_not_grow_beyond_a_bound(deeds: list[tuple[str, str]]) -> None:
    s = Stirring()
    before = len(s.table.log)
    for seat, deed in deeds:
        try:
            match deed:
                case "p":
                    s.pledge(seat, answers=False)
                case "s":
                    s.do(seat, StirDice())
                case "t":
                    s.tell(seat)
                case "o":
                    s.time_out()
        except RuleViolation:
            s.number[seat] -= deed in "pt"
    # Three seats pledge once each; a round has at most five records, and each ends with a pledge used or void.
    assert len(s.table.log) - before <= 3 + 3 * 2 * 5


def test_words_that_are_not_told_in_time_void_the_pledge_and_leave_the_dice_as_they_were() -> None:
    s = Stirring("kim", "lou")
    s.toss()
    s.do("kim", StirDice())
    before = s.stir
    (timer,) = s.table.engine.timers(s.table.state)
    assert (timer.seconds, timer.command) == (ANSWER_SECONDS, BreakStir())
    s.tell("kim")
    events = s.time_out()
    assert [type(event) for event in events] == [StirBroken, StirBegun]
    assert (events[0].seats, events[1].seats) == (("lou",), ("kim",))  # type: ignore[attr-defined]
    assert s.stir == before
    assert s.refused("lou", PledgeStir(words_of("lou", 8))) == "pledged-already"
    s.answer()
    assert s.stir != before
    assert s.table.engine.timers(s.table.state) == ()
    assert s.time_out() == []


def test_seats_that_are_away_are_not_asked_and_their_page_does_not_bring_them_back() -> None:
    s = Stirring("kim", "lou")
    s.table.tell(PresenceNoted(SeatId("lou"), True))
    s.toss()
    s.table.tell(PresenceNoted(SeatId("lou"), True))
    assert s.do("kim", StirDice())[0].seats == ("kim",)  # type: ignore[attr-defined]
    s.answer()
    s.pledge("lou", answers=False)
    assert s.table.state.get(SEATS)[SeatId("lou")].is_away


def test_new_dice_are_due_to_be_stirred() -> None:
    s = Stirring("kim")
    assert not is_due(s.table.state)
    s.toss()
    assert not is_due(s.table.state)
    s.seal()
    assert is_due(s.table.state)
    s.do("kim", StirDice())
    s.answer()
    assert not is_due(s.table.state)


def test_dice_that_are_not_sealed_or_that_nobody_pledged_for_are_not_stirred() -> None:
    s = Stirring()
    assert s.refused("kim", StirDice()) == "nobody-pledged"
    s.table = CountingTable()
    assert s.refused("kim", StirDice()) == "not-open"
    assert s.refused("kim", PledgeStir(words_of("kim", 1))) == "not-open"


def test_a_paused_table_lets_pages_stir() -> None:
    s = Stirring("kim")
    s.do("kim", PauseTable())
    s.pledge("lou")
    assert len(s.stirs.pledges) == 2


@given(st.lists(st.text("0123456789abcdef", min_size=64, max_size=64), min_size=1, max_size=5), st.data())
def test_a_stir_depends_on_every_word_and_on_their_order(words: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words) - 1))
    changed = [*words[:place], data.draw(st.text("0123456789abcdef", min_size=64, max_size=64)), *words[place + 1 :]]
    assert (stirred("", words) == stirred("", changed)) == (words == changed)
    assert stirred("", words) != stirred(stirred("", words), words)
    assert (stirred("", words) == stirred("", words[::-1])) == (words == words[::-1])
