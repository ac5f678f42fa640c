"""The picture of a scene is the same wherever the scene is shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.support.browsing import WIDE
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import Visit


def picture(page: Page) -> str | None:
    """The name of the only picture on a page, once it is drawn."""
    drawn = page.locator("svg[data-art]")
    expect(drawn).to_have_count(1)
    expect(drawn.locator("path").first).to_be_attached()
    return drawn.get_attribute("data-art")


def test_lobby_invitation_and_table_show_the_same_picture(visit: Visit, server: Serving) -> None:
    visitor = visit(**WIDE)
    page = visitor.page
    page.goto("/")
    card = page.locator(".scene").filter(has_text="A fight on the quay")
    in_lobby = card.locator("svg[data-art]").get_attribute("data-art")
    # Another title of the table is no reason for another picture.
    opened = server.open_table(scene="fight-on-the-quay", title="Thursday night")
    page.goto(f"/#join={opened['invitation']}")
    page.reload()
    on_invitation = picture(page)
    page.goto(f"/#seat={server.join(opened['invitation'], 'Bo', seat='bo')['key']}")
    expect(page.get_by_role("heading", name="The quay").first).to_be_visible()
    assert (in_lobby, on_invitation, picture(page)) == ("quay", "quay", "quay")
    assert visitor.faults == []
