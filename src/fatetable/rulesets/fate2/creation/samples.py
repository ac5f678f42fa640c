"""Ready-made characters, made for the dials and the skills of a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec
from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import RULESET, SampleExtra, SamplePhase, SampleRow, Tables
from fatetable.rulesets.fate2.creation.plan import serves_the_plot
from fatetable.rulesets.fate2.creation.sample_aspects import Wish
from fatetable.rulesets.fate2.creation.structure import WAY, Opening, Past
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import (
    BARE,
    EXTRAS,
    HERO,
    OF_THE_GM,
    ORGANISATION,
    PHASED,
    PHASES,
    SERVANT,
    phases_of_form,
    rank_rules,
    ranks_of_extra,
    skill_of,
    spend,
    worked_out,
)

MAGICAL = "magical"
"""Nobody learns magic by the way."""


FORMS = {"hero": (HERO,), "opponent": OF_THE_GM, "organisation": (ORGANISATION,)}
"""Which kinds of characters are made where a form is asked for."""


def samples(tables: Tables, dials: Dials) -> tuple[Sheet, ...]:
    return tuple(_sample(tables, dials, row) for row in tables.samples if _fits(dials, row))


def _fits(dials: Dials, row: SampleRow) -> bool:
    """Magic has its own ways through a life, which the places and careers of a campaign may not offer."""
    return not row.magic or (row.magic == dials.magic and dials.creation_structure == "open")


def forms(tables: Tables, dials: Dials, samples: Iterable[Sheet], form: str) -> tuple[Struct, ...]:
    """Ready-made values for what a builder would otherwise fill in."""
    if phases := phases_of_form(form):
        servants = (row for row in tables.samples if row.kind == SERVANT)
        return tuple(_sample(tables, dials, msgspec.structs.replace(row, length=phases)) for row in servants)
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
    wish, past = Wish(tables, dials, row, is_hero=row.kind == HERO), Past()
    for place in range(row.length or dials.creation_phases):
        phase = row.phases[place % len(row.phases)]
        here = wish.opening(past, place)
        aspects = wish.aspects(here, place)
        entry = Entry(name=aspects[0], lists=_lists(here, aspects[1:]))
        stage = msgspec.structs.replace(here.stage, entry=entry)
        has_bonus = wish.is_hero and serves_the_plot(tables, dials, stage)
        ranks = dials.ranks_per_phase + (dials.plot_bonus if has_bonus else 0)
        wanted = (
            found
            for name in phase.learnt
            if (found := names[name]) is not None
            and not _outgrows_mobility(tables, past.ranks, found, phase.learnt.count(name))
        )
        may = partial(_may_learn, tables, here)
        bought = tuple(_bought(phase, ranks, is_first=place < len(row.phases)))
        ranks -= sum(ranks_of_extra(extra) for extra in bought)
        spent = spend(rules, past.ranks, filter(may, wanted), filter(may, others), ranks)
        left = ranks - sum(spent.values())
        story = phase.story if place < len(row.phases) and phase.aspect == aspects[0] else ""
        entry = msgspec.structs.replace(
            entry,
            numbers=spent,
            texts={"story": story} if story else {},
            entries=_with_friends(bought, left),
        )
        past = past.then(msgspec.structs.replace(stage, entry=entry), here.way)
        yield entry


def _bought(phase: SamplePhase, ranks: int, *, is_first: bool) -> Iterator[Entry]:
    """The extras of a phase, as far as its ranks go; circles come with every skill of magic, others once."""
    circles = SampleExtra(kind="circle", name="Circles", ranks=phase.circles)
    for row in (*((circles,) if phase.circles else ()), *(phase.extras if is_first else ())):
        cost = ranks_of_extra(row.entry)
        if cost <= ranks:
            ranks -= cost
            yield row.entry


def _lists(here: Opening, more: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    lists = {"aspects": more, WAY: (here.way.name,) if here.way is not None else ()}
    return {name: entries for name, entries in lists.items() if entries}


def _may_learn(tables: Tables, here: Opening, trait: str) -> bool:
    return here.has_skill(skill_of(tables, trait))


def _outgrows_mobility(tables: Tables, before: Ranks, trait: str, more: int) -> bool:
    """Would a skill of an animal's shape come above its mobility, if that did not rise in this phase? (F2-SKN-02)"""
    return any(
        skill.id == trait and before.get(trait, 0) + more > before.get(animal.mobility.id, 0)
        for animal in tables.animals
        if not animal.like
        for skill in animal.others
    )


def _with_friends(extras: tuple[Entry, ...], left: int) -> dict[str, tuple[Entry, ...]]:
    """Ranks that no skill takes go into people one knows."""
    friends = Entry(name="Old Friends", kind="contact", lists={"aspects": ("Helps Where They Can",) * left})
    held = (*extras, friends) if left else extras
    return {EXTRAS: held} if held else {}


def _first(tables: Tables, names: Iterable[str]) -> str | None:
    """The first of these that the campaign has."""
    known = {skill.name: skill.id for skill in tables.skills if not skill.asks}
    return next((known[name] for name in names if name in known), None)
