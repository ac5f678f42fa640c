"""Serving under a path: a proxy that serves other things too passes on what is below, say, `/fate`.

The page needs to know no path: it finds everything beside itself.
"""

from __future__ import annotations

from typing import Any

_PERMANENT = 308


class RootPath:
    """An ASGI application below a path; proxies may leave the path on requests or take it off."""

    def __init__(self, app: Any, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        if path == self.path and scope["type"] == "http":
            # Without the slash a browser would look for everything one folder above.
            headers = [(b"location", f"{self.path}/".encode()), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": _PERMANENT, "headers": headers})
            await send({"type": "http.response.body"})
            return
        if path.startswith(f"{self.path}/"):
            scope = {**scope, "path": path.removeprefix(self.path)}
        await self.app(scope, receive, send)
