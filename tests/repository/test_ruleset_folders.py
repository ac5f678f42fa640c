"""What the folder of every ruleset that can be played holds beside its code."""

from pathlib import Path

from tests.repository.checkout import playable_ruleset_folders, ruleset_folders

REQUIRED = ("ruleset.py", "dials.py", "rules.toml", "ATTRIBUTION.md", "RULINGS.md")


def test_there_is_a_ruleset_to_play() -> None:
    assert playable_ruleset_folders()


def test_every_ruleset_brings_its_ledger_its_attribution_and_its_rulings() -> None:
    missing = [
        f"{folder.name}/{name}"
        for folder in playable_ruleset_folders()
        for name in REQUIRED
        if not (folder / name).is_file()
    ]
    assert missing == []


def test_no_rules_are_carried_without_what_their_licence_asks_for() -> None:
    without = [folder.name for folder in ruleset_folders() if not (folder / "ATTRIBUTION.md").is_file()]
    assert without == []


def test_every_ruleset_has_a_playthrough() -> None:
    without = [
        folder.name for folder in playable_ruleset_folders() if not any((folder / "playthroughs").glob("*.yaml"))
    ]
    assert without == []


def test_a_folder_in_the_making_is_known_and_held_to_nothing_yet(tmp_path: Path) -> None:
    for folder, name in (("knot", "ruleset.py"), ("weave", "rules.toml"), ("yarn", "notes.md")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).touch()
    assert [folder.name for folder in ruleset_folders(tmp_path)] == ["knot", "weave"]
    assert [folder.name for folder in playable_ruleset_folders(tmp_path)] == ["knot"]
