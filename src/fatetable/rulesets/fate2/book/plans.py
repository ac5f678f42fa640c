"""What a campaign plans for the lives of its heroes: what happens in each phase, and the ways through a life."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Structure = Literal["geographic", "pursuit", "career"]


class PhaseRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A phase of the campaign: what was going on in the `world`, and aspects that serve its `plot`.

    Who takes one of those has a bonus of ranks; if it is a `must`, everybody takes one.
    """

    number: int
    title: str = ""
    world: str = ""
    plot: tuple[str, ...] = ()
    must: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.number <= 20:
            raise ValueError(f"phases go from 1 to 20, and there is no phase {self.number}")


class Way(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place, a pursuit or a career, with the aspects and skills that it offers.

    `skills` are names of skills or of categories, and none means all.  `next` are the ways that border on it.  It takes
    `phases` in other ways, `levels` of aspects and `ratings` of skills, by name, to come here.  A career is open to all
    who have what it takes; somebody is in one place, or in one pursuit, at a time.
    """

    name: str
    structure: Structure
    aspects: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    is_travelling: bool = False
    phases: Mapping[str, int] = {}
    levels: Mapping[str, int] = {}
    ratings: Mapping[str, int] = {}
    cites: tuple[str, ...] = ()

    @property
    def offers(self) -> tuple[str, ...]:
        """The aspects it offers; a career is an aspect itself (F2-OPT-17)."""
        return self.aspects or ((self.name,) if self.structure == "career" else ())
