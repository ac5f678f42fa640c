"""The lock of a data folder: one server at a time.

The system holds it for the process and gives it up when that ends, however it ends.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from fatetable.tabletop.storage.store import StoreFailed

NAME = "server.lock"

TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class FolderLock:
    """Held from now on until it is released; raises `folder-in-use` if another server has it."""

    def __init__(self, folder: Path) -> None:
        try:
            self._file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _not_locked(folder, error) from None
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            if error.errno in TAKEN:
                message = f'Another server is running on the data folder "{folder}".'
                raise StoreFailed("folder-in-use", message) from None
            raise _not_locked(folder, error) from None

    def release(self) -> None:
        os.close(self._file)


def _not_locked(folder: Path, error: OSError) -> StoreFailed:
    if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM):
        return StoreFailed("store-read-only", f'The data folder "{folder}" is read-only.')
    reason = (error.strerror or "unknown reason").lower()
    return StoreFailed("folder-not-locked", f'The data folder "{folder}" cannot be locked: {reason}.')


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        # Not `flock`: a process that was forked off would keep that after its parent is gone.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
