"""Partial comparison: what was expected must be there, more may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from fatetable.tabletop.written import Written

LONGEST_SHOWN = 160


class Mismatch(Struct, frozen=True):
    """Something that is not as it was written: the line that says so, and what was found instead."""

    line: int
    message: str


def plain(value: Any) -> Any:
    """Structs as mappings with every field, tuples as lists: the shape in which expectations are written."""
    if isinstance(value, Struct):
        tag = value.__struct_config__.tag
        fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        return fields if tag is None else {"type": tag, **fields}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def differences(expected: Written, found: Any, names: Mapping[str, str], path: str = "") -> Iterator[Mismatch]:
    """Every place where `found` is not as expected.

    A mapping must hold the expected entries, a list exactly the expected ones; `null` stands for something that must
    not be there.  An id is as good as the name it stands for.
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


def missing_facts(expected: Sequence[Written], facts: Sequence[Any], names: Mapping[str, str]) -> Iterator[Mismatch]:
    """Expected facts that do not appear in this order; a fact's kind may be given without its version."""
    start = 0
    for wanted in expected:
        kind = str(wanted.value if isinstance(wanted.value, str) else wanted.value.get("type"))
        of_kind = [place for place in range(start, len(facts)) if kind in _kinds(facts[place])]
        fields = Written(wanted.value, wanted.line, {key: p for key, p in wanted.parts.items() if key != "type"})
        if not isinstance(wanted.value, Mapping):
            fields = Written({}, wanted.line)
        place = next((place for place in of_kind if not any(differences(fields, facts[place], names))), None)
        if place is not None:
            start = place + 1
        elif of_kind:
            nearest = min((list(differences(fields, facts[place], names)) for place in of_kind), key=len)
            yield from (Mismatch(one.line, f"{kind}, {one.message}") for one in nearest)
        else:
            happened = ", ".join(_kinds(fact)[1] for fact in facts[start:]) or "nothing more"
            yield Mismatch(wanted.line, f"no {kind!r} followed; what did: {happened}")


def _kinds(fact: Mapping[str, Any]) -> tuple[str, str]:
    kind = str(fact["type"])
    return kind, kind.partition("/")[0]
