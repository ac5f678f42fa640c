"""The library's own front door: open a table, keep it in a file, come back to it."""

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
    title: str = "",
    secret: bytes | None = None,
) -> Table:
    """A new table with dice of its own, sealed by a secret nobody can guess unless one is given.

    `seats` maps names to `"gm"`, `"player"` or `"spectator"`; `dials` are the ruleset's options.
    """
    return Table.open(ruleset, seats, dials=dials, title=title, secret=secret or new_secret())
