"""Saves what is whole of a damaged data folder into a new one."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from fatetable.adapters.storage.data_check import TableCheck
from fatetable.adapters.storage.data_folder import open_data
from fatetable.engine.chance import commitment_of
from fatetable.engine.codec import seal
from fatetable.engine.errors import FatetableError
from fatetable.engine.opening import TABLE
from fatetable.tabletop.storage.store import AccessKey, KeyPurpose, StoreFailed
from fatetable.tabletop.table import Table


class Saved(NamedTuple):
    """Of one table: how many records were saved, and the file they are in if the table cannot be played on."""

    table: str
    records: int
    file: str = ""


class SavedFolder:
    """A new data folder for the undamaged beginning of tables; the old one is left as it is."""

    def __init__(self, folder: Path) -> None:
        if folder.exists() and any(folder.iterdir()):
            raise StoreFailed("folder-not-empty", f'The folder "{folder}" is not empty.')
        self.folder = folder
        self._store = open_data(folder)

    def save(self, table: TableCheck) -> Saved:
        records, id = table.log.records, table.row.id
        if not records:
            return Saved(id, 0)
        if _has_its_dice(table):
            with contextlib.suppress(FatetableError):
                self._create(table)
                return Saved(id, len(records))
        # The secret was replaced after the damage, or the id is damaged; the log can be read all the same.
        name = f"{re.sub('[^A-Za-z0-9_-]', '_', id)[:60]}.log"
        (self.folder / name).write_bytes(b"".join(seal(record.body for record in records)))
        return Saved(id, len(records), name)

    def _create(self, table: TableCheck) -> None:
        keys = tuple(_keys(table))
        commands, images = table.log.commands, table.images
        stored = self._store.create(
            table.row, table.log.records, secret=table.secret, keys=keys, commands=commands, images=images
        )
        stored.result()

    def close(self) -> None:
        self._store.close()


def _has_its_dice(table: TableCheck) -> bool:
    try:
        commitment = Table.load(seal(record.body for record in table.log.records)).state.get(TABLE).commitment
    except FatetableError:
        # Without its ruleset nobody can tell, and nothing is lost by keeping both.
        return True
    return not commitment or (table.secret is not None and commitment_of(table.secret) == commitment)


def _keys(table: TableCheck) -> Iterator[AccessKey]:
    for key in table.keys:
        yield AccessKey(
            digest=key.digest,
            table=table.row.id,
            purpose=cast(KeyPurpose, key.purpose),
            seat=key.seat,
            role=key.role,
            created_at=key.created_at,
        )
