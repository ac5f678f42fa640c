"""What a campaign writes takes the place of a table of the book, or is refused in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import Struct

from fatetable.engine.errors import InvalidContent
from fatetable.mechanics.book.own_tables import LONGEST_TABLE, MOST_ROWS, OwnTable, told, with_content


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    uses: int = 1
    cites: tuple[str, ...] = ()


class Tables(Struct, frozen=True):
    skills: tuple[Row, ...]
    cards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if missing := {"run"} - {skill.id for skill in self.skills}:
            raise ValueError("; ".join(f"nobody can {each}" for each in missing))


SKILLS = OwnTable(
    name="skills",
    meaning="What people can do.",
    heading="skill",
    row=Row,
    key=lambda row: row.id,
    example='[[skill]]\nid = "swim"\n',
)
CARDS = OwnTable(
    name="cards",
    meaning="Cards.",
    heading="card",
    row=Row,
    made=lambda row: row.id,
    key=str,
    example='[[card]]\nid = "Freak out"\n',
)
PRINTED = Tables((Row("run", 3, ("S-1",)), Row("hide")))


def read(content: Mapping[str, str]) -> Tables:
    return with_content(PRINTED, (SKILLS, CARDS), content)


def refused(content: Mapping[str, str]) -> tuple[str, ...]:
    with pytest.raises(InvalidContent) as refusal:
        read(content)
    assert refusal.value.code == "invalid-content"
    return refusal.value.problems


def test_without_content_the_tables_are_the_printed_ones() -> None:
    assert read({}) is PRINTED


def test_rows_are_added_and_take_the_place_of_printed_ones() -> None:
    found = read({"skills": '[[skill]]\nid = "swim"\n[[skill]]\nid = "hide"\nuses = 2\n'})
    assert found.skills == (Row("run", 3, ("S-1",)), Row("hide", 2), Row("swim"))


def test_a_table_replaces_the_printed_one_if_it_says_so() -> None:
    found = read({"skills": 'replaces = true\n[[skill]]\nid = "run"\n', "cards": CARDS.example})
    assert found == Tables((Row("run"),), ("Freak out",))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "skills: it has no row under [[skill]]"),
        ('skill = "swim"', "skills: it has no row under [[skill]]"),
        ('[[skills]]\nid = "swim"', "skills: there is no place for 'skills'; every row stands under [[skill]]"),
        ("id = ", "skills: it is not written in TOML: Invalid value"),
        ('replaces = 1\n[[skill]]\nid = "a"', "skills: replaces is true or false"),
        ("[[skill]]\nid = 3", "skills: row 1: Expected `str`, got `int` - at `$.id`"),
        ('[[skill]]\nid = "a"\nuse = 1', "skills: row 1: Object contains unknown field `use`"),
        ('[[skill]]\nid = "a"\n[[skill]]\nid = "a"', "skills: two rows are called 'a'"),
        ('[[skill]]\nid = ""', "skills: row 1 needs a name of at most 100 characters on one line"),
        (f'[[skill]]\nid = "{"a" * 101}"', "skills: row 1 needs a name of at most 100 characters on one line"),
        ('[[skill]]\nid = "a\\nb"', "skills: row 1 needs a name of at most 100 characters on one line"),
        ('[[skill]]\nid = "a"\ncites = ["S-1"]', "skills: row 1: only rows of the book cite its rules"),
        (f'[[skill]]\nid = "{"a" * 401}"', "skills: a text has at most 400 printable characters"),
        ('[[skill]]\nid = "a\\u0007"', "skills: a text has at most 400 printable characters"),
        ('[[skill]]\nid = "a"\nuses = 1000001', "skills: numbers go up to 1000000"),
        ('replaces = true\n[[skill]]\nid = "a"', "nobody can run"),
        ("#" * (LONGEST_TABLE + 1), f"skills: it has {LONGEST_TABLE + 1} characters, more than {LONGEST_TABLE}"),
        ("[[skill]]\n" * (MOST_ROWS + 1), f"skills: it has {MOST_ROWS + 1} rows, more than {MOST_ROWS}"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_in_a_sentence(text: str, problem: str) -> None:
    (said,) = refused({"skills": text})
    assert said.startswith(problem)


@pytest.mark.parametrize("text", ["a = " + "[" * 9000, f"{'a.' * 9000}a = 1", f"a = {'9' * 9000}"])
def test_nobody_can_write_a_table_that_breaks_its_reader(text: str) -> None:
    assert len(refused({"skills": text})) == 1


def test_all_problems_are_told_at_once_but_not_more_than_can_be_read() -> None:
    assert refused({"skills": "", "card": ""}) == (
        "skills: it has no row under [[skill]]",
        'card: a campaign has no such table of its own; did you mean "cards"',
    )
    assert refused({"zzz": ""}) == ("zzz: a campaign has no such table of its own; there are skills, cards",)
    assert refused({f"zzz{number}": "" for number in range(9)})[-1] == "and 4 more"


def test_what_a_campaign_has_of_its_own_is_told_in_the_order_of_the_book() -> None:
    assert list(told((SKILLS, CARDS), {"cards": "a", "skills": "b"})) == [(SKILLS, "b"), (CARDS, "a")]
