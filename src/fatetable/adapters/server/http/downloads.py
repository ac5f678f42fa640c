"""Files that a browser saves under a name."""

from __future__ import annotations

import re

from starlette.responses import Response


def file_name(title: str, ending: str) -> str:
    """A name for a download that every system takes."""
    words = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
    return f"{words[:60] or 'character'}.{ending}"


def download(content: str | bytes, media_type: str, title: str, ending: str) -> Response:
    raw = content.encode("utf-8", "replace") if isinstance(content, str) else content
    name = f'attachment; filename="{file_name(title, ending)}"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(raw, headers=headers, media_type=media_type)
