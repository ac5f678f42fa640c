"""A draft sheet, filled in field by field in any order.

Only unreadable values are refused; the creation procedure decides whether they are allowed.

"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.creation import CreationProcedure, FeatureTemplate, Step
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.entries import DEEPEST, MOST, Entries, require_bounded, too_deep, too_many
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet

WHOLE_FIELDS: Mapping[str, Any] = {
    "name": str,
    "description": str,
    "aspects": dict[str, str],
    "traits": dict[str, int],
    "features": tuple[Feature, ...],
    "numbers": dict[str, int],
    "lists": dict[str, tuple[str, ...]],
    "texts": dict[str, str],
    "entries": dict[str, tuple[Entry, ...]],
    "levels": dict[str, int],
    "waived": tuple[str, ...],
}
KEYED_FIELDS: Mapping[str, Any] = {
    "aspects": str,
    "traits": int,
    "numbers": int,
    "lists": tuple[str, ...],
    "texts": str,
    "entries": tuple[Entry, ...],
    "levels": int,
}
ENTRY_FIELDS: Mapping[str, Any] = {
    "name": str,
    "kind": str,
    **{field: WHOLE_FIELDS[field] for field in ("numbers", "texts", "lists", "entries")},
}
Fields: TypeAlias = Mapping[str, Any]
Part = TypeVar("Part", Sheet, Entry)


def fill(sheet: Sheet, path: str, value: object) -> Sheet:
    """The draft with one field changed.

    A path is a field of the sheet (`name`, `traits`) or one value of it (`aspects.trouble`, `lists.skilled`); inside an
    entry it goes on (`entries.phases.2.texts.story`).  `None` removes what is there; an entry that is not there yet is
    added, with blank ones before it if need be.

    >>> fill(Sheet(ruleset="any", name=""), "aspects.motto", "Never Again").aspects
    {'motto': 'Never Again'}
    >>> grown = fill(Sheet(ruleset="any", name=""), "entries.phases.1.name", "Gypsy")
    >>> [phase.name for phase in grown.entries["phases"]]
    ['', 'Gypsy']
    """
    filled = _filled(sheet, path, value, path, WHOLE_FIELDS)
    if path.startswith("entries"):
        require_bounded(filled)
    return filled


def _filled(part: Part, path: str, value: object, whole: str, fields: Fields, depth: int = 0) -> Part:
    field, dot, key = path.partition(".")
    if field == "entries" and "." in key:
        rows = {**part.entries, **_filled_row(part.entries, key, value, whole, depth + 1)}
        return _replaced(part, field, {name: row for name, row in rows.items() if row})
    if field in fields and dot and key and field in KEYED_FIELDS:
        entries = {name: entry for name, entry in getattr(part, field).items() if name != key or value is not None}
        if value is not None:
            entries[key] = _converted(value, KEYED_FIELDS[field], whole)
        return _replaced(part, field, entries)
    if field in fields and not dot:
        return _replaced(part, field, _converted(value, fields[field], whole))
    raise _unknown(whole)


def _filled_row(rows: Entries, path: str, value: object, whole: str, depth: int) -> Entries:
    """The list whose name the path begins with, with one entry of it changed."""
    name, _, rest = path.partition(".")
    digits, dot, inner = rest.partition(".")
    if not (name and digits.isascii() and digits.isdecimal()) or (dot and not inner):
        raise _unknown(whole)
    if depth > DEEPEST:
        raise too_deep()
    if len(digits) > len(str(MOST)) or int(digits) >= MOST:
        raise too_many()
    row, place = rows.get(name, ()), int(digits)
    if not dot and value is None:
        return {name: (*row[:place], *row[place + 1 :])}
    filled = (*row, *(Entry() for _ in range(place + 1 - len(row))))
    old = filled[place]
    new: Entry = _filled(old, inner, value, whole, ENTRY_FIELDS, depth) if dot else _converted(value, Entry, whole)
    return {name: (*filled[:place], new, *filled[place + 1 :])}


def _unknown(path: str) -> MalformedCommand:
    return MalformedCommand("unknown-path", f'A sheet has no field "{path[:60]}" to fill in.')


def held(part: Sheet | Entry, path: str) -> Any:
    """What a draft has at a path: a whole field, one value of it, or nothing."""
    field, dot, key = path.partition(".")
    whole = getattr(part, field, None)
    if not dot:
        return whole
    if field == "entries" and "." in key:
        name, _, rest = key.partition(".")
        place, dot, inner = rest.partition(".")
        entry = next(iter(part.entries.get(name, ())[int(place) : int(place) + 1]), None)
        return held(entry, inner) if dot and entry is not None else entry
    return whole.get(key) if isinstance(whole, Mapping) else None


def _replaced(part: Part, field: str, value: Any) -> Part:
    return msgspec.structs.replace(part, **{field: value})


def _converted(value: object, kind: Any, path: str) -> Any:
    try:
        return msgspec.convert(value, type=kind)
    except (msgspec.ValidationError, RecursionError):
        raise MalformedCommand("wrong-value", f'"{path[:60]}" cannot hold {str(value)[:60]!r}.') from None


def add_feature(sheet: Sheet, feature: Feature) -> Sheet:
    return _replaced(sheet, "features", (*sheet.features, feature))


def drop_feature(sheet: Sheet, name: str) -> Sheet:
    """The draft without one feature of this name."""
    places = [place for place, feature in enumerate(sheet.features) if feature.name == name]
    if not places:
        raise MalformedCommand("unknown-feature", f'The sheet has nothing called "{name[:60]}".')
    kept = (*sheet.features[: places[-1]], *sheet.features[places[-1] + 1 :])
    return _replaced(sheet, "features", kept)


def preview(template: FeatureTemplate, values: Mapping[str, str]) -> str:
    """A template's sentence as far as it is filled in, with an ellipsis where something is missing."""
    words = {field.name: values.get(field.name, "").strip() or "…" for field in template.fields}
    for field in template.fields:
        labels = {option.value: option.label or option.value for option in field.options}
        words[field.name] = labels.get(words[field.name], words[field.name])
    return template.pattern.format(**words)


def errors(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(problem for problem in problems if problem.severity == "error")


def problems_of_step(procedure: CreationProcedure, sheet: Sheet, step: Step) -> tuple[Problem, ...]:
    """The problems that answers to this step can fix."""
    paths = [each.path for each in step.inputs]
    return tuple(problem for problem in procedure.problems(sheet) if any(_belongs(problem, path) for path in paths))


def _belongs(problem: Problem, path: str) -> bool:
    return problem.where == path or problem.where.startswith(f"{path}.")


def find_sample(procedure: CreationProcedure, name: str) -> Sheet:
    """The ready-made sheet with this name, or the only one whose name begins so; case does not matter."""
    wanted = name.strip().casefold()
    exact = [sample for sample in procedure.samples if sample.name.casefold() == wanted]
    found = exact or list(_begun(procedure, wanted))
    if len(found) != 1:
        known = ", ".join(f'"{sample.name}"' for sample in procedure.samples) or "none"
        raise MalformedCommand("unknown-sample", f'There is no sample called "{name[:60]}"; there are {known}.')
    return found[0]


def _begun(procedure: CreationProcedure, wanted: str) -> Iterator[Sheet]:
    return (sample for sample in procedure.samples if wanted and sample.name.casefold().startswith(wanted))
