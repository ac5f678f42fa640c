"""Who may open tables here: anyone, people with the host's key, or nobody.

The key is shown once, when it is made; only its digest is kept, in a file of the data folder.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.lobby import NotAdmitted
from fatetable.tabletop.storage.store import StoreFailed, digest_of

FILE = "host-key.sha256"
OpenTables: TypeAlias = Literal["anyone", "key", "nobody"]


class NotOpen(FatetableError):
    """Nobody can open tables on this server."""


class HostKey(NamedTuple):
    """Knows the host's key by its digest; an empty one is no key at all."""

    digest: bytes = b""

    def opens(self, text: str) -> bool:
        return bool(self.digest) and hmac.compare_digest(digest_of(text), self.digest)


class Door(NamedTuple):
    open_tables: OpenTables = "anyone"
    key: HostKey = HostKey()

    def check(self, key: str) -> None:
        """Raise why somebody who shows this key may open no table."""
        if self.open_tables == "nobody":
            raise NotOpen("tables-closed", "Nobody can open tables on this server at the moment; ask its host.")
        if self.open_tables == "key" and not self.key.opens(key):
            if not key:
                raise NotAdmitted("host-key-needed", "Opening a table here takes the host's key; ask for it.")
            raise NotAdmitted("wrong-host-key", "This is not the host's key.")


OPEN = Door()


def read_host_key(folder: Path) -> HostKey:
    """The key of a data folder, or none."""
    try:
        return HostKey(bytes.fromhex((folder / FILE).read_text(encoding="ascii").strip()))
    except FileNotFoundError:
        return HostKey()
    except (OSError, ValueError):
        raise StoreFailed("bad-host-key", f'"{folder / FILE}" cannot be read; make a new host\'s key.') from None


def keep_host_key(folder: Path, key: str) -> HostKey:
    """Keep the digest of a new key; the one before it opens nothing any more."""
    digest, new = digest_of(key), folder / f"{FILE}.new"
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(digest.hex() + "\n")
        new.replace(folder / FILE)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise StoreFailed("host-key-not-kept", f'"{folder / FILE}" cannot be written: {reason}.') from None
    return HostKey(digest)
