"""Compares what happened with what a playthrough expects: everything expected must be there, more may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from fatetable.tabletop.playthroughs.yaml_values import YamlValue

LONGEST_SHOWN = 160


class Mismatch(Struct, frozen=True):
    """Something that is not as expected: the line of the file, and what was found instead."""

    line: int
    message: str


def plain(value: Any) -> Any:
    """Structs as mappings with every field, and tuples as lists, which is how expectations are written."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        return fields if tag is None else {"type": tag, **fields}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def differences(expected: YamlValue, found: Any, names: Mapping[str, str], path: str = "") -> Iterator[Mismatch]:
    """Every place where `found` is not as expected.

    A mapping must hold the expected entries, a list exactly the expected ones; `null` stands for something that must
    not be there.  An id may be written as the name it stands for.
    """
    if isinstance(expected.value, Mapping) and isinstance(found, Mapping):
        for key, part in expected.parts.items():
            yield from differences(part, found.get(key), names, f"{path}.{key}" if path else str(key))
    elif (
        isinstance(expected.value, list)
        and isinstance(found, Sequence)
        and not isinstance(found, str)
        and len(expected.value) == len(found)
    ):
        for place, part in expected.parts.items():
            yield from differences(part, found[place], names, f"{path}[{place}]")
    elif not _same(expected.value, found, names):
        yield Mismatch(expected.line, f"{path or 'this'}: expected {shown(expected.value)}, found {shown(found)}")


def _same(expected: Any, found: Any, names: Mapping[str, str]) -> bool:
    if isinstance(expected, bool) != isinstance(found, bool):
        return False
    return bool(expected == found) or (isinstance(found, str) and names.get(found) == expected)


def shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def missing_events(
    expected: Sequence[YamlValue], events: Sequence[Any], names: Mapping[str, str]
) -> Iterator[Mismatch]:
    """Expected events that do not appear in this order; an event's type may be given without its version."""
    start = 0
    for wanted in expected:
        kind = str(wanted.value if isinstance(wanted.value, str) else wanted.value.get("type"))
        of_kind = [place for place in range(start, len(events)) if kind in _kinds(events[place])]
        fields = YamlValue(wanted.value, wanted.line, {key: p for key, p in wanted.parts.items() if key != "type"})
        if not isinstance(wanted.value, Mapping):
            fields = YamlValue({}, wanted.line)
        place = next((place for place in of_kind if not any(differences(fields, events[place], names))), None)
        if place is not None:
            start = place + 1
        elif of_kind:
            nearest = min((list(differences(fields, events[place], names)) for place in of_kind), key=len)
            yield from (Mismatch(one.line, f"{kind}, {one.message}") for one in nearest)
        else:
            happened = ", ".join(_kinds(event)[1] for event in events[start:]) or "nothing more"
            yield Mismatch(wanted.line, f"no {kind!r} followed; what did: {happened}")


def _kinds(event: Mapping[str, Any]) -> tuple[str, str]:
    kind = str(event["type"])
    return kind, kind.partition("/")[0]
