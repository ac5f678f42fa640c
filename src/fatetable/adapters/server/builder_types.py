"""Writes the TypeScript types of what the builder answers, so that page and server cannot drift apart.

Run as `python -m fatetable.adapters.server.builder_types web/src/builder/types.ts`.  Knows shapes and no game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

from fatetable.adapters.server import builder_api
from fatetable.adapters.server.page_types import interface, structs_in
from fatetable.mechanics.creation import Input
from fatetable.mechanics.effects import Effect

ANSWERS = (
    builder_api.DraftAnswer,
    builder_api.FinishedAnswer,
    builder_api.SamplesAnswer,
    builder_api.FeatureAnswer,
    builder_api.ImportAnswer,
)
UNIONS = {"Input": (Input, "What a step asks for."), "Effect": (Effect, "What a feature does.")}
HEAD = """\
// Written by `python -m fatetable.adapters.server.builder_types`; change the answers there, not here.
"""


def builder_types() -> str:
    """The whole file."""
    named = (
        f"/** {about} */\nexport type {name} = {' | '.join(each.__name__ for each in get_args(union))};\n"
        for name, (union, about) in UNIONS.items()
    )
    return "\n".join((HEAD, *named, *(interface(struct) for struct in structs_in(ANSWERS))))


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("Name the one file to write the types to.\n")
        return 2
    Path(arguments[0]).write_text(builder_types(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
