"""Styled words in rows under titles: the form of every block before it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from fatetable.builder.visible_text import visible

Style: TypeAlias = Literal["", "strong", "dim", "aspect", "secret", "good", "bad", "now"]
Word: TypeAlias = Callable[[str], str]
"""Translates a neutral word into the word of the book."""


class Span(NamedTuple):
    text: str
    style: Style = ""


class Row(NamedTuple):
    """A line under a title, with an optional label."""

    label: str
    spans: tuple[Span, ...]


class Section(NamedTuple):
    """`place` is its part of the screen: people, scene, or what happens now."""

    title: str
    rows: tuple[Row, ...]
    place: Literal["people", "scene", "now"]


def said(text: str, style: Style = "") -> Span:
    """Words that may come from people, made safe to show; spaces around them are kept."""
    inner = text.strip(" ")
    before, _, after = text.partition(inner) if inner else ("", "", text)
    return Span(f"{before}{visible(inner)}{after}", style)


def listed(items: Sequence[Sequence[Span]], between: str = " · ") -> tuple[Span, ...]:
    """Several things with a separator between them."""
    spans: list[Span] = []
    for item in items:
        if spans:
            spans.append(Span(between, "dim"))
        spans += item
    return tuple(spans)
