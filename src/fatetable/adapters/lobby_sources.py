"""Where every lobby gets its keys, ids and secrets: the system's source of randomness, and its clock."""

from __future__ import annotations

import secrets
import time

from fatetable.adapters.secrets_for_dice import new_secret
from fatetable.tabletop.storage.lobby import Sources

KEY_BYTES = 24
TABLE_ID_BYTES = 9


def sources() -> Sources:
    return Sources(
        key=lambda: secrets.token_urlsafe(KEY_BYTES),
        table_id=lambda: secrets.token_hex(TABLE_ID_BYTES),
        secret=new_secret,
        now=lambda: int(time.time()),
    )
