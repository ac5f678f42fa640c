"""Rewording a sentence changes the word book and no transcript; saying another sentence changes the transcript."""

from __future__ import annotations

from tests.approval.own_words import Parted, pattern
from tests.approval.sections import FIRST, section
from tests.approval.word_book import WordBook, grouped, mark, read_grouped, single_sentences


def written(*said: tuple[str, str]) -> tuple[str, str]:
    """The transcript and the word book of a game in which these sentences are said."""
    text = "\n".join(f"{about}{mark(about, sentence)}" for about, sentence in said)
    book = WordBook()
    book.add_marked(text)
    return book.number(text), book.text()


def test_a_reworded_sentence_changes_one_line_of_the_book_and_none_of_the_transcript() -> None:
    before = written(("pass", "“Go on”"), ("pass", "“Nothing to add”"), ("pass", "“Go on”"))
    after = written(("pass", "“Go on”"), ("pass", "“All said”"), ("pass", "“Go on”"))
    assert before == ("pass\npass (2)\npass", "pass\n “Go on”\n (2) “Nothing to add”\n")
    assert after == (before[0], before[1].replace("Nothing to add", "All said"))


def test_the_other_of_two_sentences_changes_the_transcript_or_the_book() -> None:
    usual = written(("pass", "“Go on”"), ("pass", "“Nothing to add”"), ("pass", "“Go on”"))
    assert written(("pass", "“Go on”"), ("pass", "“Nothing to add”"), ("pass", "“Nothing to add”"))[0] != usual[0]
    swapped = written(("pass", "“Nothing to add”"), ("pass", "“Go on”"), ("pass", "“Nothing to add”"))
    assert swapped[0] == usual[0]
    assert swapped[1] != usual[1]


def test_a_book_is_read_as_it_was_written() -> None:
    said = [
        ("choices", "a “A”"),
        ("offered pass", "in roll"),
        ("offered pass <who>", "= a"),
        ("offered pass <who>", "= b"),
    ]
    assert list(read_grouped(grouped(said))) == said
    assert list(read_grouped("pass\n “Go on”\n (2) “All said”\n")) == [("pass", "“Go on”"), ("pass", "“All said”")]


def test_a_question_is_kept_sentence_by_sentence() -> None:
    said = [("asked help", "Who helps _? (_) Agility: run. _ may fly."), ("told help", "One. Two.")]
    assert list(single_sentences(said)) == [
        ("asked help", "Who helps _? (_)"),
        ("asked help", "Agility: run."),
        ("asked help", "_ may fly."),
        ("told help", "One. Two."),
    ]


def test_names_figures_and_dice_are_left_out_of_a_sentence() -> None:
    own = pattern({"Ann", "Ann Lee"}, {"Good"})
    sentence = "Ann Lee throws [+][ ][-] for a total of Good (+3), and Anna box-1 for 2."
    assert Parted(own.sub("_", sentence), tuple(own.findall(sentence))) == Parted(
        "_ throws _ for a total of _, and Anna box-1 for _.", ("Ann Lee", "[+][ ][-]", "Good (+3)", "2")
    )


def test_lines_that_begin_alike_and_are_read_by_the_same_people_become_one() -> None:
    both = ("roll", f"+ help{FIRST}actor=ann"), ("roll", f"+ help{FIRST}actor=bo")
    lines = section("offers", {"ann": (*both, ("roll", "- pass")), "bo": both})
    assert list(lines) == ["offers all", " roll + help actor=ann; actor=bo", "offers ann", " roll - pass"]
