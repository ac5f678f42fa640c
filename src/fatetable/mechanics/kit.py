"""What the parts of a ruleset are built from, and how they become an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from fatetable.engine.engine import Engine
from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.engine.words import Words
from fatetable.mechanics.book.dials import Dial, DialValue
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.encounters.going_on import GoingOn
from fatetable.mechanics.encounters.state import ENCOUNTER_EVOLVES
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.journal.handouts import Handouts
from fatetable.mechanics.journal.writing import Writing
from fatetable.mechanics.points.corrections import Corrections
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.holding import Holding
from fatetable.mechanics.rolls.may_declare import may_declare
from fatetable.mechanics.rolls.own_dice import OwnDiceChoice
from fatetable.mechanics.rolls.procedure import RollProcedure
from fatetable.mechanics.rolls.state import ROLL_EVOLVES
from fatetable.mechanics.scenes.sides import SIDES_EVOLVES

Tables = TypeVar("Tables")
Dials = TypeVar("Dials")
P = TypeVar("P")
V = TypeVar("V", bound=DialValue)


class Part(Protocol):
    """One mechanism of a ruleset, shared or its own."""

    def subsystem(self) -> Subsystem: ...


class Kit(Struct, Generic[Tables, Dials], frozen=True, kw_only=True):
    """What a ruleset hands to every folder's `parts(kit)`.

    `checks` says how the ruleset rolls, `turns` what an encounter says about acting, `creation` how sheets are made and
    judged; `words` and `citations` are what its book calls things and where it says so.
    """

    ruleset: str
    tables: Tables
    dials: Dials
    checks: CheckRules
    turns: TurnRules
    creation: CreationProcedure
    words: Words
    citations: Mapping[str, tuple[str, ...]]

    def cites(self, topic: str) -> tuple[str, ...]:
        """The ids of the rules that the book has on a topic."""
        return self.citations.get(topic, ())

    def may_declare(self, state: State, actor: Actor, action: str) -> Refusal | None:
        """Why this actor may not declare that action now."""
        return may_declare(self.turns, self.words, state, actor, action)


SHARED_STATE = Subsystem(name="shared state", evolves={**ROLL_EVOLVES, **SIDES_EVOLVES, **ENCOUNTER_EVOLVES})


def compose(kit: Kit[Tables, Dials], parts: tuple[Part, ...], procedure: RollProcedure) -> Engine:
    """The engine of a ruleset; each part is a service to the others, found by its type."""
    subsystems = tuple(part.subsystem() for part in parts)
    return Engine(
        (*subsystems, *_at_every_table(kit), SHARED_STATE),
        kit.citations,
        words=kit.words,
        services=(procedure, *parts),
        needs_descriptions=kit.checks.pace.needs_words,
    )


def _at_every_table(kit: Kit[Tables, Dials]) -> tuple[Subsystem, ...]:
    parts: tuple[Part, ...] = (
        Corrections(kit.words),
        Holding(kit.checks.pace),
        OwnDiceChoice(kit.checks),
        GoingOn(),
        Handouts(),
        Writing(),
    )
    return tuple(part.subsystem() for part in parts)


def swapped(dial: Dial, chosen: V, parts: Mapping[V, Callable[[], tuple[Part, ...]]]) -> tuple[Part, ...]:
    """The parts that a dial chooses; there have to be some for each of its values, if only none at all."""
    if not dial.swaps or set(parts) != set(dial.values):
        raise ValueError(f"{dial.name} does not choose among {sorted(map(str, parts))}")
    return parts[chosen]()


def part_of(parts: Iterable[Part], kind: type[P]) -> P:
    """The one part of this type."""
    return next(part for part in parts if isinstance(part, kind))
