"""Reads lines from the keyboard, with editing where there is a terminal.

The end of input and a declined question are raised as exceptions.

"""

from __future__ import annotations

import contextlib
import sys

TAKE_BACK = "."
"""A line with nothing but this takes the current question back."""


class TakenBack(Exception):
    """The person declined to answer."""


class Keyboard:
    def __init__(self, *, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        if is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # its import gives `input` editing and a history

    def line(self, question: str) -> str:
        """The next line, stripped; raises `EOFError` at the end of input."""
        while True:
            try:
                return input(question).strip()
            except UnicodeDecodeError:
                sys.stdout.write("That could not be read as text; please type it again.\n")

    def answer(self, question: str) -> str:
        """A line that answers a question; raises `TakenBack` if the question is declined."""
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
        """Wait for Enter before the table is drawn again."""
        if self.is_terminal:
            with contextlib.suppress(TakenBack):
                self.answer("Enter goes back to the table. ")
