"""The contract that keeps subsystems out of modules of state names every subsystem."""

from __future__ import annotations

import tomllib
from pathlib import Path

import fatetable.mechanics

PLACE = Path(fatetable.mechanics.__file__).parent
SETTINGS = Path(__file__).parents[2] / "pyproject.toml"


def test_every_module_with_a_subsystem_is_in_the_contract() -> None:
    contracts = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["id"] == "state-without-subsystems")
    subsystems = {
        f"fatetable.mechanics.{path.parent.name}.{path.stem}"
        for path in PLACE.glob("*/*.py")
        if "def subsystem(" in path.read_text(encoding="utf-8")
    }
    assert subsystems <= set(contract["forbidden_modules"])
    assert not subsystems & set(contract["source_modules"])
