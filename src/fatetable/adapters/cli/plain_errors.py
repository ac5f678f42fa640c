"""Errors of the command line: one sentence and a code, never a traceback."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from fatetable.engine.errors import FatetableError


class PlainError(click.ClickException):
    """Ends the program with status 1 after one line on standard error."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code

    def show(self, file: IO[Any] | None = None) -> None:
        from fatetable.builder.visible_text import visible

        click.echo(f"error: {visible(self.message)} ({self.code})", file=file, err=file is None)


def as_plain(error: FatetableError) -> PlainError:
    return PlainError(error.message, error.code)
