"""What people install works without the packages of developers: it plays, serves its page, and says what it lacks."""

from __future__ import annotations

import email
import re
import tarfile
import zipfile
from email.message import Message
from importlib.metadata import version
from pathlib import Path

import fatetable
from tests.repository.checkout import ROOT
from tests.repository.packaging.releases import PINS, TOOLS, Release, attempt, run
from tests.repository.packaging.serving import serves_the_page, serving

SERVE = ("serve", "--port", "0", "--data", "data")
JSON = {"content-type": "application/json"}
ADVICE = 'this adds it: pip install "fatetable[print]"'

PLAY = """
import sys
import fatetable

table = fatetable.open_table(sys.argv[1], {"maria": "gm", "ana": "player"})
hero = table.ruleset.forms("hero")[0]
table.send("ana", table.offers("ana")[0].fill(sheet=hero, seat="ana"))

def choose(seat, label):
    return next(offer for offer in table.offers(seat) if label in offer.label)

table.send("maria", choose("maria", "Start a session").command)
table.send("maria", choose("maria", "Start a scene").fill(title="A rope bridge", present=("reth",)))
table.send("ana", choose("ana", "overcome an obstacle").fill(trait="quick", description="runs across"))
news = table.send("maria", choose("maria", "Set a difficulty").fill(value=2), chance=fatetable.Scripted("-0-+"))
assert any(type(each.event).__name__ == "DiceThrown" for each in news)
assert fatetable.read_sheet(fatetable.write_sheet(hero)) == hero
for name in fatetable.__all__:
    getattr(fatetable, name)
import fatetable.commands, fatetable.testing
print(*sorted({name.partition(".")[0] for name, module in sys.modules.items()
    if "site-packages" in (getattr(module, "__file__", None) or "")}))
"""


def names_in(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(packed.read(name))


def test_the_wheel_carries_the_data_of_the_rulesets_and_the_page_but_no_tests(release: Release) -> None:
    names = names_in(release.wheel)
    assert [name for name in names if "/tests/" in name] == []
    assert any(name.endswith("/rules.toml") for name in names)
    assert "fatetable/py.typed" in names
    assert "fatetable/adapters/web/static/index.html" in names
    assert any(re.fullmatch(r"fatetable/adapters/web/static/assets/.*\.js", name) for name in names)


def test_the_source_archive_carries_the_page_and_all_it_is_built_from(release: Release) -> None:
    with tarfile.open(release.archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"web/package-lock.json", "web/src/main.ts", "hatch_build.py", "LICENSE"} <= names
    assert "src/fatetable/adapters/web/static/index.html" in names
    assert [name for name in names if "node_modules" in name or "__pycache__" in name] == []


def test_the_wheel_says_what_it_is(release: Release) -> None:
    told = metadata(release.wheel)
    assert told["Version"] == fatetable.__version__ == version("fatetable")
    assert told["License-Expression"] == "MIT"
    assert told["Description-Content-Type"] == "text/markdown"
    assert str(told.get_payload()).startswith("# Fatetable")
    needed = [need for need in told.get_all("Requires-Dist") or () if "extra ==" not in need]
    assert [need for need in needed if need.startswith("typst")] == []
    assert {re.split(r"[<>=;\[]", need)[0] for need in needed} <= {
        line.partition("==")[0] for line in PINS.read_text().splitlines()
    }


def test_the_version_is_said_in_one_place() -> None:
    number = f'"{fatetable.__version__}"'
    for name in ("pyproject.toml", "web/package.json"):
        told = (ROOT / name).read_text(encoding="utf-8")
        assert f"version = {number}" not in told
        assert f'"version": {number}' not in told


def test_the_installed_program_rolls_dice_and_plays_a_scene(installed: Path) -> None:
    program = installed / "bin" / "fatetable"
    assert run(program, "roll", "4dF+2", cwd=installed).strip()
    playthroughs = sorted(installed.glob("lib/*/site-packages/fatetable/rulesets/*/playthroughs/*.yaml"))
    assert playthroughs
    run(program, "replay", playthroughs[0], cwd=installed)


def test_the_installed_program_serves_its_page_and_says_how_to_get_printing(installed: Path, tmp_path: Path) -> None:
    program = installed / "bin" / "fatetable"
    file = tmp_path / "reth.json"
    run(program, "new", "--ruleset", "fae", "--from-sample", "reth", "--out", file, cwd=tmp_path)
    refused = attempt(program, "show", file, "--pdf", tmp_path / "reth.pdf", cwd=tmp_path)
    assert refused.returncode == 1
    assert ADVICE in refused.stderr
    assert refused.stderr.endswith("(no-typesetter)\n")
    with serving(program, *SERVE, cwd=tmp_path) as client:
        serves_the_page(client)
        answer = client.post("/api/rulesets/fae/pdf", content=f'{{"sheet": {file.read_text()}}}', headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (503, "no-typesetter")
        assert ADVICE in answer.json()["message"]


def test_uvx_serves_from_the_wheel(release: Release, tmp_path: Path) -> None:
    uvx = (TOOLS / "uv", "tool", "run", "--constraints", PINS, "--from", release.wheel)
    with serving(*uvx, "fatetable", *SERVE, cwd=tmp_path) as client:
        serves_the_page(client)


def test_pipx_serves_from_the_wheel(release: Release, tmp_path: Path) -> None:
    pipx = (TOOLS / "pipx", "run", f"--pip-args=--constraint={PINS}", "--spec", release.wheel)
    with serving(*pipx, "fatetable", *SERVE, cwd=tmp_path, PIPX_HOME=str(tmp_path / "pipx")) as client:
        serves_the_page(client)


def test_the_library_needs_msgspec_and_nothing_else(library: Path) -> None:
    loaded = run(library / "bin" / "python", "-I", "-c", PLAY, "fae", cwd=library)
    assert set(loaded.split()) - {"_virtualenv"} == {"fatetable", "msgspec"}
