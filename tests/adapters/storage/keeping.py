"""Things to put into a store, and a way to look at what is in it."""

from concurrent.futures import Future
from typing import Any

import pytest

from fatetable.engine.errors import FatetableError
from fatetable.tabletop.storage.store import AccessKey, Store, StoredRecord, TableRow, digest_of

PATIENCE = 60
"""Seconds after which a test gives up on a store that does not answer."""

TABLE = TableRow(id="quay", ruleset="any", title="A fight on the quay", opened_at=1_700_000_000)
OPENING = (StoredRecord(1, b'{"seq":1}'),)


def records(first: int, last: int, what: str = "x") -> tuple[StoredRecord, ...]:
    return tuple(StoredRecord(seq, f"{what}{seq}".encode()) for seq in range(first, last + 1))


def done(future: Future[Any]) -> None:
    """Wait for a write, and raise what went wrong with it."""
    future.result(PATIENCE)


def refusal(future: Future[Any]) -> FatetableError:
    """A refusal is one sentence with a code."""
    with pytest.raises(FatetableError) as error:
        future.result(PATIENCE)
    check_sentence(error.value)
    return error.value


def check_sentence(error: FatetableError) -> None:
    assert error.code == error.code.lower()
    assert str(error).endswith(".")
    assert "\n" not in str(error)
    assert len(str(error)) < 300


def opened(store: Store, table: str = "quay") -> Store:
    """The store with a table in it."""
    done(store.create(TableRow(id=table, ruleset="any"), OPENING))
    return store


def positions(store: Store, table: str = "quay", after: int = 0, upto: int | None = None) -> list[int]:
    return [record.seq for record in store.read(table, after, upto)]


def key(word: str, **more: Any) -> AccessKey:
    return AccessKey(**{"digest": digest_of(word), "table": "quay", "purpose": "seat", "seat": "ana", **more})
