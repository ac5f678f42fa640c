"""Puts the built page into every wheel and source archive: a checkout builds it, a source archive carries it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
NO_NODE = f"Building Fatetable from a checkout needs Node.js {OLDEST_NODE} or newer with npm, for its page."
NOT_BUILT = "The page could not be built; npm says above why."
NO_PAGE = "These sources hold neither the built page nor what it is built from."


class PageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Installed in place, the program uses whatever page the checkout has at the time.
        if version == "editable":
            return
        root = Path(self.root)
        page = root / "src" / "fatetable" / "adapters" / "web" / "static" / "index.html"
        # A source archive has its description, and files that all bear the same date.
        if (root / "PKG-INFO").is_file() or not (root / "web").is_dir():
            if not page.is_file():
                self.app.abort(NO_PAGE)
        elif not _is_current(page, root / "web"):
            self._build(root / "web")

    def _build(self, web: Path) -> None:
        npm = shutil.which("npm") if _node_is_fit() else None
        if npm is None:
            self.app.abort(NO_NODE)
        elif not _build(npm, web):
            self.app.abort(NOT_BUILT)


def _build(npm: str, web: Path) -> bool:
    # The same stamp as in the Makefile.
    installed = web / "node_modules" / "installed"
    try:
        if not _is_newer(installed, web / "package-lock.json"):
            subprocess.run([npm, "ci", "--silent"], cwd=web, check=True)
            installed.touch()
        subprocess.run([npm, "run", "--silent", "build", "--", "--logLevel", "warn"], cwd=web, check=True)
    except subprocess.CalledProcessError:
        return False
    return True


def _is_current(page: Path, web: Path) -> bool:
    return all(_is_newer(page, source) for source in _sources(web))


def _sources(web: Path) -> Iterator[Path]:
    for pattern in ("index.html", "package*.json", "*.ts", "*.js", "public/**/*", "src/**/*"):
        yield from (path for path in web.glob(pattern) if path.is_file() and not path.name.endswith(".test.ts"))


def _is_newer(made: Path, source: Path) -> bool:
    return made.is_file() and made.stat().st_mtime >= source.stat().st_mtime


def _node_is_fit() -> bool:
    node = shutil.which("node")
    if node is None:
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    number = re.match(r"v(\d+)\.", told)
    return number is not None and int(number[1]) >= OLDEST_NODE
