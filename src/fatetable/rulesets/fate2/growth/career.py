"""How far somebody has come since creation, as the sheet says: ranks gained and spent, arcs, and what is missing."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.ranks import RankRules, together
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import ARCS, FULFILLED, GIVEN_UP, rank_rules, ranks_spent, whole_life

GOAL = "goal"
GAINED = "ranks-gained"
REPAIR = "repair"
REPAIRS = "repairs"
OFF_SCREEN = "off-screen"
AT_ONCE = (OFF_SCREEN, FULFILLED, GIVEN_UP)
"""Arcs whose ranks come all together, and with them the aspect."""
Repair: TypeAlias = Literal["", "purchases", "shift", "gm"]
"""How an unbalanced pyramid is put right: the next purchases are fixed, levels are shifted, or the GM spends ranks."""


class Career(Struct, frozen=True):
    """`in_arc` are the ranks of the arc that is not over; `missing` are those a balanced pyramid still needs."""

    unspent: int
    in_arc: int
    missing: int
    repair: Repair
    repairs: int
    phase_left: int
    """Ranks of a phase off-screen that are not spent."""

    @property
    def may_begin_an_arc(self) -> bool:
        """Is the pyramid balanced, or has the GM agreed how it will be (F2-ADV-04, F2-ADV-05)?"""
        return not self.missing or self.repair in ("purchases", "gm")


@remembered(limit=512)
def career(tables: Tables, dials: Dials, sheet: Sheet) -> Career:
    lived = sheet.entries.get(ARCS, ())
    over = sum(ranks_of_arc(tables, dials, arc) for arc in lived if arc.name)
    spent = sum(ranks_spent(arc) for arc in lived)
    gained = max(sheet.numbers.get(GAINED, 0), spent, over)
    last = next((arc for arc in reversed(lived) if arc.kind in AT_ONCE), None)
    left = ranks_of_arc(tables, dials, last) - ranks_spent(last) if last is not None else 0
    return Career(
        unspent=gained - spent,
        in_arc=gained - over,
        missing=missing(tables, dials, sheet),
        repair=msgspec.convert(sheet.texts.get(REPAIR, ""), Repair),
        repairs=sheet.numbers.get(REPAIRS, 0),
        phase_left=max(0, left),
    )


def ranks_of_arc(tables: Tables, dials: Dials, arc: Entry) -> int:
    """As many as its periods bring, or as a phase of creation does, or a Destiny (F2-ADV-02, F2-ADV-08, F2-OPT-11)."""
    figures = tables.figures.growth
    at_once = {
        OFF_SCREEN: dials.ranks_per_phase,
        FULFILLED: tables.figures.destiny.ranks,
        GIVEN_UP: tables.figures.destiny.given_up,
    }
    return at_once.get(arc.kind, figures.periods_per_arc * figures.ranks_per_period)


def full_arc(tables: Tables) -> int:
    return tables.figures.growth.periods_per_arc * tables.figures.growth.ranks_per_period


def missing(tables: Tables, dials: Dials, sheet: Sheet, *more: tuple[str, int]) -> int:
    """How many ranks a balanced pyramid still needs, if these are spent or taken off too."""
    ranks = _ranks(dials, sheet)
    # A new one of a group is in no list; the rules know all others.
    unlisted = tuple(trait for trait, _ in more if group_and_name(trait) and trait not in ranks)
    rules = rank_rules(tables, dials, (*ranks, *unlisted)) if unlisted else _rules(tables, dials, sheet)
    return rules.missing(together((ranks, *({trait: number} for trait, number in more))))


@remembered(limit=512)
def _ranks(dials: Dials, sheet: Sheet) -> dict[str, int]:
    return together(stage.entry.numbers for stage in whole_life(dials, sheet))


@remembered(limit=512)
def _rules(tables: Tables, dials: Dials, sheet: Sheet) -> RankRules:
    """Those of all skills of the list and all that the sheet has."""
    return rank_rules(tables, dials, _ranks(dials, sheet))


# -- sheets after a change -------------------------------------------------------------------------------------------


def with_numbers(sheet: Sheet, **numbers: int) -> Sheet:
    changed = {**sheet.numbers, **{name.replace("_", "-"): number for name, number in numbers.items()}}
    return msgspec.structs.replace(sheet, numbers={name: number for name, number in changed.items() if number})


def with_text(sheet: Sheet, name: str, text: str) -> Sheet:
    rest = {key: value for key, value in sheet.texts.items() if key != name}
    return msgspec.structs.replace(sheet, texts={**rest, name: text} if text else rest)


def with_gained(tables: Tables, dials: Dials, sheet: Sheet, ranks: int) -> Sheet:
    """So many ranks more to spend (F2-ADV-01)."""
    now = career(tables, dials, sheet)
    spent = sum(ranks_spent(arc) for arc in sheet.entries.get(ARCS, ()))
    return with_numbers(sheet, ranks_gained=now.unspent + spent + ranks)


def with_ranks(sheet: Sheet, phase_left: int, *spent: tuple[str, int]) -> Sheet:
    """The sheet with ranks spent in the arc that is under way; ranks that are taken off are negative."""
    place, arc = _under_way(sheet, phase_left)
    numbers = together((arc.numbers, *({trait: number} for trait, number in spent)))
    changed = msgspec.structs.replace(arc, numbers={trait: number for trait, number in numbers.items() if number})
    return _with_arc_at(sheet, place, changed)


def with_extra(sheet: Sheet, phase_left: int, extra: Entry, field: str) -> Sheet:
    """The sheet with an extra bought in the arc that is under way."""
    place, arc = _under_way(sheet, phase_left)
    entries = {**arc.entries, field: (*arc.entries.get(field, ()), extra)}
    return _with_arc_at(sheet, place, msgspec.structs.replace(arc, entries=entries))


def with_aspect(sheet: Sheet, words: str) -> Sheet:
    """The arc that is under way is over, and an aspect has come of it (F2-ADV-02)."""
    place, arc = _under_way(sheet, 0)
    return _with_arc_at(sheet, place, msgspec.structs.replace(arc, name=words))


def with_phase_off_screen(sheet: Sheet, words: str) -> Sheet:
    return with_arc(sheet, words, OFF_SCREEN)


def with_arc(sheet: Sheet, words: str, kind: str) -> Sheet:
    """The sheet with an aspect whose ranks are still to be spent; an arc that is under way goes on after it."""
    lived = sheet.entries.get(ARCS, ())
    over = [arc for arc in lived if arc.name]
    return _with_arcs(sheet, (*over, Entry(name=words, kind=kind), *lived[len(over) :]))


def _under_way(sheet: Sheet, phase_left: int) -> tuple[int, Entry]:
    """What ranks are spent in, and its place: in what came all at once as long as it has any, or else in an arc."""
    lived = sheet.entries.get(ARCS, ())
    if phase_left:
        return next((place, arc) for place, arc in reversed(tuple(enumerate(lived))) if arc.kind in AT_ONCE)
    return (len(lived) - 1, lived[-1]) if lived and not lived[-1].name else (len(lived), Entry())


def _with_arc_at(sheet: Sheet, place: int, arc: Entry) -> Sheet:
    lived = sheet.entries.get(ARCS, ())
    return _with_arcs(sheet, (*lived[:place], arc, *lived[place + 1 :]))


def _with_arcs(sheet: Sheet, arcs: tuple[Entry, ...]) -> Sheet:
    kept = tuple(arc for arc in arcs if arc != Entry())
    return msgspec.structs.replace(sheet, entries={**sheet.entries, ARCS: kept})
