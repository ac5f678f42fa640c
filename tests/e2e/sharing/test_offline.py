"""The page as an app: it can be installed, starts without the network, and is never older than its server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from fatetable.adapters.web import STATIC
from tests.e2e.support.browsing import PHONE, Visitor
from tests.e2e.support.serving import Serving
from tests.e2e.support.tables import Visit

CACHED = """async () => {
  const names = await caches.keys();
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((each) => new URL(each.url).pathname);
}"""
ARE_NEW = "async (which) => (await caches.keys())[which]((name) => name.includes('new-'))"
OFFLINE = "You are offline: tables need a connection to the server."


def with_worker(page: Page, address: str = "/") -> None:
    """Opens the page and waits until its service worker is in charge."""
    page.goto(address)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_an_offline_start_shows_the_shell_and_one_sentence(visit: Visit) -> None:
    visitor = visit(**PHONE, service_workers="allow")
    with_worker(visitor.page)
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_contain_text(OFFLINE)
    visitor.context.set_offline(False)
    visitor.page.get_by_role("button", name="Try again").click()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)


def test_a_table_opened_offline_says_so_and_comes_back(visit: Visit, server: Serving) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    visitor = visit(service_workers="allow")
    with_worker(visitor.page, f"/#seat={opened['key']}")
    title = visitor.page.locator("header h1")
    expect(title).to_be_visible()
    visitor.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_text("Connection lost")).to_be_visible()
    visitor.context.set_offline(False)
    expect(title).to_be_visible()


def test_nothing_about_a_table_is_ever_cached(visit: Visit, server: Serving) -> None:
    opened = server.open_table(scene="fight-on-the-quay")
    visitor = visit(service_workers="allow")
    with_worker(visitor.page)
    visitor.page.goto(f"/#seat={opened['key']}")
    expect(visitor.page.locator("header h1")).to_be_visible()
    assert visitor.page.evaluate("() => fetch('/api/rulesets').then((answer) => answer.status)") == 200
    cached = visitor.page.evaluate(CACHED)
    assert "/" in cached
    assert [path for path in cached if path not in ("/", "/icon.svg") and not path.startswith("/assets/")] == []


def test_browsers_find_what_they_need_to_install_the_page(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href") or ""
    manifest = page.request.get(address)
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    wanted = json.loads(manifest.text())
    assert (wanted["display"], wanted["start_url"]) == ("standalone", "./")
    assert {(icon["sizes"], icon["purpose"]) for icon in wanted["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in wanted["icons"]:
        size = page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode(); return image.width; }",
            icon["src"],
        )
        assert icon["sizes"] == "any" or icon["sizes"] == f"{size}x{size}"


def test_the_frame_of_the_app_has_the_colour_of_the_theme(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    frame = page.locator("meta[name=theme-color]").first
    seen = set()
    for _ in range(3):
        seen.add(frame.get_attribute("content"))
        page.get_by_role("button", name="Change colours").click()
    assert seen == {"#fbf7ee", "#211f1c"}


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()


class Builds:
    """A server of files whose build can be replaced by another one."""

    def __init__(self, folder: Path) -> None:
        self.folder = shutil.copytree(STATIC, folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def replace(self) -> None:
        index = self.folder / "index.html"
        index.write_text(index.read_text().replace('<div id="page">', '<div id="page" data-build="new">'))
        worker = self.folder / "service-worker.js"
        worker.write_text(worker.read_text().replace('BUILD = "', 'BUILD = "new-'))

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def builds(tmp_path: Path) -> Iterator[Builds]:
    running = Builds(tmp_path / "static")
    yield running
    running.stop()


def test_a_new_build_is_shown_at_the_next_reload_and_replaces_the_cache(browser: Browser, builds: Builds) -> None:
    visitor = Visitor(browser, builds.url, service_workers="allow")
    page = visitor.page
    with_worker(page)
    builds.replace()
    page.reload()
    expect(page.locator("#page")).to_have_attribute("data-build", "new")
    # The new worker takes over when no page of the old one is open.
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    for _ in range(50):
        page.goto("about:blank")
        page.goto("/")
        if page.evaluate(ARE_NEW, "every"):
            break
    assert page.evaluate(ARE_NEW, "every")
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator("#page")).to_have_attribute("data-build", "new")
    visitor.close()
