"""Skills as they are written on a sheet, where their trappings and drawbacks are parts of them."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.book import HeldDrawback, HeldTrapping, SampleSkill, Tables
from fatetable.rulesets.strange.sheet.skills import (
    BENEFITS,
    DRAWBACKS,
    DUPLICATES,
    RATING,
    TERMS,
    TIER,
    TRAPPINGS,
    box_of,
)


def skill_entry(
    tables: Tables,
    name: str,
    rating: int,
    tier: int = 0,
    *trappings: HeldTrapping,
    kind: str = "",
    benefits: tuple[str, ...] = (),
    drawbacks: tuple[HeldDrawback, ...] = (),
) -> Entry:
    """Without trappings it is a common skill, and otherwise a strange one."""
    parts = {
        TRAPPINGS: tuple(_trapping(tables, held) for held in trappings),
        DRAWBACKS: tuple(_drawback(tables, held) for held in drawbacks),
    }
    return Entry(
        name=name,
        kind=kind or ("strange" if trappings else "common"),
        numbers={RATING: rating, TIER: tier} if tier else {RATING: rating},
        lists={BENEFITS: benefits} if benefits else {},
        entries={field: found for field, found in parts.items() if found},
    )


def sample_entry(tables: Tables, sample: SampleSkill, rating: int = 1) -> Entry:
    return skill_entry(
        tables,
        sample.name,
        rating,
        sample.tier,
        *sample.trappings,
        kind=sample.kind,
        drawbacks=sample.drawbacks,
    )


def _trapping(tables: Tables, held: HeldTrapping) -> Entry:
    box = box_of(tables, held)
    return Entry(
        kind=box,
        numbers={DUPLICATES: 1} if held.of == DUPLICATES else {},
        texts=_filled({"of": held.of if box == held.id else "", "note": held.note}),
        lists={name: words for name, words in (("extras", held.extras), (TERMS, held.terms)) if words},
    )


def _drawback(tables: Tables, held: HeldDrawback) -> Entry:
    drawback = tables.drawback(held.id)
    return Entry(
        name=held.id,
        kind=drawback.form if drawback else "",
        numbers={name: 1 for name, is_so in (("can-fail", held.can_fail), ("each-use", held.each_use)) if is_so},
        texts=_filled({"text": held.text, "becomes": held.becomes, "broken-by": held.broken_by}),
        lists={name: (word,) for name, word in (("aspect", held.aspect), ("spares", held.spares)) if word},
    )


def _filled(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text}
