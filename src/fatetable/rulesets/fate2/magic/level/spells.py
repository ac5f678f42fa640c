"""Spells that are ready: so many of each circle, and gone once they are cast (F2-LVL-03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.offers import Choice
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.rulesets.fate2.book import Circle, Spell, Tables

COPY = "#"
"""Follows the name of a spell that is prepared more than once."""


class Prepared(Struct, frozen=True, omit_defaults=True):
    """What a mage has ready, by circle, and the circles that were studied today."""

    spells: Mapping[str, tuple[str, ...]] = {}
    studied: tuple[str, ...] = ()


Preparations: TypeAlias = Mapping[ActorId, Prepared]
PREPARED_SPELLS: Key[Preparations] = Key("prepared-spells", dict[ActorId, Prepared], {})


class SpellsPrepared(Event, frozen=True, tag="fate2-spells-prepared/1"):
    actor: ActorId
    circle: str
    spells: tuple[str, ...]


class SpellCast(Event, frozen=True, tag="fate2-spell-cast/1"):
    """A spell is gone from what was ready."""

    actor: ActorId
    circle: str
    spell: str


class StudyBegins(Event, frozen=True, tag="fate2-study-begins/1"):
    """A new day: everybody may prepare spells again."""


def _prepared(held: Preparations, event: SpellsPrepared) -> Preparations:
    before = held.get(event.actor, Prepared())
    spells = {**before.spells, event.circle: event.spells}
    return {**held, event.actor: Prepared(spells, (*before.studied, event.circle))}


def _cast(held: Preparations, event: SpellCast) -> Preparations:
    before = held.get(event.actor, Prepared())
    left = list(before.spells.get(event.circle, ()))
    left.remove(event.spell)
    spells = {**before.spells, event.circle: tuple(left)}
    return {**held, event.actor: msgspec.structs.replace(before, spells=spells)}


def _new_day(held: Preparations, _: StudyBegins) -> Preparations:
    return {actor: msgspec.structs.replace(prepared, studied=()) for actor, prepared in held.items()}


SPELL_FOLDS = folds(PREPARED_SPELLS, {SpellsPrepared: _prepared, SpellCast: _cast, StudyBegins: _new_day})


def prepared_by(state: State, actor: ActorId) -> Prepared:
    return state.get(PREPARED_SPELLS).get(actor, Prepared())


def number_of_spells(actor: Actor, circle: Circle) -> int:
    """How many spells of a circle somebody can have ready: one more than the level of its skill."""
    rating = actor.sheet.traits.get(circle.id)
    return 0 if rating is None else max(0, rating + 1)


def copies(tables: Tables, circle: Circle, number: int) -> Iterator[Choice]:
    """What can be prepared: each spell of the circle, and each of them again as often as there is room."""
    for spell in tables.spells:
        if spell.level in circle.levels and number:
            yield Choice(spell.name)
            yield from (Choice(f"{spell.name}{COPY}{more}", f"{spell.name}, again") for more in range(2, number + 1))


def spell_in(copy: str) -> str:
    """The spell that a choice of `copies` stands for.

    >>> spell_in("Mend"), spell_in("Mend#2")
    ('Mend', 'Mend')
    """
    return copy.partition(COPY)[0]


def ready(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[Circle, Spell]]:
    """Each spell somebody has ready, once."""
    listed = {spell.name: spell for spell in tables.spells}
    held = prepared_by(state, actor.id).spells
    for circle in tables.circles:
        for name in dict.fromkeys(held.get(circle.id, ())):
            if name in listed and circle.id in actor.sheet.traits:
                yield circle, listed[name]
