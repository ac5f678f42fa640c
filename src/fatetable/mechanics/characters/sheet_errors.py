"""Refusing a sheet that has errors, or a change that would bring a new one into it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from fatetable.engine.errors import RuleViolation
from fatetable.mechanics.characters.sheet import Problem


class SheetError(Protocol):
    """What is wrong with a sheet, in one sentence, and the rules that say so."""

    @property
    def message(self) -> str: ...

    @property
    def cites(self) -> tuple[str, ...]: ...


class UnfinishedSheet(RuleViolation):
    """A sheet has errors; `problems` are all of them.  `name` is whose sheet it is, if that has to be said."""

    problems: tuple[SheetError, ...]

    def __init__(self, problems: tuple[SheetError, ...], name: str = "") -> None:
        first = problems[0]
        whose = f"{name}: " if name else ""
        more = f" ({len(problems)} problems in all)" if len(problems) > 1 else ""
        RuleViolation.__init__(self, "unfinished-sheet", f"{whose}{first.message}{more}", first.cites)
        self.problems = problems


def require_no_new_errors(before: Iterable[Problem], after: Iterable[Problem], *, where: str = "") -> None:
    """Raise the first error of a changed sheet that was not there before; with `where`, only of that place."""
    known = {(problem.code, problem.where) for problem in before}
    for problem in after:
        is_new = problem.severity == "error" and (problem.code, problem.where) not in known
        if is_new and (not where or problem.where == where):
            raise UnfinishedSheet((problem,))
