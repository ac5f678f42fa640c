"""The tables of a book, read from the TOML files in the `data` folder of a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")


class DataFiles(Struct, frozen=True):
    """`package` is the ruleset's package, which has the folder `data`."""

    package: str

    def whole(self, file: str, kind: type[T]) -> T:
        return msgspec.toml.decode(self._text(file), type=kind)

    def rows(self, file: str, key: str, row: type[T]) -> tuple[T, ...]:
        """The rows of a file that holds one table of them."""
        content = msgspec.toml.decode(self._text(file), type=dict[str, tuple[row, ...]])  # type: ignore[valid-type]
        return content[key]

    def citations(self) -> Mapping[str, tuple[str, ...]]:
        """The rules of the book on each topic and behind each refusal."""
        found = self.whole("citations.toml", dict[str, dict[str, tuple[str, ...]]])
        return {**found["topics"], **found["refusals"]}

    def _text(self, file: str) -> str:
        return resources.files(self.package).joinpath("data", file).read_text(encoding="utf-8")
