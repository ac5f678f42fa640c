"""Lets no sentence of a ruleset's own tests pass that nobody has approved.

What no shipped game reaches, a test of the ruleset does.  Names, figures and words that people wrote are left out of
the sentences, so that another test of the same thing says nothing new.  Knows no ruleset.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fatetable import rulesets
from fatetable.tabletop.table import Table
from tests.approval.approving import APPROVED, SAID_IN_TESTS
from tests.approval.listener import Listener
from tests.approval.word_book import Said, grouped, read_grouped, single_sentences

WORD_BOOK = "word-book.txt"


class Heard(NamedTuple):
    """What the tests of a ruleset have said so far: word for word, and without what belongs to one game."""

    sentences: set[Said]
    patterns: set[Said]


HEARD = pytest.StashKey[defaultdict[str, Heard]]()
FROM_WORKER = "said_in_tests"
"""What a process that runs a share of the tests hands to the one that writes the files."""


@cache
def approved(ruleset_id: str, file: str) -> frozenset[Said]:
    place = APPROVED / ruleset_id / file
    text = place.read_text(encoding="utf-8") if place.is_file() else ""
    return frozenset(single_sentences(read_grouped(text)))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="Keep what the tests of rulesets say as approved.")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[HEARD] = defaultdict(lambda: Heard(set(), set()))


@pytest.fixture(autouse=True)
def _everything_said_is_approved(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    ruleset_id = _ruleset_of(request.node.path)
    if ruleset_id is None or getattr(request.node.obj, "is_hypothesis_test", False):
        yield
        return
    heard = request.config.stash[HEARD][ruleset_id]
    is_approving = request.config.getoption("--approve")
    # The same sentence has other names in it in another test, so none is skipped when it is to be kept.
    listener = Listener(known=() if is_approving else heard.sentences)
    monkeypatch.setattr(Table, "send", lambda *args, **options: listener.send(*args, **options))
    yield
    sentences = listener.sentences()
    patterns = set(single_sentences(sentences.values()))
    if not is_approving:
        _compare(ruleset_id, patterns - heard.patterns)
        heard.sentences.update(sentences)
    heard.patterns.update(patterns)


def _compare(ruleset_id: str, said: set[Said]) -> None:
    unknown = sorted(said - approved(ruleset_id, WORD_BOOK) - approved(ruleset_id, SAID_IN_TESTS))
    if unknown:
        told = grouped(unknown[:10])
        pytest.fail(f"Nobody has approved these words; if they are meant, run `make approve`.\n{told}", pytrace=False)


@cache
def _ruleset_of(path: Path) -> str | None:
    return next((name for name in rulesets.folders() if (rulesets.PLACE / name) in path.parents), None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what one of several processes has heard."""
    for ruleset_id, said in getattr(node, "workeroutput", {}).get(FROM_WORKER, {}).items():
        node.config.stash[HEARD][ruleset_id].patterns.update((about, sentence) for about, sentence in said)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """What other tests say stays approved; `make approve` begins anew."""
    if not session.config.getoption("--approve"):
        return
    heard = session.config.stash[HEARD]
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[FROM_WORKER] = {name: sorted(said.patterns) for name, said in heard.items()}
        return
    for ruleset_id, (_, said) in heard.items():
        new = (said | approved(ruleset_id, SAID_IN_TESTS)) - approved(ruleset_id, WORD_BOOK)
        (APPROVED / ruleset_id).mkdir(parents=True, exist_ok=True)
        (APPROVED / ruleset_id / SAID_IN_TESTS).write_text(grouped(sorted(new)), encoding="utf-8")
