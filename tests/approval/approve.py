"""Keeps what is said now as approved; to be run on purpose, and its outcome to be read with `git diff`."""

from __future__ import annotations

import sys

from tests.approval.approving import APPROVED, SAID_IN_TESTS, differences, kept, place_of, texts


def approve() -> None:
    now = texts()
    for place in APPROVED.rglob(SAID_IN_TESTS):
        # Written anew by the tests themselves, which come next.
        place.unlink()
    for name in sorted(kept() - set(now)):
        place_of(name).unlink()
        sys.stdout.write(f"gone: {name}\n")
    for name, said in now.items():
        text = said()
        if differences(name, text) or not place_of(name).is_file():
            place_of(name).parent.mkdir(parents=True, exist_ok=True)
            place_of(name).write_text(text, encoding="utf-8")
            sys.stdout.write(f"approved: {name}\n")


if __name__ == "__main__":
    approve()
