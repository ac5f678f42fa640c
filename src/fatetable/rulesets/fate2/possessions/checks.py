"""What can be wrong with extras, and what the GM has to agree to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import ExtraKind, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import Extra, extras_of, kind_of_extra, number_of_phases, purchases, slot_of


def extra_problems(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[Problem]:
    for extra in purchases(dials, sheet):
        kind = kind_of_extra(tables, extra)
        if kind is None:
            message = f"There is no kind of extra {extra.kind[:60]!r}."
            yield Problem("error", "unknown-extra", extra.where, message, "Choose one of the kinds.", ("F2-EXT-03",))
            continue
        yield from _unfinished(kind, extra)
    for extra in extras_of(dials, sheet):
        yield from _unfit(dials, sheet, extra)


def _unfinished(kind: ExtraKind, extra: Extra) -> Iterator[Problem]:
    if not extra.name:
        yield Problem("error", "extra-unnamed", f"{extra.where}.name", "An extra has no name.", "Give one.", kind.cites)
    named = extra.entry.lists.get("aspects", ())
    if (kind.price == "aspects" or kind.aspect) and (not extra.aspects or len(extra.aspects) != len(named)):
        message = f"{extra.name or kind.name} needs an aspect for each rank."
        where = f"{extra.where}.lists.aspects"
        yield Problem("error", "extra-without-aspect", where, message, "Name one.", ("F2-EXT-08",))
    if kind.price == "aspects" and "ranks" in extra.entry.numbers:
        message = f"{extra.name or kind.name} costs a rank for each aspect."
        where = f"{extra.where}.numbers.ranks"
        yield Problem("error", "extra-with-ranks", where, message, "Leave the ranks out.", ("F2-EXT-08",))
    if kind.asks and not extra.text:
        message = f"Say this of {extra.name or kind.name}: {kind.asks.lower()}."
        yield Problem("error", "extra-undescribed", f"{extra.where}.texts.text", message, "", kind.cites)


def _unfit(dials: Dials, sheet: Sheet, extra: Extra) -> Iterator[Problem]:
    """Extras that need something else on the sheet."""
    if extra.kind == "minions" and extra.text and slot_of(extra.text) not in sheet.aspects:
        message = f"{extra.name} need an aspect that commands them, and there is no {extra.text[:60]!r}."
        where = f"{extra.where}.texts.text"
        yield Problem("error", "minions-without-aspect", where, message, "Name one of the aspects.", ("F2-EXT-14",))
    if extra.kind == "power-limited" and extra.name and slot_of(extra.name) not in sheet.aspects:
        message = f"{extra.name} has to be an aspect too, whose boxes its uses cost."
        where = f"{extra.where}.name"
        yield Problem("error", "item-without-aspect", where, message, "Take it as an aspect.", ("F2-EXT-22",))
    phases = number_of_phases(dials, sheet)
    if extra.kind == "servant" and extra.ranks > phases:
        message = f"{extra.name} has more phases than whom it serves, {extra.ranks} of {phases}."
        where = f"{extra.where}.numbers.ranks"
        yield Problem("error", "servant-above-patron", where, message, "Take ranks off.", ("F2-EXT-12",))


def is_questioned(ranks: int, phases: int) -> bool:
    """Has a servant more than half the phases of its patron (F2-EXT-12)?"""
    return 2 * ranks > phases


def extras_to_agree_to(tables: Tables, dials: Dials, sheet: Sheet) -> Iterator[str]:
    """What a player and the GM have to see in the same way before it comes into the game."""
    for extra in extras_of(dials, sheet):
        kind = kind_of_extra(tables, extra)
        if kind is not None:
            yield from matters_of(tables, kind, extra, number_of_phases(dials, sheet))


def matters_of(tables: Tables, kind: ExtraKind, extra: Extra, phases: int) -> Iterator[str]:
    ranks = "1 rank" if extra.ranks == 1 else f"{extra.ranks} ranks"
    if kind.agree:
        aspects = ", ".join(extra.aspects)
        yield kind.agree.format(name=extra.name, aspects=aspects, ranks=ranks, text=extra.text)
    if extra.kind == "servant" and is_questioned(extra.ranks, phases):
        yield f"{extra.name} has {extra.ranks} phases, more than half of those of its patron."
    words = {word.casefold() for each in (extra.name, extra.text, *extra.aspects) for word in re.findall(r"\w+", each)}
    for row in tables.watched if extra.kind not in ("contact", "enemy", "resource") else ():
        if words & set(row.words):
            yield f"{extra.name}: {row.power} trumps {row.trumps}. Find a form that can be played."
