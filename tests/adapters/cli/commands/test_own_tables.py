"""In the terminal, a campaign's own tables are files that are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fatetable import rulesets
from fatetable.adapters.cli.main import main

SKEIN = rulesets.load("skein")


def run(*args: str, text: str = "") -> Result:
    return CliRunner().invoke(main, args, input=text)


@pytest.fixture
def skills(tmp_path: Path) -> str:
    place = tmp_path / "skills.toml"
    place.write_text(SKEIN.own_tables[0].example, encoding="utf-8")
    return f"skills={place}"


def test_the_tables_are_listed_with_their_examples() -> None:
    shown = run("rulesets", "--tables", "skein").output
    told = json.loads(run("rulesets", "--tables", "skein", "--json").output)["tables"]
    assert [each["name"] for each in told] == [table.name for table in SKEIN.own_tables]
    for table, each in zip(SKEIN.own_tables, told, strict=True):
        assert f"{table.name}: {table.meaning}" in shown
        assert each["example"] == table.example
        assert all(f"  {line}" in shown for line in table.example.splitlines())


def test_a_sheet_with_a_skill_of_the_campaign_is_right_only_with_its_table(skills: str, tmp_path: Path) -> None:
    hero = next(sheet for sheet in SKEIN.creation.samples if sheet.kind == "hero")
    place = tmp_path / "hero.json"
    written = json.loads(rulesets_json(hero))
    written["traits"]["weaving"] = 1
    place.write_text(json.dumps(written), encoding="utf-8")
    without = json.loads(run("check", str(place), "--json").output)
    with_table = json.loads(run("check", str(place), "--json", "--content", skills).output)
    assert "weaving" in json.dumps(without).casefold()
    assert not [each for each in with_table["problems"] if each["where"].endswith("weaving")]


def rulesets_json(sheet: object) -> bytes:
    from fatetable.builder.sheet_files import write_sheet

    return write_sheet(sheet).encode()  # type: ignore[arg-type]


def test_a_scene_is_played_with_the_tables_and_they_can_be_read(skills: str) -> None:
    result = run("play", "--ruleset", "skein", "--scene", "wrestling", "--content", skills, text="r\n\nq\n")
    assert "skills: Skills that everybody can learn." in result.output
    assert 'id = "weaving"' in result.output


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("skills", "write it as NAME=FILE"),
        ("skills=/nowhere/at/all.toml", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(named: str, said: str) -> None:
    result = run("new", "--ruleset", "skein", "--content", named)
    assert result.exit_code != 0
    assert said in result.output


def test_a_table_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    place = tmp_path / "binary.toml"
    place.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run("new", "--ruleset", "skein", "--content", f"skills={place}").output
    place.write_text("x" * 30_000)
    assert (
        "20001 characters, more than 20000" in run("new", "--ruleset", "skein", "--content", f"skills={place}").output
    )


def test_a_saved_game_brings_its_own_tables(skills: str) -> None:
    assert "its own scene, ruleset and tables" in run("play", "evening.log", "--content", skills).output
