"""The built page: what a first visit has to load is small, and nothing in it comes from another site."""

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fatetable.adapters.web import STATIC
from tests.repository.checkout import page_is_built

FIRST_LOAD_LIMIT = 140 * 1024
FONT = re.compile(rb"url\(([^)]+\.woff2)\)[^}]*unicode-range:([^}]+)")
ALWAYS_NEEDED = re.compile(r"U\+20-7E|U\+0?0?20-0?0?7E", re.IGNORECASE)

pytestmark = pytest.mark.skipif(not page_is_built(), reason="nobody has built the page; `make page` does")


def chunks_for(manifest: dict[str, Any], *wanted: str) -> set[str]:
    """The names of the chunks that these ones cannot do without."""
    found: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(manifest[name].get("imports", ()))
    return found


def files_for(*wanted: str) -> set[str]:
    manifest = json.loads((STATIC / "manifest.json").read_text(encoding="utf-8"))
    files = {"index.html"}
    for name in chunks_for(manifest, *wanted):
        files |= {manifest[name]["file"], *manifest[name].get("css", ())}
    return files


def fonts_for(files: set[str]) -> Iterator[str]:
    """The fonts every page needs; those for rarer letters are fetched when somebody writes one."""
    for file in files:
        for address, letters in FONT.findall((STATIC / file).read_bytes()):
            if ALWAYS_NEEDED.search(letters.decode()):
                yield os.path.normpath(Path(file).parent / address.decode().strip("\"'"))


def weight_of(*wanted: str) -> int:
    files = files_for(*wanted)
    fonts = sorted(set(fonts_for(files)))
    assert len(fonts) == 4
    texts = sum(len(gzip.compress((STATIC / file).read_bytes())) for file in files)
    return texts + sum((STATIC / font).stat().st_size for font in fonts)


@pytest.mark.parametrize("page", ["src/pages/Seat.svelte", "src/pages/Join.svelte", "src/builder/BuilderPage.svelte"])
def test_the_first_load_of_a_page_is_small(page: str) -> None:
    assert weight_of("index.html", page) < FIRST_LOAD_LIMIT


def test_the_page_loads_nothing_from_elsewhere() -> None:
    other_site = re.compile(r"""(?:src|href)=["'](?:https?:)?//|url\(["']?(?:https?:)?//|@import""")
    found = [
        path.name
        for path in STATIC.rglob("*")
        if path.suffix in {".html", ".css"} and other_site.search(path.read_text())
    ]
    assert found == []


def test_the_page_has_no_script_of_its_own_in_its_markup() -> None:
    markup = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=", markup) == []
