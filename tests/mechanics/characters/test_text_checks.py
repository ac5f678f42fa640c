"""Texts on a sheet that nobody could read, and problems that were waived."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.mechanics.characters.text_checks import (
    NAME_LIMIT,
    PHRASE_LIMIT,
    TEXT_LIMIT,
    text_problems,
    with_waiver,
)

PLAIN = Sheet(ruleset="small", name="Reth")


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"name": "x" * (NAME_LIMIT + 1)}, [("text-too-long", "name")]),
        ({"name": "Re\nth"}, [("text-unprintable", "name")]),
        ({"description": "two\nlines"}, []),
        ({"description": "x" * (TEXT_LIMIT + 1)}, [("text-too-long", "description")]),
        ({"aspects": {"motto": "\x07"}}, [("text-unprintable", "aspects.motto")]),
        (
            {"features": (Feature(name="F", effects=(Bonus(1, When(circumstance="x" * (PHRASE_LIMIT + 1))),)),)},
            [("text-too-long", "features.0")],
        ),
        ({"entries": {"acts": (Entry(name="Fall", texts={"tale": "two\nlines"}),)}}, []),
        ({"entries": {"acts": (Entry(), Entry(name="\x07"))}}, [("text-unprintable", "entries.acts.1.name")]),
        ({"entries": {"acts": (Entry(kind="x" * 101),)}}, [("text-too-long", "entries.acts.0.kind")]),
        ({"entries": {"acts": (Entry(numbers={"\x07": 1}),)}}, [("text-unprintable", "entries.acts.0.numbers")]),
        (
            {"entries": {"acts": (Entry(entries={"props": (Entry(), Entry(texts={"of": "\x07"}))}),)}},
            [("text-unprintable", "entries.acts.0.entries.props.1.texts.of")],
        ),
        (
            {"entries": {"acts": (Entry(lists={"props": ("hat", "x" * (PHRASE_LIMIT + 1))}),)}},
            [("text-too-long", "entries.acts.0.lists.props")],
        ),
    ],
)
def test_each_text_that_cannot_be_read_is_named(changes: dict[str, object], found: list[tuple[str, str]]) -> None:
    problems = text_problems(msgspec.structs.replace(PLAIN, **changes))
    assert [(problem.code, problem.where) for problem in problems] == found


def test_a_waived_error_becomes_advice_unless_it_can_never_be_waived() -> None:
    error = Problem("error", "too-strong", "traits", "Too strong.", "Lower it.")
    waived = msgspec.structs.replace(PLAIN, waived=("too-strong",))
    may_be = with_waiver(error, PLAIN, frozenset(), "Keeper")
    assert may_be == msgspec.structs.replace(error, can_be_waived=True)
    assert with_waiver(error, waived, frozenset({"too-strong"}), "Keeper") is error
    advice = with_waiver(error, waived, frozenset(), "Keeper")
    assert (advice.severity, advice.message, advice.fix) == ("advice", "Too strong. The Keeper has waived this.", "")
