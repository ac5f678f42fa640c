"""A sheet as styled words: in brief for the table, or whole on request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fatetable.adapters.cli.display.styled_words import Row, Section, Span, Word, listed, said
from fatetable.builder.visible_text import visible
from fatetable.mechanics.harm.state import CONCEDED
from fatetable.mechanics.view.blocks import Block, CardView, FeatureView, SheetBlock, TraitRow

MANY = 12
"""With more traits than this, only the most important are shown."""
FEW = 3
"""With more features than this, only their names are shown; also the limit for notes of other characters."""


def sheet_in_brief(block: SheetBlock, word: Word) -> Section:
    """What is needed during play."""
    rows = [*_who(block)]
    if block.traits and block.is_mine:
        rows.append(Row("", listed([(said(trait.label),) for trait in _best(block)])))
    if block.is_mine:
        rows += _features(block, word) if len(block.features) <= FEW else _feature_names(block, word)
    told = {card.text for card in block.aspects}
    notes = [(label, text) for label, text in block.notes if text not in told]
    rows += _notes(notes if block.is_mine else notes[:FEW])
    return Section(visible(block.name), tuple(rows), "people")


def whole_sheets(blocks: Iterable[Block], word: Word) -> list[Section]:
    """The whole sheets of all visible characters."""
    return [_whole_sheet(block, word) for block in blocks if isinstance(block, SheetBlock)]


def _whole_sheet(block: SheetBlock, word: Word) -> Section:
    rows = [*_who(block)]
    if block.description:
        rows.insert(0, Row("", (said(block.description, "dim"),)))
    if block.traits:
        best_first = sorted(block.traits, key=lambda trait: -trait.rating)
        rows.append(Row("", listed([(said(trait.label),) for trait in best_first])))
    rows += _features(block, word)
    rows += [Row(visible(label), (said(text),)) for label, text in block.notes]
    return Section(visible(block.name), tuple(rows), "people")


def _who(block: SheetBlock) -> Iterator[Row]:
    if block.patron:
        yield Row("", (said(f"with {block.patron}", "dim"),))
    if condition := tuple(_condition(block)):
        yield Row("", condition)
    if block.aspects:
        yield Row("", listed([tuple(_character_card(card)) for card in block.aspects]))


def _best(block: SheetBlock) -> list[TraitRow]:
    # The label of a trait contains its rating.
    best_first = sorted(block.traits, key=lambda trait: -trait.rating)
    return [trait for trait in best_first if len(best_first) <= MANY or trait.rating > best_first[-1].rating]


def _features(block: SheetBlock, word: Word) -> Iterator[Row]:
    for feature in block.features:
        yield Row(word("feature"), (said(f"{_feature(feature)}: "), said(feature.text, "dim")))


def _feature_names(block: SheetBlock, word: Word) -> Iterator[Row]:
    yield Row(f"{word('feature')}s", listed([(said(_feature(feature)),) for feature in block.features]))


def _feature(feature: FeatureView) -> str:
    return f"{feature.name} ({feature.uses_left} left)" if feature.uses_left is not None else feature.name


def _notes(notes: Sequence[tuple[str, str]]) -> Iterator[Row]:
    if notes:
        yield Row("", listed([(said(f"{label}: ", "dim"), said(text)) for label, text in notes]))


def _condition(block: SheetBlock) -> Iterator[Span]:
    if block.out:
        yield Span("conceded  " if block.out == CONCEDED else "taken out  ", "bad")
    if block.points is not None:
        yield Span(str(block.points), "strong")
        yield Span(f" point{'s' * (block.points != 1)}  ", "dim")
    yield from _harm(block)


def _character_card(card: CardView) -> Iterator[Span]:
    yield said(card.text, "secret" if card.is_hidden else "aspect")
    yield from boxes_of(card)
    if card.free:
        yield Span(f" free: {len(card.free)}", "good")


def boxes_of(card: CardView) -> Iterator[Span]:
    """The boxes of an aspect with a level, those that are ticked first."""
    if card.level:
        yield Span(" ")
    for number in range(card.level):
        yield Span("[x]", "dim") if number < card.ticked else Span("[ ]", "strong")


def _boxes(boxes: tuple[bool, ...]) -> Iterator[Span]:
    for number, is_checked in enumerate(boxes, start=1):
        yield Span(f"[{'x' if is_checked else number}]", "bad" if is_checked else "")


def _harm(block: SheetBlock) -> Iterator[Span]:
    for name, (left, whole) in block.scores.items():
        yield Span(f"{name} ", "dim")
        yield Span(f"{left}/{whole}  ", "bad" if left < whole else "strong")
    yield from _boxes(block.boxes)
    for track in block.tracks:
        yield Span(f"{track.name} ", "dim")
        yield from _boxes(track.boxes)
        yield Span("  ")
    for row in block.wounds:
        yield Span(f"{row.name} {row.range} " if row.range else f"{row.name} ", "dim")
        yield Span("[x]" * row.marked, "bad")
        yield Span("[ ]" * (row.boxes - row.marked) + "  ")
    for slot in block.slots:
        yield Span(f"  {slot.name}", "dim")
        yield said(f" {slot.text}", "bad") if slot.text else Span(f" [{slot.absorbs}]")
