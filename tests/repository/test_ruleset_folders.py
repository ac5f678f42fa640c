"""What the folder of every ruleset holds beside its code."""

from tests.repository.checkout import ruleset_folders

REQUIRED = ("ruleset.py", "rules.toml", "ATTRIBUTION.md", "RULINGS.md")


def test_there_is_a_ruleset_to_play() -> None:
    assert ruleset_folders()


def test_every_ruleset_brings_its_ledger_its_attribution_and_its_rulings() -> None:
    missing = [
        f"{folder.name}/{name}" for folder in ruleset_folders() for name in REQUIRED if not (folder / name).is_file()
    ]
    assert missing == []


def test_every_ruleset_has_a_playthrough() -> None:
    without = [folder.name for folder in ruleset_folders() if not any((folder / "playthroughs").glob("*.yaml"))]
    assert without == []
