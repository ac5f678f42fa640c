"""How events of earlier versions are read, whichever ruleset they belong to."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.codec import Upcaster
from fatetable.mechanics.harm.old_conditions import OLD_CONDITIONS

OLD_EVENTS: Mapping[str, Upcaster] = {**OLD_CONDITIONS}
