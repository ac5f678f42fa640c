"""A sheet as a page of titles, labels and lines: what Markdown, PDF and screens are made from."""

from __future__ import annotations

from msgspec import Struct


class Row(Struct, frozen=True):
    """One line of a sheet, with the lines that belong to it; `note` is shown less prominently."""

    label: str
    text: str
    note: str = ""
    rows: tuple[Row, ...] = ()


class Section(Struct, frozen=True):
    """`field` is the part of the sheet that the rows come from."""

    title: str
    rows: tuple[Row, ...]
    field: str = ""


class Page(Struct, frozen=True):
    """A whole sheet, ready to be drawn."""

    title: str
    kind: str
    description: str
    sections: tuple[Section, ...]
