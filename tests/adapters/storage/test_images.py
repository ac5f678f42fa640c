"""Pictures in a store: one for each content, up to a quota, and in every backup."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fatetable.adapters.storage.memory_store import MemoryStore
from fatetable.adapters.storage.schema import APPLICATION, MIGRATIONS
from fatetable.adapters.storage.sqlite_store import SqliteStore
from fatetable.tabletop.storage.store import Store, stored_image
from tests.adapters.storage.keeping import OPENING, TABLE, done, opened, refusal

FACE, MILL = stored_image(b"a face"), stored_image(b"the mill, and more")
QUOTA = 100


def test_a_picture_is_kept_for_its_table_and_no_other(store: Store) -> None:
    opened(store)
    opened(store, "ford")
    done(store.add_image("quay", FACE, quota=QUOTA))
    done(store.add_image("quay", MILL, quota=QUOTA))
    assert store.image("quay", FACE.id) == FACE.body
    assert store.images_of("quay") == (FACE, MILL)
    assert store.image("ford", FACE.id) is store.image("nowhere", FACE.id) is store.image("quay", "\0") is None
    assert store.images_of("ford") == store.images_of("nowhere") == ()
    assert refusal(store.add_image("nowhere", FACE, quota=QUOTA)).code == "unknown-table"


def test_the_quota_holds_for_all_pictures_of_a_table_together(store: Store) -> None:
    opened(store)
    opened(store, "ford")
    room = len(FACE.body) + len(MILL.body)
    done(store.add_image("quay", MILL, quota=room))
    done(store.add_image("quay", MILL, quota=room))
    done(store.add_image("quay", FACE, quota=room))
    error = refusal(store.add_image("quay", stored_image(b"x"), quota=room))
    assert error.code == "images-full"
    done(store.add_image("ford", stored_image(b"x"), quota=room))
    assert store.images_of("quay") == (MILL, FACE)


def test_a_table_comes_with_its_pictures(store: Store) -> None:
    done(store.create(TABLE, OPENING, images=(FACE, MILL)))
    assert store.images_of("quay") == (FACE, MILL)


def test_a_backup_holds_the_pictures(store: Store, tmp_path: Path) -> None:
    opened(store)
    done(store.add_image("quay", FACE, quota=QUOTA))
    path = tmp_path / "backup"
    done(store.backup(path))
    again: Store = MemoryStore.restore(path) if isinstance(store, MemoryStore) else SqliteStore(path)
    assert again.images_of("quay") == (FACE,)
    again.close()


def test_a_store_from_before_there_were_pictures_takes_some(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as old:
        for statement in MIGRATIONS[0]:
            old.execute(statement)
        old.execute("INSERT INTO tables (id, ruleset, title, opened_at) VALUES ('quay', 'any', '', 0)")
        old.execute(f"PRAGMA application_id = {APPLICATION}")
        old.execute("PRAGMA user_version = 1")
    old.close()
    store = SqliteStore(path)
    done(store.add_image("quay", FACE, quota=QUOTA))
    assert store.image("quay", FACE.id) == FACE.body
    store.close()
