"""Every text that is kept as approved, where it is kept, and how it differs from what is said now."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from fatetable import rulesets
from tests.approval.characters_in_words import characters_in_words, composed_in_words, drafts_in_words, steps_in_words
from tests.approval.refusals import refusals_in_words
from tests.approval.ruleset_words import ruleset_in_words
from tests.approval.transcripts import transcript, word_book
from tests.compatibility.stored_games import stored_tables
from tests.compatibility.story import story_in_words

APPROVED = Path(__file__).parent / "approved"
SAID_IN_TESTS = "said-in-tests.txt"
"""What the tests of a ruleset say is written by those tests."""
MOST_LINES = 40
"""Nobody reads a longer difference in the report of a test; `git diff` shows all of it once it is approved."""


def texts(*only: str) -> Mapping[str, Callable[[], str]]:
    """The name of every text of these rulesets, or of all, and how it reads now."""
    return dict(_texts(only or rulesets.folders()))


def _texts(ruleset_ids: Iterable[str]) -> Iterator[tuple[str, Callable[[], str]]]:
    for ruleset_id in ruleset_ids:
        games = {"playthroughs": rulesets.playthroughs(ruleset_id), "scenes": rulesets.scenes(ruleset_id)}
        every = tuple((text, name) for written in games.values() for name, text in written.items())
        for folder, written in games.items():
            for name, text in written.items():
                yield f"{ruleset_id}/{folder}/{name}", partial(transcript, (text, name), every)
        yield f"{ruleset_id}/word-book", partial(word_book, every)
        yield f"{ruleset_id}/refusals", partial(refusals_in_words, ruleset_id, every)
        yield f"{ruleset_id}/ruleset", partial(ruleset_in_words, ruleset_id)
        yield f"{ruleset_id}/creation/steps", partial(steps_in_words, ruleset_id)
        yield f"{ruleset_id}/creation/characters", partial(characters_in_words, ruleset_id)
        yield f"{ruleset_id}/creation/features", partial(composed_in_words, ruleset_id)
        yield f"{ruleset_id}/creation/drafts", partial(drafts_in_words, ruleset_id)
        for table in stored_tables():
            if table.ruleset == ruleset_id:
                yield f"{ruleset_id}/stored-games/{table.scene}", partial(story_in_words, table.game)


def place_of(name: str) -> Path:
    return APPROVED / f"{name}.txt"


def kept() -> set[str]:
    paths = (path for path in APPROVED.rglob("*.txt") if path.name != SAID_IN_TESTS)
    return {path.relative_to(APPROVED).with_suffix("").as_posix() for path in paths}


def differences(name: str, now: str) -> str:
    """What differs from the approved text, shortly; nothing if nothing does."""
    place = place_of(name)
    approved = place.read_text(encoding="utf-8") if place.is_file() else ""
    if approved == now:
        return ""
    found = difflib.unified_diff(approved.splitlines(), now.splitlines(), "approved", "now", n=1, lineterm="")
    lines = list(islice(found, MOST_LINES + 1))
    more = ["…"] * (len(lines) > MOST_LINES)
    return "\n".join((*lines[:MOST_LINES], *more))
