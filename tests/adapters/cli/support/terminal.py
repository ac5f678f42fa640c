"""A real terminal to test in: a pseudo-terminal of a given size, in which a program runs and is typed to."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

PROGRAM = Path(sys.executable).with_name("fatetable")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07")
CLEARED = "\x1b[2J"
PATIENCE = 60.0
PROMPT = re.compile(r"(?:^|\n)(\w+)> $")
QUESTION = re.compile(r"(?:^|\n)(\w+> |[A-Z](?!.*  )[^\n]*(?:: |\[[Yy]/[Nn]\] ))$")
QUIET = 0.05


class Terminal:
    """Runs `fatetable` with these arguments; `screen` is what people see since the screen was last cleared."""

    def __init__(self, *args: str | Path, columns: int = 140, rows: int = 50) -> None:
        self.raw = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            # Tests run in the background inherit it ignored; a real terminal would not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "", "LINES": ""}
            for name in ("COLUMNS", "LINES", "NO_COLOR"):
                environment.pop(name, None)
            os.execve(PROGRAM, ["fatetable", *map(str, args)], environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self.file)
        if self.pid:
            os.waitpid(self.pid, 0)

    @property
    def screen(self) -> str:
        return CONTROL.sub("", self.raw.rpartition(CLEARED)[2]).replace("\r", "")

    @property
    def seat(self) -> str:
        """Who has the keyboard."""
        found = PROMPT.search(self.screen)
        assert found, f"nobody is asked to type:\n{self.screen}"
        return found[1]

    def read_until(self, pattern: str) -> str:
        """Wait for something at the end of what is shown, and return the screen."""
        deadline = time.monotonic() + PATIENCE
        while True:
            # What looks like the end may be the middle of something that is still being drawn.
            is_shown = re.search(pattern, self.screen) is not None
            patience = QUIET if is_shown else max(0.0, deadline - time.monotonic())
            if not select.select([self.file], [], [], patience)[0]:
                assert is_shown, f"{pattern!r} was not shown in time:\n{self.screen}"
                return self.screen
            try:
                more = os.read(self.file, 65536)
            except OSError:  # how Linux says that the other end is closed
                more = b""
            if not more:
                assert is_shown, f"the program ended before it showed {pattern!r}:\n{self.screen}"
                return self.screen
            self.raw += self._decoder.decode(more)

    def table(self) -> str:
        """Wait until the table is drawn and somebody may type."""
        return self.read_until(PROMPT.pattern)

    def type(self, line: str, then: str = PROMPT.pattern) -> str:
        """Type a line and wait for the output."""
        self.raw += CLEARED  # what was shown before is of no interest any more
        os.write(self.file, line.encode() + b"\r")
        return self.read_until(then)

    def press(self, key: bytes, then: str) -> str:
        self.raw += CLEARED
        os.write(self.file, key)
        return self.read_until(then)

    def number_of(self, label: str) -> str:
        """The number in front of the offer that begins like this."""
        found = re.search(rf"(\d+) {re.escape(label)}", self.screen)
        assert found, f"{label!r} is not offered:\n{self.screen}"
        return found[1]

    def choose(self, label: str, *answers: str) -> str:
        """Take the offer that begins like this, and answer what it asks for."""
        screen = self.type(self.number_of(label), QUESTION.pattern)
        for answer in answers:
            screen = self.type(answer, QUESTION.pattern)
        assert PROMPT.search(screen), f"something more is asked:\n{screen}"
        return screen

    def end(self) -> int:
        """Wait until the program is over and return its status."""
        deadline = time.monotonic() + PATIENCE
        while select.select([self.file], [], [], max(0.0, deadline - time.monotonic()))[0]:
            try:
                more = os.read(self.file, 65536)
            except OSError:
                break
            if not more:
                break
            self.raw += self._decoder.decode(more)
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)
