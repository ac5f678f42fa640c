"""Draws the table in a terminal, in columns where there is room; without a terminal, as plain lines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from fatetable.adapters.cli.display.styled_words import Row, Section
from fatetable.builder.visible_text import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from fatetable.adapters.cli.play.offer_menu import Item, Menu, MenuGroup

STYLES = {
    "": "",
    "strong": "bold",
    "dim": "dim",
    "aspect": "cyan",
    "secret": "magenta",
    "good": "green",
    "bad": "red",
    "now": "bold yellow",
}
WIDE = 110
FEW = 4
LABEL = 16
WIDEST = 180


class Screen:
    """Where to draw; without `is_terminal`, plain lines are written."""

    def __init__(self, *, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        if hasattr(sys.stdout, "reconfigure"):
            # A character that the terminal lacks becomes a question mark instead of an error.
            sys.stdout.reconfigure(errors="replace")
        self._console: Console | None = None
        if is_terminal:
            from rich.console import Console

            self._console = Console(highlight=False)

    def draw(self, sections: Sequence[Section], news: Sequence[str], menu: Menu, heading: str) -> None:
        """The whole table for one seat, with the most urgent parts nearest to the prompt."""
        if self._console is None:
            self._draw_plain(sections, news, menu, heading)
        else:
            self._console.clear()
            _draw_rich(self._console, sections, news, menu, heading)

    def _draw_plain(self, sections: Sequence[Section], news: Sequence[str], menu: Menu, heading: str) -> None:
        order = ("people", "scene", "now")
        for section in sorted(sections, key=lambda each: order.index(each.place)):
            click.echo(f"\n{section.title}")
            for row in section.rows:
                label = f"{row.label}: " if row.label else ""
                click.echo(f"  {label}{''.join(span.text for span in row.spans)}")
        click.echo()
        for line in news:
            click.echo(f"> {visible(line)}")
        click.echo(f"\n{visible(heading)}")
        for group in menu.groups:
            click.echo(f"  {visible(group.title)}")
            for number, item in group.items:
                note = f"  ({visible(item.note)})" if item.note else ""
                click.echo(f"    {number:3} {visible(item.label)}{note}")
        if menu.footer:
            click.echo(f"  {menu.footer}")

    def tell(self, lines: Iterable[str], style: str = "") -> None:
        """Lines of text; spaces are kept, because some texts are aligned with them."""
        for line in lines:
            safe = " ".join(visible(part) for part in line.split(" "))
            if self._console is None:
                click.echo(safe)
            else:
                from rich.text import Text

                self._console.print(Text(safe, style=STYLES[style]))


def _draw_rich(console: Console, sections: Sequence[Section], news: Sequence[str], menu: Menu, heading: str) -> None:
    from rich.rule import Rule
    from rich.table import Table
    from rich.text import Text

    width = min(console.width, WIDEST)
    people, scene, now = (
        [section for section in sections if section.place == place] for place in ("people", "scene", "now")
    )
    if width >= WIDE:
        side_by_side = Table.grid(padding=(0, 3), expand=True)
        side_by_side.add_column(ratio=4)
        side_by_side.add_column(ratio=5)
        side_by_side.add_row(_with_titles_beside(scene), _with_titles_beside(people))
        console.print(side_by_side, width=width)
    else:
        console.print(_with_titles_beside(people), Rule(style="dim"), _with_titles_beside(scene), width=width)
    for section in now:
        console.print(Rule(Text(section.title, style="bold"), align="left", style="dim"), width=width)
        console.print(_with_labels_beside(section), width=width)
    if news:
        console.print(Rule(style="dim"), width=width)
        for line in news:
            console.print(Text(visible(line), style="italic"), width=width)
    console.print(Rule(Text(visible(heading), style="bold yellow"), align="left", style="yellow"), width=width)
    for group in menu.groups:
        console.print(_menu_group(group, width), width=width)
    if menu.footer:
        console.print(Text(menu.footer, style="dim"), width=width)


def _with_titles_beside(sections: Sequence[Section]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="bold", width=min(LABEL, max((len(section.title) for section in sections), default=0)))
    grid.add_column(ratio=1)
    for section in sections:
        lines = Text("\n").join(_text(row, labelled=True) for row in section.rows)
        grid.add_row(Text(section.title), lines)
    return grid


def _with_labels_beside(section: Section) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=min(LABEL, max(len(row.label) for row in section.rows)))
    grid.add_column(ratio=1)
    for row in section.rows:
        grid.add_row(Text(row.label), _text(row, labelled=False))
    return grid


def _text(row: Row, *, labelled: bool) -> Text:
    from rich.text import Text

    label = [(f"{row.label}: ", STYLES["dim"])] if labelled and row.label else []
    return Text.assemble(*label, *[(span.text, STYLES[span.style]) for span in row.spans])


def _menu_group(group: MenuGroup, width: int) -> RenderableType:
    """The offers of a group beside its title, or below it where the title is a whole question."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    title = Text(visible(group.title), style="bold")
    is_beside = len(title) <= LABEL
    space = width - LABEL - 1
    columns = 2 if len(group.items) > FEW and all(_length(item) + 6 <= space // 2 for _, item in group.items) else 1
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=LABEL)
    for _ in range(columns):
        grid.add_column(justify="right", style="bold yellow", width=2)
        grid.add_column(width=space // columns - 4)
    height = -(-len(group.items) // columns)
    for line in range(height):
        cells: list[Text] = [title if is_beside and line == 0 else Text()]
        for number, item in group.items[line::height]:
            label = Text(visible(item.label))
            if item.note:
                label.append(f"  {visible(item.note)}", style="green")
            cells += (Text(str(number)), label)
        grid.add_row(*cells)
    return grid if is_beside else Group(title, grid)


def _length(item: Item) -> int:
    return len(item.label) + len(item.note) + 2 * bool(item.note)
