"""The service is one that systemd takes, and starts the program with options it knows."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fatetable.adapters.cli.commands.serve import serve
from tests.repository.checkout import ROOT
from tests.repository.packaging.releases import TOOLS

UNIT = ROOT / "deploy" / "fatetable.service"
MOST_EXPOSED = 20
"""In tenths, as systemd reckons: 100 is a service that may do anything."""

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here, which knows the settings"
)


def settings() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT, encoding="utf-8")
    return unit["Service"]


@needs_systemd
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    # It looks whether the program is there.
    unit = UNIT.read_text(encoding="utf-8").replace("/usr/local/lib/fatetable/bin", str(TOOLS))
    here.write_text(unit, encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")


@needs_systemd
def test_the_service_may_do_little_else_than_serve() -> None:
    asked = ["systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={MOST_EXPOSED}", str(UNIT)]
    told = subprocess.run(asked, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


def test_the_service_keeps_its_tables_in_its_own_folder() -> None:
    service = settings()
    words = service["ExecStart"].split()
    assert words[-1] == "$FATETABLE_OPTIONS"
    taken = serve.make_context("serve", words[2:-1]).params
    assert str(taken["data"]) == f"/var/lib/{service['StateDirectory']}" == service["WorkingDirectory"]
    assert re.fullmatch(r"[a-z]+", service["User"])
    assert service["User"] != "root"
