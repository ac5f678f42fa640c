"""What every store checks before it takes something, and which snapshots it lets go.

Knows nothing about where things are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fatetable.engine.errors import StaleStream
from fatetable.tabletop.ports import StoredRecord, StoreFailed

LONGEST_ID = 300


def check_id(text: str) -> None:
    """Ids come from outside; one that cannot be written down as text is refused rather than kept changed."""
    if not text or len(text) > LONGEST_ID or not text.isprintable():
        raise StoreFailed("bad-id", f"Ids have 1 to {LONGEST_ID} printable characters.")


def as_text(name: str) -> str:
    """Names come from outside; what cannot be written as text names nothing."""
    return name if name.isprintable() else ""


def check_goes_on(records: Sequence[StoredRecord], last: int) -> None:
    """Records go on where the log ends, without a gap."""
    if records[0].seq != last + 1:
        raise StaleStream(records[0].seq - 1, last)
    if [record.seq for record in records] != list(range(last + 1, last + 1 + len(records))):
        raise StoreFailed("gap-in-records", "The records of a step must follow one another without a gap.")


def unknown_table(table: str) -> StoreFailed:
    return StoreFailed("unknown-table", f'There is no table "{table[:60]}" here.')


def table_exists(table: str) -> StoreFailed:
    return StoreFailed("table-exists", f'There is a table "{table[:60]}" already.')


def store_closed() -> StoreFailed:
    return StoreFailed("store-closed", "The store of tables is closed.")


def to_let_go(positions: Iterable[int]) -> list[int]:
    """The snapshots nobody will miss: the older they are, the wider apart they may lie.

    A rewind goes back a few steps far more often than far; for any rewind there is a snapshot not much more than twice
    as far back, and their number grows with the logarithm of the log.

    >>> to_let_go(range(0, 1600, 100))
    [100, 200, 300, 600, 700, 800, 1100]
    """
    newest_first = sorted(positions, reverse=True)
    by_distance: dict[int, list[int]] = {}
    for position in newest_first:
        by_distance.setdefault((newest_first[0] - position).bit_length(), []).append(position)
    # Of each distance the newest serves now, and the oldest will once it has moved on to the next.
    return sorted(position for same in by_distance.values() for position in same[1:-1])
