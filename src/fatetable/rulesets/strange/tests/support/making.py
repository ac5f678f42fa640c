"""Characters in the making, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fatetable.mechanics.book.dials import read_dials
from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.strange.book import RULESET, HeldDrawback, HeldTrapping
from fatetable.rulesets.strange.creation import creation
from fatetable.rulesets.strange.dials import DIALS, Dials
from fatetable.rulesets.strange.sheet import skill_entry
from fatetable.rulesets.strange.tests.support.book import TABLES

ASPECTS = {"archetype": "Last Martian On Earth", "social-class": "Upper Class", "conviction": "Never Take Charity"}


def procedure(**dials: Any) -> CreationProcedure:
    return creation(TABLES, read_dials(Dials, DIALS, dials))


def common(name: str, rating: int = 1, tier: int = 0, *drawbacks: str | HeldDrawback) -> Entry:
    return skill_entry(TABLES, name, rating, tier, kind="common", drawbacks=tuple(map(_drawback, drawbacks)))


def built(
    name: str,
    *trappings: str | HeldTrapping,
    kind: str = "strange",
    rating: int = 1,
    tier: int = 0,
    drawbacks: tuple[str | HeldDrawback, ...] = ("minor-snag",),
    benefits: tuple[str, ...] = (),
    **more: Any,
) -> Entry:
    parts = tuple(
        HeldTrapping(id=each.partition(" ")[0], of=each.partition(" ")[2]) if isinstance(each, str) else each
        for each in trappings
    )
    entry = skill_entry(
        TABLES,
        name,
        rating,
        tier,
        *parts,
        kind=kind,
        benefits=benefits,
        drawbacks=tuple(map(_drawback, drawbacks)),
    )
    lists = {**entry.lists, **more.get("lists", {})}
    return msgspec.structs.replace(
        entry, lists=lists, texts=more.get("texts", {}), numbers={**entry.numbers, **more.get("numbers", {})}
    )


def _drawback(given: str | HeldDrawback) -> HeldDrawback:
    if isinstance(given, HeldDrawback):
        return given
    row = TABLES.drawback(given)
    needs_words = row is not None and (row.form == "aspect" or row.kind == "snag")
    return HeldDrawback(id=given, text=f"Words of {given}" if needs_words else "")


def hero(
    *skills: Entry,
    archetype: str = "alien",
    aspects: Mapping[str, str] | None = None,
    gifts: tuple[str, ...] = (),
    wards: tuple[tuple[str, str], ...] = (),
    kind: str = "hero",
    lists: Mapping[str, tuple[str, ...]] | None = None,
    waived: tuple[str, ...] = (),
) -> Sheet:
    return Sheet(
        ruleset=RULESET,
        name="Cora",
        kind=kind,
        aspects={**ASPECTS, **(aspects or {})},
        lists={**({"archetype": (archetype,)} if archetype else {}), **(lists or {})},
        entries={
            "skills": skills,
            "gifts": tuple(Entry(kind=gift) for gift in gifts),
            "wards": tuple(Entry(name=name, texts={"against": against}) for name, against in wards),
        },
        waived=waived,
    )


def problems(sheet: Sheet, **dials: Any) -> tuple[Problem, ...]:
    return procedure(**dials).problems(sheet)


def errors(sheet: Sheet, **dials: Any) -> list[str]:
    return sorted(problem.code for problem in problems(sheet, **dials) if problem.severity == "error")


def advice(sheet: Sheet, **dials: Any) -> list[str]:
    return sorted(problem.code for problem in problems(sheet, **dials) if problem.severity == "advice")


def told(sheet: Sheet, path: str, **dials: Any) -> str:
    """A figure that the rules work out."""
    return next((figure.text for figure in procedure(**dials).figures(sheet) if figure.path == path), "")
