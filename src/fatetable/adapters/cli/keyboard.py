"""Lines that people type: one at a time, with editing where there is a terminal.

Knows nothing about what a line means; the end of input and a line that is taken back are said by exceptions.
"""

from __future__ import annotations

import contextlib
import sys

TAKE_BACK = "."
"""A line with nothing but this takes the current question back."""


class TakenBack(Exception):
    """Whoever was asked would rather do something else."""


class Keyboard:
    def __init__(self, *, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        if is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # its import gives `input` editing and a history

    def line(self, question: str) -> str:
        """What was typed, without spaces around it; raises `EOFError` when there is nothing more to come."""
        while True:
            try:
                return input(question).strip()
            except UnicodeDecodeError:
                sys.stdout.write("That could not be read as text; please type it again.\n")

    def answer(self, question: str) -> str:
        """A line that answers a question; raises `TakenBack` where the question itself is declined."""
        try:
            said = self.line(question)
        except KeyboardInterrupt:
            sys.stdout.write("\n")
            raise TakenBack from None
        if said == TAKE_BACK:
            raise TakenBack
        return said

    def is_yes(self, question: str, *, default: bool) -> bool:
        hint = "Y/n" if default else "y/N"
        while True:
            said = self.answer(f"{question} [{hint}] ").casefold()
            if said in ("", "y", "yes", "n", "no"):
                return default if not said else said.startswith("y")
            sys.stdout.write("Please type y or n.\n")

    def pause(self) -> None:
        """Give people time to read before the table is drawn again."""
        if self.is_terminal:
            with contextlib.suppress(TakenBack):
                self.answer("Enter goes back to the table. ")
