"""Saved games: the sealed log in one file, and the secret of its dice in another.

The log may be shown to anybody.  The secret would let a reader predict every throw, so only the owner may read its
file, and it is deleted once play is closed.  A game can also be written to one file, with the secret on its last line.
The pictures of a table that was exported from a server are behind its log, a line for each.

"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatetable.engine.errors import FatetableError, MalformedCommand

if TYPE_CHECKING:
    from fatetable.tabletop.storage.store import StoredImage
    from fatetable.tabletop.table import Table

LARGEST_LOG = 128 * 1024 * 1024
"""More than years of weekly play and all their pictures; keeps a wrong file from being read whole."""

SECRET_ENDING = ".secret"
SECRET = re.compile(rb"[0-9a-f]{2,256}\s*")
LAST_LINE = b"secret "
"""Begins the last line of a file that contains the secret; no line of a log begins like that."""


class NotSaved(FatetableError):
    """The game could not be written."""


def secret_path(log: Path) -> Path:
    return log.with_name(log.name + SECRET_ENDING)


def read_log(path: Path) -> Table:
    """The table of a log, for reading only."""
    from fatetable.tabletop.table import Table

    return Table.load(_parts(path)[0])


def read_sealed(path: Path) -> list[bytes]:
    """The lines of a log without what may follow it: pictures, and the secret."""
    return _parts(path)[0]


def read_game(path: Path) -> tuple[Table, bytes | None]:
    """The table of a log and the secret of its dice, which must be there unless play was closed."""
    from fatetable.tabletop.table import Table

    lines, secret = read_lines(path)
    return Table.load(lines, secret), secret


def read_lines(path: Path) -> tuple[list[bytes], bytes | None]:
    """The lines of an undamaged log and the secret of its dice, which must be there unless play was closed."""
    from fatetable.engine.chance import commitment_of
    from fatetable.engine.opening import TABLE
    from fatetable.tabletop.table import Table

    lines, inside, _ = _parts(path)
    sealed = Table.load(lines).state.get(TABLE).commitment
    if not sealed:
        return lines, None
    place = path if inside else secret_path(path)
    secret = _secret_in(inside or _read_beside(path), place)
    if commitment_of(secret) != sealed:
        message = f'The secret in "{place}" is not the one that this game was sealed with.'
        raise MalformedCommand("wrong-secret", message)
    return lines, secret


def read_pictures(path: Path) -> tuple[StoredImage, ...]:
    """The pictures in the file of an exported table."""
    from fatetable.tabletop.storage.image_lines import read_images

    return read_images(_parts(path)[2])


def write_game(table: Table, secret: bytes | None, path: Path) -> None:
    """Save the log, and the secret unless it was revealed.  An interrupted save leaves the earlier one intact.

    Pictures of this game that are in the file stay there.
    """
    lines = list(table.dump())
    write_lines([*lines, *_pictures_of(lines, path)], secret, path)


def _pictures_of(log: Sequence[bytes], path: Path) -> list[bytes]:
    """The lines of those pictures in a file that the log mentions."""
    if not path.is_file():
        return []
    return [line for line in _parts(path)[2] if any(line.split(b" ", 2)[1] in record for record in log)]


def write_lines(lines: Iterable[bytes], secret: bytes | None, path: Path) -> None:
    """Save the lines of a log and the secret, as `write_game` does."""
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
    """The lines of a log and the secret in one file; if there is a secret, only the owner may read it."""
    last = LAST_LINE + secret.hex().encode() + b"\n" if secret else b""
    try:
        _replace(path, b"".join((*lines, last)), private=secret is not None)
    except OSError as error:
        raise NotSaved("game-not-saved", f'"{path}" cannot be written: {_reason(error)}.') from None


def _replace(path: Path, content: bytes, *, private: bool) -> None:
    # A unique name and exclusive creation, so that no other save and no symbolic link is written to.
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


def _parts(path: Path) -> tuple[list[bytes], bytes, list[bytes]]:
    """The lines of a log, the secret if it is in the same file, and the lines of pictures."""
    from fatetable.tabletop.storage.image_lines import split_images

    lines, secret = _lines(path), b""
    if lines and lines[-1].startswith(LAST_LINE):
        secret = lines.pop().removeprefix(LAST_LINE)
    log, pictures = split_images(lines)
    return log, secret, pictures


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
