"""Which rules a ruleset's book has on a topic, so that shared mechanisms can cite without naming any book."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Cites: TypeAlias = Callable[[str], tuple[str, ...]]
"""From a topic (`"invoke"`, `"scene-end"`, the code of a refusal) to rule ids; unknown topics have none."""
