"""No file makes an importer work more than in proportion to its length."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from fatetable.builder.sheet_files import FORMAT, UnreadableSheet
from fatetable.builder.sheet_import import MOST_ENTRIES, read_any
from fatetable.builder.tag_stripping import strip_tags
from tests.builder.test_sheet_import import FILES
from tests.builder.tiny_ruleset import PROCEDURE

ROUNDS = int(os.environ.get("FATETABLE_ATTACKS", "1"))
SHORT, TIMES = 60, 16
"""How often a seed is repeated in the short text, and how much longer the long one is."""

ALLOWED = 4.0
"""The work may grow by so much more than the text.  That of a quadratic importer grows sixteen times more."""

SEEDS = [
    "<", "<a ", "<a href='", "<p>", "</", "<!", "<![", "<![CDATA[", "<!--", "<!--x-->", "<?", ">", "&", "&#", "&#1",
    "&#x1", "&amp", "&amp;", "a ", " ", "(", "a(", "a (b) ", "[", "a:", ":", ")", "#1", "stunt ", "stunt #", "9", "+",
    "repeating_", "repeating_a_", "repeating_a_b-", "_a", "-", "\n", "\r", "\u2028", "a", "ß", "\\", "`",
]  # fmt: skip


def work(act: Callable[[], object]) -> float:
    """The processor time it takes at least, so that what else the machine does counts as little as possible."""
    measured = []
    for _ in range(4):
        start = time.thread_time()
        act()
        measured.append(time.thread_time() - start)
    return min(measured)


def filled(content: Any, text: str) -> Any:
    """The same file with this text in every place where people write: labels, names and values."""
    if isinstance(content, dict):
        return {
            key: filled(value, text) if key not in ("type", "fariType") else value for key, value in content.items()
        }
    if isinstance(content, list):
        return [filled(each, text) for each in content]
    return text if isinstance(content, str) else content


def labelled(content: Any, text: str) -> Any:
    """The same file with this text in the names of its entries, behind the beginnings that count."""
    if isinstance(content, dict):
        return {
            f"{key}{text}" if key.startswith(("wit", "Wit", "motto", "Rabbit")) else key: labelled(value, text)
            for key, value in content.items()
        }
    if isinstance(content, list):
        return [labelled(each, text) for each in content]
    return f"repeating_aspects_{text}" if isinstance(content, str) and content.startswith("repeating_") else content


def read(content: Any) -> None:
    # A text of the wrong kind in some place may be refused; what counts is how long that takes.
    with suppress(UnreadableSheet):
        read_any(json.dumps(content), PROCEDURE, "clown", "tiny")


OURS = {"format": FORMAT, "ruleset": "tiny", "name": "Pip", "aspects": {"motto": "Why Not"}, "traits": {"wit": 1}}


@pytest.mark.parametrize("name", [*FILES, "Fatetable"])
@pytest.mark.parametrize("change", [filled, labelled])
def test_longer_texts_take_an_importer_no_more_than_longer(name: str, change: Callable[[Any, str], Any]) -> None:
    for beginning, ending in (("", ""), ("a(x", "y)z")):
        for seed in SEEDS:
            short, long = SHORT * ROUNDS, SHORT * ROUNDS * TIMES
            at_first, later = (
                work(partial(read, change(FILES.get(name, OURS), beginning + seed * times + ending)))
                for times in (short, long)
            )
            assert later < ALLOWED * TIMES * at_first + 0.02, (seed, at_first, later)


def test_taking_out_tags_takes_no_more_than_longer() -> None:
    for seed in SEEDS:
        at_first, later = (work(partial(strip_tags, seed * times)) for times in (2_000, 2_000 * TIMES))
        assert later < ALLOWED * TIMES * at_first + 0.02, (seed, at_first, later)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("<![", "<!["),
        ("<![x]]>y", "y"),
        ("a<!-- b > c -->d", "ad"),
        ("<a title='x'>b</a>", "b"),
        ("<BR/>a<Div class=b>c", "\na\nc"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("&lt;b&gt;", "<b>"),
        ("a<", "a<"),
        ("<a <a", "<a <a"),
        (f"&#{'9' * 5000};", f"&#{'9' * 5000};"),
    ],
)
def test_markup_of_any_kind_is_read_as_words(markup: str, words: str) -> None:
    assert strip_tags(markup) == words


def test_more_entries_than_any_sheet_needs_are_refused() -> None:
    stunts = [{"name": "a", "description": "b"}] * (MOST_ENTRIES + 1)
    with pytest.raises(UnreadableSheet) as refused:
        read_any(json.dumps({"_modules": {}, "stunts": stunts}), PROCEDURE, "clown", "tiny")
    assert refused.value.code == "too-many-entries"
