"""A sheet as PDF.  Texts of people reach the typesetter as data, never as markup."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from fatetable.builder.page import Page, Row, Section
from fatetable.builder.visible_text import visible
from fatetable.engine.errors import FatetableError

ACCENT = "#8c2f23"
NO_TYPESETTER = 'Printing is an extra that is not installed here; this adds it: pip install "fatetable[print]".'
SHORT = 48
"""A label and a text that are together no longer than this fit on one line of a column."""

_UNBROKEN = re.compile(r"\S{24}(?=\S)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class SheetNotPrinted(FatetableError):
    """The typesetter is missing, or cannot set this sheet."""


def to_pdf(page: Page, game: str, accent: str = "") -> bytes:
    """The page as a PDF document; `game` is printed in the footer, `accent` is the colour of headings."""
    content = {
        "title": _printable(page.title),
        "kind": _printable(page.kind),
        "description": [_printable(line) for line in page.description.splitlines() if line.strip()],
        "game": _printable(game),
        "accent": accent if _COLOUR.fullmatch(accent) else ACCENT,
        "sections": [_section(section) for section in page.sections],
    }
    return _typeset(msgspec.json.encode(content).decode())


def _typeset(content: str) -> bytes:
    try:
        import typst
    except ImportError:
        raise SheetNotPrinted("no-typesetter", NO_TYPESETTER) from None
    # The document can read nothing outside a folder that holds only its template.
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder, "sheet.typ")
        template.write_bytes(_template())
        try:
            return typst.compile(template, root=Path(folder), sys_inputs={"sheet": content}, format="pdf")
        except RuntimeError:
            raise SheetNotPrinted("sheet-not-printed", "This sheet cannot be printed; Markdown may do.") from None


@cache
def _template() -> bytes:
    return resources.files(__package__).joinpath("sheet.typ").read_bytes()


def _section(section: Section) -> dict[str, object]:
    return {
        "title": _printable(section.title),
        "form": _form(section),
        "rows": [_row(row) for row in section.rows],
    }


def _row(row: Row) -> dict[str, object]:
    return {
        "label": _printable(row.label),
        "text": _printable(row.text),
        "note": _printable(row.note),
        "rows": [_row(below) for below in row.rows],
    }


def _form(section: Section) -> str:
    if section.field == "aspects":
        return "phrases"
    # Running text is never set in columns of label and value.
    return "ruled" if section.field != "texts" and all(_is_short(row) for row in section.rows) else "told"


def _is_short(row: Row) -> bool:
    return not row.note and not row.rows and bool(row.text) and len(row.label) + len(row.text) <= SHORT


def _printable(text: str) -> str:
    """The text on one line, with places to break in words that are longer than a column."""
    return _UNBROKEN.sub(lambda match: f"{match.group()}\u200b", visible(text))
