"""What happened is told in words, to each seat what it was told and nothing else."""

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.messages import Event, SeatId
from fatetable.engine.opening import DiceThrown, Rewind
from fatetable.engine.prompts import PromptOpened
from fatetable.engine.seats import SEATS, PresenceNoted
from fatetable.engine.state import EMPTY
from fatetable.mechanics.characters.cast import CAST, ActorId, SheetChanged
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.rolls.state import EffortChanged, WaitingChanged
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle
from fatetable.tabletop.words.dice_faces import fate_faces
from fatetable.tabletop.words.event_context import EventContext
from fatetable.tabletop.words.narration import tell

PLAYTHROUGHS = [(ruleset, name) for ruleset in rulesets.folders() for name in rulesets.playthroughs(ruleset)]


def played(ruleset: str, name: str) -> Table:
    return run(read_playthrough(rulesets.playthroughs(ruleset)[name], name)).table


def story(table: Table, seat: str) -> list[str]:
    chronicle = Chronicle(table, seat)
    chronicle.hear_news()
    return [told.line for told in chronicle.lines]


@pytest.fixture(scope="module")
def quay() -> Table:
    return played("fae", "conflict-on-the-quay")


@pytest.mark.parametrize(("ruleset", "name"), PLAYTHROUGHS)
def test_every_playthrough_can_be_told_to_every_seat(ruleset: str, name: str) -> None:
    table = played(ruleset, name)
    for seat in table.state.slices["seats"]:
        lines = story(table, seat)
        assert lines
        assert all(line.strip() and "\n" not in line for line in lines)


def test_a_turn_is_told_from_what_was_tried_to_what_came_of_it(quay: Table) -> None:
    lines = story(quay, "bo")
    start = next(at for at, line in enumerate(lines) if line.startswith("Voltaire: Attack on Veld"))
    told = lines[start : start + 10]
    assert "with Flashy (+3) and Swashbuckling Swordswoman (+2)" in told[0]
    assert "Veld defends with Forceful (+3): beats the blade aside" in told
    assert "Voltaire rolls [ ][ ][ ][ ] = Superb (+5)." in told
    assert "Voltaire: Superb (+5) vs Fair (+2). Success with style (+3)." in told


def test_points_harm_boosts_and_consequences_are_told(quay: Table) -> None:
    lines = story(quay, "ana")
    for line in (
        "Reth gets 3 fate points (refresh).",
        "Voltaire holds 2 free invocations of “Tangled in the Sail Rope”.",
        "Reth gains a boost.",
        "Reth's boost is now “Blazing Momentum”",
        "Gang of Thugs are taken out.",
        "Reth marks stress box 1.",
        "Reth takes a mild consequence: “Cracked Ribs”",
        "Veld concedes.",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("source", "target", "amount", "line"),
    [
        ("bank", "purse:reth", 1, "Reth gets 1 fate point (why)."),
        ("purse:reth", "bank", 2, "Reth pays 2 fate points (why)."),
        ("purse:reth", "pool", 1, "Reth gives 1 fate point to the GM's pool (why)."),
        ("pool", "bank", 1, "The GM's pool pays 1 fate point (why)."),
        ("pool", "stake:c1", 1, "The GM's pool puts up 1 fate point for a compel (why)."),
        ("stake:c1", "purse:reth", 1, "Reth gets 1 fate point (why)."),
        ("bank", "owed:reth", 1, "Reth will get 1 fate point when the scene ends (why)."),
        ("bank", "locked:reth", 1, "Reth will get 1 fate point when the conflict ends (why)."),
        ("owed:reth", "purse:reth", 1, "Reth gets 1 fate point (why)."),
    ],
)
def test_points_are_told_by_who_gets_and_who_pays(
    quay: Table, source: str, target: str, amount: int, line: str
) -> None:
    context = EventContext(quay.state, quay.state, None, quay.ruleset)
    assert list(tell(context, PointsMoved(source, target, amount, "why"))) == [line]


def test_an_answer_that_the_next_line_tells_is_not_told_twice(quay: Table) -> None:
    lines = story(quay, "bo")
    assert "Veld defends with Forceful (+3): beats the blade aside" in lines
    assert not any("Defend" in line or "Name the boost" in line for line in lines)


def test_a_changed_sheet_is_seen_on_the_sheet_and_not_told(quay: Table) -> None:
    sheet = quay.state.get(CAST)[ActorId("gang-of-thugs")].sheet
    changed = msgspec.structs.replace(sheet, description="soaked")
    context = EventContext(quay.state, quay.state, None, quay.ruleset)
    assert not list(tell(context, SheetChanged(ActorId("gang-of-thugs"), changed, "losses")))


def test_a_group_acts_in_the_plural(quay: Table) -> None:
    lines = story(quay, "ana")
    assert "Gang of Thugs are at Quay." in lines
    assert "Veld is at Gangplank." in lines
    assert any(line.startswith("Gang of Thugs defend with") for line in lines)


def test_nothing_is_told_twice(quay: Table) -> None:
    lines = story(quay, "ana")
    assert sum("swims for it" in line for line in lines) == 1
    assert [line for line in lines if "keeps hold of the rope" in line][-1].startswith("Voltaire accepts the compel")
    assert not any("is compelled by" in line for line in lines)


def test_only_people_who_sat_there_go_away_and_come_back(quay: Table) -> None:
    seats = quay.state.get(SEATS)
    ana = msgspec.structs.replace(seats[SeatId("ana")], name="Ana")
    before = quay.state.put(SEATS, {**seats, ana.id: ana}, quay.state.seq)

    def told(seat: str, *, is_away: bool) -> list[str]:
        nonlocal before
        event = PresenceNoted(SeatId(seat), is_away)
        after = quay.ruleset.engine.evolve(before, event, before.seq + 1)
        lines = list(tell(EventContext(before, after, None, quay.ruleset), event))
        before = after
        return lines

    assert told("ana", is_away=True) == ["Ana is away."]
    assert told("ana", is_away=False) == ["Ana is back."]
    assert told("bo", is_away=True) == []
    assert told("bo", is_away=False) == []


def test_book_keeping_is_not_told(quay: Table) -> None:
    chronicle = Chronicle(quay, "gm")
    chronicle.hear_news()
    told = {each.seq for each in chronicle.lines}
    kept = {
        record.seq for record in quay.records if isinstance(record.event, DiceThrown | PromptOpened | WaitingChanged)
    }
    assert kept
    assert not told & kept


def test_whoever_is_out_has_no_turn(quay: Table) -> None:
    lines = story(quay, "ana")
    after = lines[lines.index("Gang of Thugs are taken out.") :]
    assert "Veld's turn." in after
    assert not any("Gang of Thugs" in line and line.endswith("turn.") for line in after)


def test_secrets_are_told_to_the_game_master_alone() -> None:
    scene = rulesets.scenes("fae")["fight-on-the-quay"]
    table = run(read_playthrough(scene, "scene")).table
    assert any("Slip Knot" in line for line in story(table, "gm"))
    assert not any("Slip Knot" in line for line in story(table, "ana") + story(table, "bo"))


def test_news_continue_the_story_without_telling_it_again() -> None:
    table = run(read_playthrough(rulesets.scenes("fae")["fight-on-the-quay"], "scene")).table
    chronicle = Chronicle(table, "ana")
    chronicle.hear_news()
    before = len(chronicle.lines)
    table.send("ana", {"type": "say", "words": "Hold on."})
    chronicle.hear_news()
    assert [each.line for each in chronicle.lines[before:]] == ["ana: Hold on."]
    assert [each.line for each in chronicle.lines] == story(table, "ana")


def test_a_step_back_is_told_and_what_follows_is_told_from_there() -> None:
    table = run(read_playthrough(rulesets.scenes("fae")["fight-on-the-quay"], "scene")).table
    table.send("gm", Rewind(table.state.seq - 1))
    assert story(table, "ana")[-1] == "The table went back to an earlier step."


class TideTurned(Event, frozen=True, tag="tide-turned/1"):
    kind: str


class FleetSet(Event, frozen=True, tag="fleet-set/1"):
    news: str = ""


def test_news_that_a_fact_of_a_rulesets_own_brings_are_told_in_its_words() -> None:
    context = EventContext(EMPTY, EMPTY, None, rulesets.load(rulesets.folders()[0]))
    assert list(tell(context, FleetSet("The fleet is in."))) == ["The fleet is in."]
    assert list(tell(context, FleetSet())) == []


def test_an_event_without_a_sentence_is_not_told_whatever_its_name() -> None:
    context = EventContext(EMPTY, EMPTY, None, rulesets.load(rulesets.folders()[0]))
    assert list(tell(context, TideTurned("ebb"))) == []


def test_a_throw_that_does_not_count_is_told_with_the_one_that_does(quay: Table) -> None:
    thrown = [
        record for record in quay.records if isinstance(record.event, EffortChanged) and record.event.effort.throws
    ]
    event = thrown[0].event
    assert isinstance(event, EffortChanged)
    before = quay.view_at("gm", thrown[0].seq)
    first = event.effort.throws[0]
    worse = msgspec.structs.replace(first, values=(-1, -1, -1, -1))
    again = msgspec.structs.replace(event, effort=msgspec.structs.replace(event.effort, throws=(first, worse), kept=0))
    (line,) = tell(EventContext(before, before, None, quay.ruleset), again)
    assert f"rolls again [-][-][-][-], keeping {fate_faces(first.values)}, = " in line
