"""What may be wrong with the nameless foes of Fate Accelerated: a mook, or a group of them.

Full characters are checked in `heroes.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.creation.checks.heroes import repeated

MOOK_SLOTS = ("aspect-1", "aspect-2")
GROUP_SLOTS = ("aspect-1",)
LISTS = ("skilled", "bad")
TURN_NUMBERS = ("turn-physical", "turn-mental")
"""Whether something on its lists makes it quick or slow to act: 1, -1, or 0 where nothing fits."""
LARGEST_GROUP = 200
"""Beyond this nobody means one group; a scene would split them."""


def mook_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    is_group = sheet.kind == "group"
    yield from _aspect_problems(tables, sheet, GROUP_SLOTS if is_group else MOOK_SLOTS)
    yield from _full_character_parts(sheet)
    yield from _list_problems(sheet)
    yield from _number_problems(sheet)
    yield from _turn_problems(sheet)
    yield from _size_problems(tables, sheet) if is_group else _box_problems(tables, sheet)


def _aspect_problems(tables: Tables, sheet: Sheet, slots: tuple[str, ...]) -> Iterator[Problem]:
    figures = tables.figures.mooks
    least, most = figures.group_aspects if sheet.kind == "group" else figures.aspects
    cites = ("FAE-NPC-08",) if sheet.kind == "group" else ("FAE-NPC-03",)
    written = [slot for slot, phrase in sheet.aspects.items() if phrase.strip()]
    if not least <= len(written) <= most:
        wanted = "exactly one aspect" if least == most else f"{least} or {most} aspects"
        message = f"A {_kind(sheet)} has {wanted}, not {len(written)}."
        yield Problem("error", "mook-aspects", "aspects", message, "Write a simple aspect.", cites)
    for slot in written:
        if slot not in slots:
            message = f'A {_kind(sheet)} has no place for an aspect called "{slot[:60]}".'
            fix = f"Use {' or '.join(slots)}."
            yield Problem("error", "unknown-aspect-slot", f"aspects.{slot[:60]}", message, fix, cites)


def _full_character_parts(sheet: Sheet) -> Iterator[Problem]:
    if sheet.traits:
        message = f"A {_kind(sheet)} has no approaches, only things it is skilled at or bad at."
        yield Problem("error", "mook-approaches", "traits", message, "Remove the ratings.", ("FAE-NPC-02",))
    if sheet.features:
        message = f"A {_kind(sheet)} has no stunts."
        fix = "Make it an important foe, or turn the stunt into a skill."
        yield Problem("advice", "mook-stunts", "features", message, fix, ("FAE-NPC-02",))


def _list_problems(sheet: Sheet) -> Iterator[Problem]:
    is_group = sheet.kind == "group"
    wanted, cites = ("a couple of things", ("FAE-NPC-08",)) if is_group else ("something", ("FAE-NPC-02",))
    for name in LISTS:
        entries = [entry for entry in sheet.lists.get(name, ()) if entry.strip()]
        if len(entries) < (2 if is_group else 1):
            message = f"A {_kind(sheet)} should be {'skilled' if name == 'skilled' else 'bad'} at {wanted}."
            yield Problem("advice", f"mook-{name}", f"lists.{name}", message, "List what fits.", cites)
    for name in sheet.lists:
        if name not in LISTS:
            message = f'A {_kind(sheet)} has no list called "{name[:60]}", only skilled and bad.'
            yield Problem("error", "unknown-list", f"lists.{name[:60]}", message, "Remove it.", ("FAE-NPC-02",))
    for entry in repeated(entry for name in LISTS for entry in sheet.lists.get(name, ())):
        message = f'"{entry[:60]}" is listed twice; skilled and bad at one thing cancel each other.'
        yield Problem("advice", "mook-list-repeats", "lists", message, "Keep one of them.", ("FAE-NPC-02",))


def _number_problems(sheet: Sheet) -> Iterator[Problem]:
    known = ("size" if sheet.kind == "group" else "boxes", "catch-all", *TURN_NUMBERS)
    for name in sheet.numbers:
        if name not in known:
            message = f'A {_kind(sheet)} has no figure called "{name[:60]}".'
            yield Problem("error", "unknown-number", f"numbers.{name[:60]}", message, "Remove it.", ("FAE-NPC-02",))
    catch_all = sheet.numbers.get("catch-all", 0)
    if catch_all not in (0, 1):
        message = f"The catch-all is either on (1) or off (0), not {catch_all}."
        yield Problem("error", "mook-catch-all", "numbers.catch-all", message, "Make it 0 or 1.", ("FAE-NPC-02",))
    elif catch_all and not any(entry.strip() for entry in sheet.lists.get("bad", ())):
        message = "It is bad at everything it is not skilled at, but its list of weaknesses does not say so."
        fix = "Write the catch-all as the last thing it is bad at."
        yield Problem("error", "mook-catch-all", "lists.bad", message, fix, ("FAE-NPC-02",))


def _turn_problems(sheet: Sheet) -> Iterator[Problem]:
    for name in TURN_NUMBERS:
        fits = sheet.numbers.get(name, 0)
        if fits not in (-1, 0, 1):
            message = f"How soon it acts is 1 (skilled at it), -1 (bad at it) or 0, not {fits}."
            yield Problem("error", "mook-turn", f"numbers.{name}", message, "Make it 1, 0 or -1.", ("FAE-TURN-06",))


def _box_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    least, most = tables.figures.mooks.boxes
    boxes = sheet.numbers.get("boxes", least)
    if not least <= boxes <= most:
        message = f"A mook has {least} to {most} stress boxes, not {boxes}."
        fix = f"Choose a number from {least} to {most}."
        yield Problem("error", "mook-boxes", "numbers.boxes", message, fix, ("FAE-NPC-04",))


def _size_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    size = sheet.numbers.get("size", 0)
    least = tables.figures.mooks.members_per_box
    if not least <= size <= LARGEST_GROUP:
        message = f"A group has {least} to {LARGEST_GROUP} members, not {size}."
        yield Problem("error", "group-size", "numbers.size", message, "Say how many they are.", ("FAE-NPC-08",))


def _kind(sheet: Sheet) -> str:
    return "group" if sheet.kind == "group" else "mook"
