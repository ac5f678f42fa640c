"""The built page is served under the names of its files; every other spelling of a path is nothing."""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.adapters.server.support.visiting import Server

SCRIPT = "console.log(1);" * 2_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    built = tmp_path_factory.mktemp("outside")
    (built / "secret.txt").write_text("not for the page")
    page = built / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html>")
    (page / "assets" / "main-abc.js").write_text(SCRIPT)
    (page / "icon.png").write_bytes(b"\x89PNG")
    (page / "assets" / "stray.txt").symlink_to(built / "secret.txt")
    with Server(page=page) as running:
        yield running


def fetch(server: Server, path: str, **headers: str) -> tuple[int, bytes, dict[str, str]]:
    """The answer to a path exactly as it is written here; most clients would tidy it up."""
    line = http.client.HTTPConnection(server.url.removeprefix("http://"))
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, body, {name.lower(): value for name, value in answer.getheaders()}


def test_files_are_served_under_their_names(server: Server) -> None:
    assert fetch(server, "/")[:2] == fetch(server, "/index.html")[:2] == (200, b"<!doctype html>")
    status, body, headers = fetch(server, "/assets/main-abc.js")
    assert (status, body.decode()) == (200, SCRIPT)
    assert "immutable" in headers["cache-control"]
    assert fetch(server, "/assets/main-abc.js", **{"if-none-match": headers["etag"]})[0] == 304
    status, body, headers = fetch(server, "/assets/main-abc.js", **{"accept-encoding": "gzip"})
    assert gzip.decompress(body).decode() == SCRIPT
    assert fetch(server, "/icon.png")[1] == b"\x89PNG"


@pytest.mark.parametrize(
    "path",
    [
        "/x1/../assets/main-abc.js",
        "/assets/../assets/main-abc.js",
        "/assets//main-abc.js",
        "/./assets/main-abc.js",
        "/assets/./main-abc.js",
        "//assets/main-abc.js",
        "/assets%2fmain-abc.js/",
        "/assets/main-abc.js/",
        "/ASSETS/main-abc.js",
        "/assets",
        "/assets/",
        "/assets/stray.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/some/page",
        "/x",
    ],
)
def test_no_other_spelling_finds_anything(server: Server, path: str) -> None:
    status, body, _ = fetch(server, path)
    assert (status, body) == (404, b"Not found.")


def test_a_server_without_its_page_says_how_to_build_it(tmp_path: Path) -> None:
    with Server(page=tmp_path) as bare:
        status, body, _ = fetch(bare, "/")
        assert status == 503
        assert b"make play" in body
        assert fetch(bare, "/assets/x.js")[0] == 404
