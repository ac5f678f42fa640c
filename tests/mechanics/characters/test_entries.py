"""Parts of a sheet are walked through in their order, and there is an end to how many there may be."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.entries import DEEPEST, MOST, MOST_FIELDS, Entries, entries_of, require_bounded
from fatetable.mechanics.characters.sheet import Entry, Sheet, closed

RANGE = Entry(name="Range")
STRIKE = Entry(name="Strike", entries={"extras": (RANGE,)})
CLAWS = Entry(name="Claws", entries={"trappings": (STRIKE,), "drawbacks": (Entry(name="Snag"),)})
SHEET = Sheet(ruleset="r", name="Reth", entries={"powers": (CLAWS, Entry(name="Wings")), "gear": (Entry(name="Rope"),)})


def sheet_with(entries: Entries) -> Sheet:
    return Sheet(ruleset="r", name="Reth", entries=entries)


def nested(depth: int) -> Entries:
    return {"a": (Entry(entries=nested(depth - 1)),)} if depth else {}


def test_every_part_is_found_under_its_path_before_those_in_it() -> None:
    assert [(path, entry.name) for path, entry in entries_of(SHEET)] == [
        ("entries.powers.0", "Claws"),
        ("entries.powers.0.entries.trappings.0", "Strike"),
        ("entries.powers.0.entries.trappings.0.entries.extras.0", "Range"),
        ("entries.powers.0.entries.drawbacks.0", "Snag"),
        ("entries.powers.1", "Wings"),
        ("entries.gear.0", "Rope"),
    ]


@pytest.mark.parametrize(
    "entries",
    [
        {},
        SHEET.entries,
        nested(DEEPEST),
        {"a": (Entry(),) * MOST},
        {"a": (Entry(entries={"b": (Entry(),) * (MOST - 1)}),)},
        {"a": (Entry(numbers=dict.fromkeys(map(str, range(MOST_FIELDS)), 1)),)},
    ],
)
def test_what_a_sheet_may_need_is_let_through(entries: Entries) -> None:
    sheet = sheet_with(entries)
    require_bounded(sheet)
    assert len(list(entries_of(sheet))) <= MOST


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        (nested(DEEPEST + 1), "entries-too-deep"),
        (nested(200), "entries-too-deep"),
        ({"a": (Entry(),) * (MOST + 1)}, "too-many-entries"),
        ({"a": (Entry(),) * 200, "b": (Entry(),) * 201}, "too-many-entries"),
        ({"a": (Entry(entries={"b": (Entry(),) * MOST}),)}, "too-many-entries"),
        ({str(number): () for number in range(MOST_FIELDS + 1)}, "too-many-entries"),
        ({"a": (Entry(texts=dict.fromkeys(map(str, range(MOST_FIELDS + 1)), "")),)}, "too-many-entries"),
    ],
)
def test_more_or_deeper_parts_are_refused(entries: Entries, code: str) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        require_bounded(sheet_with(entries))
    assert refusal.value.code == code


def test_parts_of_parts_that_are_the_same_again_and_again_are_counted_and_not_gone_through() -> None:
    many: Entries = {"a": (Entry(),) * 300}
    for _ in range(DEEPEST - 1):
        many = {"a": (Entry(entries=many),) * 300}
    with pytest.raises(MalformedCommand):
        require_bounded(sheet_with(many))


def test_a_closed_sheet_shows_the_aspects_people_know_with_their_levels() -> None:
    sheet = Sheet(
        ruleset="r",
        name="Reth",
        traits={"wit": 1},
        aspects={"one": "Gypsy", "two": "Hunted"},
        levels={"one": 2, "two": 1},
        texts={"tale": "She ran."},
        entries=SHEET.entries,
    )
    assert closed(sheet) == Sheet(ruleset="r", name="Reth", traits={"wit": 1})
    assert closed(sheet, ("two",)) == Sheet(
        ruleset="r", name="Reth", traits={"wit": 1}, aspects={"two": "Hunted"}, levels={"two": 1}
    )
