"""How many people a character stands for, and whether it has a name of its own.  A ruleset says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor


class Headcount(NamedTuple):
    """`standing` of `size` members are still up; a single person is one of one, a group of unknown size has none."""

    standing: int = 1
    size: int = 1
    is_nameless: bool = False


Counting: TypeAlias = Callable[[State, Actor], Headcount]


def one_person(_: State, __: Actor) -> Headcount:
    return Headcount()
