"""Each block of a screen as rows of styled words, one function per kind of block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from fatetable.adapters.cli.display.sheet_words import boxes_of, sheet_in_brief
from fatetable.adapters.cli.display.styled_words import Row, Section, Span, Style, Word, listed, said
from fatetable.builder.visible_text import visible
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.view.blocks import (
    AspectCardsBlock,
    Block,
    CardView,
    HaltBlock,
    JournalEntryBlock,
    MilestoneBlock,
    MilestoneRow,
    PointsBlock,
    PreparedBlock,
    PreparedPartView,
    PromptBlock,
    RollBlock,
    SceneBlock,
    SheetBlock,
    WaitingBlock,
    ZoneMapBlock,
    ZoneView,
)
from fatetable.mechanics.view.encounter_blocks import (
    BattleBlock,
    BattleSideView,
    IntentsBlock,
    IntentView,
    LadderBlock,
    LadderSideView,
    PlaceView,
    ProgressBlock,
    ProgressRow,
    RungView,
    TallyBlock,
    TasksBlock,
    TurnOrderBlock,
)
from fatetable.mechanics.view.sides_of_rolls import ComparisonView, DieView, EffortView, PartView
from fatetable.tabletop.words.dice_faces import mixed_faces


def sections(blocks: Iterable[Block], word: Word) -> list[Section]:
    """All blocks as sections, sheets in brief; empty sections are left out."""
    return [section for block in blocks if (section := _section(block, word)) and section.rows]


def _section(block: Block, word: Word) -> Section | None:
    match block:
        case SceneBlock():
            return _scene(block)
        case AspectCardsBlock():
            return Section(block.title, (Row("", listed([tuple(_card(card, word)) for card in block.cards])),), "scene")
        case SheetBlock():
            return sheet_in_brief(block, word)
        case PointsBlock():
            return Section("Fate points", (Row("", listed([_points(*row) for row in block.rows])),), "scene")
        case ZoneMapBlock():
            return _map(block)
        case PreparedBlock():
            return _prepared(block)
        case TurnOrderBlock():
            return _order(block)
        case IntentsBlock():
            return _intents(block)
        case BattleBlock():
            return _battle(block)
        case TallyBlock():
            return _tally(block)
        case ProgressBlock():
            return Section(visible(block.title), tuple(Row("", tuple(_progress(row))) for row in block.rows), "scene")
        case LadderBlock():
            return _ladder(block)
        case TasksBlock():
            return _tasks(block)
        case MilestoneBlock():
            return Section(visible(block.title), tuple(map(_milestone_row, block.rows)), "scene")
        case RollBlock():
            return _roll(block, word)
        case PromptBlock():
            return _prompt(block)
        case WaitingBlock():
            # Shown in the prompt line instead, because it says who types next.
            return None
        case HaltBlock():
            return _halt(block)
        case JournalEntryBlock():
            # Listed and read with the key j, because the entries would bury the scene.
            return None
        case _:
            assert_never(block)


def _milestone_row(row: MilestoneRow) -> Row:
    left = said(f" may {', '.join(row.left)}") if row.left else Span(" is done", "dim")
    return Row("", (said(row.name, "strong"), left))


def _halt(block: HaltBlock) -> Section:
    rows = []
    if block.is_stopped:
        rows.append(Row("", (said(f"{block.stopped_by or 'Someone'} asks to stop here.", "strong"),)))
    if block.is_paused:
        rows.append(Row("", (said(f"{block.paused_by} has paused the table.", "strong"),)))
    return Section("Play is halted", tuple(rows), "scene")


def entry_lines(block: JournalEntryBlock) -> list[str]:
    """A handout or a note, to be read."""
    kind = "handout" if block.is_handout else "note"
    hidden = ", hidden" if block.shown_to == () else f", shown to {', '.join(block.shown_to)}" if block.shown_to else ""
    head = f"{visible(block.title)} ({kind} by {visible(block.author)}{hidden})"
    return ["", head, *(f"  {visible(line)}" for line in block.text.splitlines() if line.strip())]


# -- the scene -------------------------------------------------------------------------------------------------------


def _scene(block: SceneBlock) -> Section:
    if not block.is_open:
        told = Span(f"session {block.session}, no scene is open", "dim")
        return Section("Between scenes", (Row("", (told,)),), "scene")
    story = [part for part in (block.genre, block.setting) if part]
    number = f"scene {block.number} of session {block.session}"
    rows = [Row("", (said(" · ".join((number, *story)), "dim"),))]
    rows += [Row("true", (said(fact),)) for fact in block.facts]
    return Section(visible(block.title) or "A scene", tuple(rows), "scene")


def _card(card: CardView, word: Word) -> Iterator[Span]:
    yield said(card.text, "secret" if card.is_hidden else "aspect")
    yield from boxes_of(card)
    where = [f"on {card.bearer}"] * bool(card.bearer) + [f"in {card.zone}"] * bool(card.zone)
    where += [f"{card.owner}'s"] * bool(card.owner) + ["hidden"] * card.is_hidden
    if where:
        yield said(f" ({', '.join(where)})", "dim")
    if card.free:
        holders, gm = dict.fromkeys(card.free), f"the {word('gm')}"
        told = [f"{card.free.count(holder)} for {holder or gm}" for holder in holders]
        yield said(f" free: {', '.join(told)}", "good")


def _points(name: str, points: int) -> tuple[Span, ...]:
    return said(f"{name} "), Span(str(points), "strong")


def _map(block: ZoneMapBlock) -> Section:
    """Zones that form a row are drawn as a row; others are listed with their ways out."""
    if row := _in_a_row(block):
        spans: list[Span] = []
        for zone, barrier in row:
            if spans:
                spans.append(said(f" ─ {barrier} ─ " if barrier else " ─── ", "bad" if barrier else "dim"))
            spans += _zone(zone)
        return Section("Zones", (Row("", tuple(spans)),), "scene")
    return Section("Zones", tuple(Row("", (*_zone(zone), *_ways(zone, block))) for zone in block.zones), "scene")


def _zone(zone: ZoneView) -> Iterator[Span]:
    yield said(zone.name + " (hidden)" * zone.is_hidden, "secret" if zone.is_hidden else "")
    yield Span(": ", "dim")
    yield from listed([(said(name, "strong"),) for name in zone.actors], ", ") or (Span("nobody", "dim"),)


def _ways(zone: ZoneView, block: ZoneMapBlock) -> Iterator[Span]:
    ways = []
    for border in block.borders:
        if zone.name in (border.one, border.other):
            beyond = border.other if border.one == zone.name else border.one
            ways.append(f"{beyond} behind {border.barrier}" if border.barrier else beyond)
    if ways:
        yield said(f" → {', '.join(ways)}", "dim")


def _in_a_row(block: ZoneMapBlock) -> list[tuple[ZoneView, str]]:
    """The zones from one end to the other, each with the barrier before it; empty if they form no row."""
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


def _prepared(block: PreparedBlock) -> Section:
    rows = []
    for scene in block.scenes:
        parts = [
            *(tuple(_prepared_part(part, "aspect", "in")) for part in scene.aspects),
            *(tuple(_prepared_part(part, "", "next to")) for part in scene.zones),
            *(tuple(_prepared_part(part, "strong", "in")) for part in scene.opponents),
        ]
        rows.append(Row(visible(scene.title), listed(parts) or (Span("nothing in it yet", "dim"),)))
    return Section("Prepared", tuple(rows), "scene")


def _prepared_part(part: PreparedPartView, style: Style, preposition: str) -> Iterator[Span]:
    yield said(part.text, "secret" if part.is_hidden else style)
    about = [f"{preposition} {part.where}"] * bool(part.where) + ["hidden"] * part.is_hidden
    if about:
        yield said(f" ({', '.join(about)})", "dim")


# -- encounters ------------------------------------------------------------------------------------------------------

MARKS: dict[str, tuple[str, Style]] = {
    "acting": ("▶ ", "now"),
    "waiting": ("", ""),
    "done": ("✓ ", "dim"),
    "out": ("✗ ", "dim"),
}


MOST_MARKS = 24
"""Longer tracks are shown as numbers only."""


def _order(block: TurnOrderBlock) -> Section:
    spans = listed([_place(place) for place in block.places])
    about = Span(f"  {block.kind}", "dim")
    return Section(
        f"Exchange {block.exchange}" if block.exchange else "Turn order", (Row("", (*spans, about)),), "scene"
    )


def _place(place: PlaceView) -> tuple[Span, ...]:
    mark, style = MARKS.get(place.state, ("", ""))
    return said(f"{mark}{place.name}", style), Span(f" {signed(place.value)}", "dim")


def _intents(block: IntentsBlock) -> Section:
    return Section(f"Exchange {block.exchange}", tuple(Row("", tuple(_intent(row))) for row in block.rows), "scene")


def _intent(row: IntentView) -> Iterator[Span]:
    mark, style = MARKS[{"said": "done", "thinking": "waiting"}.get(row.state, "out")]
    yield said(f"{mark}{row.name}", style)
    if row.deed:
        told = " ".join(filter(None, (row.deed, f"→ {row.target}" if row.target else "", row.effect)))
        yield said(f"  {told}", "strong")
    elif row.state != "out":
        yield Span("  has said what they do" if row.state == "said" else "  is thinking", "dim")


def _battle(block: BattleBlock) -> Section:
    stage = Row("", (said(block.stage, "strong"),))
    sides = tuple(Row("", tuple(_battle_side(side))) for side in block.sides)
    return Section(f"Battle, turn {block.turn}" if block.turn else "Battle", (stage, *sides), "scene")


def _battle_side(side: BattleSideView) -> Iterator[Span]:
    mark, style = MARKS["acting"] if side.is_next else MARKS["waiting"]
    yield said(f"{mark}{side.name}", style)
    if side.whole:
        yield Span(f"  {'■' * side.left}{'□' * (side.whole - side.left)}", "bad" if side.left < side.whole else "")
        yield Span(f" {side.left}/{side.whole}", "strong")
    if side.leader:
        yield said(f"  led by {side.leader}", "dim")
    if side.fighters:
        yield said(f", with {', '.join(side.fighters)}", "dim")


def _tally(block: TallyBlock) -> Section:
    sides = [
        (said(f"{name} "), Span("●" * won + "○" * max(0, block.needed - won), "strong"))
        for name, won in block.victories.items()
    ]
    goal = Row("", (said(block.goal), Span(f"  exchange {block.exchange}", "dim")))
    return Section("Contest", (goal, Row("", listed(sides))), "scene")


def _progress(row: ProgressRow) -> Iterator[Span]:
    yield said(row.label)
    if row.value is not None:
        if row.whole is not None and row.whole <= MOST_MARKS:
            done = max(0, min(row.value, row.whole))
            is_bad = row.counts_down and done < row.whole
            yield Span(f"  {'■' * done}{'□' * (row.whole - done)}", "bad" if is_bad else "")
        yield Span(f" {row.value}" if row.whole is None else f" {row.value}/{row.whole}", "strong")
    if row.note:
        yield said(f"  {row.note}", "dim")


def _ladder(block: LadderBlock) -> Section:
    """The parts of a ladder in words, and its rungs from the top, as they are climbed."""
    parts = {
        "": block.description,
        "difficulty": block.difficulty,
        "fragility": block.fragility,
        "span": block.span,
        "recovery": block.recovery,
        "next": block.note,
    }
    rows = [Row(name, (said(words),)) for name, words in parts.items() if words]
    for side in block.sides:
        rows += _ladder_side(side)
    return Section(visible(block.title), tuple(rows), "scene")


def _ladder_side(side: LadderSideView) -> Iterator[Row]:
    if side.name or side.note:
        yield Row("", (said(side.name, "strong"), said(f"  {side.note}" if side.note else "", "bad")))
    for rung in reversed(side.rungs):
        yield Row(rung.range, tuple(_rung(rung)))


def _rung(rung: RungView) -> Iterator[Span]:
    yield said(f"{rung.name} ")
    yield Span(f"{'■' * rung.marked}{'□' * (rung.boxes - rung.marked)}", "strong")
    told = ", ".join(filter(None, (rung.result, "the goal" if rung.is_goal else "")))
    if told:
        yield said(f"  {told}", "dim")


def _tasks(block: TasksBlock) -> Section:
    rows = [Row("", (said(block.situation),))]
    for task in block.tasks:
        name = said(task.name + " (hidden)" * task.is_hidden, "secret" if task.is_hidden else "")
        rows.append(Row("", (Span("☑ " if task.result else "☐ "), name, said(f"  {task.result}", "dim"))))
    return Section("Challenge", tuple(rows), "scene")


# -- rolls and questions ---------------------------------------------------------------------------------------------


def _roll(block: RollBlock, word: Word) -> Section:
    rows = [Row(visible(side.name), tuple(_side(side))) for side in block.sides]
    if block.target and block.target not in [side.name for side in block.sides]:
        rows.append(Row("target", (said(block.target),)))
    if block.difficulty is not None:
        rows.append(Row("against", (Span(block.against, "strong"),)))
    rows += [_comparison(block, each, word) for each in block.comparisons]
    if block.dice_chances is not None:
        usual, changed = block.dice_chances.usual, block.dice_chances.changed
        rows += [Row("usual dice", (said(_chances(usual, word)),)), Row("these dice", (said(_chances(changed, word)),))]
    if block.margin is not None and block.outcome and not block.comparisons:
        is_read = block.stage in ("settled", "over")
        stands = "" if is_read else "  as it stands"
        better = block.margin > 0
        style: Style = "good" if better else "bad" if block.margin < 0 else "strong"
        result = Span(f"{word(block.outcome)} ({signed(block.margin)})", style)
        degree = (said(f"  {block.degree}"),) if block.degree else ()
        rows.append(Row("result" if is_read else "now", (result, *degree, Span(stands, "dim"))))
    last = "Last roll: " if block.stage == "over" else ""
    return Section(f"{last}{word(block.action)}", tuple(rows), "now")


def _chances(chances: Mapping[str, int], word: Word) -> str:
    """The chances of each outcome, the best first."""
    return ", ".join(f"{word(outcome)} {chance} %" for outcome, chance in reversed(tuple(chances.items())) if chance)


def _comparison(block: RollBlock, each: ComparisonView, word: Word) -> Row:
    """One of several comparisons: who against whom, what counts between the two, and how it ends."""
    other = block.sides[each.other].name if each.other >= 0 else each.target
    names = visible(block.sides[each.one].name) + (f" against {visible(other)}" if other else "")
    style: Style = "good" if each.margin > 0 else "bad" if each.margin < 0 else "strong"
    sums = Span(f"{signed(each.total)} vs {signed(each.against)} ", "strong")
    parts = [(_part(part),) for part in (*each.modifiers, *each.opposing, *each.parts)]
    result = Span(f"{word(each.outcome)} ({signed(each.margin)})  ", style)
    stands = () if each.is_read else (Span("as it stands  ", "dim"),)
    degree = (said(f"{each.degree}  "),) if each.degree else ()
    note = (said(f"  {each.dice_note}", "dim"),) if each.dice_note else ()
    return Row(names, (sums, result, *degree, *stands, *listed(parts, ", "), *note))


def _side(side: EffortView) -> Iterator[Span]:
    if side.dice:
        yield Span(f"{_dice(side.dice)} ", "strong")
    yield from listed([(_part(part),) for part in side.modifiers], ", ")
    if side.dice:
        yield Span(f" = {side.word}", "strong")
    if side.hindrances:
        yield Span("  against it: ", "dim")
        yield from listed([(_part(part),) for part in side.hindrances], ", ")
    if side.description:
        yield said(f"  “{side.description}”", "dim")
    if side.dice_note:
        yield said(f"  {side.dice_note}", "dim")


def _dice(dice: tuple[DieView, ...]) -> str:
    """Every die in the order thrown; those that do not count are in round brackets."""
    names = {"fate": "dF", "number": "d", "card": "card"}
    kinds = [f"{'-' * (die.kind == 'number' and die.value < 0)}{names[die.kind]}" for die in dice]
    counted = [place for place, die in enumerate(dice) if die.counts]
    return mixed_faces(kinds, [die.shown for die in dice], counted)


def _part(part: PartView) -> Span:
    # The label of a trait contains its rating.
    if not part.amount and part.name:
        return said(part.name)
    amount = "" if part.source == "trait" else f" {signed(part.amount)}"
    return said(f"{part.label}{amount}", "aspect" if part.source == "invoke" else "")


def _prompt(block: PromptBlock) -> Section | None:
    if block.for_me:
        return None  # The answers are listed among the offers.
    names = ", ".join(map(visible, block.names))
    return Section("Asked", (Row(names, (said(block.question),)),), "now")
