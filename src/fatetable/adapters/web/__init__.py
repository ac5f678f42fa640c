"""The built page: files a browser loads, made from `web/` and carried in the wheel.  Knows where they are, no more."""

from __future__ import annotations

from pathlib import Path

STATIC = Path(__file__).parent / "static"


def is_built() -> bool:
    """Is there a page to serve?  In a checkout nobody has built one until `make play` does."""
    return (STATIC / "index.html").is_file()
