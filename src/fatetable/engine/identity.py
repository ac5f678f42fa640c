"""A cache for pure functions of immutable values, keyed by the identity of the arguments.

Slices and what is in them never change, so the same object always gives the same answer.  Comparing them by value, as
`functools.lru_cache` does, costs more than most answers.  Texts are compared by value where a function has any: that
is cheap, and equal texts are often different objects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def remembered(limit: int, *, has_texts: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pure function of immutable positional arguments; at most `limit` answers are kept.

    `has_texts` says that some arguments are texts.  Without it equal texts are different arguments, which is never
    wrong, only slow.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = signature(function).parameters.values()
        is_plain = not has_texts and all(each.default is each.empty for each in parameters)
        remember: Any = {2: _of_two, 3: _of_three}.get(len(parameters), _of_any) if is_plain else _of_any
        answer: Callable[P, R] = wraps(function)(remember(function, limit))
        return answer

    return decorate


# What is known has the arguments beside the answer: an id is only unique while its object lives.
# Most functions have two or three arguments, and are called so often that a loop over them would tell.


def _of_two(function: Callable[[Any, Any], R], limit: int) -> Callable[[Any, Any], R]:
    known: dict[tuple[int, int], tuple[R, Any, Any]] = {}

    def answer(one: Any, two: Any, /) -> R:
        found = known.get((id(one), id(two)))
        if found is None:
            if len(known) >= limit:
                known.clear()
            found = known[id(one), id(two)] = (function(one, two), one, two)
        return found[0]

    return answer


def _of_three(function: Callable[..., R], limit: int) -> Callable[..., R]:
    known: dict[tuple[int, int, int], tuple[R, Any, Any, Any]] = {}

    def answer(one: Any, two: Any, three: Any, /) -> R:
        found = known.get((id(one), id(two), id(three)))
        if found is None:
            if len(known) >= limit:
                known.clear()
            found = known[id(one), id(two), id(three)] = (function(one, two, three), one, two, three)
        return found[0]

    return answer


def _of_any(function: Callable[..., R], limit: int) -> Callable[..., R]:
    known: dict[tuple[int | str, ...], tuple[R, tuple[Any, ...]]] = {}

    def answer(*args: Any) -> R:
        key = tuple([arg if type(arg) is str else id(arg) for arg in args])
        found = known.get(key)
        if found is None:
            if len(known) >= limit:
                known.clear()
            found = known[key] = (function(*args), args)
        return found[0]

    return answer
