"""The coverage of each book: the status of every rule, and which tests claim to prove it.

No test is run, so a claim may be wrong.

"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fatetable.mechanics.book.rulebook import STATUSES, Rule, Rulebook, Status

Claims = Mapping[str, tuple[str, ...]]
"""The tests and playthroughs that claim a rule, by its id."""

INTRODUCTION = """\
<!-- Written by `make docs`; change the ledgers and the tests instead. -->

# Rules coverage

Every rule of every book has an entry in the ledger of its ruleset, which says what is done about it.

- computed: the engine enforces the rule.
- prompted: the table is asked, and the answer is recorded.
- told: the rule is shown as reference.

Tests and playthroughs that claim to prove a rule are named beside it.
The suite fails on a computed or prompted rule that none of them claims.
"""

IN_THE_MAKING = """\
## In the making

The rules of these books are written down, but nobody can play by them yet, and their proofs are still being written.

| Book | Rules | Computed | Prompted | Told | Proved |
|---|---:|---:|---:|---:|---:|\
"""


def is_checkout(folder: Path) -> bool:
    """Whether a folder is a checkout with tests, which an installed copy does not contain."""
    return (folder / "src" / "fatetable" / "rulesets").is_dir() and (folder / "tests").is_dir()


def claims(checkout: Path) -> Claims:
    """Which tests and playthroughs of a checkout claim which rules."""
    found: dict[str, set[str]] = {}
    for path in sorted((*checkout.glob("tests/**/test_*.py"), *checkout.glob("src/**/test_*.py"))):
        place = path.relative_to(checkout).as_posix()
        for test, rule_id in claims_of_tests(path.read_text(encoding="utf-8")):
            found.setdefault(rule_id, set()).add(f"{place}::{test}" if test else place)
    for path in sorted(checkout.glob("src/fatetable/rulesets/*/playthroughs/**/*.yaml")):
        for rule_id in claims_of_playthrough(path.read_text(encoding="utf-8")):
            found.setdefault(rule_id, set()).add(path.relative_to(checkout).as_posix())
    return {rule_id: tuple(sorted(places)) for rule_id, places in found.items()}


def claims_of_tests(source: str) -> Iterator[tuple[str, str]]:
    """Each test of a module with each rule it is marked with; a mark on the whole module has no test's name.

    >>> list(claims_of_tests('@pytest.mark.rule("A-B-01", "A-B-02")\\ndef test_it(): ...'))
    [('test_it', 'A-B-01'), ('test_it', 'A-B-02')]
    """
    yield from _claims_in(ast.parse(source).body, within="")


def _claims_in(statements: Sequence[ast.stmt], within: str) -> Iterator[tuple[str, str]]:
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # pytest collects functions by name; a mark on any other has no effect.
            if not statement.name.lower().startswith("test"):
                continue
            name = f"{within}::{statement.name}" if within else statement.name
            for decorator in statement.decorator_list:
                yield from ((name, rule_id) for rule_id in _marked_ids(decorator))
            if isinstance(statement, ast.ClassDef):
                yield from _claims_in(statement.body, within=name)
        else:
            yield from ((within, rule_id) for rule_id in _marked_ids(statement))


def _marked_ids(part: ast.AST) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


def claims_of_playthrough(script: str) -> Iterator[str]:
    """The rules a playthrough lists, for the whole of it or for one step.

    >>> list(claims_of_playthrough("rules: [A-B-01]\\nsteps: [{as: gm, rules: [A-B-02]}]"))
    ['A-B-01', 'A-B-02']
    """
    import yaml

    game = yaml.safe_load(script)
    for part in (game, *game.get("steps", ())):
        yield from part.get("rules", ())


def counts(rules: Sequence[Rule]) -> dict[Status, int]:
    """How many rules have each status, including those that none has."""
    found = Counter(rule.status for rule in rules)
    return {status: found[status] for status in STATUSES}


def proved(rules: Sequence[Rule], claimed: Claims) -> tuple[int, int]:
    """How many of the rules that need a proof some test claims, and how many need one."""
    needing = [rule for rule in rules if rule.status != "told"]
    return sum(rule.id in claimed for rule in needing), len(needing)


def page(books: Sequence[Rulebook], claimed: Claims, in_the_making: Sequence[Rulebook] = ()) -> str:
    """The coverage of all books as a page of Markdown; a book in the making is only counted."""
    chapters = [line for book in books for line in _chapter(book, claimed)]
    if in_the_making:
        chapters.append(IN_THE_MAKING)
        chapters += [_row(f"{book.book.title} | {len(book.rules)}", book.rules, claimed) for book in in_the_making]
    return "\n".join([INTRODUCTION, *chapters]).rstrip("\n") + "\n"


def _chapter(book: Rulebook, claimed: Claims) -> Iterator[str]:
    yield f"## {book.book.title}\n"
    yield f"{book.book.title} ({book.book.edition}) has {len(book.rules)} rules.\n"
    yield "| Section | Computed | Prompted | Told | Proved |"
    yield "|---|---:|---:|---:|---:|"
    for heading, rules in book.sections().items():
        yield _row(heading, rules, claimed)
    yield _row("**All**", book.rules, claimed) + "\n"
    for heading, rules in book.sections().items():
        yield f"### {book.book.title}: {heading}\n"
        yield "| Rule | Title | Status | Proved by |"
        yield "|---|---|---|---|"
        for rule in rules:
            status = f"{rule.status} ({rule.why})" if rule.why else rule.status
            proofs = "<br>".join(f"`{place}`" for place in claimed.get(rule.id, ()))
            yield f"| {rule.id} | {_cell(rule.title)} | {_cell(status)} | {proofs or '–'} |"
        yield ""


def _row(heading: str, rules: Sequence[Rule], claimed: Claims) -> str:
    done, needed = proved(rules, claimed)
    numbers = " | ".join(str(number) for number in counts(rules).values())
    return f"| {heading} | {numbers} | {f'{done} of {needed}' if needed else '–'} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
