"""The container as far as it can be tried without an engine: the Dockerfile's own steps make a program that serves."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from pathlib import Path

import click
import pytest
import yaml

from fatetable.adapters.cli.commands.serve import serve
from tests.repository.checkout import ROOT
from tests.repository.packaging.container import Context, carry_out, listed, steps
from tests.repository.packaging.releases import ENVIRONMENT, TOOLS
from tests.repository.packaging.serving import serves_the_page, serving

DEPLOY = ROOT / "deploy"
DOCKERFILE = DEPLOY / "Dockerfile"
IMAGE = dict(steps(DOCKERFILE.read_text(encoding="utf-8")))
"""The last line of each kind, which is the one that counts in the finished image."""

UV_AS_PIP = """#!/bin/sh
# It reads the same options and keeps what it has fetched.
exec "{uv}" pip "$@"
"""


def understood(arguments: list[str]) -> dict[str, object]:
    """What the program takes from these arguments of `fatetable serve`."""
    context: click.Context = serve.make_context("serve", list(arguments))
    return context.params


@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm here, with which the first stage begins")
def test_the_steps_of_the_dockerfile_make_a_program_that_serves_and_prints(tmp_path: Path) -> None:
    python = tmp_path / "python"
    venv.create(python, with_pip=False, symlinks=True)
    pip = python / "bin" / "pip"
    pip.write_text(UV_AS_PIP.format(uv=TOOLS / "uv"))
    pip.chmod(0o755)
    path = f"{python / 'bin'}:{os.environ['PATH']}"
    stages = carry_out(DOCKERFILE, Context(ROOT), tmp_path, path=path, VIRTUAL_ENV=str(python))
    assert [stage.base.partition(":")[0] for stage in stages] == ["node", "python"]
    # The sources are gone, and only making the account was not tried.
    assert list((stages[1].root / "source").iterdir()) == []
    assert [("useradd" in line) for stage in stages for line in stage.left_out] == [True]

    data = tmp_path / "data"
    command = [*listed(IMAGE["ENTRYPOINT"]), *listed(IMAGE["CMD"])]
    words = [str(data) if word == "/data" else word for word in command]
    with serving(*words, "--port", "0", cwd=tmp_path, PATH=path) as client:
        serves_the_page(client)
        (hero, *_) = client.post("/api/rulesets/fae/samples", json={}).json()["samples"]
        printed = client.post("/api/rulesets/fae/pdf", json={"sheet": hero["sheet"]})
        assert printed.content.startswith(b"%PDF-")
        port = str(client.base_url.port)
        assert check_health(port, path) == 0
    assert check_health(port, path) != 0


def check_health(port: str, path: str) -> int:
    command = listed(IMAGE["HEALTHCHECK"].partition("CMD ")[2])
    asked = [word.replace(":8420/", f":{port}/") for word in command]
    return subprocess.run(asked, env={**ENVIRONMENT, "PATH": path}, stderr=subprocess.DEVNULL).returncode


def test_the_container_is_not_root_and_keeps_its_tables_in_a_volume() -> None:
    assert IMAGE["USER"] == "fatetable"
    taken = understood(listed(IMAGE["CMD"])[1:])
    assert (str(taken["data"]), str(taken["port"])) == (IMAGE["VOLUME"], IMAGE["EXPOSE"])


def test_the_services_of_the_compose_file_fit_together() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    program, proxy = told["services"]["fatetable"], told["services"]["caddy"]
    build = program["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DOCKERFILE
    words = program["command"].partition("${")[0].split()
    taken = understood([*words[1:-1], words[-1] + "tables.example.org"])
    mounted = [volume.split(":") for volume in program["volumes"]]
    assert [place for _, place in mounted] == [str(taken["data"])] == [IMAGE["VOLUME"]]
    assert {name for name, _ in mounted} <= set(told["volumes"])
    # Nobody but the proxy reaches the program.
    assert "ports" not in program
    assert f"fatetable:{IMAGE['EXPOSE']}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in proxy["volumes"]
