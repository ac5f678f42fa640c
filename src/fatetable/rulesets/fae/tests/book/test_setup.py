"""Getting started: attribution, people and seats, what the table shows, dice and cards, scenes and frameworks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from fatetable import rulesets
from fatetable.adapters.cli.commands.rulesets import rulesets as list_rulesets
from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import DiceThrown
from fatetable.engine.prompts import PROMPTS, Answer
from fatetable.engine.seats import SEATS, AddSeat, HandOver
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, ActorId, pc_of
from fatetable.mechanics.dice.notation import DECK_COUNTS
from fatetable.mechanics.dice.pool import DRAWN, DeckChanged, ShuffleDeck
from fatetable.mechanics.encounters.challenges import EndChallenge, StartChallenge
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.contests import EndContest, StartContest
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.actions import Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.own_dice import RollOwnDice
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, EnterScene, LeaveScene, StartScene, StartSession
from fatetable.mechanics.scenes.premise import FRAME, AgreeFrame, FrameAgreed, GroupSizeAccepted
from fatetable.mechanics.scenes.state import CALENDAR, SCENE, SceneEnded, SceneStarted
from fatetable.mechanics.view.blocks import AspectCardsBlock, PointsBlock, PromptBlock, SceneBlock, SheetBlock
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.moves import (
    RETH,
    VELD,
    VOLTAIRE,
    against,
    attack,
    declare,
    overcome,
    resisted_by,
    settle,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking
from fatetable.tabletop.table import Table
from fatetable.testing.events import all_of, first

CHECKOUT = Path(__file__).resolve().parents[6]


def in_one_line(text: str) -> str:
    return " ".join(text.split())


# -- attribution -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-SETUP-01")
@pytest.mark.parametrize(
    ("file", "notice"), [("LICENSE", "Copyright (c)"), ("README.md", "The code is under the [MIT licence]")]
)
def test_the_attribution_stands_beside_our_copyright_notice_word_for_word(file: str, notice: str) -> None:
    text = in_one_line((CHECKOUT / file).read_text(encoding="utf-8"))
    assert notice in text
    assert rulesets.attribution("fae") in text


@pytest.mark.rule("FAE-SETUP-01")
def test_whoever_lists_the_rulesets_reads_the_attribution() -> None:
    shown = CliRunner().invoke(list_rulesets)
    assert shown.exit_code == 0, shown.output
    assert rulesets.attribution("fae") in in_one_line(shown.output)


# -- people ----------------------------------------------------------------------------------------------------------


def table_of(players: int) -> Table:
    seats = {"gm": "gm"} | {f"player-{number}": "player" for number in range(players)}
    return Table.open("fae", seats)  # type: ignore[arg-type]


@pytest.mark.rule("FAE-SETUP-02")
@pytest.mark.parametrize(
    ("players", "is_usual"), [(0, False), (1, False), (2, True), (4, True), (5, False), (9, False)]
)
def test_three_to_five_people_are_recommended_and_nobody_is_refused(players: int, is_usual: bool) -> None:
    table = table_of(players)
    table.send("gm", StartSession())
    shown = (block for block in table.present("gm") if isinstance(block, PromptBlock))
    questions = [block for block in shown if "FAE-SETUP-02" in block.cites]
    if is_usual:
        assert questions == []
        return
    (question,) = questions
    assert question.question == f"Play with {players + 1}? The game is meant for 3 to 5 people with the GM."
    assert (question.for_me, question.answers, question.cites) == (True, ("Play anyway",), ("FAE-SETUP-02",))
    table.send("gm", StartScene("Nobody is held up"))


@pytest.mark.rule("FAE-SETUP-02")
def test_an_unusual_number_of_people_is_noted_once_and_again_when_it_changes() -> None:
    table = table_of(1)

    def next_session() -> list[str]:
        if table.state.get(CALENDAR).in_session:
            table.send("gm", EndSession())
            milestone = next(p for p in table.state.get(PROMPTS).values() if p.kind == "milestone")
            table.send("gm", Answer(milestone.id, "none"))
        table.send("gm", StartSession())
        asked = (prompt for prompt in table.state.get(PROMPTS).values() if prompt.kind == "group-size")
        return [prompt.question.partition("?")[0] for prompt in asked]

    assert next_session() == ["Play with 2"]
    assert next_session() == ["Play with 2"]  # Not answered yet, and not asked twice.
    play_on = next(offer for offer in table.offers("gm") if "Play anyway" in offer.label)
    events = [record.event for record in table.send("gm", play_on.command)]
    assert GroupSizeAccepted(2) in events
    assert next_session() == []
    for name in ("ana", "bo", "cy", "di", "ed"):
        table.send("gm", AddSeat(name, "player"))
    table.send("gm", AddSeat("Uma", "spectator"))
    assert next_session() == ["Play with 7"]


@pytest.mark.rule("FAE-SETUP-02")
@pytest.mark.parametrize("seats", [{"ana": "player"}, {"gm": "gm", "ana": "gm"}, {}])
def test_a_table_has_exactly_one_game_master(seats: dict[str, str]) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        Table.open("fae", seats)  # type: ignore[arg-type]
    assert refusal.value.code == "one-game-master"


@pytest.mark.rule("FAE-SETUP-02")
def test_there_is_one_game_master_whoever_sits_down_and_whoever_takes_the_chair() -> None:
    g = Game()

    def game_masters() -> list[str]:
        return [seat.id for seat in g.table.state.get(SEATS).values() if seat.is_gm]

    assert g.refused("gm", AddSeat("Zoe", "gm")) == "one-game-master"
    assert g.refused("ana", AddSeat("Zoe", "player")) == "gm-only"
    assert g.refused("gm", HandOver(SeatId("zoe"))) == "unknown-seat"
    g.do("gm", HandOver(SeatId("ana")))
    assert game_masters() == ["ana"]
    assert g.refused("gm", HandOver(SeatId("bo"))) == "gm-only"
    g.do("ana", HandOver(SeatId("gm")))
    assert game_masters() == ["gm"]


# -- what the table shows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-SETUP-06")
def test_everybody_sees_a_sheet_per_character_a_board_of_cards_and_the_fate_points() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    for seat, own in (("ana", "Reth"), ("bo", "Voltaire")):
        blocks = g.table.present(seat)
        sheets = {block.name: block for block in blocks if isinstance(block, SheetBlock)}
        assert set(sheets) == {"Reth", "Voltaire", "Veld"}
        assert [name for name, sheet in sheets.items() if sheet.is_mine] == [own]
        assert (sheets[own].points, len(sheets[own].traits), len(sheets[own].aspects)) == (3, 6, 5)
        cards = [card.text for block in blocks if isinstance(block, AspectCardsBlock) for card in block.cards]
        assert cards == ["Slick Wet Planks"]
        (points,) = (block.rows for block in blocks if isinstance(block, PointsBlock))
        assert dict(points) == {"Reth": 3, "Voltaire": 3, "pool": 2}


# -- getting started -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-SETUP-07")
def test_the_table_agrees_on_a_story_chooses_its_seats_and_then_makes_characters() -> None:
    table = Table.open("fae", {"gm": "gm", "ana": "player"})
    agree = next(offer for offer in table.offers("gm") if isinstance(offer.command, AgreeFrame))
    assert (agree.label, agree.cites) == ("Set the genre", ("FAE-SETUP-07",))
    told = table.send("gm", agree.fill(genre=" sky pirates ", setting="islands in the clouds"))
    assert [record.event for record in told] == [FrameAgreed("sky pirates", "islands in the clouds")]
    table.send("gm", AddSeat("Bo", "player"))
    for seat in ("gm", "ana", "bo"):
        scene = next(block for block in table.present(seat) if isinstance(block, SceneBlock))
        assert (scene.genre, scene.setting) == ("sky pirates", "islands in the clouds")
    always = ("talk", "journal", "safety")
    offered = {type(offer.command) for offer in table.offers("bo") if offer.group not in always}
    assert offered == {BringCharacter, RollOwnDice}
    table.send("bo", BringCharacter(TABLES.sample("Voltaire"), SeatId("bo")))
    again = next(offer for offer in table.offers("gm") if isinstance(offer.command, AgreeFrame))
    assert again.label == "Change the genre"
    table.send("gm", again.fill(genre="school of magic", setting="our own"))
    assert table.state.get(FRAME).genre == "school of magic"


@pytest.mark.rule("FAE-SETUP-07")
def test_the_game_master_writes_down_what_was_agreed() -> None:
    g = Game(scene=False)
    assert g.refused("ana", AgreeFrame("noir", "the city")) == "gm-only"
    assert g.refused("gm", AgreeFrame("noir", " ")) == "no-words"
    assert [offer for offer in g.offers("ana") if isinstance(offer.command, AgreeFrame)] == []


# -- who runs whom ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-SETUP-08")
def test_each_player_has_one_character() -> None:
    g = Game(scene=False)
    another = TABLES.sample("Abigail Zhao")
    assert g.refused("ana", BringCharacter(another, SeatId("ana"))) == "one-character-each"
    assert g.refused("gm", BringCharacter(another, SeatId("ana"))) == "one-character-each"
    assert g.refused("gm", BringCharacter(another, SeatId("gm"))) == "unknown-seat"
    g.do("gm", AddSeat("Cy", "player"))
    assert g.refused("ana", BringCharacter(another, SeatId("cy"))) == "not-yours"
    g.do("gm", BringCharacter(another, SeatId("cy")))
    for seat, name in (("ana", "Reth"), ("bo", "Voltaire"), ("cy", "Abigail Zhao")):
        character = pc_of(g.table.state, SeatId(seat))
        assert character is not None
        assert character.name == name


@pytest.mark.rule("FAE-SETUP-08")
def test_players_decide_for_their_own_characters_and_the_game_master_for_all_others() -> None:
    g = Game(foes=("Veld",))
    for seat, actor in (("gm", RETH), ("bo", RETH), ("ana", VELD)):
        assert g.refused(seat, overcome(actor, "quick")) == "not-yours"
    assert {offer.command.actor for offer in g.offers("ana", Overcome) if isinstance(offer.command, Overcome)} == {RETH}
    assert {offer.command.actor for offer in g.offers("gm", Overcome) if isinstance(offer.command, Overcome)} == {VELD}
    assert g.refused("ana", AddOpponent(TABLES.sample("Sky Shark"))) == "gm-only"
    g.start_conflict(first="Voltaire")
    strike(g, 1)
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert prompt.seats == ("@gm",)
    g.answer("gm", "absorb", "box-1")
    declare(g, overcome())
    g.answer("gm", "opposition", "no-roll")
    declare(g, attack(VELD, RETH, "forceful"))
    prompt = g.prompt("defend")
    assert prompt is not None
    assert prompt.seats == ("ana",)


@pytest.mark.rule("FAE-SETUP-08")
def test_the_game_master_may_act_for_a_player_who_is_away_and_the_record_says_so() -> None:
    g = Game()
    (record, *_) = g.table.send("ana", overcome(), proxy="gm")
    assert (record.by, record.proxy) == ("ana", "gm")
    with pytest.raises(RuleViolation) as refusal:
        g.table.send("ana", overcome(), proxy="bo")
    assert refusal.value.code == "gm-only"


@pytest.mark.rule("FAE-SETUP-09", "FAE-ROLL-02")
def test_dice_come_out_only_if_the_game_master_finds_the_result_uncertain() -> None:
    g = Game()
    declare(g, overcome(RETH, "quick", "opens the unlocked door"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("no-roll")
    assert option is not None
    assert option.cites == ("FAE-ROLL-02", "FAE-SETUP-09")
    assert all_of(g.answer("gm", "opposition", "no-roll"), DiceThrown) == ()
    declare(g, overcome(RETH, "quick", "opens the stuck door"))
    against(g, 2)
    assert len(all_of(settle(g, 1), DiceThrown)) == 1


# -- other dice, and cards -------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-SETUP-03")
def test_four_fate_dice_are_thrown_by_default() -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    thrown = first(g.throw("ana", "+-0+"), DiceThrown).throw
    assert (len(thrown.dice), set(thrown.dice)) == (4, {"dF[-1*2,0*2,1*2]"})


@pytest.mark.rule("FAE-SETUP-04")
def test_a_table_may_throw_ordinary_dice_and_read_them_as_fate_dice() -> None:
    g = Game(dice="d6")
    declare(g, overcome())
    against(g, 2)
    thrown = first(g.throw("ana", "1 4 5 6"), DiceThrown).throw
    assert (thrown.shown, thrown.values, thrown.total) == ((1, 4, 5, 6), (-1, 0, 1, 1), 1)
    assert g.offers("gm", ShuffleDeck) == ()


@pytest.mark.rule("FAE-SETUP-05")
def test_a_table_may_draw_cards_from_one_deck_without_putting_them_back() -> None:
    g = Game(foes=("Veld",), dice="deck")
    declare(g, overcome())
    against(g, 2)
    events = g.throw("ana", "+4")
    assert len(first(events, DiceThrown).throw.faces) == 1
    assert first(events, DeckChanged).drawn == (4,)
    assert first(g.everyone_passes(), RollSettled).total == 3 + 4


@pytest.mark.rule("FAE-SETUP-05")
def test_the_whole_table_shares_the_deck_and_a_drawn_card_is_gone() -> None:
    g = Game(foes=("Veld",), dice="deck")
    declare(g, overcome(RETH, "quick"))
    resisted_by(g, "veld", "quick")
    g.throw("ana", "+4", "-4")
    assert g.table.state.get(DRAWN) == (4, -4)
    g.everyone_passes()
    declare(g, overcome(VOLTAIRE, "quick"))
    against(g, 2)
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    with pytest.raises(MalformedCommand):
        g.do("bo", ThrowDice(g.roll.id), "+4")
    g.do("bo", ThrowDice(g.roll.id), "+3")


@pytest.mark.rule("FAE-SETUP-05")
def test_a_reroll_lays_the_card_aside_and_draws_the_next() -> None:
    g = Game(dice="deck")
    declare(g, overcome())
    against(g, 2)
    g.throw("ana", "-4")
    g.do("ana", invoking(g, "reroll", "My Kung Fu Is The Strongest", RETH), "+1")
    assert (g.roll.efforts[0].dice, g.table.state.get(DRAWN)) == (1, (-4, 1))


@pytest.mark.rule("FAE-SETUP-05")
def test_the_deck_is_shuffled_when_the_game_master_asks() -> None:
    g = Game(dice="deck")
    assert g.refused("gm", ShuffleDeck()) == "nothing-to-shuffle"
    assert g.offers("gm", ShuffleDeck) == ()
    declare(g, overcome())
    against(g, 2)
    g.throw("ana", "-4")
    g.everyone_passes()
    assert g.refused("ana", ShuffleDeck()) == "gm-only"
    (offer,) = g.offers("gm", ShuffleDeck)
    assert offer.cites == ("FAE-SETUP-05",)
    g.do("gm", offer.command)
    assert g.table.state.get(DRAWN) == ()


@pytest.mark.rule("FAE-SETUP-05")
def test_the_deck_is_shuffled_when_its_81_cards_are_drawn() -> None:
    g = Game(dice="deck", ask_before_throw=False)
    deck = [number for number, count in DECK_COUNTS.items() for _ in range(count)]
    assert (len(deck), Counter(deck)[0]) == (81, 19)
    for drawn, number in enumerate(deck, start=1):
        declare(g, overcome(RETH, "forceful"))
        against(g, -1)
        g.throw("ana", f"{number:+}")
        g.everyone_passes()
        if g.prompt("minor-cost"):
            g.answer("gm", "minor-cost", "cost", cost="noise")
        assert len(g.table.state.get(DRAWN)) == drawn % 81


# -- scenes and frameworks -------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-GM-06")
def test_the_game_master_opens_a_scene_says_who_is_there_and_closes_it() -> None:
    g = Game(scene=False, foes=("Veld",))
    assert g.refused("gm", StartScene("The quay", (RETH,))) == "no-session"
    g.do("gm", StartSession())
    assert g.refused("ana", StartScene("The quay", (RETH,))) == "gm-only"
    assert g.refused("gm", StartScene(" ", (RETH,))) == "no-title"
    started = first(g.do("gm", StartScene("The quay", (RETH, VELD))), SceneStarted)
    assert (started.title, started.present) == ("The quay", (RETH, VELD))
    assert g.refused("gm", StartScene("The deck", (RETH,))) == "scene-running"
    assert g.refused("bo", overcome(VOLTAIRE, "quick")) == "not-there"
    g.do("gm", EnterScene(VOLTAIRE))
    g.do("gm", LeaveScene(VELD))
    assert g.table.state.get(SCENE).present == (RETH, VOLTAIRE)
    for seat, command in (("ana", EnterScene(VELD)), ("ana", LeaveScene(RETH)), ("ana", EndScene())):
        assert g.refused(seat, command) == "gm-only"
    g.do("gm", PlaceAspect(words="Slick Wet Planks"))
    ended = g.do("gm", EndScene())
    assert first(ended, SceneEnded).number == 1
    assert not g.has_card("Slick Wet Planks")  # The end of a scene has its effects.
    assert first(g.do("gm", StartScene("The deck", (RETH,))), SceneStarted).number == 2


@pytest.mark.rule("FAE-GM-06")
def test_a_scene_does_not_end_in_the_middle_of_something() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome())
    assert g.refused("gm", EndScene()) == "not-finished"
    against(g, 2)
    settle(g, 1)
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    assert g.refused("gm", EndScene()) == "not-finished"
    g.do("gm", EndContest("A storm breaks"))
    g.do("gm", EndScene())


def framework_offers(g: Game) -> dict[str, Offer]:
    wanted = (StartChallenge, StartContest, StartConflict)
    return {type(offer.command).__name__: offer for offer in g.offers("gm") if isinstance(offer.command, wanted)}


@pytest.mark.rule("FAE-FRAME-01")
def test_the_game_master_chooses_between_a_simple_task_a_challenge_a_contest_and_a_conflict() -> None:
    g = Game(foes=("Veld",))
    offers = framework_offers(g)
    assert set(offers) == {"StartChallenge", "StartContest", "StartConflict"}
    assert all("FAE-FRAME-01" in offer.cites for offer in offers.values())
    simple = next(offer for offer in g.offers("ana", Overcome))
    assert "FAE-FRAME-01" in simple.cites
    for command in (
        StartChallenge("A storm"),
        StartContest("A race", (RETH, VELD)),
        StartConflict("physical", (VELD,)),
    ):
        assert g.refused("ana", command) == "gm-only"


@pytest.mark.rule("FAE-FRAME-01")
def test_only_in_a_conflict_people_harm_one_another() -> None:
    g = Game(foes=("Veld",))
    hurting = attack(RETH, VELD, "forceful")
    assert g.refused("ana", hurting) == "no-conflict"
    g.do("gm", framework_offers(g)["StartChallenge"].fill(situation="A ship in a storm"))
    assert (g.refused("ana", hurting), framework_offers(g)) == ("no-conflict", {})
    assert {type(offer.command) for offer in g.offers("ana") if offer.group == "act"} == {CreateAdvantage, Overcome}
    g.do("gm", EndChallenge("They make it"))
    g.do("gm", framework_offers(g)["StartContest"].fill(goal="A race", actors=(RETH, VELD)))
    assert (g.refused("ana", hurting), framework_offers(g)) == ("in-a-contest", {})
    g.do("gm", EndContest("Enough"))
    g.start_conflict(first="Reth")
    assert framework_offers(g) == {}
    assert {type(offer.command) for offer in g.offers("ana") if "trait" in {hole.field for hole in offer.holes}} == {
        Attack,
        CreateAdvantage,
        Overcome,
    }
    assert g.table.state.get(ENCOUNTER) is not None


def test_cards_and_people_of_the_game_are_there_before_the_first_scene() -> None:
    g = Game(scene=False, foes=("Veld",))
    assert [actor.name for actor in g.table.state.get(CAST).values()] == ["Reth", "Voltaire", "Veld"]
    assert len(g.table.state.get(ASPECTS)) == 13
    assert ActorId("veld") in g.table.state.get(CAST)
