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
    `pick` is what was picked for it.  A failure may be `settled` by something less, which has this name.
    What was not rolled for has just succeeded.
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
    settled: str = ""
    was_rolled: bool = True


class MayUndertake(Protocol):
    """Why somebody may not do it now."""

    def __call__(self, state: State, actor: Actor, /) -> Refusal | None: ...


class Targets(Protocol):
    """To whom it may be done."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Actor, ...]: ...


class Picks(Protocol):
    """What there is to pick from."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Choice, ...]: ...


class PicksFor(Protocol):
    """What there is to pick from for somebody who does it with this trait."""

    def __call__(self, state: State, actor: Actor, trait: str, /) -> tuple[Choice, ...]: ...


class Fits(Protocol):
    """Can it be done with this trait?"""

    def __call__(self, state: State, actor: Actor, trait: str, /) -> bool: ...


class IsAsked(Protocol):
    """Is the game master asked about it, where the row has a question?"""

    def __call__(self, state: State, actor: Actor, trait: str, /) -> bool: ...


class MoreModifiers(Protocol):
    """What counts by itself."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Modifier, ...]: ...


class PriceOf(Protocol):
    """How many fate points it costs for what was picked, beside the price of the row."""

    def __call__(self, state: State, actor: Actor, pick: str, /) -> int: ...


class UsualTime(Protocol):
    """How long it takes if it goes neither well nor badly."""

    def __call__(self, state: State, actor: Actor, trait: str, pick: str, /) -> str: ...


class MayLower(Protocol):
    """By how much at most may be lowered what the row `lowers`?"""

    def __call__(self, state: State, actor: Actor, pick: str, /) -> int: ...


class Settlements(Protocol):
    """What less than a success a failure may be settled by."""

    def __call__(self, state: State, result: Result, /) -> tuple[Choice, ...]: ...


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


def no_price(_state: State, _actor: Actor, _pick: str) -> int:
    return 0


def nothing_less(_state: State, _result: Result) -> tuple[Choice, ...]:
    return ()


def nothing(_decision: Decision, _result: Result) -> None:
    return None


class Code(Struct, frozen=True, kw_only=True):
    """What a row cannot say; without `may`, it is an action like any other.

    Where `picks_for` says what there is to pick from, each trait is offered by itself.
    """

    may: MayUndertake | None = None
    targets: Targets = anybody_else
    picks: Picks = nothing_to_pick
    picks_for: PicksFor | None = None
    fits: Fits = any_trait
    is_asked: IsAsked = any_trait
    is_rolled: Fits = any_trait
    """Does it take a roll with this trait, or does it just succeed?"""
    modifiers: MoreModifiers = no_more
    against: StandsAgainst | None = None
    price: PriceOf = no_price
    time: UsualTime | None = None
    may_lower: MayLower | None = None
    settlements: Settlements = nothing_less
    done: Done = nothing


ROW_ALONE = Code()


@runtime_checkable
class HasCode(Protocol):
    """A part that says for some rows what they cannot say themselves."""

    def code(self) -> Mapping[str, Code]: ...


def code_of(parts: Iterable[object]) -> dict[str, Code]:
    """All code that these parts have for rows."""
    return {row: code for part in parts if isinstance(part, HasCode) for row, code in part.code().items()}
