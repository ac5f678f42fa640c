"""`open_table`, the entry point of the library: a new table with dice of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fatetable.adapters.secrets_for_dice import new_secret
from fatetable.tabletop.table import Table

if TYPE_CHECKING:
    from fatetable.engine.seats import Role


def open_table(
    ruleset: str,
    seats: Mapping[str, Role],
    *,
    dials: Mapping[str, str | int | bool] | None = None,
    content: Mapping[str, str] | None = None,
    title: str = "",
    secret: bytes | None = None,
) -> Table:
    """A new table whose dice are sealed with `secret`, or with a new random secret.

    `seats` maps names to `"gm"`, `"player"` or `"spectator"`; `dials` are the ruleset's options, `content`
    tables of the campaign's own in TOML, by the names of the tables of the book they stand for.
    """
    return Table.open(ruleset, seats, dials=dials, content=content, title=title, secret=secret or new_secret())
