"""The page itself: built files from one folder, compressed once, with the lobby for every address that is no file."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

PLACE = Path(__file__).parent.parent / "web" / "static"
INDEX = "index.html"

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
HASHED = "assets/"
"""The folder of the files whose names change whenever their contents do."""

COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
NOT_BUILT = (
    "<!doctype html><title>Fatetable</title><p>The server runs, but its page has not been built. "
    "Build it with: make play"
)


class Served(NamedTuple):
    changed_at: int
    plain: bytes
    squeezed: bytes
    kind: str
    tag: str


class StaticPage:
    """Reads a file once, and again when it has changed."""

    def __init__(self, place: Path = PLACE) -> None:
        self._place = place.resolve()
        self._files: dict[str, Served] = {}

    async def __call__(self, request: Request) -> Response:
        name = request.path_params.get("path", "")
        found = self._find(name)
        if found is None:
            # Addresses inside the page are the page's own affair; a missing file is a missing file.
            is_file = "." in name.rpartition("/")[2] or name.startswith((HASHED, "api/"))
            found = None if is_file else self._find(INDEX)
            if found is None:
                return Response("Not found.", 404) if is_file else Response(NOT_BUILT, 503, media_type="text/html")
            name = INDEX
        return self._answer(request, name, found)

    def _answer(self, request: Request, name: str, found: Served) -> Response:
        headers = {"cache-control": FOR_EVER if name.startswith(HASHED) else ASK_AGAIN, "etag": found.tag}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        body = found.plain
        if found.squeezed:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                body, headers["content-encoding"] = found.squeezed, "gzip"
        return Response(body, headers=headers, media_type=found.kind)

    def _find(self, name: str) -> Served | None:
        try:
            path = (self._place / name).resolve()
            if not name or not path.is_relative_to(self._place):
                return None
            changed_at = path.stat().st_mtime_ns
            known = self._files.get(name)
            if known is not None and known.changed_at == changed_at:
                return known
            plain = path.read_bytes()
        except (OSError, ValueError):
            return None
        squeezed = gzip.compress(plain, 9, mtime=0) if name.endswith(COMPRESSED) else b""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        served = self._files[name] = Served(changed_at, plain, squeezed, kind, f'"{changed_at:x}-{len(plain):x}"')
        return served
