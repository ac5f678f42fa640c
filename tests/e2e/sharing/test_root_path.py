"""Behind a proxy that serves other things as well, everything the page needs is below one path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.adapters.images.pictures import photograph
from tests.e2e.support.browsing import PHONE, WIDE, Visitor
from tests.e2e.support.driving import Seat
from tests.e2e.support.proxy import Proxy
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import QUAY

PATH = "/games/fate"
SCOPE = "async () => (await navigator.serviceWorker.ready).scope"
APP = """async () => {
  const link = document.querySelector("link[rel=manifest]").href;
  const app = await (await fetch(link)).json();
  const icons = app.icons.map((icon) => icon.src);
  const found = [app.start_url, app.scope, ...icons].map((each) => new URL(each, link).href);
  const answers = await Promise.all(found.map(async (each) => (await fetch(each)).status));
  return { page: found[0], scope: found[1], answers };
}"""


@contextmanager
def behind(proxy: Proxy, data: Path, *settings: str) -> Iterator[None]:
    server = Serving(data, *settings)
    proxy.pass_on_to(server.url)
    try:
        yield
    finally:
        server.kill()


@pytest.mark.parametrize("strips", [True, False], ids=["the path is taken off", "the path is left on"])
def test_a_table_below_a_path_has_its_links_pictures_and_app(browser: Browser, tmp_path: Path, strips: bool) -> None:
    with Proxy(PATH, strips=strips) as proxy:
        home = proxy.url + PATH
        options = ("--root-path", PATH) if strips else ("--public-url", home)
        with behind(proxy, tmp_path / "data", *options):
            gm, ana = (Visitor(browser, proxy.url, **size) for size in (WIDE, PHONE))
            try:
                plays_together(Seat(gm, "Maria"), Seat(ana, "Ana"), home)
            finally:
                gm.close()
                ana.close()
            starts_without_the_network(browser, home)
    assert proxy.lost == []


def plays_together(gm: Seat, ana: Seat, home: str) -> None:
    # Typed without the slash at its end.
    invitation = gm.open_scene(QUAY.title, lobby=PATH)
    assert re.fullmatch(rf"{re.escape(home)}/#join=[\w~.-]+", invitation)
    ana.join(invitation, "Reth")
    assert ana.page.url.startswith(f"{home}/#/table/")
    show(ana.page, "Me")
    ana.page.get_by_role("button", name="Add a portrait of Reth").click()
    file: Any = {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
    ana.dialog.get_by_label("Choose a file").set_input_files(file)
    ana.dialog.get_by_role("button", name="Use this picture").click()
    expect(gm.page.locator("g.token image").first).to_be_attached()
    gm.page.reload()
    expect(gm.page.locator("g.token image").first).to_be_attached()
    ana.page.locator("#me").get_by_text("Download sheet").click()
    with ana.page.expect_download() as saved:
        ana.page.get_by_role("button", name="Markdown", exact=True).click()
    assert saved.value.suggested_filename.endswith(".md")
    for seat in (gm, ana):
        assert seat.visitor.faults == []


def show(page: Page, tab: str) -> None:
    page.get_by_role("tab", name=tab, exact=True).click()


def starts_without_the_network(browser: Browser, home: str) -> None:
    visitor = Visitor(browser, home, **PHONE, service_workers="allow")
    page = visitor.page
    page.goto(f"{home}/")
    assert page.evaluate(SCOPE) == f"{home}/"
    app = page.evaluate(APP)
    assert (app["page"], app["scope"], set(app["answers"])) == (f"{home}/", f"{home}/", {200})
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("You are offline")
    visitor.close()
