"""The tables of combinative magic: elements, techniques and scopes (F2-ELE-01, F2-ELE-02, F2-ELE-04)."""

from __future__ import annotations

from msgspec import Struct

EVOCATION, SUMMONING, MASTERY, DISPELLING = "evocation", "summoning", "mastery", "dispelling"


class Element(Struct, frozen=True, forbid_unknown_fields=True):
    """An element, the one opposed to it, and what of a living body it is."""

    name: str
    opposed: str
    body: str

    @property
    def aspect(self) -> str:
        return f"Initiate of {self.name}"

    @property
    def elemental(self) -> str:
        return f"{self.name} Elemental"


class Technique(Struct, frozen=True, forbid_unknown_fields=True):
    """What a skill does with an element, and whose mages favour it."""

    skill: str
    uses: str
    favoured_by: str


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of an element is moved by a rank, and how hard that is."""

    rank: int
    name: str
    difficulty: str


class Elements(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"all": "element", "techniques": "technique", "scopes": "scope"},
):
    all: tuple[Element, ...]
    techniques: tuple[Technique, ...]
    scopes: tuple[Scope, ...]

    def element(self, name: str) -> Element | None:
        return next((element for element in self.all if element.name == name), None)

    def technique(self, skill: str) -> Technique | None:
        return next((technique for technique in self.techniques if technique.skill == skill), None)

    def scope(self, rank: int) -> Scope | None:
        return next((scope for scope in self.scopes if scope.rank == rank), None)
