"""Whatever an offer leaves open is asked for in the terminal until the answer fits."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fatetable import rulesets
from fatetable.adapters.cli.dialogs.filling import Filling
from fatetable.adapters.cli.dialogs.keyboard import Keyboard, TakenBack
from fatetable.builder.sheet_files import save_sheet
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, FormHole, Hole, ManyHole, NumberHole, TextHole
from fatetable.mechanics.characters.sheet import Sheet

OPTIONS = (Choice("a", "Apple"), Choice("b", "Banana"), Choice("c", "Blueberry"))


class Typed(Keyboard):
    """A keyboard at which these lines are typed."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(is_terminal=False)
        self.lines = list(lines)

    def line(self, question: str) -> str:
        return self.lines.pop(0).strip()


def ask(hole: Hole, *lines: str) -> object:
    keyboard = Typed(lines)
    answer = Filling(keyboard, rulesets.load("fae")).ask(hole)
    assert not keyboard.lines, "not all lines were needed"
    return answer


@pytest.mark.parametrize(
    ("hole", "lines", "answer"),
    [
        (TextHole("f", "how"), ["", "swings"], "swings"),
        (TextHole("f", "how", suggestion="as before"), [""], "as before"),
        (TextHole("f", "how", optional=True), [""], ""),
        (TextHole("f", "how", limit=3), ["long", "ok"], "ok"),
        (NumberHole("f", "box", -2, 3), ["", "x", "4", "1.5", "99999999999", "−2"], -2),
        (ChoiceHole("f", "what", OPTIONS), ["", "0", "4", "b", "ban"], "b"),
        (ChoiceHole("f", "what", OPTIONS), ["3"], "c"),
        (ChoiceHole("f", "what", OPTIONS[:1]), [], "a"),
        (ManyHole("f", "what", OPTIONS), [""], ()),
        (ManyHole("f", "what", OPTIONS, least=1), ["", "9", "1, 3 1"], ("a", "c")),
        (ManyHole("f", "what", OPTIONS, most=1), ["1 2", "apple"], ("a",)),
        (ManyHole("f", "what", OPTIONS), ["all"], ("a", "b", "c")),
        (FlagHole("f", "hidden"), ["perhaps", "Y"], True),
        (FlagHole("f", "hidden"), [""], False),
    ],
)
def test_a_hole_is_asked_for_until_the_answer_fits(hole: Hole, lines: list[str], answer: object) -> None:
    assert ask(hole, *lines) == answer


@pytest.mark.parametrize(
    "hole",
    [
        TextHole("f", "how"),
        NumberHole("f", "box", 1, 3),
        ChoiceHole("f", "what", OPTIONS),
        ManyHole("f", "what", OPTIONS),
        FlagHole("f", "hidden"),
        FormHole("f", "character", "hero"),
    ],
)
def test_every_question_can_be_taken_back(hole: Hole) -> None:
    with pytest.raises(TakenBack):
        ask(hole, ".")


def test_a_ready_made_form_is_picked_by_its_number_or_its_name() -> None:
    heroes = rulesets.load("fae").forms("hero")
    assert ask(FormHole("f", "character", "hero"), "0", "2") == heroes[1]
    assert ask(FormHole("f", "character", "hero"), "volt") == next(h for h in heroes if h.name == "Voltaire")  # type: ignore[attr-defined]


def test_a_character_may_come_from_a_file(tmp_path: Path) -> None:
    hero = rulesets.load("fae").forms("hero")[0]
    assert isinstance(hero, Sheet)
    save_sheet(hero, tmp_path / "hero.json")
    (tmp_path / "broken.json").write_text("{")
    form = FormHole("f", "character", "hero")
    assert ask(form, str(tmp_path / "broken.json"), str(tmp_path / "none.json"), str(tmp_path / "hero.json")) == hero


def test_numbers_that_stand_for_something_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    hole = NumberHole("f", "to close it", -1, 3, suggestions=(Choice("-1", "never"), Choice("2", "a gate")))
    assert ask(hole, "-1") == -1
    assert "  -1: never\n  2: a gate\n" in capsys.readouterr().out
