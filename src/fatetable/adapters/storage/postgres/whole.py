"""Brings the tables of a data folder into a database, or back, while no server runs on either."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fatetable.adapters.storage.data_folder import DATABASE, existing_database, make_folder, prepare_to_share
from fatetable.adapters.storage.postgres.copies import copy_from_file, copy_to_file
from fatetable.adapters.storage.postgres.store import PostgresStore
from fatetable.tabletop.storage.store import StoreFailed


def bring_to_database(folder: Path, url: str) -> int:
    """Returns how many tables there are."""
    path = existing_database(folder)
    lock = prepare_to_share(folder)
    try:
        store = PostgresStore(url, lock=True)
        try:
            return asyncio.run(copy_from_file(path, url))
        finally:
            store.close()
    finally:
        lock.release()


def bring_from_database(url: str, folder: Path) -> int:
    """Returns how many tables there are."""
    path = folder / DATABASE
    if path.exists():
        raise StoreFailed("store-not-empty", f'There are tables in "{folder}" already.')
    make_folder(folder)
    store = PostgresStore(url, lock=True)
    try:
        return asyncio.run(copy_to_file(url, path))
    finally:
        store.close()
