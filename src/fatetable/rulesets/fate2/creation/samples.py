"""Ready-made characters, made for the dials and the skills of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import RULESET, SampleExtra, SamplePhase, SampleRow, Tables
from fatetable.rulesets.fate2.creation.spending import spend
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    BARE,
    EXTRAS,
    HERO,
    OF_THE_GM,
    PHASED,
    PHASES,
    SERVANT,
    rank_rules,
    ranks_of_extra,
    worked_out,
)

MAGICAL = "magical"
"""Nobody learns magic by the way."""


FORMS = {"hero": (HERO,), "opponent": OF_THE_GM, "servant": (SERVANT,)}
"""Which kinds of characters are made where a form is asked for."""


def samples(tables: Tables, dials: Dials) -> tuple[Sheet, ...]:
    return tuple(_sample(tables, dials, row) for row in tables.samples if row.magic in ("", dials.magic))


def forms(samples: Iterable[Sheet], form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    kinds = FORMS.get(form, ())
    return tuple(sheet for sheet in samples if sheet.kind in kinds)


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
        numbers={PHASES: row.length} if row.length else {},
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
    for place in range(row.length or dials.creation_phases):
        phase = row.phases[place % len(row.phases)]
        wanted = (found for name in phase.learnt if (found := names[name]) is not None)
        bought = tuple(_bought(phase, dials.ranks_per_phase, is_first=place < len(row.phases)))
        ranks = dials.ranks_per_phase - sum(ranks_of_extra(extra) for extra in bought)
        spent = spend(rules, before, wanted, others, ranks)
        before = together((before, spent))
        left = ranks - sum(spent.values())
        yield Entry(
            name=phase.aspect,
            numbers=spent,
            texts={"story": phase.story} if place < len(row.phases) and phase.story else {},
            lists=_more_aspects(dials, row, place),
            entries=_with_friends(bought, left),
        )


def _bought(phase: SamplePhase, ranks: int, *, is_first: bool) -> Iterator[Entry]:
    """The extras of a phase, as far as its ranks go; circles come with every skill of magic, others once."""
    circles = SampleExtra(kind="circle", name="Circles", ranks=phase.circles)
    for row in (*((circles,) if phase.circles else ()), *(phase.extras if is_first else ())):
        cost = ranks_of_extra(row.entry)
        if cost <= ranks:
            ranks -= cost
            yield row.entry


def _more_aspects(dials: Dials, row: SampleRow, place: int) -> dict[str, tuple[str, ...]]:
    more = range(1, dials.aspects_per_phase)
    found = tuple(row.phases[(place + step) % len(row.phases)].aspect for step in more)
    return {"aspects": found} if found else {}


def _with_friends(extras: tuple[Entry, ...], left: int) -> dict[str, tuple[Entry, ...]]:
    """Ranks that no skill takes go into people one knows."""
    friends = Entry(name="Old Friends", kind="contact", lists={"aspects": ("Helps Where They Can",) * left})
    held = (*extras, friends) if left else extras
    return {EXTRAS: held} if held else {}


def _first(tables: Tables, names: Iterable[str]) -> str | None:
    """The first of these that the campaign has."""
    known = {skill.name: skill.id for skill in tables.skills if not skill.asks}
    return next((known[name] for name in names if name in known), None)
