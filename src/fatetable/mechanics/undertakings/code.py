"""What a row of a procedure cannot say: who may do it, to whom, against what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.rolls.state import Modifier
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.rows import Procedure


class Result(Struct, frozen=True):
    """How a procedure went; `lowered` is what a success in the end has cost.

    `total` is what its roll came to, with something on this `own_scale`; `words` are those of the aspect it makes, and
    `pick` is what was picked for it.
    """

    procedure: Procedure
    actor: ActorId
    target: ActorId
    margin: int
    time: str = ""
    lowered: int = 0
    trait: str = ""
    scale: int = 0
    succeeded: bool = False
    total: int = 0
    own_scale: int = 0
    words: str = ""
    pick: str = ""


class MayUndertake(Protocol):
    """Why somebody may not do it now."""

    def __call__(self, state: State, actor: Actor, /) -> Refusal | None: ...


class Targets(Protocol):
    """To whom it may be done."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Actor, ...]: ...


class Picks(Protocol):
    """What there is to pick from."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Choice, ...]: ...


class Fits(Protocol):
    """Can it be done with this trait?"""

    def __call__(self, state: State, actor: Actor, trait: str, /) -> bool: ...


class IsAsked(Protocol):
    """Is the game master asked about it, where the row has a question?"""

    def __call__(self, state: State, actor: Actor, trait: str, /) -> bool: ...


class MoreModifiers(Protocol):
    """What counts by itself."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Modifier, ...]: ...


class StandsAgainst(Protocol):
    """The difficulty that somebody, or what was picked, has been given before, and its scale."""

    def __call__(self, state: State, actor: Actor, target: ActorId, /) -> tuple[int, int]: ...


class Done(Protocol):
    """What comes of it, whether it went well or badly."""

    def __call__(self, decision: Decision, result: Result, /) -> None: ...


def anybody_else(state: State, actor: Actor) -> tuple[Actor, ...]:
    return tuple(each for each in state.get(CAST).values() if each.id != actor.id and is_active(state, each.id))


def nothing_to_pick(_state: State, _actor: Actor) -> tuple[Choice, ...]:
    return ()


def any_trait(_state: State, _actor: Actor, _trait: str) -> bool:
    return True


def no_more(_state: State, _actor: Actor) -> tuple[Modifier, ...]:
    return ()


def nothing(_decision: Decision, _result: Result) -> None:
    return None


class Code(Struct, frozen=True, kw_only=True):
    """What a row cannot say; without `may`, it is an action like any other."""

    may: MayUndertake | None = None
    targets: Targets = anybody_else
    picks: Picks = nothing_to_pick
    fits: Fits = any_trait
    is_asked: IsAsked = any_trait
    modifiers: MoreModifiers = no_more
    against: StandsAgainst | None = None
    done: Done = nothing


ROW_ALONE = Code()


@runtime_checkable
class HasCode(Protocol):
    """A part that says for some rows what they cannot say themselves."""

    def code(self) -> Mapping[str, Code]: ...


def code_of(parts: Iterable[object]) -> dict[str, Code]:
    """All code that these parts have for rows."""
    return {row: code for part in parts if isinstance(part, HasCode) for row, code in part.code().items()}
