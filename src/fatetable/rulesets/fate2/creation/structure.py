"""Structured creation: which aspects and skills a place, a pursuit or one's past offers (F2-OPT-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.mechanics.characters.ranks import Ranks, together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fate2.book import Skill, Tables, Way
from fatetable.rulesets.fate2.creation.plan import planned
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import DESTINY, HERO, Stage, chosen_in, rank_rules, skill_name, skill_of, slot_of

WAY = "way"
"""The list of a phase that names its place or pursuit; it has one entry."""


class Past(Struct, frozen=True):
    """What somebody has been and learnt before a phase; the last of `ways` is where they come from."""

    names: tuple[str, ...] = ()
    ranks: Ranks = {}
    ways: tuple[str, ...] = ()

    def then(self, stage: Stage, way: Way | None) -> Past:
        names = (*self.names, *(name for name in chosen_in(stage.entry) if name.strip()))
        ways = (*self.ways, way.name) if way is not None and stage.kind == "phase" else self.ways
        return Past(names, together((self.ranks, stage.entry.numbers)), ways)

    def level(self, aspect: str) -> int:
        return Counter(slot_of(name) for name in self.names)[slot_of(aspect)]


class Opening(Struct, frozen=True):
    """What one phase offers: the ways to choose from, the one that was chosen, and what it has."""

    stage: Stage
    past: Past
    ways: tuple[Way, ...]
    way: Way | None
    aspects: tuple[str, ...]
    skills: frozenset[str]
    """Names of skills or of categories; empty if all of them can be learnt."""

    def has_aspect(self, tables: Tables, dials: Dials, name: str) -> bool:
        """What one is born with can come up anywhere, and so can a Destiny and the plot."""
        inborn = (row.name for row in tables.aspects if row.is_inborn)
        free = (*inborn, *tables.phase(self.stage.number).plot, *((DESTINY,) if dials.destiny else ()))
        return slot_of(name) in {slot_of(each) for each in (*self.aspects, *free)}

    def has_skill(self, skill: Skill | None) -> bool:
        return skill is None or not self.skills or not self.skills.isdisjoint({skill.name, skill.category})


def openings(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Opening]:
    """What each phase of a life offers: only heroes find a way, and in open creation nobody needs one."""
    past, way = Past(), None
    for stage in planned(tables, dials, sheet):
        if stage.kind != "free":
            ways = tuple(ways_open(tables, dials, past)) if sheet.kind == HERO else ()
            if stage.kind == "phase":
                way = chosen_way(ways, stage) if dials.creation_structure != "career" else None
            yield opening(dials, stage, past, ways, way)
        past = past.then(stage, way)


def opening(dials: Dials, stage: Stage, past: Past, ways: tuple[Way, ...], way: Way | None) -> Opening:
    of = ways if dials.creation_structure == "career" else () if way is None else (way,)
    skills = (
        frozenset[str]() if any(not each.skills for each in of) else frozenset(name for w in of for name in w.skills)
    )
    return Opening(stage, past, ways, way, tuple(dict.fromkeys(name for each in of for name in each.offers)), skills)


def chosen_way(ways: Iterable[Way], stage: Stage) -> Way | None:
    wanted = stage.entry.lists.get(WAY, ())
    return next((way for way in ways if wanted[:1] == (way.name,)), None)


def ways_open(tables: Tables, dials: Dials, past: Past) -> Iterator[Way]:
    """The ways that somebody with this past may take next (F2-OPT-15, F2-OPT-16, F2-OPT-17)."""
    known = {way.name: way for way in tables.ways if way.structure == dials.creation_structure}
    last = known.get(past.ways[-1]) if past.ways else None
    ratings = {
        slot_of(skill_name(tables, trait)): rating
        for trait, rating in rank_rules(tables, dials, past.ranks).ratings(past.ranks).items()
        if skill_of(tables, trait) is not None
    }
    for way in known.values():
        has_been = all(past.ways.count(name) >= number for name, number in way.phases.items())
        has_become = all(past.level(name) >= number for name, number in way.levels.items())
        start = tables.figures.skills.start
        can = all(ratings.get(slot_of(name), start) >= number for name, number in way.ratings.items())
        if has_been and has_become and can and (last is None or _leads_to(dials, last, way)):
            yield way


def _leads_to(dials: Dials, last: Way, way: Way) -> bool:
    if last.name == way.name or dials.creation_structure == "career" or dials.moving_on == "free":
        return True
    if dials.moving_on == "adjacent":
        return way.name in last.next or last.name in way.next
    return last.is_travelling or way.is_travelling
