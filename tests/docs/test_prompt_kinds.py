"""The page on kinds of prompts lists every kind that a ruleset takes answers to."""

import ast
from pathlib import Path

from fatetable import rulesets
from fatetable.adapters.reference.prompt_kinds import asks, kinds, page
from fatetable.adapters.reference.sources import Module
from fatetable.engine.prompts import PromptContext

PAGE = Path(__file__).resolve().parents[2] / "docs" / "prompt-kinds.md"


class KnotToTie(PromptContext, frozen=True, tag="tie-a-knot"):
    rope: str


def written(source: str) -> Module:
    return Module("weave.knots", "weave/knots.py", ast.parse(source))


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_kind_of_every_ruleset_is_listed() -> None:
    answered = {kind for name in rulesets.folders() for kind in rulesets.load(name).engine.answer_handlers}
    assert {kind.name for kind in kinds()} == answered


def test_a_kind_that_rulesets_answer_in_different_places_is_listed_for_each() -> None:
    homes = {kind.answered_in: kind.rulesets for kind in kinds() if kind.name == "taken-out"}
    asking = (name for name in rulesets.folders() if "taken-out" in rulesets.load(name).engine.answer_handlers)
    assert sorted(used for names in homes.values() for used in names) == sorted(asking)
    assert len(homes) == 2


def test_a_module_asks_if_it_makes_the_context_of_the_prompt() -> None:
    imported = f"from {KnotToTie.__module__} import KnotToTie\n"
    assert asks(written(imported + "ask(decision, KnotToTie(rope))"), KnotToTie)
    assert not asks(written(imported + "prompt.read(KnotToTie)"), KnotToTie)
    assert not asks(written("from elsewhere import KnotToTie\nKnotToTie(rope)"), KnotToTie)
