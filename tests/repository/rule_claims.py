"""Which tests and playthroughs claim to prove which rules, found by reading their text.

Does not run them, and cannot tell whether a claim is true.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from tests.repository.checkout import ROOT, RULESETS, SOURCE, files_under

Claims = Mapping[str, frozenset[str]]  # from the id of a rule to the places that claim it


def ids_marked_in(source: str) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)` of a test module.

    >>> list(ids_marked_in('@pytest.mark.rule("A-B-01", "A-B-02")\\ndef test_it(): ...'))
    ['A-B-01', 'A-B-02']

    A mark on something that pytest does not collect proves nothing.

    >>> list(ids_marked_in('@pytest.mark.rule("A-B-01")\\ndef helper(): ...'))
    []
    """
    if "mark.rule" not in source:
        return
    tree = ast.parse(source)
    uncollected = {
        id(decorator)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.lower().startswith("test")
        for decorator in node.decorator_list
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in uncollected and _is_rule_mark(node.func):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def _is_rule_mark(called: ast.expr) -> bool:
    # Most calls are told apart by their last name alone, which is much quicker than writing them out.
    return isinstance(called, ast.Attribute) and called.attr == "rule" and ast.unparse(called).endswith("mark.rule")


def ids_listed_in(playthrough: str) -> Iterator[str]:
    """The ids under `rules` of a playthrough, for the whole of it or for one step.

    >>> list(ids_listed_in("rules: [A-B-01]\\nsteps: [{as: gm, rules: [A-B-02]}]"))
    ['A-B-01', 'A-B-02']
    """
    script = yaml.safe_load(playthrough)
    for part in (script, *script.get("steps", ())):
        yield from part.get("rules", ())


@cache
def all_claims() -> Claims:
    tests = [
        path
        for folder in (ROOT / "tests", SOURCE)
        for path in files_under(folder)
        if path.name.startswith("test_") and path.suffix == ".py"
    ]
    playthroughs = sorted(RULESETS.glob("*/playthroughs/**/*.yaml"))
    return collect(
        [(path, ids_marked_in(path.read_text(encoding="utf-8"))) for path in tests]
        + [(path, ids_listed_in(path.read_text(encoding="utf-8"))) for path in playthroughs]
    )


def collect(found: Iterable[tuple[Path, Iterable[str]]]) -> Claims:
    claims: defaultdict[str, set[str]] = defaultdict(set)
    for path, ids in found:
        for rule_id in ids:
            claims[rule_id].add(str(path.relative_to(ROOT)))
    return {rule_id: frozenset(places) for rule_id, places in claims.items()}
