"""A magic as a value: what a campaign with it has that others do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.messages import Event
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.harm.hits import PartsOfHit, bare
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND
from fatetable.mechanics.rolls.check_rules import Trait
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import skill_of

Traits: TypeAlias = tuple[Trait, ...]


class Problems(Protocol):
    """What is wrong with a sheet by the rules of a magic."""

    def __call__(self, tables: Tables, dials: Dials, sheet: Sheet, /) -> Iterator[Problem]: ...


class Notes(Protocol):
    """What a sheet shows of a magic in play."""

    def __call__(self, tables: Tables, dials: Dials, state: State, actor: Actor, /) -> Iterator[tuple[str, str]]: ...


class Tell(Protocol):
    """Puts an event of a magic into words."""

    def __call__(self, before: State, after: State, event: Any, /) -> Iterator[str]: ...


class TraitsOfMagic(Protocol):
    """What somebody can roll with for an action, out of everything they have."""

    def __call__(self, tables: Tables, actor: Actor, action: str, traits: Traits, /) -> Traits: ...


class Wards(Protocol):
    """Skills of magic that somebody can defend with against means of these kinds."""

    def __call__(self, actor: Actor, tags: tuple[str, ...], /) -> tuple[str, ...]: ...


def no_wards(_actor: Actor, _tags: tuple[str, ...]) -> tuple[str, ...]:
    return ()


def no_problems(_tables: Tables, _dials: Dials, _sheet: Sheet) -> Iterator[Problem]:
    return iter(())


def no_notes(_tables: Tables, _dials: Dials, _state: State, _actor: Actor) -> Iterator[tuple[str, str]]:
    return iter(())


def no_fighting_with_magic(tables: Tables, _actor: Actor, action: str, traits: Traits) -> Traits:
    """A skill of magic is no weapon and no shield by itself."""
    if action not in (ATTACK, DEFEND):
        return traits
    return tuple(trait for trait in traits if not is_magical(tables, trait.id))


def is_magical(tables: Tables, trait: str) -> bool:
    skill = skill_of(tables, trait)
    return skill is not None and skill.category == "magical"


class System(Struct, frozen=True, kw_only=True):
    """One of the six systems of the book (F2-MAG-01)."""

    parts: Callable[[FateKit], tuple[Part, ...]]
    problems: Problems = no_problems
    notes: Notes = no_notes
    traits: TraitsOfMagic = no_fighting_with_magic
    wards: Wards = no_wards
    parts_of_hits: PartsOfHit = bare
    tellers: Mapping[type[Event], Tell] = {}
