"""Who is with whom.  In an encounter sides are named; otherwise players' characters and their friends stand together.

Somebody who belongs to another is on that one's side, as long as no encounter says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from fatetable.engine.folds import set_to
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.characters.cast import CAST, ActorId, Cast

HEROES = "heroes"
OPPOSITION = "opposition"

Sides: TypeAlias = Mapping[ActorId, str]
SIDES: Key[Sides] = Key("sides", dict[ActorId, str], {})


class SidesNamed(Event, frozen=True, tag="sides-named/1"):
    """Replaces all earlier sides; empty once an encounter is over."""

    sides: Mapping[ActorId, str]


FRIENDS: Key[tuple[ActorId, ...]] = Key("friends-of-heroes", tuple[ActorId, ...], ())
"""Those of the game master's people who stand with the heroes."""


class FriendsNamed(Event, frozen=True, tag="friends-named/1"):
    friends: tuple[ActorId, ...]


SIDES_EVOLVES = folds(SIDES, {SidesNamed: set_to("sides")})
FRIENDS_EVOLVES = folds(FRIENDS, {FriendsNamed: set_to("friends")})


def side_of(state: State, actor: ActorId) -> str:
    return side_taken(state, actor) or OPPOSITION


def side_taken(state: State, actor: ActorId) -> str:
    """The side somebody has taken; empty for those of the game master's people whom no encounter names."""
    return _sides_taken(state.get(SIDES), state.get(CAST), state.get(FRIENDS)).get(actor, "")


def are_allies(state: State, one: ActorId, other: ActorId) -> bool:
    if one == other:
        return False
    taken = _sides_taken(state.get(SIDES), state.get(CAST), state.get(FRIENDS))
    return (taken.get(one) or OPPOSITION) == (taken.get(other) or OPPOSITION)


@remembered(limit=1024)
def _sides_taken(named: Sides, cast: Cast, friends: tuple[ActorId, ...]) -> Sides:
    return {actor: _side_taken(named, cast, friends, actor) for actor in (*named, *cast)}


def _side_taken(named: Sides, cast: Cast, friends: tuple[ActorId, ...], actor: ActorId) -> str:
    side, found = named.get(actor), cast.get(actor)
    if side is not None or found is None:
        return side or ""
    if found.patron and found.patron != actor:
        return _side_taken(named, cast, friends, found.patron)
    return HEROES if found.has_player or actor in friends else ""
