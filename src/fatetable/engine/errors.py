"""The errors Fatetable raises on purpose: one clear sentence and a stable code each.

Adapters translate these errors and never invent codes of their own.
"""

import difflib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct


class Refusal(Struct, frozen=True, gc=False):
    """Why something may not be done now.

    One predicate returns it, and both sides use it: the handler raises it, the offer is left out because of it.
    `topic` names the rules to cite if they are not filed under the code.
    """

    code: str
    message: str
    topic: str = ""


class FatetableError(Exception):
    """Root of every error that is meant for people; `str(error)` is the sentence to show them."""

    code: str
    message: str

    # `Exception.__init__` is left alone so that `args` stay what the constructor was given, and an error raised in
    # another process can be sent back whole.
    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


E = TypeVar("E", bound=BaseException)


def without_traceback(error: E) -> E:
    """The same error without the frames it came through, for somebody who keeps it.

    Frames hold everything that was being worked on, and often the keeper, so that only a collection frees them.
    """
    error.__traceback__ = error.__cause__ = error.__context__ = None
    return error


class RuleViolation(FatetableError):
    """Someone may not do this now; `cites` names the rules that say so."""

    cites: tuple[str, ...]

    def __init__(self, code: str, message: str, cites: Sequence[str] = ()) -> None:
        FatetableError.__init__(self, code, message)
        self.cites = tuple(cites)


class MalformedCommand(FatetableError):
    """What was sent or typed cannot be read, whatever the rules say."""


class UnknownRuleset(FatetableError):
    """A ruleset was asked for that is not installed."""

    name: str
    known: tuple[str, ...]

    def __init__(self, name: str, known: Sequence[str]) -> None:
        listed = ", ".join(known) or "none"
        FatetableError.__init__(self, "unknown-ruleset", f'There is no ruleset "{name}"; installed: {listed}.')
        self.name = name
        self.known = tuple(known)


class UnknownSlice(FatetableError):
    """A part of the state was asked for that no table of the ruleset has."""

    name: str
    known: tuple[str, ...]

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(sorted(known))
        near = ", ".join(difflib.get_close_matches(name, self.known)) or ", ".join(self.known)
        FatetableError.__init__(self, "unknown-slice", f'The state has no part "{name}"; there are: {near}.')


class InvalidDials(FatetableError):
    """A table was to be opened with options its ruleset does not offer; `problems` lists all of them."""

    problems: tuple[str, ...]

    def __init__(self, problems: Sequence[str]) -> None:
        listed = "; ".join(problem.rstrip(".") for problem in problems)
        FatetableError.__init__(self, "invalid-dials", f"These dials cannot be used: {listed}.")
        self.problems = tuple(problems)


class InvalidContent(FatetableError):
    """A table was to be opened with tables of a campaign's own that cannot be used; `problems` says why."""

    problems: tuple[str, ...]

    def __init__(self, problems: Sequence[str]) -> None:
        listed = "; ".join(problem.rstrip(".") for problem in problems)
        FatetableError.__init__(self, "invalid-content", f"These tables cannot be used: {listed}.")
        self.problems = tuple(problems)


class StaleStream(FatetableError):
    """Someone else's step was recorded first, so this one was decided on an old state."""

    expected: int
    actual: int

    def __init__(self, expected: int, actual: int) -> None:
        message = f"Someone else was first: this step expected the table at {expected}, but it is at {actual}."
        FatetableError.__init__(self, "stale-stream", message)
        self.expected = expected
        self.actual = actual


class CorruptLog(FatetableError):
    """A stored record of a game cannot be read back."""

    line: int
    reason: str

    def __init__(self, line: int, reason: str) -> None:
        FatetableError.__init__(self, "corrupt-log", f"Line {line} of the log cannot be read: {reason.rstrip('.')}.")
        self.line = line
        self.reason = reason
