"""Viewers who were told the same events share one state; others do not."""

from fatetable.engine.messages import SeatId
from fatetable.engine.speaking import Said, Say
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.tabletop.table import Table


def seated() -> Table:
    return Table.open("fae", {"gm": "gm", "ana": "player", "bo": "player", "cleo": "player"}, secret=b"common")


def test_players_who_have_heard_the_same_share_a_state() -> None:
    table = seated()
    assert table.view("ana") is table.view("bo")
    table.send("gm", {"type": "start-session"})
    assert table.view("ana") is table.view("bo")


def test_whoever_comes_late_shares_what_the_others_know_by_then() -> None:
    table = seated()
    table.view("ana")
    table.send("gm", {"type": "start-session"})
    assert table.view("ana") is table.view("cleo")


def test_a_whisper_leaves_all_knowing_the_same_and_is_told_to_some() -> None:
    table = seated()
    assert table.view("ana") is table.view("bo") is table.view("cleo")
    table.send("ana", Say("Quietly now.", (SeatId("bo"),)))
    assert table.view("ana") is table.view("bo") is table.view("cleo")
    heard = {seat: [record.event for record in table.told(seat, 6)] for seat in ("ana", "bo", "cleo")}
    assert heard["ana"] == heard["bo"] == [Said("Quietly now.", (SeatId("bo"),))]
    assert heard["cleo"] == [Said("", ())]


def test_those_who_are_told_much_one_after_the_other_still_share_it() -> None:
    table = seated()
    for number in range(300):
        table.send("ana", Say(f"Word {number}."))
        if number > 280:
            assert table.view("ana") is table.view("bo") is table.view("cleo")


def test_whoever_was_away_for_a_moment_shares_it_again_on_return() -> None:
    table = seated()
    for seat in ("ana", "bo", "cleo"):
        table.view(seat)
    for number in range(3):
        table.send("ana", Say(f"Word {number}."))
        assert table.view("ana") is table.view("bo")
        table.forget_folds()
    assert table.view("cleo") is table.view("ana")


def test_whoever_knows_more_than_another_does_not_share_their_state() -> None:
    table = seated()
    table.send("gm", {"type": "start-session"})
    table.send("gm", {"type": "start-scene", "title": "The cellar", "present": []})
    table.send("gm", {"type": "place-aspect", "words": "Loose Floorboards", "is_hidden": True})
    assert table.view("gm") is not table.view("ana")
    assert table.view("ana") is table.view("bo")


def test_what_is_shared_is_what_each_would_have_come_to_alone() -> None:
    table = seated()
    for number in range(200):
        table.send("ana", Say(f"Word {number}.", () if number % 3 else (SeatId("bo"),)))
        if number % 7 == 0:
            table.view("cleo")
    for seat in ("gm", "ana", "bo", "cleo"):
        assert table.view(seat) == Table.load(table.dump()).view(seat)


def test_what_only_some_know_does_not_reach_the_others_with_the_next_thing_all_hear() -> None:
    table = seated()
    table.send("gm", {"type": "start-session"})
    table.send("gm", {"type": "start-scene", "title": "The cellar", "present": []})
    for words, is_hidden in (("Loose Floorboards", True), ("Dripping Candles", False)):
        table.send("gm", {"type": "place-aspect", "words": words, "is_hidden": is_hidden})
        for seat in ("gm", "ana"):
            table.view(seat)
    known = {seat: {card.text for card in table.view(seat).get(ASPECTS).values()} for seat in ("gm", "ana")}
    assert known == {"gm": {"Loose Floorboards", "Dripping Candles"}, "ana": {"Dripping Candles"}}
