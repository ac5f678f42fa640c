"""Draws a sheet and its problems, with colours and frames only in a terminal.

Texts from files are made safe with `visible_text` before they are drawn.

"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from fatetable.builder.visible_text import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fatetable.builder.page import Page, Row, Section
    from fatetable.mechanics.characters.sheet import Problem

WIDEST = 100


def show_page(page: Page, *, in_colour: bool) -> None:
    if in_colour:
        _show_framed(page)
    else:
        click.echo(plain_page(page))


def plain_page(page: Page) -> str:
    """The page for pipes, files and screen readers: one line for each entry."""
    lines = [f"{visible(page.title)} ({visible(page.kind)})"]
    lines += [visible(paragraph) for paragraph in page.description.splitlines() if paragraph.strip()]
    for section in page.sections:
        lines += ["", f"{visible(section.title)}:", *_plain_rows(section.rows, "  ")]
    return "\n".join(lines)


def _plain_rows(rows: Sequence[Row], indent: str) -> Iterator[str]:
    for row in rows:
        yield f"{indent}{_plain_row(row)}"
        yield from _plain_rows(row.rows, f"{indent}  ")


def _plain_row(row: Row) -> str:
    note = f" ({visible(row.note)})" if row.note else ""
    return f"{visible(row.label)}{note}" + (f": {visible(row.text)}" if row.text else "")


def _show_framed(page: Page) -> None:
    from rich.console import Console, Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    console = Console(highlight=False)
    console.width = min(console.width, WIDEST)
    parts: list[RenderableType] = [Text(visible(page.kind), style="italic")]
    parts += [Text(visible(line)) for line in page.description.splitlines() if line.strip()]
    for section in page.sections:
        parts += [
            Text(),
            Text(visible(section.title).upper(), style="bold cyan"),
            Padding(_table(section), (0, 0, 0, 1)),
        ]
    console.print(
        Panel(Group(*parts), title=Text(f" {visible(page.title)} ", style="bold"), padding=(1, 2), border_style="cyan")
    )


def _table(section: Section) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=all(len(row.label) <= 24 for row in section.rows))
    table.add_column(ratio=1)
    for row in section.rows:
        text = Text(visible(row.text))
        if row.note:
            text.append(f" ({visible(row.note)})", style="dim")
        for line in _plain_rows(row.rows, ""):
            text.append(f"\n{line}")
        table.add_row(Text(visible(row.label), style="bold"), text)
    return table


def show_problems(problems: Sequence[Problem]) -> None:
    """Each problem with its fix and the rules behind it."""
    for problem in problems:
        mark = click.style("Error", fg="red") if problem.severity == "error" else click.style("Advice", fg="yellow")
        rules = f" [{', '.join(problem.cites)}]" if problem.cites else ""
        click.echo(f"{mark} in {visible(problem.where)}: {visible(problem.message)} ({problem.code}){rules}")
        if problem.fix:
            click.echo(f"  To mend it: {visible(problem.fix)}")


def summary(problems: Sequence[Problem]) -> str:
    """A list of problems in one line."""
    errors = sum(problem.severity == "error" for problem in problems)
    advice = len(problems) - errors
    if not problems:
        return "no problems"
    parts = [f"{errors} error{'s' * (errors != 1)}"] * bool(errors) + [f"{advice} advice"] * bool(advice)
    return ", ".join(parts)
