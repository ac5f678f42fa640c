"""After a rewind the same roll gets the same dice, and faces that people know are never given to another roll."""

from __future__ import annotations

import hashlib
from collections import defaultdict

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from fatetable.engine.chance import Position, pledge_of
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command
from fatetable.engine.opening import THROWS, DiceRenewed, DiceThrown, PlayClosed, Rewind, Rewound
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.speaking import Say
from fatetable.engine.stirring.rounds import PledgeStir, StirDice, TellStir
from fatetable.engine.stirring.stirs import STIRS
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.own_dice import RollOwnDice
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_dice
from fatetable.tabletop.words.chronicle import Chronicle
from fatetable.testing import Game
from tests.tabletop.test_flow import table

SECRET = bytes(range(32))
ACTORS = {"ana": "reth", "bo": "voltaire"}


def sealed() -> Game:
    g = table()
    g.table.seal(SECRET)
    return g


def events_of(g: Game, seat: str, command: Command) -> list[object]:
    return [record.event for record in g.table.send(seat, command)]


def roll(g: Game, seat: str, difficulty: int = 2, trait: str = "careful") -> DiceThrown:
    """Somebody overcomes something with the dice of the table."""
    g.table.send(seat, Overcome(actor=ACTORS[seat], trait=trait, description=""))  # type: ignore[arg-type]
    prompt = next(prompt for prompt in g.table.state.get(PROMPTS).values() if prompt.kind == "opposition")
    events = events_of(g, "gm", Answer(prompt.id, "difficulty", {"value": difficulty}))
    return next(event for event in events if isinstance(event, DiceThrown))


def rewind(g: Game, to: int, *, fresh: bool = False) -> None:
    g.table.send("gm", Rewind(to, fresh))


def word(seat: str, number: int) -> str:
    return hashlib.sha256(f"{seat} {number}".encode()).hexdigest()


def stir(table: Table, seat: str, number: int) -> None:
    """A seat without a pledge makes one; everybody who is asked tells what was pledged for them."""
    if seat not in table.state.get(STIRS).pledges:
        table.send(seat, PledgeStir(pledge_of(word(seat, number))))
    else:
        table.send(seat, StirDice())
    while owing := table.state.get(STIRS).owing:
        pledged = table.state.get(STIRS).asked[owing[0]]
        mine = next(n for n in range(999) if pledge_of(word(owing[0], n)) == pledged)
        table.send(owing[0], TellStir(word(owing[0], mine), pledge_of(word(owing[0], mine + 1))))


def test_the_same_roll_gets_the_same_dice_whatever_was_forgotten_or_stirred() -> None:
    g = sealed()
    before = g.table.state.seq
    first = roll(g, "ana")
    stir(g.table, "bo", 1)
    rewind(g, before)
    again = roll(g, "ana", difficulty=4, trait="quick")
    assert (again.throw, again.what) == (first.throw, first.what)


def test_what_was_stirred_in_is_not_taken_back() -> None:
    g = sealed()
    before = g.table.state.seq
    stir(g.table, "bo", 1)
    stirred = g.table.state.get(THROWS).stir
    rewind(g, before)
    assert g.table.state.get(THROWS).stir == stirred
    assert g.table.state.get(STIRS).pledges.keys() == {"bo"}
    assert roll(g, "ana").throw.position == Position(0, 0, stirred)


def test_known_faces_are_not_given_to_another_roll_and_the_log_says_why() -> None:
    g = sealed()
    before = g.table.state.seq
    known = roll(g, "ana")
    rewind(g, before)
    told = Chronicle(g.table, "bo")
    told.hear_news()
    length = len(told.lines)
    other = roll(g, "bo")
    assert other.throw.position == Position(1, 0)
    assert other.throw.faces != known.throw.faces
    told.hear_news()
    assert "This is another roll than the one that was taken back, so its dice are new." in [
        line.line for line in told.lines[length:]
    ]


def test_going_back_and_forth_finds_no_better_dice() -> None:
    g = sealed()
    before = g.table.state.seq
    thrown = defaultdict(set)
    for seat in ("ana", "bo", "ana", "bo", "bo", "ana"):
        thrown[seat].add(roll(g, seat).throw)
        rewind(g, before)
    assert [len(throws) for throws in thrown.values()] == [1, 1]


def test_fresh_dice_are_new_for_everybody_and_the_log_says_so() -> None:
    g = sealed()
    before = g.table.state.seq
    first = roll(g, "ana")
    told = Chronicle(g.table, "bo")
    told.hear_news()
    rewind(g, before, fresh=True)
    told.hear_news()
    assert told.lines[-1].line == "The table went back to an earlier step, with new dice."
    second = roll(g, "ana")
    assert second.throw.position == Position(1, 0)
    assert second.throw.faces != first.throw.faces
    rewind(g, before)
    assert roll(g, "ana") == second, "dice that are fresh stay what they are"


def test_a_rewind_that_takes_no_throw_back_changes_nothing_about_the_dice() -> None:
    g = sealed()
    roll(g, "ana")
    g.table.send("ana", Say("wait"))
    here = g.table.state
    rewind(g, here.seq - 1)
    assert g.table.state.get(THROWS) == here.get(THROWS)


def test_old_records_that_do_not_say_what_was_thrown_give_the_same_dice_again() -> None:
    """As they always did: the position alone decides."""
    g = sealed()
    before = g.table.state.seq
    roll(g, "ana")
    records = [
        msgspec.structs.replace(record, event=DiceThrown(record.event.throw))
        if isinstance(record.event, DiceThrown)
        else record
        for record in g.table.records
    ]
    old = Table(g.ruleset, records, SECRET)
    old.send("gm", Rewind(before))
    assert old.state.get(THROWS).known == ()
    assert check_dice(old.records).is_honest


DEEDS = st.sampled_from(["ana", "bo", "back", "back", "fresh", "stir ana", "stir bo", "stir gm", "own", "seal"])


def walk(deeds: list[tuple[str, int]]) -> Table:
    """What people might do in any order; what the rules refuse is left out."""
    g = sealed()
    for number, (deed, choice) in enumerate(deeds):
        floor = next(record.seq for record in reversed(g.table.records) if "Play" in type(record.event).__name__)
        try:
            match deed.split():
                case ["ana" | "bo" as seat]:
                    roll(g, seat)
                case ["back" | "fresh"]:
                    rewind(g, floor + choice % (g.table.state.seq - floor + 1), fresh=deed == "fresh")
                case ["stir", seat]:
                    stir(g.table, seat, number)
                case ["own"]:
                    g.table.send("bo", RollOwnDice(choice % 2 == 0))
                case ["seal"] if choice % 5 == 0:
                    g.table.close()
                    g.table.seal(SECRET + bytes([number % 256]))
        except RuleViolation:
            continue
        except StopIteration:
            # Real dice are waited for; nobody types them in.
            continue
    g.table.close()
    return g.table


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(DEEDS, st.integers(0, 200)), min_size=5, max_size=30))
def test_in_any_order_of_rewinds_each_position_is_thrown_for_one_roll(deeds: list[tuple[str, int]]) -> None:
    played = walk(deeds)
    report = check_dice(played.records)
    assert (report.wrong, report.faults) == ((), ())
    uses = defaultdict(set)
    stretch = 0
    for record in played.records:
        stretch += isinstance(record.event, PlayClosed)
        if isinstance(record.event, DiceThrown):
            uses[stretch, record.event.throw.position].add(record.event.what)
    assert all(len(rolls) == 1 for rolls in uses.values())
    again = Table.load(played.dump())
    assert again.state == played.state
    for seat in ("ana", "bo", "gm"):
        told = played.told(seat)
        assert check_dice(told).is_honest
        assert check_dice(told).checked == report.checked


def test_the_walks_meet_what_they_are_made_for() -> None:
    deeds = [("ana", 0), ("back", 0), ("bo", 0), ("stir ana", 0), ("fresh", 1), ("bo", 0), ("back", 3), ("ana", 0)]
    events = {type(record.event) for record in walk(deeds).records}
    assert {DiceThrown, DiceRenewed, Rewound, PlayClosed} <= events
