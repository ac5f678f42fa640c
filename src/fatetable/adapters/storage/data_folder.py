"""The folder in which a host keeps everything: which file of it the tables are in."""

from __future__ import annotations

from pathlib import Path

from fatetable.adapters.storage.sqlite import SqliteStore
from fatetable.tabletop.ports import StoreFailed

DATABASE = "tables.db"


def open_data(folder: Path, *, is_new: bool = True) -> SqliteStore:
    """The store in a folder; both are made if they are not there, unless the folder is said not to be new."""
    path = folder / DATABASE
    if not is_new and not path.is_file():
        raise StoreFailed("no-tables-here", f'There are no tables in "{folder}": "{DATABASE}" is missing.')
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise StoreFailed("folder-not-made", f'"{folder}" cannot be used as a folder for tables: {reason}.') from None
    return SqliteStore(path)
