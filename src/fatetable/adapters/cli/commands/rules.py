"""The commands that look up a rule and that show the coverage of each book."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fatetable.adapters.cli.plain_errors import PlainError, as_plain

if TYPE_CHECKING:
    from fatetable.mechanics.book.rulebook import Rule, Rulebook

WIDEST_TEXT = 88
DEFAULT_LIMIT = 5


@click.command()
@click.argument("query", nargs=-1)
@click.option("--ruleset", metavar="ID", help="Look only in this ruleset.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")
@click.option(
    *("--limit", "limit"),
    type=click.IntRange(min=1),
    default=DEFAULT_LIMIT,
    show_default=True,
    metavar="N",
    help="Show at most N rules.",
)
def rules(query: tuple[str, ...], ruleset: str | None, as_json: bool, limit: int) -> None:
    """Look up the rules of the game.

    QUERY is the id of a rule or a few words; the beginning of a word is enough.
    Without a query, the books and their sections are listed.

    \b
    Examples:
      fatetable rules stress box
      fatetable rules HARM-03
      fatetable rules compel --limit 2 --json
    """
    books = _books(ruleset)
    wanted = " ".join(query).strip()
    if not wanted:
        if as_json:
            _echo_json({"books": [_book_as_data(book) | {"sections": _sizes(book)} for book in books]})
        else:
            _show_contents(books)
        return
    found = _find(books, wanted)
    if not found:
        raise PlainError(f'No rule matches "{wanted}"; try fewer or shorter words.', "no-rule-found")
    shown = found[:limit]
    if as_json:
        used = [book for book in books if any(book is of for of, _ in shown)]
        _echo_json(
            {
                "found": len(found),
                "rules": [_rule_as_data(book, rule) for book, rule in shown],
                "books": [_book_as_data(book) for book in used],
            }
        )
    else:
        _show_rules(shown, len(found))


@click.command()
@click.option(
    *("--write", "target"),
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the whole page to FILE; needs a checkout, because installed copies have no tests.",
)
@click.option(
    "--checkout",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    metavar="FOLDER",
    help="Where the sources and tests are (default: here).",
)
def coverage(target: Path | None, checkout: Path) -> None:
    """Show how completely each book is implemented.

    \b
    Examples:
      fatetable coverage
      fatetable coverage --write docs/rules-coverage.md
    """
    from fatetable import rulesets
    from fatetable.adapters.cli.commands import rule_coverage

    books = _books(None)
    in_the_making = rulesets.books_in_the_making()
    has_tests = rule_coverage.is_checkout(checkout)
    if target is None:
        claimed = rule_coverage.claims(checkout) if has_tests else {}
        for book in (*books, *in_the_making):
            statuses = ", ".join(f"{number} {status}" for status, number in rule_coverage.counts(book.rules).items())
            title = f"{book.book.title} (in the making)" if book in in_the_making else book.book.title
            line = f"{title}: {len(book.rules)} rules, {statuses}"
            if has_tests:
                done, needed = rule_coverage.proved(book.rules, claimed)
                line += f"; {done} of {needed} proved by tests"
            click.echo(line)
        return
    if not has_tests:
        raise PlainError(
            f'The tests that prove the rules are not in "{checkout}"; run this in a checkout.', "no-checkout"
        )
    page = rule_coverage.page(books, rule_coverage.claims(checkout), in_the_making)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page, encoding="utf-8")
    except OSError as error:
        raise PlainError(f'"{target}" cannot be written: {error.strerror}.', "not-writable") from None
    click.echo(f"Wrote {target}.")


def _books(ruleset: str | None) -> tuple[Rulebook, ...]:
    from fatetable import rulesets
    from fatetable.engine.errors import UnknownRuleset

    try:
        return tuple(rulesets.rulebook(name) for name in ([ruleset] if ruleset else rulesets.folders()))
    except UnknownRuleset as error:
        raise as_plain(error) from None


def _find(books: Sequence[Rulebook], wanted: str) -> list[tuple[Rulebook, Rule]]:
    """The rule with this id, otherwise the results of a search, taken from the books in turn."""
    exact = [(book, rule) for book in books if (rule := book.by_id(wanted))]
    if exact:
        return exact
    ranked = [
        (place, number, book, rule)
        for number, book in enumerate(books)
        for place, rule in enumerate(book.search(wanted))
    ]
    return [(book, rule) for _, _, book, rule in sorted(ranked, key=lambda entry: entry[:2])]


def _show_rules(shown: Sequence[tuple[Rulebook, Rule]], found: int) -> None:
    for book, rule in shown:
        click.echo(f"{click.style(rule.title, bold=True)}  {rule.id}")
        click.echo(_wrapped(rule.text))
        click.echo()
        sources = [book.citation(rule), *([f"see {', '.join(rule.see)}"] if rule.see else [])]
        click.echo(click.style(_wrapped("; ".join(sources)), dim=True))
        click.echo()
    if found > len(shown):
        click.echo(f"{found - len(shown)} more; add --limit {found} to see all.")


def _show_contents(books: Sequence[Rulebook]) -> None:
    from fatetable import rulesets

    for book in books:
        click.echo(f"{click.style(book.book.title, bold=True)} ({book.book.edition}), ruleset {book.book.id}")
        for heading, size in _sizes(book).items():
            click.echo(f"  {size:3} {heading}")
        click.echo()
        click.echo(_wrapped(rulesets.attribution(book.book.id)))
        click.echo()


def _wrapped(text: str) -> str:
    """A text wrapped to the width of the terminal, with hanging indents for list items."""
    import shutil
    import textwrap

    width = min(WIDEST_TEXT, shutil.get_terminal_size().columns)
    return "\n".join(
        textwrap.fill(
            line,
            width,
            initial_indent="  ",
            subsequent_indent="    " if line[:1] in "-123456789" else "  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def _rule_as_data(book: Rulebook, rule: Rule) -> dict[str, Any]:
    import msgspec

    return {"ruleset": book.book.id, **msgspec.structs.asdict(rule), "citation": book.citation(rule)}


def _book_as_data(book: Rulebook) -> dict[str, Any]:
    from fatetable import rulesets

    return {
        "id": book.book.id,
        "title": book.book.title,
        "edition": book.book.edition,
        "attribution": rulesets.attribution(book.book.id),
    }


def _sizes(book: Rulebook) -> dict[str, int]:
    return {heading: len(of_section) for heading, of_section in book.sections().items()}


def _echo_json(data: dict[str, Any]) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
