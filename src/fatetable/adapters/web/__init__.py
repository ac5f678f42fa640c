"""The folder of the built page, which the build of `web/` writes and the wheel contains."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"
