"""A sheet printed as PDF: whatever people wrote is set as text, and long or odd words never stop the printing."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fatetable import rulesets
from fatetable.builder.layout import lay_out
from fatetable.builder.page import Page, Row, Section
from fatetable.builder.pdf import SheetNotPrinted, to_pdf


def _page(text: str) -> Page:
    sections = (
        Section(text, (Row(text, text, text),), "aspects"),
        Section("Tricks", (Row("", text), Row(text, ""))),
        Section("Figures", (Row("Health", "3"),)),
    )
    return Page(text, text, text, sections)


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_every_ready_made_sheet_can_be_printed(ruleset_id: str) -> None:
    game = rulesets.load(ruleset_id)
    for sample in game.creation.samples:
        assert to_pdf(lay_out(sample, game.creation, game.ladder, game.engine.words), game.title).startswith(b"%PDF-")


@pytest.mark.parametrize("text", ['#panic("run")', '#read("/etc/passwd")', "$ x", "*", "```", "\\", '"', "= head"])
def test_the_language_of_the_typesetter_is_only_text(text: str) -> None:
    assert to_pdf(_page(text), text).startswith(b"%PDF-")


def test_a_sheet_without_sections_and_one_longer_than_a_page_are_printed() -> None:
    assert to_pdf(Page("Nobody", "", "", ()), "").startswith(b"%PDF-")
    tales = tuple(Section("Tale", (Row(str(number), "word " * 400),)) for number in range(8))
    assert to_pdf(Page("Long", "", "line\n" * 200, tales), "Game").startswith(b"%PDF-")


def test_a_colour_that_is_none_is_not_handed_to_the_typesetter() -> None:
    assert to_pdf(Page("Nobody", "", "", ()), "", accent='red"; panic()').startswith(b"%PDF-")


@settings(max_examples=15, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_printed(text: str) -> None:
    assert to_pdf(_page(text), text).startswith(b"%PDF-")


def test_a_missing_typesetter_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SheetNotPrinted) as refused:
        to_pdf(_page("Zird"), "Game")
    assert refused.value.code == "no-typesetter"
    assert refused.value.message.count(".") == 1
    assert 'pip install "fatetable[print]"' in refused.value.message
