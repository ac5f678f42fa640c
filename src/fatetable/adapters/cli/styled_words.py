"""Words with a style, in rows under titles: what every kind of block is put into before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from fatetable.builder.visible_text import visible

Style: TypeAlias = Literal["", "strong", "dim", "aspect", "secret", "good", "bad", "now"]
Word: TypeAlias = Callable[[str], str]
"""From a neutral word to the book's."""


class Span(NamedTuple):
    text: str
    style: Style = ""


class Row(NamedTuple):
    """A line under a title, with a label of its own where the title alone does not say what it is."""

    label: str
    spans: tuple[Span, ...]


class Section(NamedTuple):
    """`place` says where on the screen it belongs: with the people, with the scene, or with what happens now."""

    title: str
    rows: tuple[Row, ...]
    place: Literal["people", "scene", "now"]


def said(text: str, style: Style = "") -> Span:
    """Words that may come from people, made safe to show; spaces around them part them from their neighbours."""
    inner = text.strip(" ")
    before, _, after = text.partition(inner) if inner else ("", "", text)
    return Span(f"{before}{visible(inner)}{after}", style)


def listed(items: Sequence[Sequence[Span]], between: str = " · ") -> tuple[Span, ...]:
    """Several things in a row."""
    spans: list[Span] = []
    for item in items:
        if spans:
            spans.append(Span(between, "dim"))
        spans += item
    return tuple(spans)
