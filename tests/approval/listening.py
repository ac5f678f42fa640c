"""Listens in while the tests of a ruleset play, and lets no sentence pass that nobody has approved.

What no shipped game reaches, a test of the ruleset does.  Names, figures and words that people wrote are left out of
the sentences, so that another test of the same thing says nothing new.  Knows no ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.opening import Rewound
from fatetable.engine.prompts import Answer, PromptOpened
from fatetable.engine.seats import SEATS, gm_seat
from fatetable.engine.state import State
from fatetable.tabletop.narration import Moment, tell
from fatetable.tabletop.table import Table
from tests.approval.approving import APPROVED, SAID_IN_TESTS
from tests.approval.in_words import Ids, names_of, pattern, screen_lines, words_of_offer


def place_of(ruleset_id: str) -> Path:
    return APPROVED / ruleset_id / SAID_IN_TESTS


@cache
def approved(ruleset_id: str) -> frozenset[str]:
    place = place_of(ruleset_id)
    return frozenset(place.read_text(encoding="utf-8").splitlines()) if place.is_file() else frozenset()


class Listener:
    """Everything people would have read in one test."""

    def __init__(self, known: Container[str] = ()) -> None:
        self._known = known
        self._tables: dict[int, Table] = {}
        self._own_words: set[str] = set()
        self._free: dict[type[Command], set[str]] = {}
        self._heard: set[str] = set()

    def send(self, table: Table, seat: str, command: Any, **options: Any) -> tuple[LogRecord, ...]:
        """Send a command on its way, and write down how it was offered and what came of it."""
        self._tables[id(table)] = table
        self._own_words.update(names_of(table.state))
        if isinstance(command, Answer):
            self._own_words.update(_written(command.fill))
        elif isinstance(command, Command):
            self._wish(table, seat, command)
        before = table.state
        try:
            facts = SEND(table, seat, command, **options)
        except RuleViolation as refusal:
            self._heard.add(f"refused {refusal.code}: {refusal.message} [{', '.join(refusal.cites)}]")
            raise
        self._own_words.update(names_of(table.state))
        self._facts(table, before, facts)
        return facts

    def _wish(self, table: Table, seat: str, command: Command) -> None:
        if type(command) not in self._free and seat in table.state.get(SEATS):
            alike = [offer for offer in table.offers(seat) if type(offer.command) is type(command)]
            self._offers(alike, table.view(seat))
            self._free[type(command)] = {
                hole.field for offer in alike for hole in offer.holes if isinstance(hole, TextHole)
            }
        free = self._free.get(type(command), ())
        self._own_words.update(_written({name: getattr(command, name) for name in free}))
        self._own_words.update(each for each in _written(msgspec.structs.asdict(command)) if " " in each)

    def _facts(self, table: Table, state: State, facts: Iterable[LogRecord]) -> None:
        for record in facts:
            if isinstance(record.event, Rewound):
                return
            after = table.ruleset.engine.evolve(state, record.event, record.seq)
            told = tell(Moment(state, after, record.by, table.ruleset), record.event)
            self._heard.update(f"told: {line}" for line in told)
            if isinstance(record.event, PromptOpened):
                prompt = record.event.prompt
                self._heard.add(f"asked {prompt.kind}: {prompt.question} [{', '.join(prompt.cites)}]")
                for option in prompt.options:
                    self._heard.add(f"answer {prompt.kind}={option.id}: {option.label} [{', '.join(option.cites)}]")
            state = after

    def _offers(self, offers: Iterable[Offer], state: State) -> None:
        ids = Ids()
        for offer in offers:
            label = f"offered {offer.command.__struct_config__.tag}: {offer.label}"
            if label in self._known:
                continue
            self._heard.add(label)
            self._heard.update(f"offered {kind}: {words}" for kind, words in words_of_offer(offer, state, ids))

    def sentences(self) -> dict[str, str]:
        """What was said beyond what is known: each sentence as it was said, and without what is only of this game.

        In the end everybody looks at what they may do, and the game master, who sees most, at the screen.
        """
        for table in self._tables.values():
            for seat in table.state.get(SEATS):
                self._offers(table.offers(seat), table.view(seat))
            lines = screen_lines(table.present(gm_seat(table.state).id), Ids())
            self._heard.update(f"screen {block}: {about}: {said}" for block, about, said in lines)
        new = [sentence for sentence in self._heard if sentence not in self._known]
        own = pattern(self._own_words) if new else re.compile("")
        return {sentence: _without(own, sentence.replace("\n", " / ")) for sentence in new}


SEND = Table.send


def _written(values: Mapping[str, Any]) -> Iterator[str]:
    """Words among these values, or in lists among them."""
    for value in values.values():
        yield from (each for each in (value if isinstance(value, list | tuple) else (value,)) if isinstance(each, str))


def _without(own: re.Pattern[str], sentence: str) -> str:
    """What a sentence is for is no part of it, except on a screen, where things are called by their names."""
    kind, colon, words = ("", "", sentence) if sentence.startswith("screen") else sentence.partition(": ")
    return f"{kind}{colon}{own.sub('_', words)}"


# -- pytest ----------------------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--approve", action="store_true", help="Keep what the tests of rulesets say as approved.")


HEARD = pytest.StashKey[dict[str, set[str]]]()
"""For each ruleset the sentences that were heard: to be kept as approved, or approved and not to be looked at again."""


@pytest.fixture(autouse=True)
def _everything_said_is_approved(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    ruleset_id = _ruleset_of(request.node.path)
    if ruleset_id is None or getattr(request.node.obj, "is_hypothesis_test", False):
        yield
        return
    heard = request.config.stash.setdefault(HEARD, {}).setdefault(ruleset_id, set())
    is_approving = request.config.getoption("--approve")
    listener = Listener(known=() if is_approving else heard)
    monkeypatch.setattr(Table, "send", lambda *args, **options: listener.send(*args, **options))
    yield
    sentences = listener.sentences()
    if is_approving:
        heard.update(sentences.values())
        return
    unknown = sorted({sentence for sentence in sentences.values() if sentence not in approved(ruleset_id)})
    if unknown:
        told = "\n".join(unknown[:10])
        pytest.fail(f"Nobody has approved these words; if they are meant, run `make approve`.\n{told}", pytrace=False)
    heard.update(sentences)


def _ruleset_of(path: Path) -> str | None:
    return next((name for name in rulesets.folders() if (rulesets.PLACE / name) in path.parents), None)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """What other tests say stays approved; `make approve` begins anew."""
    if not session.config.getoption("--approve"):
        return
    for ruleset_id, heard in session.config.stash.get(HEARD, {}).items():
        text = "\n".join((*sorted(heard | approved(ruleset_id)), ""))
        place_of(ruleset_id).write_text(text, encoding="utf-8")
