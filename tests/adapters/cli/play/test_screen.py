"""Every kind of block has words on the screen, safe to show no matter who wrote them."""

from typing import get_args

import msgspec
import pytest

from fatetable import rulesets
from fatetable.adapters.cli.display.block_words import entry_lines, sections
from fatetable.adapters.cli.display.sheet_words import whole_sheets
from fatetable.adapters.cli.display.styled_words import Section
from fatetable.engine.messages import SeatId
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    Block,
    BorderView,
    CardView,
    FeatureView,
    HaltBlock,
    JournalEntryBlock,
    MilestoneBlock,
    MilestoneRow,
    PointsBlock,
    PreparedBlock,
    PreparedPartView,
    PreparedSceneView,
    PromptBlock,
    RollBlock,
    SceneBlock,
    SheetBlock,
    TraitRow,
    WaitingBlock,
    ZoneMapBlock,
    ZoneView,
)
from fatetable.mechanics.view.encounter_blocks import (
    BattleBlock,
    BattleSideView,
    LadderBlock,
    LadderSideView,
    PlaceView,
    ProgressBlock,
    ProgressRow,
    RungView,
    TallyBlock,
    TasksBlock,
    TaskView,
    TurnOrderBlock,
)
from fatetable.mechanics.view.sides_of_rolls import ComparisonView, DieView, PartView
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.playthroughs.ready_scenes import all_scenes, set_up


def words(*blocks: Block) -> str:
    """Everything the blocks say, a line for each row."""
    return "\n".join(
        f"{section.title}|{row.label}|{''.join(span.text for span in row.spans)}"
        for section in sections(blocks, Words({"gm": "Keeper"}).word)
        for row in section.rows
    )


def zone(name: str, *actors: str, is_hidden: bool = False) -> ZoneView:
    return ZoneView(id=name, name=name, actors=actors, aspects=(), is_hidden=is_hidden)


def test_zones_in_a_row_are_drawn_as_one_with_what_bars_the_way() -> None:
    area = ZoneMapBlock(
        (zone("Quay", "Reth"), zone("Deck"), zone("Plank", "Veld")),
        (BorderView("Deck", "Plank", ""), BorderView("Plank", "Quay", "a locked gate")),
    )
    assert words(area) == "Zones||Quay: Reth ─ a locked gate ─ Plank: Veld ─── Deck: nobody"


@pytest.mark.parametrize(
    "borders",
    [
        (),
        (("A", "B"), ("B", "C"), ("C", "A")),
        (("A", "B"), ("A", "C"), ("A", "D")),
        (("A", "B"),),
    ],
)
def test_zones_that_form_no_row_are_listed_with_their_ways_out(borders: tuple[tuple[str, str], ...]) -> None:
    names = ["A", "B", "C", "D"] if any("D" in border for border in borders) else ["A", "B", "C"]
    area = ZoneMapBlock(
        tuple(zone(name) for name in names), tuple(BorderView(one, other, "") for one, other in borders)
    )
    lines = words(area).splitlines()
    assert len(lines) == len(names)
    for one, other in borders:
        assert other in lines[names.index(one)].partition("→")[2]


def test_the_turn_order_marks_who_acts_who_is_done_and_who_is_out() -> None:
    places = (
        PlaceView("Ana", 3, "acting"),
        PlaceView("Bo", 2, "done"),
        PlaceView("Cy", 1, "out"),
        PlaceView("Di", 0, "waiting"),
    )
    assert words(TurnOrderBlock("mental", 2, places)) == ("Exchange 2||▶ Ana +3 · ✓ Bo +2 · ✗ Cy +1 · Di +0  mental")


def test_victories_and_tasks_are_counted_with_signs() -> None:
    assert "Ana ●●○ · Bo ○○○" in words(TallyBlock("the satchel", 2, {"Ana": 2, "Bo": 0}, 3))
    tasks = TasksBlock("a storm", (TaskView("t1", "reef", "done", False), TaskView("t2", "mast", "", True)))
    assert words(tasks).splitlines()[1:] == ["Challenge||☑ reef  done", "Challenge||☐ mast (hidden)  "]


def test_a_ladder_has_its_parts_and_its_rungs_from_the_top() -> None:
    rungs = (
        RungView(name="Minimal", range="0", boxes=2, marked=1),
        RungView(name="Complete", range="4+", boxes=1, result="the secret", is_goal=True),
    )
    block = LadderBlock(
        id="ch1",
        title="The Hunt",
        difficulty="Fair (+1)",
        span="a check, then a day",
        note="the next check can be made in a day",
        sides=(LadderSideView(rungs=rungs), LadderSideView(name="Bo", rungs=rungs[1:], note="-1 to every roll")),
    )
    assert words(block).splitlines() == [
        "The Hunt|difficulty|Fair (+1)",
        "The Hunt|span|a check, then a day",
        "The Hunt|next|the next check can be made in a day",
        "The Hunt|4+|Complete □  the secret, the goal",
        "The Hunt|0|Minimal ■□",
        "The Hunt||Bo  -1 to every roll",
        "The Hunt|4+|Complete □  the secret, the goal",
    ]


def test_a_card_says_where_it_lies_whose_it_is_and_who_may_use_it_for_free() -> None:
    card = CardView(
        id=AspectId("a1"), text="Ropes", kind="situation", zone="Quay", free=("Ana", "Ana", ""), is_hidden=True
    )
    assert words(AspectCardsBlock("Situation", (card,))) == (
        "Situation||Ropes (in Quay, hidden) free: 2 for Ana, 1 for the Keeper"
    )


def test_questions_to_others_are_shown_and_ones_own_are_left_to_the_offers() -> None:
    def prompt(*, for_me: bool) -> PromptBlock:
        return PromptBlock(id="p", question="Well?", for_me=for_me, names=("ana",), answers=(), cites=())

    assert words(prompt(for_me=False)) == "Asked|ana|Well?"
    assert words(prompt(for_me=True)) == ""


def test_text_from_people_cannot_steer_the_terminal() -> None:
    evil = "a\x1b[2J\x07\u202eb"
    shown = words(
        SceneBlock(title=evil, number=1, session=1, is_open=True, facts=(evil,)),
        PointsBlock(((evil, 1),)),
        TallyBlock(evil, 1, {evil: 1}, 3),
        TasksBlock(evil, (TaskView(evil, evil, evil, False),)),
        ProgressBlock(evil, (ProgressRow(label=evil, note=evil),)),
        LadderBlock(
            id="ch1",
            title=evil,
            difficulty=evil,
            description=evil,
            sides=(
                LadderSideView(name=evil, note=evil, rungs=(RungView(name=evil, range="0", boxes=1, result=evil),)),
            ),
        ),
        TurnOrderBlock("physical", 1, (PlaceView(evil, 1, "acting"),)),
        ZoneMapBlock((zone(evil, evil),), ()),
    )
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)
    assert "a\\x1b[2J" in shown


def test_a_battle_shows_its_turn_its_step_and_what_is_left_of_each_side() -> None:
    wall = BattleSideView(name="Wall", leader="Ana", fighters=("Bo", "Cy"), left=3, whole=5, is_next=True)
    horde = BattleSideView(name="Horde", leader="Di", fighters=(), left=10, whole=10, is_next=False)
    assert words(BattleBlock(turn=2, stage="heroics", sides=(wall, horde))).splitlines() == [
        "Battle, turn 2||heroics",
        "Battle, turn 2||▶ Wall  ■■■□□ 3/5  led by Ana, with Bo, Cy",
        "Battle, turn 2||Horde  ■■■■■■■■■■ 10/10  led by Di",
    ]


def test_a_battle_that_is_still_drawing_up_has_no_turn_and_no_strength_yet() -> None:
    side = BattleSideView(name="Wall", leader="", fighters=(), left=0, whole=0, is_next=False)
    assert words(BattleBlock(turn=0, stage="the armies draw up", sides=(side,))).splitlines() == [
        "Battle||the armies draw up",
        "Battle||Wall",
    ]


def test_progress_is_drawn_in_marks_figures_and_words_as_far_as_it_has_them() -> None:
    rows = (
        ProgressRow(label="Ana", value=3, whole=5, note="of Health", counts_down=True),
        ProgressRow(label="a long way", value=30, whole=400),
        ProgressRow(label="days", value=2),
        ProgressRow(label="it rains"),
    )
    assert words(ProgressBlock("Going on", rows)).splitlines() == [
        "Going on||Ana  ■■■□□ 3/5  of Health",
        "Going on||a long way 30/400",
        "Going on||days 2",
        "Going on||it rains",
    ]


def test_a_milestone_says_what_everybody_may_still_change() -> None:
    rows = (
        MilestoneRow(actor=ActorId("a"), name="Ana", left=("raise an approach", "make a small change")),
        MilestoneRow(actor=ActorId("b"), name="Bo"),
    )
    assert words(MilestoneBlock("Major milestone", rows)).splitlines() == [
        "Major milestone||Ana may raise an approach, make a small change",
        "Major milestone||Bo is done",
    ]


def sheet(*, is_mine: bool) -> SheetBlock:
    """Somebody with a lot to tell."""
    card = CardView(id=AspectId("a"), text="Sworn to the Wall", kind="character")
    return SheetBlock(
        actor=ActorId("ana"),
        name="Ana",
        kind="hero",
        description="tall",
        is_mine=is_mine,
        points=2,
        refresh=3,
        aspects=(card,),
        traits=tuple(TraitRow(f"t{n}", f"T{n} ({n})", n, "") for n in (0, 0, *range(14))),
        features=tuple(FeatureView(name, f"what {name} does", None) for name in "ABCD"),
        boxes=(),
        scores={"health": (3, 5)},
        slots=(),
        out="",
        zone="",
        notes=(("Spin", "+1"), ("in hand", "a sword"), ("carries", "a pot"), ("Wealth", "2"), ("oath", card.text)),
    )


def test_on_the_table_a_long_sheet_is_brief_and_repeats_nothing() -> None:
    shown = words(sheet(is_mine=True)).splitlines()
    assert shown[0] == "Ana||2 points  health 3/5  "
    assert "T13 (13)" in shown[2]
    assert "T0" not in shown[2]
    assert shown[3] == "Ana|features|A · B · C · D"
    assert shown[4] == "Ana||Spin: +1 · in hand: a sword · carries: a pot · Wealth: 2"


def test_of_others_the_table_shows_the_first_notes_and_no_figures() -> None:
    assert words(sheet(is_mine=False)).splitlines() == [
        "Ana||2 points  health 3/5  ",
        "Ana||Sworn to the Wall",
        "Ana||Spin: +1 · in hand: a sword · carries: a pot",
    ]


def test_the_whole_sheet_leaves_nothing_out() -> None:
    (section,) = whole_sheets((sheet(is_mine=False),), str)
    told = "\n".join("".join(span.text for span in row.spans) for row in section.rows)
    for part in ("tall", "T0 (0)", "what D does", "Sworn to the Wall", "a pot"):
        assert part in told
    assert [row.label for row in section.rows][-1] == "oath"


def test_a_prepared_scene_says_what_will_be_where_and_what_will_be_hidden() -> None:
    mill = PreparedSceneView(
        id="d1",
        title="The mill",
        aspects=(PreparedPartView(id="d2", text="Rotten Ladder", where="Loft", is_hidden=True),),
        zones=(PreparedPartView(id="d3", text="Loft", where="Yard"),),
        opponents=(PreparedPartView(id="d4", text="Veld"),),
    )
    assert words(PreparedBlock((mill, PreparedSceneView(id="d5", title="The road")))).splitlines() == [
        "Prepared|The mill|Rotten Ladder (in Loft, hidden) · Loft (next to Yard) · Veld",
        "Prepared|The road|nothing in it yet",
    ]


def test_every_kind_of_block_is_drawn_somewhere_in_the_ready_made_scenes_or_above() -> None:
    seen: set[type] = {
        BattleBlock,
        PreparedBlock,
        ProgressBlock,
        TallyBlock,
        TasksBlock,
        TurnOrderBlock,
        ZoneMapBlock,
        MilestoneBlock,
        AspectCardsBlock,
        PromptBlock,
        PointsBlock,
        SceneBlock,
    }
    for scene in all_scenes(None):
        table = set_up(scene, bytes(32))
        for seat in table.state.slices["seats"]:
            blocks = table.present(seat)
            drawn: list[Section] = sections(blocks, table.ruleset.word)
            assert drawn
            seen |= {type(block) for block in blocks}
    undrawn = {kind.__name__ for kind in get_args(Block)} - {kind.__name__ for kind in seen}
    # A table that was only set up has no open roll; the games played in other tests draw it.  Other tests also halt
    # play, read the journal and climb a ladder.
    assert undrawn <= {
        "RollBlock",
        "LadderBlock",
        WaitingBlock.__name__,
        HaltBlock.__name__,
        JournalEntryBlock.__name__,
    }


def test_whoever_halts_play_is_named_on_the_screen_only_if_they_pause_it() -> None:
    halt = HaltBlock(is_stopped=True, stopped_by="", is_paused=True, paused_by="Bo")
    assert words(halt).splitlines() == [
        "Play is halted||Someone asks to stop here.",
        "Play is halted||Bo has paused the table.",
    ]


def test_an_entry_of_the_journal_is_read_line_by_line_with_who_may_read_it() -> None:
    entry = JournalEntryBlock(
        id="j1",
        title="A letter",
        text="Burn it.\n\n\x1bYours",
        image="",
        by=SeatId("gm"),
        author="Maria",
        is_handout=True,
        shown_at=0,
        shown_to=(),
    )
    assert entry_lines(entry) == ["", "A letter (handout by Maria, hidden)", "  Burn it.", "  \\x1bYours"]
    shown = msgspec.structs.replace(entry, shown_to=(SeatId("ana"), SeatId("bo")))
    assert entry_lines(shown)[1] == "A letter (handout by Maria, shown to ana, bo)"
    assert entry_lines(msgspec.structs.replace(entry, shown_to=None, is_handout=False))[1] == "A letter (note by Maria)"


def test_the_words_of_the_book_stand_on_a_sheet() -> None:
    scene = next(scene for scene in all_scenes(None) if scene.ruleset == rulesets.folders()[0])
    table = set_up(scene, bytes(32))
    player = next(seat.id for seat in table.state.slices["seats"].values() if seat.role == "player")
    drawn = sections(table.present(player), table.ruleset.word)
    labels = {row.label for section in drawn if section.place == "people" for row in section.rows}
    assert table.ruleset.word("feature") in labels


def test_a_roll_names_its_target_until_the_target_stands_on_the_other_side() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor=ActorId("reth"), target=ActorId("veld"), trait="forceful", description="punches"))
    assert "attack|target|Veld" in words(*game.table.present("bo"))
    game.defend("gm", "careful")
    assert "|target|" not in words(*game.table.present("bo"))


def test_mixed_dice_are_drawn_as_what_they_are_and_each_comparison_has_a_row() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor=ActorId("reth"), target=ActorId("veld"), trait="forceful", description="punches"))
    game.defend("gm", "careful")
    block = next(block for block in game.table.present("bo") if isinstance(block, RollBlock))
    first, second = block.sides
    dice = (
        DieView(kind="fate", shown=1, value=1),
        DieView(kind="number", shown=1, value=1),
        DieView(kind="number", shown=4, value=-4),
        DieView(kind="number", shown=6, value=6, counts=False),
    )
    pair = ComparisonView(
        one=0,
        other=1,
        total=4,
        against=2,
        margin=2,
        outcome="succeed",
        modifiers=(PartView(source="spray", label="2 targets", amount=-2),),
    )
    told = words(
        msgspec.structs.replace(
            block,
            sides=(msgspec.structs.replace(first, dice=dice), second),
            comparisons=(pair, msgspec.structs.replace(pair, other=-1, target="the door", is_read=True)),
        )
    )
    assert "[+][1][-4](6)" in told
    assert "Reth against Veld|+4 vs +2 succeed (+2)  as it stands  2 targets -2" in told
    assert "Reth against the door|+4 vs +2 succeed (+2)  2 targets -2" in told
