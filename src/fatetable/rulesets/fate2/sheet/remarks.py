"""What is worth knowing about somebody's aspects, languages and best skills, for their sheet at the table."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.identity import remembered
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import AspectRow, Tables
from fatetable.rulesets.fate2.sheet.aspects import slot_of
from fatetable.rulesets.fate2.sheet.kinds import HERO
from fatetable.rulesets.fate2.sheet.languages import fluency
from fatetable.rulesets.fate2.sheet.skills import skill_of


def notes(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """Further lines of a sheet."""
    tongues = (("Languages", ", ".join(f"{name}: {how}" for name, how in fluency(tables, actor.sheet))),)
    shines = _shines(tables, state, actor) if actor.kind == HERO and actor.has_player else ()
    return (*aspect_notes(tables, actor.sheet), *(line for line in tongues if line[1]), *shines)


def _shines(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """The kinds of skills that somebody is best in: everybody should have one (F2-SKL-01, F2-SKL-02)."""
    heroes = [each for each in state.get(CAST).values() if each.kind == HERO and each.has_player]
    if len(heroes) < 2:
        return ()
    best = {each.id: best_by_category(tables, each.sheet) for each in heroes}
    mine = best.pop(actor.id)
    found = [kind for kind, rating in mine.items() if all(other.get(kind, -1) < rating for other in best.values())]
    return (("Shines in", ", ".join(found) or "nothing that somebody else is not as good at"),)


def best_by_category(tables: Tables, sheet: Sheet) -> dict[str, int]:
    """The best rating somebody has in each kind of skills."""
    found: dict[str, int] = {}
    for trait, rating in sheet.traits.items():
        if (skill := skill_of(tables, trait)) is not None:
            found[skill.category] = max(rating, found.get(skill.category, rating))
    return found


def aspect_notes(tables: Tables, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What each aspect that the book knows is good for, and how it gets in the way (F2-LIST-01, F2-LIST-02)."""
    for slot, name in sheet.aspects.items():
        row = known_aspect(tables, slot)
        if row is not None and (row.use or row.trouble):
            yield name, ". ".join(_sentences(row)) + "."


@remembered(limit=4096, has_texts=True)
def known_aspect(tables: Tables, slot: str) -> AspectRow | None:
    return next((row for row in tables.aspects if slot_of(row.name) == slot), None)


def _sentences(row: AspectRow) -> Iterator[str]:
    if row.use:
        yield f"Good for: {row.use}"
    if row.trouble:
        yield f"In the way: {row.trouble}"
