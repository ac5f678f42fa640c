"""Saved games: the sealed log in one file, and beside it the secret its dice are thrown with.

The log may be shown to anybody.  The secret would let a reader foresee every throw, so it has a file of its own that
only its owner may read, and it is gone once play is closed.  Whoever wants a game in one file finds the secret on its
last line, and keeps the file to themselves.  Knows nothing about what the log says.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from fatetable.engine.errors import FatetableError, MalformedCommand

if TYPE_CHECKING:
    from fatetable.tabletop.table import Table

LARGEST_LOG = 64 * 1024 * 1024
"""Years of weekly play stay below this; the limit keeps a mistaken file from being read whole."""

SECRET_ENDING = ".secret"
SECRET = re.compile(rb"[0-9a-f]{2,256}\s*")
LAST_LINE = b"secret "
"""Begins the last line of a file that holds the secret as well; no line of a log begins like that."""


class NotSaved(FatetableError):
    """The place where a game was to go does not take it."""


def secret_path(log: Path) -> Path:
    return log.with_name(log.name + SECRET_ENDING)


def read_log(path: Path) -> Table:
    """The table a log folds to, to be looked at and not to be played on."""
    from fatetable.tabletop.table import Table

    return Table.load(_log_and_secret(path)[0])


def read_game(path: Path) -> tuple[Table, bytes | None]:
    """The table a log folds to, and the secret of its dice, which must be there unless play was closed."""
    from fatetable.tabletop.table import Table

    lines, secret = read_lines(path)
    return Table.load(lines, secret), secret


def read_lines(path: Path) -> tuple[list[bytes], bytes | None]:
    """The lines of a log that is whole, and the secret of its dice, which must be there unless play was closed."""
    from fatetable.engine.chance import commitment_of
    from fatetable.engine.opening import TABLE
    from fatetable.tabletop.table import Table

    lines, inside = _log_and_secret(path)
    sealed = Table.load(lines).state.get(TABLE).commitment
    if not sealed:
        return lines, None
    place = path if inside else secret_path(path)
    secret = _secret_in(inside or _read_beside(path), place)
    if commitment_of(secret) != sealed:
        message = f'The secret in "{place}" is not the one that this game was sealed with.'
        raise MalformedCommand("wrong-secret", message)
    return lines, secret


def write_game(table: Table, secret: bytes | None, path: Path) -> None:
    """Save the log, and the secret as long as it is one.  An interrupted save leaves the earlier one as it was."""
    write_lines(table.dump(), secret, path)


def write_lines(lines: Iterable[bytes], secret: bytes | None, path: Path) -> None:
    """The same for the lines of a log that is kept elsewhere."""
    try:
        beside = secret_path(path)
        if secret is not None:
            _replace(beside, secret.hex().encode() + b"\n", private=True)
        _replace(path, b"".join(lines), private=False)
        if secret is None:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise NotSaved("game-not-saved", f'"{path}" cannot be written: {_reason(error)}.') from None


def write_whole(lines: Iterable[bytes], secret: bytes | None, path: Path) -> None:
    """The lines of a log and the secret in one file, which only its owner may read as long as there is a secret."""
    last = LAST_LINE + secret.hex().encode() + b"\n" if secret else b""
    try:
        _replace(path, b"".join((*lines, last)), private=secret is not None)
    except OSError as error:
        raise NotSaved("game-not-saved", f'"{path}" cannot be written: {_reason(error)}.') from None


def _replace(path: Path, content: bytes, *, private: bool) -> None:
    # A name of its own and exclusive creation: neither another save nor a link somebody put there is written to.
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _lines(path: Path) -> list[bytes]:
    try:
        if path.is_file() and path.stat().st_size > LARGEST_LOG:
            raise MalformedCommand("log-too-large", f'"{path}" is larger than any game.')
        return path.read_bytes().splitlines(keepends=True)
    except OSError as error:
        raise MalformedCommand("log-not-opened", f'"{path}" cannot be opened: {_reason(error)}.') from None


def _log_and_secret(path: Path) -> tuple[list[bytes], bytes]:
    """The lines of a log, and what stands behind them if the secret is in the same file."""
    lines = _lines(path)
    if lines and lines[-1].startswith(LAST_LINE):
        return lines[:-1], lines[-1].removeprefix(LAST_LINE)
    return lines, b""


def _read_beside(path: Path) -> bytes:
    beside = secret_path(path)
    try:
        with beside.open("rb") as file:
            return file.read(1000)
    except FileNotFoundError:
        message = f'The secret of this game\'s dice is missing: "{beside}".'
        raise MalformedCommand("secret-missing", message) from None
    except OSError as error:
        raise MalformedCommand("secret-not-opened", f'"{beside}" cannot be opened: {_reason(error)}.') from None


def _secret_in(written: bytes, place: Path) -> bytes:
    if not SECRET.fullmatch(written) or len(written.strip()) % 2:
        raise MalformedCommand("wrong-secret", f'"{place}" does not hold the secret of a game\'s dice.')
    return bytes.fromhex(written.decode())


def _reason(error: OSError) -> str:
    return (error.strerror or "unknown reason").lower()
