"""Drafts of characters broken in every way that a sheet as such can be, one at a time.  Knows no ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from fatetable.builder import drafts
from fatetable.engine.errors import FatetableError
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    ChooseInput,
    EntriesInput,
    FeaturesInput,
    FeatureTemplate,
    FlagInput,
    Input,
    ListInput,
    NumberInput,
    RanksInput,
    TextInput,
)
from fatetable.mechanics.characters.effects import Catalogued, Feature
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.characters.trait_groups import member
from fatetable.mechanics.ruleset import Ruleset

LONG_WORDS = "very " * 120 + "long words"
MANY = 60
FAR = 99


def ways_to_break(sheet: Sheet, ruleset: Ruleset) -> Iterator[tuple[str, Sheet]]:
    """Every field emptied, doubled, overfilled, or filled with what does not belong there, one at a time."""
    for field, values in (("name", ("", LONG_WORDS)), ("description", ("", LONG_WORDS))):
        for value in values:
            yield f"{field} {_shown(value)}", _with(sheet, field, value)
    for kind in ruleset.creation.kinds:
        if kind.value != sheet.kind:
            yield f"as {kind.value}", _with(sheet, "kind", kind.value)
    for field in ("aspects", "texts"):
        yield from _in_mapping(sheet, field, ("", LONG_WORDS, "Same Words"))
        yield f"all {field} alike", _with(sheet, field, dict.fromkeys(getattr(sheet, field), "Same Words"))
    for field in ("traits", "numbers"):
        yield from _in_mapping(sheet, field, (0, FAR))
        yield f"all {field} high", _with(sheet, field, dict.fromkeys(getattr(sheet, field), FAR))
        yield f"all {field} below nothing", _with(sheet, field, dict.fromkeys(getattr(sheet, field), -1))
    many = tuple(f"Thing {number}" for number in range(MANY))
    yield from _in_mapping(sheet, "lists", ((), many, ("",), (LONG_WORDS,)))
    for name, entries in sheet.lists.items():
        yield f"lists.{name} twice", _with(sheet, "lists", {**sheet.lists, name: (*entries, *entries)})
    yield from _features(sheet)
    if not sheet.name:
        # To a blank draft everything is wrong with what is added; that is told of ready-made ones.
        return
    for step in ruleset.creation.steps(sheet):
        for each in step.inputs:
            yield from _by_input(sheet, each, ruleset)


def _with(sheet: Sheet, field: str, value: Any) -> Sheet:
    return msgspec.structs.replace(sheet, **{field: value})


def _shown(value: object) -> str:
    match value:
        case "" | ():
            return "empty"
        case str():
            return "long" if value == LONG_WORDS else repr(value)
        case tuple():
            return f"({', '.join(map(_shown, value[:1]))})" if len(value) == 1 else f"{len(value)} things"
        case _:
            return str(value)


def _in_mapping(sheet: Sheet, field: str, values: tuple[Any, ...]) -> Iterator[tuple[str, Sheet]]:
    held: Mapping[str, Any] = getattr(sheet, field)
    yield f"no {field}", _with(sheet, field, {})
    for key in held:
        yield f"no {field}.{key}", _with(sheet, field, {name: part for name, part in held.items() if name != key})
    for key in (*held, "of-no-such-name"):
        for value in values:
            yield f"{field}.{key} {_shown(value)}", _with(sheet, field, {**held, key: value})


def _features(sheet: Sheet) -> Iterator[tuple[str, Sheet]]:
    yield "no features", _with(sheet, "features", ())
    yield "features twice", _with(sheet, "features", (*sheet.features, *sheet.features))
    own = Feature(name="Of My Own", text="does what no other does", effects=())
    yield "a feature without effect", _with(sheet, "features", (*sheet.features, own))
    yield "ten features more", _with(sheet, "features", (*sheet.features, *[own] * 10))
    for place, feature in enumerate(sheet.features):
        rest = sheet.features[:place] + sheet.features[place + 1 :]
        yield f"without {feature.name}", _with(sheet, "features", rest)
        for name, empty in (("name", ""), ("text", ""), ("effects", ())):
            bare = msgspec.structs.replace(feature, **{name: empty})
            yield f"{feature.name} without {name}", _with(sheet, "features", (*rest, bare))
        for how, changed in _otherwise_chosen(feature, sheet):
            yield f"{feature.name} {how}", _with(sheet, "features", (*rest, changed))


def _otherwise_chosen(feature: Feature, sheet: Sheet) -> Iterator[tuple[str, Feature]]:
    """The blanks of a ready-made feature filled in otherwise, each by itself."""
    for place, effect in enumerate(feature.effects):
        if not isinstance(effect, Catalogued):
            continue
        for name in effect.choices:
            left = {key: value for key, value in effect.choices.items() if key != name}
            others = {f"with {name} {slot}": {**left, name: slot} for slot in ("nonsense", *sheet.aspects)}
            for how, choices in {f"without {name}": left, **others}.items():
                changed = msgspec.structs.replace(effect, choices=choices)
                effects = (*feature.effects[:place], changed, *feature.effects[place + 1 :])
                yield how, msgspec.structs.replace(feature, effects=effects)


def _by_input(sheet: Sheet, wanted: Input, ruleset: Ruleset) -> Iterator[tuple[str, Sheet]]:
    """What the step itself offers, each thing by itself."""
    field, _, name = wanted.path.partition(".")
    if field == "entries":
        yield from _inside(sheet, wanted)
        return
    held = getattr(sheet, field, None)
    match wanted:
        case ChooseInput():
            entries = sheet.lists.get(name, ())
            for option in wanted.options:
                more = {**sheet.lists, name: (*entries, option.value)}
                yield f"{wanted.path} and {option.value}", _with(sheet, "lists", more)
        case FeaturesInput():
            for feature in (*wanted.examples, *composed(wanted, ruleset)):
                yield f"and {feature.name}", _with(sheet, "features", (*sheet.features, feature))
        case AllocateInput():
            yield from _other_traits(sheet, wanted)
        case TextInput() if isinstance(held, Mapping) and name not in held:
            yield f"with {wanted.path}", _with(sheet, field, {**held, name: "New Words"})
        case FlagInput() if isinstance(held, Mapping):
            for number in (-1, 0, 1, 2):
                yield f"{wanted.path} {number}", _with(sheet, field, {**held, name: number})
        case NumberInput() if isinstance(held, Mapping):
            for number in (wanted.low - 1, wanted.low, wanted.high, wanted.high + 1):
                yield f"{wanted.path} {number}", _with(sheet, field, {**held, name: number})
        case ListInput():
            yield f"{wanted.path} alike", _with(sheet, "lists", {**sheet.lists, name: ("Same Words", "Same Words")})
        case _:
            pass


def _inside(sheet: Sheet, wanted: Input) -> Iterator[tuple[str, Sheet]]:
    """The same for what is written inside a part of the sheet."""
    there = drafts.held(sheet, wanted.path)
    values: tuple[Any, ...] = ()
    match wanted:
        case TextInput():
            values = ("", LONG_WORDS, "New Words")
        case FlagInput():
            values = (-1, 2)
        case NumberInput():
            values = (wanted.low - 1, wanted.high + 1)
        case ListInput() | ChooseInput():
            values = ((), ("Same Words", "Same Words"), (*(there or ()), "of-no-such-name"))
        case RanksInput():
            known = there or {choice.value: 1 for choice in wanted.traits[:1]}
            values = (
                {},
                {**known, "of-no-such-name": 1},
                *({**known, trait: number} for trait in known for number in (FAR, -1)),
            )
        case EntriesInput():
            values = ((), (*(there or ()), *(Entry(kind=form.kind) for form in wanted.forms)))
        case _:
            pass
    for number, value in enumerate(values, 1):
        yield f"{wanted.path} {number}", drafts.fill(sheet, wanted.path, value)


def _other_traits(sheet: Sheet, wanted: AllocateInput) -> Iterator[tuple[str, Sheet]]:
    """Each trait there is besides those of the sheet, with a name it cannot have, and without one it needs."""
    for trait in wanted.traits:
        if trait.value not in sheet.traits:
            yield f"and {trait.value}", _with(sheet, "traits", {**sheet.traits, trait.value: 1})
    for trait in wanted.traits[:1]:
        odd = member(trait.value, "Odd")
        yield f"and {odd}", _with(sheet, "traits", {**sheet.traits, odd: 1})
    for group in wanted.groups:
        alike = {member(group.id, name): 1 for name in ("Odd", "odd")}
        yield f"and {group.id}", _with(sheet, "traits", {**sheet.traits, group.id: 1})
        yield f"and {', '.join(alike)}", _with(sheet, "traits", {**sheet.traits, **alike})


def composed(wanted: FeaturesInput, ruleset: Ruleset) -> Iterator[Feature]:
    for template in (*wanted.templates, *wanted.listed):
        for filled in _fillings(template):
            try:
                yield ruleset.creation.compose(template.id, filled)
            except FatetableError:
                continue


def _fillings(template: FeatureTemplate) -> Iterator[dict[str, str]]:
    """Each field once with each of its options, the others with their first."""
    first = {field.name: field.options[0].value if field.options else "some words" for field in template.fields}
    yield first
    for field in template.fields:
        yield from ({**first, field.name: option.value} for option in field.options[1:])
