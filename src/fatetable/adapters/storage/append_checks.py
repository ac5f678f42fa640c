"""Checks and errors that all stores share."""

from __future__ import annotations

from collections.abc import Sequence

from fatetable.engine.errors import StaleStream
from fatetable.tabletop.storage.store import StoredRecord, StoreFailed

LONGEST_ID = 300


def check_id(text: str) -> None:
    """Refuse an id that cannot be stored as text without changing it."""
    if not text or len(text) > LONGEST_ID or not text.isprintable():
        raise StoreFailed("bad-id", f"Ids have 1 to {LONGEST_ID} printable characters.")


def as_text(name: str) -> str:
    """A name to search for; one that cannot be stored becomes empty, and so finds nothing."""
    return name if name.isprintable() else ""


def check_continues(records: Sequence[StoredRecord], last: int) -> None:
    """Refuse records that do not continue the log without a gap."""
    if records[0].seq != last + 1:
        raise StaleStream(records[0].seq - 1, last)
    if [record.seq for record in records] != list(range(last + 1, last + 1 + len(records))):
        raise StoreFailed("gap-in-records", "The records of a step must follow one another without a gap.")


def unknown_table(table: str) -> StoreFailed:
    return StoreFailed("unknown-table", f'There is no table "{table[:60]}" here.')


def table_exists(table: str) -> StoreFailed:
    return StoreFailed("table-exists", f'There is a table "{table[:60]}" already.')


def check_image_fits(held: int, more: int, quota: int) -> None:
    """Refuse a picture for which there is no room."""
    if held + more > quota:
        megabytes = f"{quota / 1_000_000:g} MB"
        message = f"There is no room for this picture: all pictures of a table have at most {megabytes} together."
        raise StoreFailed("images-full", message)


def store_closed() -> StoreFailed:
    return StoreFailed("store-closed", "The store of tables is closed.")
