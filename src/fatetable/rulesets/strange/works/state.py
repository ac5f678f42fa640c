"""What people are making, and what they have made: each with its parts, its quality and how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from fatetable.engine.folds import drop, put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.rulesets.strange.book import Tables

Kind: TypeAlias = Literal["work", "gear", "improvement", "device"]


class WorkPart(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is rolled for; a workspace has to be as good as it `needs`.  A device's part is a `skill`."""

    name: str
    quality: int
    needs: int
    tier: int = 0
    skill: Entry | None = None
    is_made: bool = False


class Work(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`owner` has the piece of equipment that is improved; `slots` are improvements that it has or is to have.

    What `lasts` for no named time is there for good.  `aspects` are cards that came with its improvements.
    """

    id: str
    maker: ActorId
    name: str
    kind: Kind
    parts: tuple[WorkPart, ...] = ()
    owner: ActorId
    slots: int = 0
    lasts: Literal["", "scene", "session", "story"] = ""
    aspects: tuple[AspectId, ...] = ()

    @property
    def is_finished(self) -> bool:
        return all(part.is_made for part in self.parts)


WorkMap: TypeAlias = Mapping[str, Work]
WORKS: Key[WorkMap] = Key("works", dict[str, Work], {})


class WorkSet(Event, frozen=True, tag="work-set/1"):
    """A work is begun, goes on, or is finished."""

    id: str
    work: Work


class WorkGone(Event, frozen=True, tag="work-gone/1"):
    id: str
    reason: str


WORK_FOLDS = folds(WORKS, {WorkSet: put("id", "work"), WorkGone: drop("id")})


def works_by(state: State, maker: ActorId) -> tuple[Work, ...]:
    return tuple(work for work in state.get(WORKS).values() if work.maker == maker)


def work_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    for work in works_by(state, actor.id):
        rated = ", ".join(f"{tables.ladder.label(part.quality)}{tables.initial(part.tier)}" for part in work.parts)
        lasts = f"for the {work.lasts}" if work.lasts else "for good"
        yield "Work", ", ".join(filter(None, (work.name, rated, lasts if work.is_finished else "not finished")))
