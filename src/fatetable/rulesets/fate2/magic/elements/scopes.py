"""How much of an element a mage can move, and how hard that is (F2-ELE-01, F2-ELE-04, F2-ELE-06, F2-ELE-09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.fate2.book import Element, Tables
from fatetable.rulesets.fate2.sheet import slot_of


class Scopes(Struct, frozen=True):
    tables: Tables

    def level(self, actor: Actor, element: Element) -> int:
        return actor.sheet.levels.get(slot_of(element.aspect), 0)

    def weakest(self, actor: Actor, elements: Iterable[Element]) -> int:
        return min(self.level(actor, element) for element in elements)

    def is_mage(self, actor: Actor) -> bool:
        """One level in one element makes a mage (F2-ELE-01)."""
        return any(self.level(actor, element) for element in self.tables.elements.all)

    def reach(self, actor: Actor, element: Element) -> int:
        """The largest scope of an element; any mage can do a spark in each, and others nothing (F2-ELE-04)."""
        return self.level(actor, element) if self.is_mage(actor) else -1

    def elements_of(self, actor: Actor) -> tuple[Element, ...]:
        return self.tables.elements.all if self.is_mage(actor) else ()

    def difficulty(self, rank: int) -> int:
        scope = self.tables.elements.scope(rank)
        assert scope is not None
        return self.tables.ladder.parse(scope.difficulty)

    def choices(self, most: int, least: int = 0) -> tuple[Choice, ...]:
        """The scopes of these ranks, each with what it is rolled against."""
        return tuple(
            Choice(str(scope.rank), f"{scope.name} ({self.tables.ladder.label(self.difficulty(scope.rank))})")
            for scope in self.tables.elements.scopes
            if least <= scope.rank <= most
        )

    def name(self, rank: int) -> str:
        scope = self.tables.elements.scope(rank)
        return scope.name if scope is not None else str(rank)

    def to_dispel(self, rank: int, *, is_summoned: bool) -> int:
        """The rank that removes so much of an element: one less, if it was summoned (F2-ELE-06)."""
        return max(0, rank - 1) if is_summoned else rank

    def dispelled_by(self, element: Element) -> Iterator[Element]:
        """The elements with which an elemental is dispelled: its own and the opposed one (F2-ELE-09)."""
        yield element
        yield from (other for other in self.tables.elements.all if other.name == element.opposed)
