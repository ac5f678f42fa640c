"""Serves the built page: the files that were in one folder when the server started, under their names and no others."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from fatetable.adapters.web import STATIC

INDEX = "index.html"

CACHE_FOREVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
HASHED_FOLDER = "assets/"
"""The folder of the files whose names change whenever their contents do."""

COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
NOT_BUILT = (
    "<!doctype html><title>Fatetable</title><p>The server runs, but its page has not been built. "
    "Build it with: make play"
)


class ServedFile(NamedTuple):
    plain: bytes
    compressed: bytes
    kind: str
    tag: str


class StaticFiles:
    """A fixed map from paths to files, so that nothing a visitor asks for is looked up on disk or kept."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files = dict(_served(folder))
        if INDEX in self._files:
            # The route inside the page is in the fragment, which browsers do not send.
            self._files[""] = self._files[INDEX]

    async def __call__(self, request: Request) -> Response:
        name = request.path_params.get("path", "")
        found = self._files.get(name)
        if found is None:
            return Response("Not found.", 404) if name else Response(NOT_BUILT, 503, media_type="text/html")
        headers = {"cache-control": CACHE_FOREVER if name.startswith(HASHED_FOLDER) else REVALIDATE, "etag": found.tag}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        body = found.plain
        if found.compressed:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                body, headers["content-encoding"] = found.compressed, "gzip"
        return Response(body, headers=headers, media_type=found.kind)


def _served(folder: Path) -> Iterator[tuple[str, ServedFile]]:
    place = folder.resolve()
    for path in place.rglob("*"):
        # A link to somewhere else is no file of the page.
        if path.is_file() and path.resolve().is_relative_to(place):
            plain, name = path.read_bytes(), path.relative_to(place).as_posix()
            compressed = gzip.compress(plain, 9, mtime=0) if name.endswith(COMPRESSED) else b""
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            yield name, ServedFile(plain, compressed, kind, f'"{hashlib.sha256(plain).hexdigest()[:24]}"')
