"""Ready-made characters, made for the dials and the skills of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import RULESET, SampleRow, Tables
from fatetable.rulesets.fate2.creation.spending import spend
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import BARE, EXTRAS, HERO, PHASED, PHASES, rank_rules, worked_out

MAGICAL = "magical"
"""Nobody learns magic by the way."""


def samples(tables: Tables, dials: Dials) -> tuple[Sheet, ...]:
    return tuple(_sample(tables, dials, row) for row in tables.samples if row.magic in ("", dials.magic))


def forms(samples: Iterable[Sheet], form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    if form not in ("hero", "opponent"):
        return ()
    return tuple(sheet for sheet in samples if (sheet.kind == HERO) == (form == "hero"))


def _sample(tables: Tables, dials: Dials, row: SampleRow) -> Sheet:
    if row.kind in PHASED:
        entries = {PHASES: tuple(_life(tables, dials, row))}
    else:
        entries = {BARE: tuple(Entry(name=name, numbers={"level": level}) for name, level in row.aspects.items())}
    sheet = Sheet(
        ruleset=RULESET,
        name=row.name,
        kind=row.kind,
        description=row.description,
        texts={"goal": row.goal} if row.goal else {},
        entries={name: parts for name, parts in entries.items() if parts},
    )
    return worked_out(tables, dials, sheet)


def _life(tables: Tables, dials: Dials, row: SampleRow) -> Iterator[Entry]:
    """Its phases, told again from the first where the campaign has more."""
    names = {name: _first(tables, among) for name, among in row.skills.items()}
    plain = {skill.id for skill in tables.skills if not skill.asks and skill.category != MAGICAL}
    others = (
        *(name for name in names.values() if name in plain),
        *(each.id for each in tables.skills if each.id in plain),
    )
    rules = rank_rules(tables, dials)
    before: Ranks = {}
    for place in range(dials.creation_phases):
        phase = row.phases[place % len(row.phases)]
        wanted = (found for name in phase.learnt if (found := names[name]) is not None)
        circles = min(phase.circles, dials.ranks_per_phase)
        spent = spend(rules, before, wanted, others, dials.ranks_per_phase - circles)
        before = together((before, spent))
        left = dials.ranks_per_phase - circles - sum(spent.values())
        yield Entry(
            name=phase.aspect,
            numbers=spent,
            texts={"story": phase.story} if place < len(row.phases) and phase.story else {},
            lists=_more_aspects(dials, row, place),
            entries=_extras(circles, left),
        )


def _more_aspects(dials: Dials, row: SampleRow, place: int) -> dict[str, tuple[str, ...]]:
    more = range(1, dials.aspects_per_phase)
    found = tuple(row.phases[(place + step) % len(row.phases)].aspect for step in more)
    return {"aspects": found} if found else {}


def _extras(circles: int, friends: int) -> dict[str, tuple[Entry, ...]]:
    """Circles beside a skill of magic; and ranks that no skill takes go into people one knows."""
    known = ("Helps Where They Can",) * friends
    bought = (
        *((Entry(name="Circles", kind="circle", numbers={"ranks": circles}),) if circles else ()),
        *((Entry(name="Old Friends", kind="contact", lists={"aspects": known}),) if friends else ()),
    )
    return {EXTRAS: bought} if bought else {}


def _first(tables: Tables, names: Iterable[str]) -> str | None:
    """The first of these that the campaign has."""
    known = {skill.name: skill.id for skill in tables.skills if not skill.asks}
    return next((known[name] for name in names if name in known), None)
