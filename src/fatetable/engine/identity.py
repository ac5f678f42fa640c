"""A cache for pure functions of immutable values, keyed by the identity of the arguments.

Slices and what is in them never change, so the same object always gives the same answer.  Comparing them by value, as
`functools.lru_cache` does, costs more than most answers.  Texts are compared by value where a function has any: that
is cheap, and equal texts are often different objects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def remembered(limit: int, *, has_texts: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a pure function of immutable positional arguments; at most `limit` answers are kept.

    `has_texts` says that some arguments are texts.  Without it equal texts are different arguments, which is never
    wrong, only slow.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        # The arguments are kept beside the answer: an id is only unique while its object lives.
        known: dict[tuple[int | str, ...], tuple[tuple[Any, ...], R]] = {}

        @wraps(function)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            assert not kwargs, "remembered functions take positional arguments"
            key = tuple([arg if type(arg) is str else id(arg) for arg in args]) if has_texts else tuple(map(id, args))
            found = known.get(key)
            if found is None:
                if len(known) >= limit:
                    known.clear()
                found = known[key] = (args, function(*args, **kwargs))
            return found[1]

        return answer

    return decorate
