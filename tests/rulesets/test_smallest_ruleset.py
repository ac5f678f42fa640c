"""The ruleset to copy can be played, keeps its rules, and is a ruleset like the others once it is copied."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from examples.smallest_ruleset.creation.procedure import SAMPLES, problems
from examples.smallest_ruleset.ruleset import build
from fatetable import rulesets
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.book.rulebook import read_rulebook
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.harm.state import STRESS
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import POINT
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run
from fatetable.testing import Game
from tests.conformance.invariants import Watch
from tests.conformance.walking import Walk
from tests.repository.checkout import ROOT
from tests.repository.test_ruleset_folders import REQUIRED

FOLDER = ROOT / "examples" / "smallest_ruleset"
ADA, CUTPURSE = ActorId("ada"), ActorId("cutpurse")
COPY = "copied_ruleset"


@pytest.fixture
def game() -> Game:
    game = Game(build(BY_HAND))
    game.bring("ana", "Ada")
    game.add_opponent("Cutpurse")
    game.start_scene("Lantern Street")
    return game


def overcome(game: Game, difficulty: int, dice: str) -> None:
    game.choose("ana", "overcome an obstacle", trait="mind", description="looks around")
    game.answer("gm", "opposition", "difficulty", value=difficulty)
    game.throw("ana", dice)


def hit(game: Game, attack: str, defence: str) -> None:
    game.come_to(CUTPURSE)
    game.do("gm", Attack(actor=CUTPURSE, target=ADA, trait="body", description="shoves"))
    game.answer("ana", "defend", "defend", trait="mind", description="steps aside")
    game.throw("gm", attack, defence)
    if game.last_roll.stage == "thrown":
        game.everyone_passes()


# -- its rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "outcome"), [("0000", "tie"), ("+000", "succeed"), ("-000", "fail")])
def test_a_roll_that_reaches_the_difficulty_overcomes_it(game: Game, dice: str, outcome: str) -> None:
    overcome(game, 2, dice)
    game.everyone_passes()
    assert game.last_roll.outcome == outcome


def test_an_aspect_adds_two_for_a_point_and_only_once(game: Game) -> None:
    overcome(game, 4, "0000")
    invoke = Invoke(
        roll=game.roll.id,
        effort=0,
        effect="bonus",
        aspect=game.card("Lamplighter Who Saw Too Much").id,
        explanation="she knows the street",
        payment=POINT,
        party=ADA,
    )
    game.do("ana", invoke)
    assert (game.roll.margin_now(), game.points(ADA)) == (0, 2)
    assert game.refused("ana", invoke) == "already-invoked"


def test_a_hit_checks_a_box_of_its_size_or_a_larger_one(game: Game) -> None:
    game.start_conflict("fight")
    hit(game, "++00", "0000")
    prompt = game.prompt("absorb")
    assert prompt is not None
    assert not {"box:1", "stress:1"} & {option.id for option in prompt.options}
    game.answer("ana", "absorb", next(option.id for option in prompt.options if "2" in option.id))
    assert game.condition(ADA).tracks[STRESS][1]


def test_whoever_has_no_box_left_for_a_hit_is_out(game: Game) -> None:
    game.start_conflict("fight")
    hit(game, "++++", "0000")
    assert [prompt.kind for prompt in game.prompts()] == ["taken-out"]


def test_the_dial_says_how_many_boxes_there_are() -> None:
    game = Game(build({**BY_HAND, "boxes": 2}))
    game.bring("ana", "Ada")
    assert len(game.condition(ADA).tracks[STRESS]) == 2


def test_a_sheet_lists_what_is_missing() -> None:
    empty = Sheet(ruleset="smallest_ruleset", name="", kind="hero")
    assert [problem.code for problem in problems(empty)] == ["no-name", "no-high-concept", "wrong-traits"]
    assert not [problem for sheet in SAMPLES for problem in problems(sheet)]
    assert problems(msgspec.structs.replace(SAMPLES[0], traits={"body": 2, "mind": 2}))


# -- copying it -------------------------------------------------------------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The folder where rulesets are looked for, under another name, as docs/add-a-ruleset.md says."""
    shutil.copytree(FOLDER, tmp_path / COPY, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / COPY).rglob("*.*"):
        text = path.read_text(encoding="utf-8").replace("examples.smallest_ruleset", f"fatetable.rulesets.{COPY}")
        path.write_text(text.replace("smallest_ruleset", COPY), encoding="utf-8")
    monkeypatch.setattr(rulesets, "PLACE", tmp_path)
    monkeypatch.setattr(rulesets, "__path__", [str(tmp_path)])
    yield COPY
    for name in [name for name in sys.modules if name.startswith(f"fatetable.rulesets.{COPY}")]:
        del sys.modules[name]


def test_the_folder_has_what_every_ruleset_has() -> None:
    assert [name for name in REQUIRED if not (FOLDER / name).is_file()] == []


def test_the_copy_is_found_with_its_rules_and_its_attribution(copied: str) -> None:
    assert rulesets.folders() == (copied,)
    assert rulesets.rulebook(copied).book.id == copied
    assert rulesets.attribution(copied)
    found = rulesets.load(copied, {"boxes": 4, "odds": False}).dials
    assert (found["boxes"], found["odds"]) == (4, False)


def test_every_rule_that_is_cited_is_in_the_ledger() -> None:
    book = read_rulebook((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    cited = {rule for rules in build({}).engine.citations.values() for rule in rules}
    assert {rule for rule in cited if book.by_id(rule) is None} == set()


def test_its_playthrough_runs(copied: str) -> None:
    for name, text in rulesets.playthroughs(copied).items():
        assert run(read_playthrough(text, name)).mismatches == ()


@pytest.mark.parametrize("seed", range(3))
def test_the_copy_keeps_the_promises_of_every_ruleset_in_random_play(copied: str, seed: int) -> None:
    walk = Walk(copied, seed)
    watch = Watch(walk.table)
    walk.set_up()
    for _ in range(60):
        watch.after_a_step(walk, walk.step())
    watch.now_and_then()
    assert len(walk.steps) > 60
