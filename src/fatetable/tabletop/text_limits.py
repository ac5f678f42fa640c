"""What texts in commands may be: of limited length, without control characters, and in one Unicode form."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import Command
from fatetable.engine.offers import PASSAGE_LIMIT, TEXT_LIMIT
from fatetable.mechanics.characters.entries import require_bounded
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.readable_text import is_readable


def checked_texts(command: Command) -> Command:
    """The command with its texts in the composed form of Unicode (NFC), so that what looks the same is the same.

    Texts that are too long or hold control characters are refused, in any field of the command.  Passages and texts
    inside a sheet may have several lines; all others have the limit of an input field.  A sheet with more parts than
    any needs is refused before its texts are read.
    """
    changed: dict[str, Any] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, Sheet):
            require_bounded(value)
        is_struct = isinstance(value, msgspec.Struct)
        written = msgspec.to_builtins(value)
        check_text(written, PASSAGE_LIMIT if is_struct or name in command.passages else TEXT_LIMIT)
        if not _is_composed(written):
            changed[name] = msgspec.convert(_composed(written), type(value)) if is_struct else _composed(value)
    return msgspec.structs.replace(command, **changed) if changed else command


def check_text(value: Any, limit: int = TEXT_LIMIT) -> None:
    """Refuse a text, or any text inside a list or mapping, that is too long or cannot be read."""
    if isinstance(value, str):
        if len(value) > limit:
            raise MalformedCommand("text-too-long", f"A text of {len(value)} characters is too long ({limit}).")
        if not is_readable(value, has_lines=limit != TEXT_LIMIT):
            raise MalformedCommand("unprintable-text", "Texts hold printable characters on one line.")
    elif isinstance(value, dict):
        for key, part in value.items():
            check_text(key, limit)
            check_text(part, limit)
    elif isinstance(value, list | tuple):
        for part in value:
            check_text(part, limit)


def _is_composed(value: Any) -> bool:
    match value:
        case str():
            return value.isascii() or unicodedata.is_normalized("NFC", value)
        case dict():
            return all(_is_composed(key) and _is_composed(part) for key, part in value.items())
        case list() | tuple():
            return all(map(_is_composed, value))
        case _:
            return True


def _composed(value: Any) -> Any:
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case dict():
            return {_composed(key): _composed(part) for key, part in value.items()}
        case list() | tuple():
            return type(value)(map(_composed, value))
        case _:
            return value
