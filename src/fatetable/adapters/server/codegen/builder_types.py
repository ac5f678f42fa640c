"""Writes the TypeScript types of what the builder answers, so that page and server cannot drift apart.

Run as `python -m fatetable.adapters.server.codegen.builder_types web/src/builder/types.ts`.
"""

from __future__ import annotations

import sys
from typing import get_args

from fatetable.adapters.server.codegen.socket_types import interface, structs_in, write_types
from fatetable.adapters.server.http import builder_answers
from fatetable.mechanics.characters.creation import Input
from fatetable.mechanics.characters.effects import Effect

ANSWERS = (
    builder_answers.DraftAnswer,
    builder_answers.FinishedAnswer,
    builder_answers.SamplesAnswer,
    builder_answers.FeatureAnswer,
    builder_answers.ImportAnswer,
)
UNIONS = {"Input": (Input, "What a step asks for."), "Effect": (Effect, "What a feature does.")}
HEAD = """\
// Written by `python -m fatetable.adapters.server.codegen.builder_types`; change the answers there, not here.
"""


def builder_types() -> str:
    """The whole file."""
    named = (
        f"/** {about} */\nexport type {name} = {' | '.join(each.__name__ for each in get_args(union))};\n"
        for name, (union, about) in UNIONS.items()
    )
    return "\n".join((HEAD, *named, *(interface(struct) for struct in structs_in(ANSWERS))))


if __name__ == "__main__":
    sys.exit(write_types(builder_types, sys.argv[1:]))
