"""What a Variable trapping may stand in for, how many of them that takes, and the sheet with it (SF-VARIABLE-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import HeldTrapping, Tables
from fatetable.rulesets.strange.sheet import (
    COPIED,
    EXTRA,
    PSYCHIC,
    SKILLS,
    TERMS,
    TRAPPINGS,
    Skill,
    box_of,
    skill_id,
)
from fatetable.rulesets.strange.skills import name_of_box, price_of_trappings

VARIABLE = "variable"
PER = "per"
"""The text of a copied part that says for how long it is: a kind of Variable."""


class Copy(Struct, frozen=True):
    """`needed` is the number of Variable trappings it takes."""

    key: str
    name: str
    needed: int
    part: Entry

    @property
    def label(self) -> str:
        return f"{self.name} ({self.needed})"


def free_variables(skill: Skill, entry: Entry, per: str) -> int:
    """How many of this kind are not committed."""
    used = (part.numbers[COPIED] for part in copied_parts(entry) if part.texts.get(PER) == per)
    return sum(1 for _ in skill.having(VARIABLE, per)) - sum(used)


def copied_parts(entry: Entry) -> Iterator[Entry]:
    return (part for part in entry.entries.get(TRAPPINGS, ()) if part.numbers.get(COPIED))


def copies_of(tables: Tables, skill: Skill, per: str) -> Iterator[Copy]:
    """Every trapping it does not have, and every extra on one that it has."""
    yield from _trappings(tables, skill, per)
    yield from _extras(tables, skill, per)


def _trappings(tables: Tables, skill: Skill, per: str) -> Iterator[Copy]:
    """Box and lines as if it were added for good; in a psychic skill it is psychic too (SF-EXT-03)."""
    fixed = [held for held in skill.trappings if held.id != VARIABLE]
    psychic = (PSYCHIC,) if fixed and all(PSYCHIC in held.extras for held in fixed) else ()
    more = sum(extra.price for extra in tables.extras if extra.id in psychic)
    held_now = {box_of(tables, held) for held in skill.trappings}
    for box, price in price_of_trappings(tables, skill).more.items():
        trapping = tables.trapping(box.partition(" ")[0])
        if trapping.id == VARIABLE or box in held_now:
            continue
        for field in trapping.fields or ("",):
            name = f"{name_of_box(tables, box)}{f' ({field})' if field else ''}"
            needed = max(1, price) + more
            lists = {name: words for name, words in (("extras", psychic), (TERMS, (field,) if field else ())) if words}
            yield _copy(f"{box} {field}".strip(), name, needed, per, Entry(kind=box, lists=lists))


def _extras(tables: Tables, skill: Skill, per: str) -> Iterator[Copy]:
    """On the trapping as it is now; a skill is psychic as a whole, so no single one becomes so."""
    latest: dict[str, HeldTrapping] = {box_of(tables, held): held for held in skill.trappings if held.id != VARIABLE}
    for box, held in latest.items():
        for extra in tables.extras:
            if extra.id == PSYCHIC or (extra.id in held.extras and not extra.repeats):
                continue
            extras = (*held.extras, extra.id)
            lists = {"extras": extras, **({TERMS: held.terms} if held.terms else {})}
            part = Entry(name=box, kind=EXTRA, lists=lists, texts={"note": held.note} if held.note else {})
            yield _copy(f"{extra.id} on {box}", f"{extra.name} on {name_of_box(tables, box)}", extra.price, per, part)


def _copy(key: str, name: str, needed: int, per: str, part: Entry) -> Copy:
    made = msgspec.structs.replace(part, numbers={COPIED: needed}, texts={**part.texts, PER: per})
    return Copy(key, name, needed, made)


# -- sheets ----------------------------------------------------------------------------------------------------------


def with_copy(sheet: Sheet, skill: str, part: Entry) -> Sheet:
    return _changed(sheet, lambda entry: (*_parts(entry), part) if skill_id(entry.name) == skill else _parts(entry))


def without_copies(sheet: Sheet, per: frozenset[str]) -> Sheet:
    """The sheet with none that was made for so long."""
    return _changed(
        sheet,
        lambda entry: tuple(
            part for part in _parts(entry) if not (part.numbers.get(COPIED) and part.texts.get(PER) in per)
        ),
    )


def _parts(entry: Entry) -> tuple[Entry, ...]:
    return entry.entries.get(TRAPPINGS, ())


def _changed(sheet: Sheet, parts_of: Callable[[Entry], tuple[Entry, ...]]) -> Sheet:
    skills = tuple(
        entry
        if (parts := parts_of(entry)) == _parts(entry)
        else msgspec.structs.replace(entry, entries={**entry.entries, TRAPPINGS: parts})
        for entry in sheet.entries.get(SKILLS, ())
    )
    if skills == sheet.entries.get(SKILLS, ()):
        return sheet
    return msgspec.structs.replace(sheet, entries={**sheet.entries, SKILLS: skills})
