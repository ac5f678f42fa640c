"""Portraits and pictures of scenes: chosen, dropped and pasted by one person, and seen by another."""

from __future__ import annotations

import base64

from playwright.sync_api import Page, expect

from tests.adapters.images.pictures import photograph, picture
from tests.e2e.support.browsing import PHONE
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY, Table, Visit

# Makes a drop or paste event with a file, as the browser would for one from the desktop or the clipboard.
HAND_OVER = """([kind, where, body, name]) => {
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name, { type: name.endsWith("svg") ? "image/svg+xml" : "image/png" }));
  const target = where ? document.querySelector(where) : window;
  target.dispatchEvent(kind === "paste"
    ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
    : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def hand_over(page: Page, kind: str, where: str, body: bytes, name: str = "picture.png") -> None:
    page.evaluate(HAND_OVER, [kind, where, base64.b64encode(body).decode(), name])


def test_a_portrait_and_a_picture_of_the_scene_are_seen_by_everybody(visit: Visit, server: Serving) -> None:
    table = Table(visit, QUAY, server=server, Bo=PHONE)
    gm, ana, bo = table.gm, table.ana, table.bo

    # A player chooses a file.
    ana.page.locator("#me").get_by_role("button", name="Add a portrait of Reth").click()
    ana.dialog.get_by_label("Choose a file").set_input_files(
        {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
    )
    expect(ana.dialog.get_by_role("img", name="The picture you chose")).to_be_visible()
    ana.visitor.check("picture-chosen")
    ana.dialog.get_by_role("button", name="Use this picture").click()
    expect(ana.page.locator("#me").get_by_role("button", name="Change the portrait of Reth")).to_be_visible()
    for seat in (ana, gm, bo):
        expect(seat.page.locator("#scene li").filter(has_text="Reth").locator("svg.token image").first).to_be_attached()
    for seat in (ana, gm):
        expect(seat.page.locator("g.token image").first).to_be_attached()

    # The game master drops a picture onto the map.
    hand_over(gm.page, "drop", "#scene .map", picture(800, 500, "darkslateblue"))
    expect(gm.dialog.get_by_role("img", name="The picture you chose")).to_be_visible()
    gm.dialog.get_by_role("button", name="Use this picture").click()
    bo.page.get_by_role("button", name="Map", exact=True).click()
    for seat in (gm, ana, bo):
        expect(seat.page.locator("svg > image")).to_be_attached()
    gm.visitor.check("picture-behind-the-map")
    bo.visitor.check("picture-behind-the-map-narrow")

    # What is no picture is refused in a sentence, and taken away is taken away for all.
    gm.page.get_by_role("button", name="Change picture").click()
    expect(gm.dialog.get_by_label("Choose a file")).to_be_attached()
    hand_over(gm.page, "paste", "", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "bad.svg")
    expect(gm.dialog.get_by_role("alert")).to_contain_text("PNG, JPEG, WebP or GIF")
    gm.dialog.get_by_role("button", name="Remove picture").click()
    for seat in (gm, ana, bo):
        expect(seat.page.locator("svg > image")).to_have_count(0)
        assert not seat.visitor.faults
