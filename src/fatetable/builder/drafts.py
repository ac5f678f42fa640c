"""A draft sheet, filled in field by field in any order.

Only unreadable values are refused; the creation procedure decides whether they are allowed.

"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.creation import CreationProcedure, FeatureTemplate, Step
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Problem, Sheet

WHOLE_FIELDS: Mapping[str, Any] = {
    "name": str,
    "description": str,
    "aspects": dict[str, str],
    "traits": dict[str, int],
    "features": tuple[Feature, ...],
    "numbers": dict[str, int],
    "lists": dict[str, tuple[str, ...]],
    "texts": dict[str, str],
    "waived": tuple[str, ...],
}
KEYED_FIELDS: Mapping[str, Any] = {
    "aspects": str,
    "traits": int,
    "numbers": int,
    "lists": tuple[str, ...],
    "texts": str,
}


def fill(sheet: Sheet, path: str, value: object) -> Sheet:
    """The draft with one field changed.

    A path is a field of the sheet (`name`, `traits`) or one entry of it (`aspects.trouble`, `lists.skilled`); `None`
    removes an entry.

    >>> fill(Sheet(ruleset="any", name=""), "aspects.motto", "Never Again").aspects
    {'motto': 'Never Again'}
    """
    field, dot, key = path.partition(".")
    if dot and key and field in KEYED_FIELDS:
        entries = {name: entry for name, entry in getattr(sheet, field).items() if name != key or value is not None}
        if value is not None:
            entries[key] = _converted(value, KEYED_FIELDS[field], path)
        return _replaced(sheet, field, entries)
    if not dot and field in WHOLE_FIELDS:
        return _replaced(sheet, field, _converted(value, WHOLE_FIELDS[field], path))
    raise MalformedCommand("unknown-path", f'A sheet has no field "{path[:60]}" to fill in.')


def _replaced(sheet: Sheet, field: str, value: Any) -> Sheet:
    return msgspec.structs.replace(sheet, **{field: value})


def _converted(value: object, kind: Any, path: str) -> Any:
    try:
        return msgspec.convert(value, type=kind)
    except msgspec.ValidationError:
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
