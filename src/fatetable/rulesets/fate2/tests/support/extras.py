"""Heroes with extras."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import read_tables, tables_of
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.sheet import choices


def extra(kind: str, name: str, *aspects: str, ranks: int = 0, bonus: int = 0, text: str = "") -> Entry:
    numbers = {"ranks": ranks} if ranks else {}
    return Entry(
        name=name,
        kind=kind,
        numbers={**numbers, "bonus": bonus} if bonus else numbers,
        lists={"aspects": aspects} if aspects else {},
        texts={"text": text} if text else {},
    )


CLOAK = extra("power-by-rank", "Cloak of Invisibility", "Invisible", ranks=1)


def hero_with(
    *extras: Entry,
    skills: int | tuple[str, ...] = 3,
    aspect: str = "Tester",
    aspects: Mapping[int, str] | None = None,
) -> Sheet:
    """A hero of five phases who has these extras since the first; the others bring four new skills each."""
    procedure = build({}).creation
    known = [choice.value for choice in choices(tables_of(read_tables(), Dials()))]
    learnt = known[:skills] if isinstance(skills, int) else list(skills)
    numbers: dict[str, int] = {}
    for skill in learnt:
        numbers[skill] = numbers.get(skill, 0) + 1
    first = Entry(name=aspect, numbers=numbers, entries={"extras": extras} if extras else {})
    others = tuple(
        Entry(
            name=(aspects or {}).get(place, f"Aspect {place}"),
            numbers=dict.fromkeys(known[4 * place : 4 * place + 4], 1),
        )
        for place in range(1, 5)
    )
    return procedure.finish(Sheet(ruleset="fate2", name="Tester", kind="hero", entries={"phases": (first, *others)}))
