"""What the checkout contains: its text files, its sources and its rulesets.

Judges nothing; the tests beside it do.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from fatetable.adapters.web import STATIC

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "fatetable"
RULESETS = SOURCE / "rulesets"

NOT_OURS = {".git", ".venv", "__pycache__", "node_modules", "dist", "build", "mutants", "static", "htmlcov"}
CODE = {".py", ".ts", ".svelte", ".css", ".js"}


def files_under(folder: Path) -> Iterator[Path]:
    for parent, subfolders, names in os.walk(folder):
        # Caches of tools are ignored by git and may hold anything, the paths of this machine included.
        subfolders[:] = sorted(
            name
            for name in subfolders
            if name not in NOT_OURS and not name.endswith("_cache") and name != ".hypothesis"
        )
        # In a worktree `.git` is a file, with a path of this machine in it.
        yield from (Path(parent, name) for name in sorted(names) if name not in NOT_OURS)


def text_of(path: Path) -> str | None:
    """The text of a file, or None where it holds bytes that are not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def ruleset_folders(rulesets: Path = RULESETS) -> tuple[Path, ...]:
    """The folders of all rulesets, those in the making included."""
    return tuple(
        sorted(
            folder
            for folder in rulesets.iterdir()
            if (folder / "ruleset.py").exists() or (folder / "rules.toml").exists()
        )
    )


def playable_ruleset_folders(rulesets: Path = RULESETS) -> tuple[Path, ...]:
    """The folders that assemble a ruleset; one that only has its ledger yet is in the making."""
    return tuple(folder for folder in ruleset_folders(rulesets) if (folder / "ruleset.py").exists())


def page_is_built() -> bool:
    """Whether the page has been built; in a fresh checkout it has not."""
    return (STATIC / "index.html").is_file()
