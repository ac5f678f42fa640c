"""Keeps what is said now as approved; to be run on purpose, and its outcome to be read with `git diff`."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from fatetable import rulesets
from tests.approval.approving import APPROVED, SAID_IN_TESTS, differences, kept, place_of, texts


def approve() -> None:
    for place in APPROVED.rglob(SAID_IN_TESTS):
        # Written anew by the tests themselves, which come next.
        place.unlink()
    for name in sorted(kept() - set(texts())):
        place_of(name).unlink()
        sys.stdout.write(f"gone: {name}\n")
    with ProcessPoolExecutor() as processes:
        for changed in processes.map(_approve_ruleset, rulesets.folders()):
            sys.stdout.writelines(f"approved: {name}\n" for name in changed)


def _approve_ruleset(ruleset_id: str) -> list[str]:
    """Its texts share what is played for them, so one process writes them all."""
    changed = []
    for name, said in texts(ruleset_id).items():
        text = said()
        if differences(name, text) or not place_of(name).is_file():
            place_of(name).parent.mkdir(parents=True, exist_ok=True)
            place_of(name).write_text(text, encoding="utf-8")
            changed.append(name)
    return changed


if __name__ == "__main__":
    approve()
