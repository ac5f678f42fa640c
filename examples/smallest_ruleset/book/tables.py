"""The tables in `data/`, read into frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec
from msgspec import Struct

from fatetable.mechanics.book.grants import ActionTable, OutcomeRow
from fatetable.mechanics.book.own_tables import OwnTable

FOLDER = resources.files(__package__.rpartition(".")[0])


class Tables(Struct, frozen=True):
    actions: ActionTable
    citations: Mapping[str, tuple[str, ...]]

    def cites(self, topic: str) -> tuple[str, ...]:
        """The rules on a topic."""
        return self.citations.get(topic, ())


OWN_TABLES: tuple[OwnTable, ...] = ()
"""What a campaign may have otherwise; the book has no list of which that could be said."""


def read_tables() -> Tables:
    actions = msgspec.toml.decode(_text("actions"), type=dict[str, tuple[OutcomeRow, ...]])
    cited = msgspec.toml.decode(_text("citations"), type=dict[str, dict[str, tuple[str, ...]]])
    return Tables(ActionTable.of(actions["row"]), {**cited["topics"], **cited["refusals"]})


def _text(name: str) -> str:
    return (FOLDER / "data" / f"{name}.toml").read_text(encoding="utf-8")
