"""Screens as lines of text.  Sentences that other approved files hold too are named, not repeated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from fatetable.engine.prompts import PROMPTS
from fatetable.engine.state import State
from fatetable.mechanics.view.blocks import PromptBlock, WaitingBlock
from fatetable.mechanics.view.sides_of_rolls import DieView
from tests.approval.values import UNTOLD, Ids, called, fields, known_by, scalar, telling

Say: TypeAlias = Callable[[str, str, str], str]
"""Takes what kind of sentence it is, what it is about and the sentence; gives back how it is named."""
Line: TypeAlias = tuple[str, str]
"""What a line is about, and what it says."""

FOR_PROGRAMS = ("id", "actor", "is_mine")
"""Fields of things on a screen that nobody reads; what is whose would keep lines from being the same for all."""


def screen_lines(blocks: tuple[Struct, ...], state: State, ids: Ids, say: Say) -> Iterator[tuple[str, str, str]]:
    """Every block line by line: what the block is called, what in it the line is about, and what it says."""
    for block in blocks:
        match block:
            case PromptBlock():
                name = say("asked", block.kind, block.question)
                lines = _prompt(block, state, ids)
            case WaitingBlock():
                name = ""
                lines = _waiting(block, state, ids, say)
            case _:
                name = called(block, ids)
                lines = _thing(block, ids)
        title = f"{block.__struct_config__.tag} {name}".strip()
        # A block that says nothing but its name is there all the same.
        yield from ((title, *line) for line in tuple(lines) or (("", ""),))


def _prompt(block: PromptBlock, state: State, ids: Ids) -> Iterator[Line]:
    """Answers by the ids of the options, if they read as the options do."""
    prompt = next((each for each in state.get(PROMPTS).values() if each.id == block.id), None)
    known = {"question": block.question, "kind": block.kind}
    if prompt is not None and block.answers == tuple(option.label for option in prompt.options):
        yield "answers", ", ".join(option.id for option in prompt.options)
        known["answers"] = ""
    if prompt is not None and block.cites == prompt.cites:
        known["cites"] = ""
    yield from (line for line in _thing(block, ids) if line[0] not in known)


def _waiting(block: WaitingBlock, state: State, ids: Ids, say: Say) -> Iterator[Line]:
    """What the table waits for is a question of its own, or the one that is asked."""
    asked = next((prompt for prompt in state.get(PROMPTS).values() if prompt.question == block.why), None)
    yield "why", f"asked {asked.kind}" if asked else say("waiting", "reason", block.why)
    yield from (line for line in _thing(block, ids) if line[0] != "why")


def _thing(value: Struct, ids: Ids) -> Iterator[Line]:
    for name, part in telling(value):
        if name in known_by(value) or name in FOR_PROGRAMS:
            continue
        if _holds_things(part):
            for each in part:
                yield from _member(name, each, ids)
        elif isinstance(part, Mapping):
            yield from ((f"{name}: {scalar(key, ids)}", scalar(each, ids)) for key, each in part.items())
        elif (told := scalar(part, ids)) != UNTOLD:
            yield name, told


def _member(path: str, value: Struct, ids: Ids) -> Iterator[Line]:
    """One of several things: a line of its own, and one for each thing inside it."""
    name = f"{path}: {called(value, ids)}".removesuffix(": ")
    inner = [field for field, part in telling(value) if _holds_things(part)]
    yield name, fields(value, ids, without=(*known_by(value), *_for_programs(value), *inner))
    for field in inner:
        for each in getattr(value, field):
            told = fields(each, ids, without=(*known_by(each), *_for_programs(each)))
            yield f"{name}: {field}: {called(each, ids)}", told


def _for_programs(value: Struct) -> tuple[str, ...]:
    return tuple(name for name in value.__struct_fields__ if name in FOR_PROGRAMS or name.endswith("_id"))


def _holds_things(part: Any) -> bool:
    """Dice are read in a row, not one by one."""
    is_row = isinstance(part, list | tuple) and bool(part) and isinstance(part[0], Struct)
    return is_row and not isinstance(part[0], DieView)
