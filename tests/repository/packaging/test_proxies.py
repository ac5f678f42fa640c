"""The examples for Caddy and nginx, tried with the programs themselves where they are installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.adapters.server.support.processes import Process
from tests.adapters.server.support.visiting import PATIENCE, Page
from tests.repository.checkout import ROOT
from tests.repository.packaging.serving import serves_the_page

DEPLOY = ROOT / "deploy"
NAME = "tables.example.org"
AROUND = """
daemon off;
pid nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    {site}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], folder: Path, port: int, **variables: str) -> Iterator[str]:
    with subprocess.Popen(command, cwd=folder, env=os.environ | variables, stderr=subprocess.DEVNULL) as proxy:
        try:
            url = f"http://127.0.0.1:{port}"
            transport = httpx.HTTPTransport(retries=8)
            with httpx.Client(base_url=url, timeout=PATIENCE, transport=transport, headers={"host": NAME}) as client:
                client.get("/healthz").raise_for_status()
            yield url
        finally:
            proxy.terminate()


def plays_through(url: str) -> None:
    """The page, a table and its socket are reached by way of the proxy, under the public name."""
    with httpx.Client(base_url=url, timeout=PATIENCE, headers={"host": NAME}) as client:
        serves_the_page(client)
        opened = client.post("/api/tables", json={"ruleset": "fae", "name": "Maria"}).json()
    with Page(url, opened["key"]) as page:
        assert page.order


def names_the_visitor(program: Process) -> bool:
    """Was the program told who asks?  It was not told to believe it, and says so."""
    return "forwarded-by-untrusted" in Path(program.errors.name).read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx here to try its example with")
def test_the_site_for_nginx_passes_pages_and_sockets_on(tmp_path: Path) -> None:
    with Process(tmp_path / "data", "--public-url", f"https://{NAME}") as program:
        port = free_port()
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        site = site.replace("http://127.0.0.1:8420", program.url)
        # Without certificates, and without the ports of everybody.
        site = "\n".join(line for line in site.splitlines() if "ssl_certificate" not in line and "[::]" not in line)
        site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace(
            "listen 80", f"listen 127.0.0.1:{free_port()}"
        )
        (tmp_path / "nginx.conf").write_text(AROUND.format(site=site))
        command = ["nginx", "-p", str(tmp_path), "-e", "stderr", "-c", "nginx.conf"]
        with running(command, tmp_path, port) as url:
            plays_through(url)
        assert names_the_visitor(program)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy here to try its example with")
def test_the_site_for_caddy_passes_pages_and_sockets_on(tmp_path: Path) -> None:
    with Process(tmp_path / "data", "--public-url", f"https://{NAME}") as program:
        port = free_port()
        # Without the port of everybody for its own settings.
        (tmp_path / "Caddyfile").write_text("{\n\tadmin off\n}\n" + (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
        settings = {"FATETABLE_NAME": f"http://:{port}", "FATETABLE_SERVER": program.url.removeprefix("http://")}
        command = ["caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
        with running(command, tmp_path, port, HOME=str(tmp_path), **settings) as url:
            plays_through(url)
        assert names_the_visitor(program)
