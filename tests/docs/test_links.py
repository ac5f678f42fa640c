"""Links between the documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_of_the_manual_is_linked_from_another() -> None:
    linked = {
        (page.parent / link).resolve() for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))
    }
    pages = (ROOT / "docs").glob("*.md")
    assert [page.name for page in pages if page.resolve() not in linked] == []
