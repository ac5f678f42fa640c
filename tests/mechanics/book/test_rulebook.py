"""A rulebook finds a rule by its id and by plain words, and refuses a ledger that is not sound."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.mechanics.book.rulebook import Rulebook, read_rulebook, reflow

BOOK = """
[book]
id = "weave"
title = "The Weave"
edition = "first"
attribution = "ATTRIBUTION.md"
"""


def rule(
    rule_id: str,
    title: str = "A thread",
    text: str = "It holds.",
    section: str = "Threads",
    lines: str = "[1, 2]",
    status: str = "computed",
    more: str = "",
) -> str:
    return (
        f'[[rule]]\nid = "{rule_id}"\ntitle = "{title}"\nsection = "{section}"\nlines = {lines}\n'
        f'status = "{status}"\ntext = """\n{text}\n"""\n{more}\n'
    )


def book_of(*rules: str) -> Rulebook:
    return read_rulebook(BOOK + "\n".join(rules))


def ids(book: Rulebook, query: str) -> list[str]:
    return [found.id for found in book.search(query)]


def test_a_rule_is_found_by_its_id_in_any_case_of_letters() -> None:
    book = book_of(rule("WV-KNOT-01"), rule("WV-KNOT-02"))
    found = book.by_id(" wv-knot-02 ")
    assert found is not None
    assert found.id == "WV-KNOT-02"


def test_the_part_that_all_ids_share_may_be_left_out() -> None:
    book = book_of(rule("WV-KNOT-01"), rule("WV-LOOP-01"))
    found = book.by_id("loop-01")
    assert found is not None
    assert found.id == "WV-LOOP-01"


@pytest.mark.parametrize("unknown", ["WV-KNOT-09", "KNOT", "01", ""])
def test_an_id_that_no_rule_has_finds_nothing(unknown: str) -> None:
    assert book_of(rule("WV-KNOT-01")).by_id(unknown) is None


def test_the_beginning_of_a_word_finds_the_rule() -> None:
    book = book_of(rule("WV-A-01", text="Tangles are undone."), rule("WV-A-02"))
    assert ids(book, "tang") == ["WV-A-01"]


def test_two_letters_are_a_word_and_not_a_beginning() -> None:
    book = book_of(rule("WV-A-01", text="Tangles are undone."), rule("WV-A-02", text="Say ta."))
    assert ids(book, "ta") == ["WV-A-02"]


def test_a_whole_word_comes_before_a_beginning() -> None:
    book = book_of(
        rule("WV-A-01", text="Knotted."), rule("WV-A-02", text="Untie a knotwork."), rule("WV-A-03", text="knot")
    )
    assert ids(book, "knot") == ["WV-A-01", "WV-A-03", "WV-A-02"]


@pytest.mark.parametrize("query", ["conceding", "concedes", "concede", "conceded", "CONCEDE!"])
def test_endings_do_not_hide_a_word(query: str) -> None:
    book = book_of(rule("WV-A-01", text="One may concede."), rule("WV-A-02"))
    assert ids(book, query) == ["WV-A-01"]


def test_a_title_says_more_than_a_text_and_an_id_more_than_a_title() -> None:
    book = book_of(
        rule("WV-A-01", text="About the knot."),
        rule("WV-A-02", section="Knots"),
        rule("WV-A-03", title="The knot"),
        rule("WV-KNOT-01"),
    )
    assert ids(book, "knot") == ["WV-KNOT-01", "WV-A-03", "WV-A-02", "WV-A-01"]


def test_a_rule_with_all_words_comes_before_one_named_after_a_single_word() -> None:
    book = book_of(rule("WV-A-01", title="The knot"), rule("WV-A-02", text="A knot in red silk."))
    assert ids(book, "red knot silk") == ["WV-A-02", "WV-A-01"]


def test_a_rare_word_counts_for_more_than_a_common_one() -> None:
    book = book_of(
        rule("WV-A-01", text="A knot."),
        rule("WV-A-02", text="A knot again."),
        rule("WV-A-03", text="Silk."),
    )
    assert ids(book, "knot silk")[0] == "WV-A-03"


def test_rules_that_answer_equally_well_stay_in_the_order_of_the_book() -> None:
    book = book_of(*(rule(f"WV-A-0{number}", text="A knot.") for number in (3, 1, 2)))
    assert ids(book, "knot") == ["WV-A-03", "WV-A-01", "WV-A-02"]


@pytest.mark.parametrize("query", ["", "?!", "dragon"])
def test_a_query_that_no_rule_answers_finds_nothing(query: str) -> None:
    assert ids(book_of(rule("WV-A-01")), query) == []


@given(st.text())
def test_any_text_can_be_searched_for_and_no_rule_is_found_twice(query: str) -> None:
    found = ids(book_of(rule("WV-A-01", text="A 1 b 2."), rule("WV-A-02", text="e s ing ed")), query)
    assert len(found) == len(set(found))


def test_a_citation_names_the_book_and_the_lines() -> None:
    book = book_of(rule("WV-A-01", lines="[3, 7]"), rule("WV-A-02", lines="[9, 9]"))
    assert [book.citation(found) for found in book.rules] == ["The Weave, lines 3–7", "The Weave, line 9"]


def test_sections_keep_the_order_of_the_book() -> None:
    book = book_of(
        rule("WV-A-01", section="Threads"), rule("WV-A-02", section="Knots"), rule("WV-A-03", section="Threads")
    )
    assert {heading: [found.id for found in rules] for heading, rules in book.sections().items()} == {
        "Threads": ["WV-A-01", "WV-A-03"],
        "Knots": ["WV-A-02"],
    }
    assert list(book.sections()) == ["Threads", "Knots"]


def test_the_text_of_a_rule_comes_without_the_line_breaks_of_the_ledger() -> None:
    (only,) = book_of(rule("WV-A-01", text="One knot\nper thread.\n\nReading: loops\ncount.")).rules
    assert only.text == "One knot per thread.\n\nReading: loops count."


def test_items_of_a_list_keep_their_lines() -> None:
    assert reflow("Do this.\n\n1. Tie\nit.\n2. Pull.\n\n- red\n- blue") == (
        "Do this.\n\n1. Tie it.\n2. Pull.\n\n- red\n- blue"
    )


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [
        ([rule("WV-A-01"), rule("WV-A-01")], "share an id"),
        ([rule("WV-A-01", more='see = ["WV-A-09"]')], "WV-A-01 points to rules that do not exist: WV-A-09"),
        ([rule("WV-A-01", lines="[7, 3]")], "The lines of WV-A-01 run from 7 to 3"),
        ([rule("WV-A-01", lines="[0, 3]")], "The lines of WV-A-01 run from 0 to 3"),
        ([rule("WV-A-01", text=" ")], "WV-A-01 needs a title, a section and a text"),
        ([rule("WV-A-01", title="")], "WV-A-01 needs a title, a section and a text"),
        ([rule("WV-A-01", status="ignored")], "ignored"),
        ([rule("WV-A-01", more='colour = "red"')], "colour"),
    ],
)
def test_a_ledger_that_is_not_sound_is_refused_with_its_fault(rules: list[str], complaint: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=complaint):
        book_of(*rules)


def test_an_option_is_told_by_what_it_decides_and_not_by_its_name() -> None:
    book = book_of(rule("WV-KNOT-01", text="It holds.\n\nDial: `knot_size`."), rule("WV-KNOT-02"))
    told = book.with_options({"knot_size": "How large a knot may be."})
    assert [each.text for each in told.rules] == [
        "It holds.\n\nLeft to each table: how large a knot may be.",
        "It holds.",
    ]


def test_a_rule_that_names_an_unknown_option_is_noticed() -> None:
    book = book_of(rule("WV-KNOT-01", text="It holds.\n\nDial: `knot_size`."))
    with pytest.raises(ValueError, match="WV-KNOT-01 names options that do not exist: knot_size"):
        book.with_options({})


def test_a_text_names_other_rules_by_their_titles() -> None:
    book = book_of(rule("WV-KNOT-01", text="Undoes WV-LOOP-02; not WV-LOOP-99."), rule("WV-LOOP-02", title="The loop"))
    assert book.in_words(book.rules[0]) == "Undoes “The loop”; not WV-LOOP-99."


def test_ids_with_digits_are_named_by_their_titles_too() -> None:
    book = book_of(rule("W2-KNOT-01", text="Undoes W2-D6-02."), rule("W2-D6-02", title="The loop"))
    assert book.in_words(book.rules[0]) == "Undoes “The loop”."
