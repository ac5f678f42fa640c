"""Reads YAML into plain values that remember their line.

Only mappings, lists and simple values are read; anchors, tags and dates are refused.

"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import yaml
from msgspec import Struct

from fatetable.engine.errors import FatetableError

LONGEST_TEXT = 1_000_000
DEEPEST = 40
WHOLE_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]{0,8})", re.ASCII)
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}

Events: TypeAlias = Iterator[Any]


class Unreadable(FatetableError):
    """A file that cannot be read, with the line at which reading stopped."""

    line: int

    def __init__(self, name: str, line: int, reason: str) -> None:
        FatetableError.__init__(self, "unreadable-file", f"{name}, line {line}: {reason.rstrip('.')}.")
        self.line = line


class YamlValue(Struct, frozen=True):
    """A value, the line it begins on, and its parts by key or index."""

    value: Any
    line: int
    parts: Mapping[Any, YamlValue] = {}


def read(text: str, name: str) -> YamlValue:
    """The one document in a text; raises `Unreadable` with one sentence.

    Words such as `yes` and `no` stay words, and so do dice such as `-000`; numbers are whole.

    >>> read("answer: no", "a file").value
    {'answer': 'no'}
    """
    if len(text) > LONGEST_TEXT:
        raise Unreadable(name, 1, f"a file of {len(text)} characters is too long to be read")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        # From events rather than a finished tree, so that neither depth nor aliases can make reading expensive.
        events = yaml.parse(text, Loader=loader)
        next(events)
        start = next(events)
        if isinstance(start, yaml.StreamEndEvent):
            raise Unreadable(name, 1, "the file is empty")
        found = _value(next(events), events, name, 0)
        next(events)
        if isinstance(more := next(events), yaml.DocumentStartEvent):
            raise Unreadable(name, _line(more), "a second document begins")
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Unreadable(name, line, f"this is not valid YAML ({error.problem or error.context})") from None
    except (yaml.YAMLError, UnicodeError):
        raise Unreadable(name, 1, "the file holds characters that do not belong in a text") from None
    return found


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _value(event: Any, events: Events, name: str, depth: int) -> YamlValue:
    line = _line(event)
    if isinstance(event, yaml.AliasEvent) or event.anchor:
        raise Unreadable(name, line, "anchors and aliases are not used here")
    if event.tag:
        raise Unreadable(name, line, "tags are not used here")
    if depth > DEEPEST:
        raise Unreadable(name, line, "this is nested too deeply")
    match event:
        case yaml.MappingStartEvent():
            return _mapping(line, events, name, depth)
        case yaml.SequenceStartEvent():
            return _list(line, events, name, depth)
        case _:
            return YamlValue(_scalar(event), line)


def _mapping(line: int, events: Events, name: str, depth: int) -> YamlValue:
    parts: dict[str, YamlValue] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        key = _value(event, events, name, depth + 1)
        if key.parts or isinstance(key.value, list | dict):
            raise Unreadable(name, key.line, "a name cannot be a list or a mapping")
        word = event.value
        if word in parts:
            raise Unreadable(name, key.line, f"{word!r} is given twice")
        value = _value(next(events), events, name, depth + 1)
        # Problems of a value are reported at the line of its key.
        parts[word] = YamlValue(value.value, key.line, value.parts)
    return YamlValue({key: part.value for key, part in parts.items()}, line, parts)


def _list(line: int, events: Events, name: str, depth: int) -> YamlValue:
    parts: list[YamlValue] = []
    while not isinstance(event := next(events), yaml.SequenceEndEvent):
        parts.append(_value(event, events, name, depth + 1))
    return YamlValue([part.value for part in parts], line, dict(enumerate(parts)))


def _scalar(event: Any) -> str | int | bool | None:
    text: str = event.value
    is_quoted = not event.implicit[0]
    if is_quoted:
        return text
    if text in WORDS:
        return WORDS[text]
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text
