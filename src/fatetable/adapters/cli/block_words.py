"""What each block of a screen says, as styled words in rows; one function per kind of block.

Knows neither rules nor terminals: how rows are laid out and coloured is decided where they are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, assert_never

from fatetable.builder.visible_text import visible
from fatetable.mechanics.blocks import (
    AspectCardsBlock,
    BattleBlock,
    BattleSideView,
    Block,
    CardView,
    EffortView,
    FeatureView,
    PlaceView,
    PointsBlock,
    ProgressBlock,
    ProgressRow,
    PromptBlock,
    RollBlock,
    SceneBlock,
    SheetBlock,
    TallyBlock,
    TasksBlock,
    TraitRow,
    TurnOrderBlock,
    WaitingBlock,
    ZoneMapBlock,
    ZoneView,
)
from fatetable.mechanics.harm import CONCEDED
from fatetable.mechanics.ladder import signed
from fatetable.mechanics.rolls import Modifier
from fatetable.tabletop.dice_faces import fate_faces

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


def sections(blocks: Iterable[Block], word: Word) -> list[Section]:
    """All blocks in words, sheets in brief; a block that has nothing to say is left out."""
    return [section for block in blocks if (section := _section(block, word)) and section.rows]


def whole_sheets(blocks: Iterable[Block], word: Word) -> list[Section]:
    """Everything that is known about everybody in sight."""
    return [_whole_sheet(block, word) for block in blocks if isinstance(block, SheetBlock)]


def _section(block: Block, word: Word) -> Section | None:
    match block:
        case SceneBlock():
            return _scene(block)
        case AspectCardsBlock():
            return Section(block.title, (Row("", _listed([tuple(_card(card)) for card in block.cards])),), "scene")
        case SheetBlock():
            return _sheet(block, word)
        case PointsBlock():
            return Section("Fate points", (Row("", _listed([_points(*row) for row in block.rows])),), "scene")
        case ZoneMapBlock():
            return _map(block)
        case TurnOrderBlock():
            return _order(block)
        case BattleBlock():
            return _battle(block)
        case TallyBlock():
            return _tally(block)
        case ProgressBlock():
            return Section(visible(block.title), tuple(Row("", tuple(_progress(row))) for row in block.rows), "scene")
        case TasksBlock():
            return _tasks(block)
        case RollBlock():
            return _roll(block, word)
        case PromptBlock():
            return _prompt(block)
        case WaitingBlock():
            # Said in the line where one types, because it decides who does.
            return None
        case _:
            assert_never(block)


def _said(text: str, style: Style = "") -> Span:
    """Words that may come from people, made safe to show; spaces around them part them from their neighbours."""
    inner = text.strip(" ")
    before, _, after = text.partition(inner) if inner else ("", "", text)
    return Span(f"{before}{visible(inner)}{after}", style)


def _listed(items: Sequence[Sequence[Span]], between: str = " · ") -> tuple[Span, ...]:
    """Several things in a row."""
    spans: list[Span] = []
    for item in items:
        if spans:
            spans.append(Span(between, "dim"))
        spans += item
    return tuple(spans)


# -- the scene -------------------------------------------------------------------------------------------------------


def _scene(block: SceneBlock) -> Section:
    if not block.is_open:
        told = Span(f"session {block.session}, no scene is open", "dim")
        return Section("Between scenes", (Row("", (told,)),), "scene")
    story = [part for part in (block.genre, block.setting) if part]
    number = f"scene {block.number} of session {block.session}"
    rows = [Row("", (_said(" · ".join((number, *story)), "dim"),))]
    rows += [Row("true", (_said(fact),)) for fact in block.facts]
    return Section(visible(block.title) or "A scene", tuple(rows), "scene")


def _card(card: CardView) -> Iterator[Span]:
    yield _said(card.text, "secret" if card.is_hidden else "aspect")
    where = [f"on {card.bearer}"] * bool(card.bearer) + [f"in {card.zone}"] * bool(card.zone)
    where += [f"{card.owner}'s"] * bool(card.owner) + ["hidden"] * card.is_hidden
    if where:
        yield _said(f" ({', '.join(where)})", "dim")
    if card.free:
        holders = dict.fromkeys(card.free)
        told = [f"{card.free.count(holder)} for {holder or 'the GM'}" for holder in holders]
        yield _said(f" free: {', '.join(told)}", "good")


def _points(name: str, points: int) -> tuple[Span, ...]:
    return _said(f"{name} "), Span(str(points), "strong")


def _map(block: ZoneMapBlock) -> Section:
    """Zones that lie in a row are drawn as one; others are listed with their ways out."""
    if row := _in_a_row(block):
        spans: list[Span] = []
        for zone, barrier in row:
            if spans:
                spans.append(_said(f" ─ {barrier} ─ " if barrier else " ─── ", "bad" if barrier else "dim"))
            spans += _zone(zone)
        return Section("Zones", (Row("", tuple(spans)),), "scene")
    return Section("Zones", tuple(Row("", (*_zone(zone), *_ways(zone, block))) for zone in block.zones), "scene")


def _zone(zone: ZoneView) -> Iterator[Span]:
    yield _said(zone.name + " (hidden)" * zone.is_hidden, "secret" if zone.is_hidden else "")
    yield Span(": ", "dim")
    yield from _listed([(_said(name, "strong"),) for name in zone.actors], ", ") or (Span("nobody", "dim"),)


def _ways(zone: ZoneView, block: ZoneMapBlock) -> Iterator[Span]:
    ways = []
    for border in block.borders:
        if zone.name in (border.one, border.other):
            beyond = border.other if border.one == zone.name else border.one
            ways.append(f"{beyond} behind {border.barrier}" if border.barrier else beyond)
    if ways:
        yield _said(f" → {', '.join(ways)}", "dim")


def _in_a_row(block: ZoneMapBlock) -> list[tuple[ZoneView, str]]:
    """The zones from one end to the other, each with what bars the way into it; nothing if they form no row."""
    zones = {zone.name: zone for zone in block.zones}
    neighbours: dict[str, list[tuple[str, str]]] = {name: [] for name in zones}
    for border in block.borders:
        neighbours[border.one].append((border.other, border.barrier))
        neighbours[border.other].append((border.one, border.barrier))
    ends = [name for name, ways in neighbours.items() if len(ways) == 1]
    if len(zones) != len(block.zones) or len(ends) != 2 or any(len(ways) > 2 for ways in neighbours.values()):
        return []
    row = [(zones[ends[0]], "")]
    seen = {ends[0]}
    while onward := [way for way in neighbours[row[-1][0].name] if way[0] not in seen]:
        name, barrier = onward[0]
        seen.add(name)
        row.append((zones[name], barrier))
    return row if len(row) == len(zones) else []


# -- encounters ------------------------------------------------------------------------------------------------------

MARKS: dict[str, tuple[str, Style]] = {
    "acting": ("▶ ", "now"),
    "waiting": ("", ""),
    "done": ("✓ ", "dim"),
    "out": ("✗ ", "dim"),
}


MOST_MARKS = 24
"""What is counted in more steps than these is given in figures alone."""


def _order(block: TurnOrderBlock) -> Section:
    spans = _listed([_place(place) for place in block.places])
    about = Span(f"  {block.kind}", "dim")
    return Section(
        f"Exchange {block.exchange}" if block.exchange else "Turn order", (Row("", (*spans, about)),), "scene"
    )


def _place(place: PlaceView) -> tuple[Span, ...]:
    mark, style = MARKS.get(place.state, ("", ""))
    return _said(f"{mark}{place.name}", style), Span(f" {signed(place.value)}", "dim")


def _battle(block: BattleBlock) -> Section:
    stage = Row("", (_said(block.stage, "strong"),))
    sides = tuple(Row("", tuple(_battle_side(side))) for side in block.sides)
    return Section(f"Battle, turn {block.turn}" if block.turn else "Battle", (stage, *sides), "scene")


def _battle_side(side: BattleSideView) -> Iterator[Span]:
    mark, style = MARKS["acting"] if side.is_next else MARKS["waiting"]
    yield _said(f"{mark}{side.name}", style)
    if side.whole:
        yield Span(f"  {'■' * side.left}{'□' * (side.whole - side.left)}", "bad" if side.left < side.whole else "")
        yield Span(f" {side.left}/{side.whole}", "strong")
    if side.leader:
        yield _said(f"  led by {side.leader}", "dim")
    if side.fighters:
        yield _said(f", with {', '.join(side.fighters)}", "dim")


def _tally(block: TallyBlock) -> Section:
    sides = [
        (_said(f"{name} "), Span("●" * won + "○" * max(0, block.needed - won), "strong"))
        for name, won in block.victories.items()
    ]
    goal = Row("", (_said(block.goal), Span(f"  exchange {block.exchange}", "dim")))
    return Section("Contest", (goal, Row("", _listed(sides))), "scene")


def _progress(row: ProgressRow) -> Iterator[Span]:
    yield _said(row.label)
    if row.value is not None:
        if row.whole is not None and row.whole <= MOST_MARKS:
            done = max(0, min(row.value, row.whole))
            is_bad = row.counts_down and done < row.whole
            yield Span(f"  {'■' * done}{'□' * (row.whole - done)}", "bad" if is_bad else "")
        yield Span(f" {row.value}" if row.whole is None else f" {row.value}/{row.whole}", "strong")
    if row.note:
        yield _said(f"  {row.note}", "dim")


def _tasks(block: TasksBlock) -> Section:
    rows = [Row("", (_said(block.situation),))]
    for task in block.tasks:
        name = _said(task.name + " (hidden)" * task.is_hidden, "secret" if task.is_hidden else "")
        rows.append(Row("", (Span("☑ " if task.result else "☐ "), name, _said(f"  {task.result}", "dim"))))
    return Section("Challenge", tuple(rows), "scene")


# -- people ----------------------------------------------------------------------------------------------------------


MANY = 12
"""Of more traits than these only those are shown that stand out."""
FEW = 3
"""More features than these are shown by their names alone, and of other people's notes no more than these."""


def _sheet(block: SheetBlock, word: Word) -> Section:
    """What one has to have in mind while playing; the rest is there to be looked up."""
    rows = [*_who(block)]
    if block.traits and block.is_mine:
        rows.append(Row("", _listed([(_said(trait.label),) for trait in _best(block)])))
    if block.is_mine:
        rows += _features(block, word) if len(block.features) <= FEW else _feature_names(block, word)
    told = {card.text for card in block.aspects}
    notes = [(label, text) for label, text in block.notes if text not in told]
    rows += _notes(notes if block.is_mine else notes[:FEW])
    return Section(visible(block.name), tuple(rows), "people")


def _whole_sheet(block: SheetBlock, word: Word) -> Section:
    rows = [*_who(block)]
    if block.description:
        rows.insert(0, Row("", (_said(block.description, "dim"),)))
    if block.traits:
        best_first = sorted(block.traits, key=lambda trait: -trait.rating)
        rows.append(Row("", _listed([(_said(trait.label),) for trait in best_first])))
    rows += _features(block, word)
    rows += [Row(visible(label), (_said(text),)) for label, text in block.notes]
    return Section(visible(block.name), tuple(rows), "people")


def _who(block: SheetBlock) -> Iterator[Row]:
    if condition := tuple(_condition(block)):
        yield Row("", condition)
    if block.aspects:
        yield Row("", _listed([tuple(_character_card(card)) for card in block.aspects]))


def _best(block: SheetBlock) -> list[TraitRow]:
    # Labels of traits bring their rating along.
    best_first = sorted(block.traits, key=lambda trait: -trait.rating)
    return [trait for trait in best_first if len(best_first) <= MANY or trait.rating > best_first[-1].rating]


def _features(block: SheetBlock, word: Word) -> Iterator[Row]:
    for feature in block.features:
        yield Row(word("feature"), (_said(f"{_feature(feature)}: "), _said(feature.text, "dim")))


def _feature_names(block: SheetBlock, word: Word) -> Iterator[Row]:
    yield Row(f"{word('feature')}s", _listed([(_said(_feature(feature)),) for feature in block.features]))


def _feature(feature: FeatureView) -> str:
    return f"{feature.name} ({feature.uses_left} left)" if feature.uses_left is not None else feature.name


def _notes(notes: Sequence[tuple[str, str]]) -> Iterator[Row]:
    if notes:
        yield Row("", _listed([(_said(f"{label}: ", "dim"), _said(text)) for label, text in notes]))


def _condition(block: SheetBlock) -> Iterator[Span]:
    if block.out:
        yield Span("gave in  " if block.out == CONCEDED else "taken out  ", "bad")
    if block.points is not None:
        yield Span(str(block.points), "strong")
        yield Span(f" point{'s' * (block.points != 1)}  ", "dim")
    yield from _harm(block)


def _character_card(card: CardView) -> Iterator[Span]:
    yield _said(card.text, "secret" if card.is_hidden else "aspect")
    if card.free:
        yield Span(f" free: {len(card.free)}", "good")


def _harm(block: SheetBlock) -> Iterator[Span]:
    for name, (left, whole) in block.scores.items():
        yield Span(f"{name} ", "dim")
        yield Span(f"{left}/{whole}  ", "bad" if left < whole else "strong")
    for number, is_checked in enumerate(block.boxes, start=1):
        yield Span(f"[{'x' if is_checked else number}]", "bad" if is_checked else "")
    for slot in block.slots:
        yield Span(f"  {slot.name}", "dim")
        yield _said(f" {slot.text}", "bad") if slot.text else Span(f" [{slot.absorbs}]")


# -- rolls and questions ---------------------------------------------------------------------------------------------


def _roll(block: RollBlock, word: Word) -> Section:
    rows = [Row(visible(side.name), tuple(_side(side))) for side in block.sides]
    if block.difficulty is not None:
        rows.append(Row("against", (Span(block.against, "strong"),)))
    if block.margin is not None and block.outcome:
        is_read = block.stage in ("settled", "over")
        stands = "" if is_read else "  as it stands"
        better = block.margin > 0
        style: Style = "good" if better else "bad" if block.margin < 0 else "strong"
        result = Span(f"{word(block.outcome)} ({signed(block.margin)})", style)
        rows.append(Row("result" if is_read else "now", (result, Span(stands, "dim"))))
    last = "Last roll: " if block.stage == "over" else ""
    return Section(f"{last}{word(block.action)}", tuple(rows), "now")


def _side(side: EffortView) -> Iterator[Span]:
    if side.faces:
        yield Span(f"{fate_faces(side.faces)} ", "strong")
    yield from _listed([(_part(part),) for part in side.modifiers], ", ")
    if side.faces:
        yield Span(f" = {side.word}", "strong")
    if side.hindrances:
        yield Span("  against it: ", "dim")
        yield from _listed([(_part(part),) for part in side.hindrances], ", ")
    if side.description:
        yield _said(f"  “{side.description}”", "dim")


def _part(part: Modifier) -> Span:
    # The label of a trait brings its rating along.
    amount = "" if part.source == "trait" else f" {signed(part.amount)}"
    return _said(f"{part.label}{amount}", "aspect" if part.source == "invoke" else "")


def _prompt(block: PromptBlock) -> Section | None:
    if block.for_me:
        return None  # The answers are among the offers, under the question.
    names = ", ".join(map(visible, block.names))
    return Section("Asked", (Row(names, (_said(block.question),)),), "now")
