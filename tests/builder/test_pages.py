"""A sheet laid out and written as Markdown: labels from the procedure, and people's words never become markup."""

from __future__ import annotations

import re

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml

from fatetable.builder.layout import lay_out
from fatetable.builder.markdown import escaped, to_markdown
from fatetable.builder.page import Row, Section
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import AllocateInput, Step, TextInput, no_figures
from fatetable.mechanics.characters.effects import Feature, Limit
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import TraitGroup
from tests.builder.tiny_ruleset import LADDER, PROCEDURE, READY_MADE, WORDS

SHEET = Sheet(
    ruleset="tiny",
    name="Pip",
    kind="clown",
    description="Round.\n\nLoud.",
    aspects={"motto": "Why Not", "old-habit": "Naps", "blank": ""},
    traits={"wit": 1, "grace": 0},
    features=(READY_MADE, Feature(name="Juggling", text="Five balls.")),
    numbers={"fame": 2, "age": 20},
    lists={"props": ("ball", "hat")},
    waived=("no-name",),
)


def test_a_page_takes_its_labels_from_the_procedure_and_its_words_from_the_ladder() -> None:
    page = lay_out(SHEET, PROCEDURE, LADDER, WORDS)
    assert (page.title, page.kind, page.description) == ("Pip", "Clown", "Round.\n\nLoud.")
    assert page.sections == (
        Section("Aspects", (Row("Motto", "Why Not"), Row("Old habit", "Naps")), "aspects"),
        Section("Talents", (Row("Wit", "Bright (+1)"), Row("Grace", "Dull (+0)")), "traits"),
        Section(
            "Tricks", (Row("Rabbit", "A rabbit appears.", "once per show"), Row("Juggling", "Five balls.")), "features"
        ),
        Section("Abilities", (Row("Props", "ball, hat"),), "lists"),
        Section("Figures", (Row("Fame", "2"), Row("Age", "20")), "numbers"),
        Section("Waived by the ringmaster", (Row("no-name", ""),), "waived"),
    )


def test_a_sheet_of_an_unknown_kind_is_shown_all_the_same() -> None:
    page = lay_out(Sheet(ruleset="tiny", name="", kind="ghost", traits={"wit": 1}), PROCEDURE, LADDER, WORDS)
    assert (page.title, page.kind) == ("(no name)", "ghost")
    assert page.sections[0] == Section("Traits", (Row("Wit", "Bright (+1)"),), "traits")


def test_a_procedure_that_works_nothing_out_shows_the_bare_numbers() -> None:
    bare = msgspec.structs.replace(PROCEDURE, figures=no_figures)
    page = lay_out(Sheet(ruleset="tiny", name="Bo", kind="clown", numbers={"fame": 2}), bare, LADDER, WORDS)
    assert page.sections == (Section("Figures", (Row("Fame", "2"),), "numbers"),)


def test_a_feature_with_several_uses_says_how_many() -> None:
    often = Feature(name="Bow", limit=Limit(3, "show"))
    page = lay_out(Sheet(ruleset="tiny", name="Bo", kind="clown", features=(often,)), PROCEDURE, LADDER, WORDS)
    assert page.sections[0].rows == (Row("Bow", "", "3 times per show"),)


def test_traits_of_a_group_and_passages_of_text_are_shown_under_their_labels() -> None:
    craft = AllocateInput("traits", "Talents", (Choice("wit", "Wit"),), (1,), groups=(TraitGroup("craft", "Craft"),))
    tale = TextInput("texts.tale", "First tale")
    procedure = msgspec.structs.replace(
        PROCEDURE,
        figures=no_figures,
        steps=lambda kind: (Step(id="all", title="All", help="", inputs=(craft, tale)),),
    )
    sheet = Sheet(
        ruleset="tiny",
        name="Bo",
        kind="clown",
        traits={"craft [Half-Timber]": 1, "lore [x]": 0},
        texts={"tale": "Long ago."},
    )
    assert lay_out(sheet, procedure, LADDER, WORDS).sections == (
        Section("Background", (Row("First tale", "Long ago."),), "texts"),
        Section("Talents", (Row("Craft [Half-Timber]", "Bright (+1)"), Row("Lore [x]", "Dull (+0)")), "traits"),
    )


def test_markdown_has_a_heading_for_each_section_and_a_line_for_each_entry() -> None:
    text = to_markdown(lay_out(SHEET, PROCEDURE, LADDER, WORDS))
    assert text.startswith("# Pip\n\n*Clown*\n\nRound.\n\nLoud.\n\n## Aspects\n\n- **Motto**: Why Not\n")
    assert "- **Rabbit** (once per show): A rabbit appears.\n" in text
    assert "- **no-name**\n" in text


def rendered(markdown: str) -> str:
    return str(MarkdownIt("gfm-like").render(markdown))


def test_words_that_look_like_markup_stay_words() -> None:
    hostile = [
        "<script>alert(1)</script>",
        "[free points](https://example.org)",
        "![x](y)",
        "https://example.org and www.example.org and me@example.org",
        "*Yawn* __really__ ~~not~~ `code`",
        "# heading",
        "- item",
        "+ item",
        "1. item",
        "12) item",
        "> quote",
        "| a | b |",
        "&lt;b&gt; &amp;",
        "***",
        "---",
        "===",
        "a\\*b",
        "two\n\nparagraphs\n# heading",
    ]
    for text in hostile:
        assert rendered(escaped(text)) == f"<p>{escapeHtml(visible(text))}</p>\n"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_any_text_reads_the_same_after_markdown(text: str) -> None:
    wanted = escapeHtml(visible(text))
    assert rendered(f"- **x**: {escaped(text)}") == f"<ul>\n<li><strong>x</strong>: {wanted}</li>\n</ul>\n".replace(
        ": </li>", ":</li>"
    )


@given(st.text(max_size=40))
def test_nothing_that_steers_a_terminal_survives(text: str) -> None:
    shown = visible(text)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", shown)


def test_ordinary_writing_of_any_script_is_left_alone() -> None:
    for text in ["Žofie", "日本語", "👩\u200d🚀 pilot", "café", "نرگس"]:
        assert visible(text) == text
