"""No draft makes the builder work more than in proportion to its length, whatever field is stuffed with what."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from fatetable import rulesets
from fatetable.adapters.server.http.builder_answers import (
    ENTRIES,
    DraftAsked,
    FeatureAsked,
    ImportAsked,
    answer_compose,
    answer_draft,
    answer_import,
    encoded,
    page_of,
)
from fatetable.builder.markdown import to_markdown
from fatetable.engine.errors import FatetableError
from fatetable.mechanics.characters.creation import FeaturesInput
from fatetable.mechanics.ruleset import Ruleset

ROUNDS = int(os.environ.get("FATETABLE_ATTACKS", "1"))
TIMES = 8
ALLOWED = 4.0
"""The work may grow by so much more than the draft.  That of a quadratic reader grows eight times more."""
SLACK_SECONDS = 0.03

TEXTS = [
    "a ",
    "a (cost ",
    "a:",
    " ",
    "(",
    "[",
    "] [",
    "1",
    "-",
    "www.",
    "|",
    "\n",
    "a(x b)",
    "craft [",
    ", ",
    "é",
    "\\",
]


def work(act: Callable[[], object]) -> float:
    """The processor time it takes at least, so that what else the machine does counts as little as possible."""
    measured = []
    for _ in range(3):
        start = time.thread_time()
        with suppress(FatetableError):
            act()
        measured.append(time.thread_time() - start)
    return min(measured)


def fields_of(game: Ruleset, kind: str) -> Iterator[str]:
    for step in game.creation.steps(game.creation.blank(kind)):
        for each in step.inputs:
            if path := getattr(each, "path", ""):
                yield path


def with_text(game: Ruleset, kind: str, text: str) -> dict[str, Any]:
    """A draft with this text in every field that takes one."""
    sheet: dict[str, Any] = {"name": text, "description": text, "waived": [text], "kind": kind}
    sheet["features"] = [{"name": text, "text": text}]
    for path in fields_of(game, kind):
        field, _, key = path.partition(".")
        match field:
            case "aspects" | "texts":
                sheet.setdefault(field, {})[key] = text
            case "lists":
                sheet.setdefault(field, {})[key] = [text]
            case "traits" | "numbers":
                sheet.setdefault(field, {})[text] = 1
    return sheet


def with_entries(game: Ruleset, kind: str, number: int) -> dict[str, Any]:
    """A draft with so many entries in every field that takes some."""
    names = [f"thing {place}" for place in range(number)]
    lists = {path.partition(".")[2]: names for path in fields_of(game, kind) if path.startswith("lists.")}
    return {
        "kind": kind,
        "name": "Bo",
        "aspects": dict.fromkeys(names, "a"),
        "texts": dict.fromkeys(names, "a"),
        "traits": dict.fromkeys((*names, *(f"craft [{name}]" for name in names[: ENTRIES - number])), 1),
        "numbers": dict.fromkeys(names, 1),
        "lists": lists or {"things": names},
        "features": [{"name": name, "text": "a"} for name in names],
        "waived": names,
    }


def assess(game: Ruleset, sheet: dict[str, Any]) -> None:
    asked = DraftAsked(sheet=sheet, kind=sheet["kind"])
    with suppress(FatetableError):
        encoded(answer_draft(game, asked))
    with suppress(FatetableError):
        to_markdown(page_of(game, asked))
    text = json.dumps({**sheet, "ruleset": game.id})
    with suppress(FatetableError):
        answer_import(game, ImportAsked(text=text))


def require_proportion(small: float, large: float, what: object) -> None:
    assert large < ALLOWED * TIMES * small + SLACK_SECONDS, (what, small, large)


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_longer_texts_in_a_draft_take_no_more_than_longer(ruleset_id: str) -> None:
    game = rulesets.load(ruleset_id)
    for kind in game.creation.kinds[: 2 * ROUNDS]:
        for text in TEXTS:
            short, long = (
                work(partial(assess, game, with_text(game, kind.value, text * times))) for times in (40, 40 * TIMES)
            )
            require_proportion(short, long, (kind.value, text))


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_more_entries_in_a_draft_take_no_more_than_longer(ruleset_id: str) -> None:
    game = rulesets.load(ruleset_id)
    for kind in game.creation.kinds[: 2 * ROUNDS]:
        few, many = (
            work(partial(assess, game, with_entries(game, kind.value, number)))
            for number in (ENTRIES // TIMES, ENTRIES)
        )
        require_proportion(few, many, kind.value)


def templates_of(ruleset_id: str) -> list[Any]:
    creation = rulesets.load(ruleset_id).creation
    steps = creation.steps(creation.blank(creation.kinds[0].value))
    asked = [each for step in steps for each in step.inputs if isinstance(each, FeaturesInput)]
    return [template for each in asked for template in each.templates]


@pytest.mark.parametrize("ruleset_id", [each for each in rulesets.folders() if templates_of(each)])
def test_longer_values_of_a_template_take_no_more_than_longer(ruleset_id: str) -> None:
    game = rulesets.load(ruleset_id)
    for template in templates_of(ruleset_id):
        for text in TEXTS:

            def compose(times: int, text: str = text, template: Any = template) -> None:
                values = {field.name: text * times for field in template.fields}
                answer_compose(game, FeatureAsked(template=template.id, values=values))

            short, long = (work(partial(compose, times)) for times in (500, 500 * TIMES))
            require_proportion(short, long, (template.id, text))
