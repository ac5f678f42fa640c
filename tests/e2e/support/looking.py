"""Looks at what is on a page, wide, on a laptop and narrow, light and dark: it fits, and axe finds no fault with it.

Where pictures are wanted (see `browsing.SHOTS`) everything is looked at in every width and both sets of colours;
otherwise in two ways, the widest light and the narrowest dark, or in fewer if the caller says so.
"""

from __future__ import annotations

from tests.e2e.support.browsing import SHOTS, Visitor, faults_for_readers

SIZES = {"wide": (1600, 900), "laptop": (1280, 720), "narrow": (390, 844)}
LIGHT, DARK = ("wide", "light"), ("narrow", "dark")
LOOKS = tuple((size, colours) for size in SIZES for colours in ("light", "dark"))
Looks = tuple[tuple[str, str], ...]


def look_over(visitor: Visitor, name: str, looks: Looks = (LIGHT, DARK), *, tabs: tuple[str, ...] = ()) -> None:
    """Looks at what is on the page now; on a narrow screen also at the tabs named."""
    page = visitor.page
    before = page.viewport_size or {"width": 1440, "height": 900}
    faults: list[str] = []
    for size, colours in LOOKS if SHOTS else looks:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        visitor.wear(colours)
        for tab in (tabs if size == "narrow" else ()) or ("",):
            if tab:
                page.get_by_role("tab", name=tab).click()
            label = "-".join(filter(None, (name, tab.lower(), size, colours)))
            visitor.picture(label)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width, f"{label} is too wide"
            faults += [f"{label}: {fault}" for fault in faults_for_readers(page)]
    if tabs:
        page.get_by_role("tab", name="Scene").click()
    page.set_viewport_size(before)
    visitor.wear("light")
    assert not faults, (faults, visitor.faults)
    assert visitor.faults == []
