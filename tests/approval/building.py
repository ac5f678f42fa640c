"""Making characters in words: what every step asks, what ready-made characters look like, how drafts are judged.

Knows no ruleset; drafts are broken in every way that a sheet as such can be.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from fatetable import rulesets
from fatetable.builder.layout import lay_out
from fatetable.engine.errors import FatetableError
from fatetable.mechanics.creation import (
    AllocateInput,
    ChooseInput,
    FeaturesInput,
    FeatureTemplate,
    FlagInput,
    Input,
    ListInput,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.effects import Catalogued, Feature
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.mechanics.trait_groups import member
from tests.approval.in_words import Ids, fields, outline

LONG_WORDS = "very " * 120 + "long words"
MANY = 60
FAR = 99


def steps_in_words(ruleset_id: str) -> str:
    """Every step for every kind of character, and what another setting of a dial changes about them."""
    usual = list(_steps(rulesets.load(ruleset_id)))
    lines = list(usual)
    for name, value, changed in _other_dials(ruleset_id):
        differences = list(_differences(usual, list(_steps(changed))))
        if differences:
            lines += ("", f"== with {name}: {value}", *differences)
    return _text(lines)


def characters_in_words(ruleset_id: str) -> str:
    """Every ready-made character as it is printed."""
    ruleset = rulesets.load(ruleset_id)
    lines: list[str] = []
    for sheet in ruleset.creation.samples:
        page = lay_out(ruleset.creation.finish(sheet), ruleset.creation, ruleset.ladder)
        lines += (f"== {page.title} ({page.kind})", page.description)
        for section in page.sections:
            lines.append(f" {section.title}")
            lines += [f"  {row.label}: {row.text}{f' ({row.note})' if row.note else ''}" for row in section.rows]
        lines += [f" as data: {line}" for line in outline(sheet, Ids())]
    return _text(lines)


def drafts_in_words(ruleset_id: str) -> str:
    """The problems of blank drafts, of ready-made characters, and of those after each way to break them.

    A problem is given in full once, and by its code and place later; drafts with the same problems share a line.
    """
    ruleset = rulesets.load(ruleset_id)
    kinds = [kind.value for kind in ruleset.creation.kinds]
    samples = ruleset.creation.samples
    # One of each kind is enough to break.
    examples = [next((sheet for sheet in samples if sheet.kind == kind), None) for kind in kinds]
    judge = _Judge(ruleset)
    lines: list[str] = []
    for kind in kinds:
        blank = ruleset.creation.blank(kind)
        lines += ("", f"== a blank {kind}", *judge.report(blank, ways_to_break(blank, ruleset)))
    for sheet in samples:
        ways = ways_to_break(sheet, ruleset) if sheet in examples else ()
        lines += ("", f"== {sheet.name}", *judge.report(sheet, ways))
    for name, value, changed in _other_dials(ruleset_id):
        other = _Judge(changed)
        for sheet in (*map(changed.creation.blank, kinds), *samples):
            if differing := sorted(set(other.problems(sheet)) ^ set(judge.problems(sheet))):
                lines += (f"with {name}: {value}, {sheet.name or sheet.kind}", *(f" {each}" for each in differing))
    return _text(lines)


def _text(lines: Iterable[str]) -> str:
    return "\n".join((*(line.rstrip() for line in lines), ""))


def _steps(ruleset: Ruleset) -> Iterator[str]:
    creation = ruleset.creation
    told: set[tuple[str, ...]] = set()
    for kind in creation.kinds:
        yield f"== {kind.value}: {kind.label}"
        for step in creation.steps(kind.value):
            whole = tuple(outline(step, Ids(), 1))
            yield f"step {step.title}{' as before' if whole in told else ''}"
            yield from () if whole in told else whole
            told.add(whole)


def _other_dials(ruleset_id: str) -> Iterator[tuple[str, object, Ruleset]]:
    usual = rulesets.load(ruleset_id)
    for dial in usual.dial_info:
        for value in dial.values:
            if value != usual.dials[dial.name]:
                yield dial.name, value, rulesets.load(ruleset_id, {dial.name: value})


def _differences(before: list[str], after: list[str]) -> Iterator[str]:
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if not line.startswith(("---", "+++", "@@")):
            yield line


# -- breaking drafts -------------------------------------------------------------------------------------------------


class _Judge:
    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._known: dict[str, str] = {}

    def problems(self, sheet: Sheet) -> list[str]:
        creation = self._ruleset.creation
        try:
            return [_problem(problem) for problem in creation.problems(creation.finish(sheet))]
        except FatetableError as error:
            return [f"refused {error.code}: {error.message}"]

    def report(self, sheet: Sheet, ways: Iterable[tuple[str, Sheet]]) -> Iterator[str]:
        usual = self.problems(sheet)
        yield from (f" {self._shortly(problem)}" for problem in usual)
        same: dict[tuple[str, ...], list[str]] = {}
        for way, broken in ways:
            found = self.problems(broken)
            gained = tuple(f" + {problem}" for problem in found if problem not in usual)
            lost = [problem.partition(": ")[0] for problem in usual if problem not in found]
            if gained or lost:
                same.setdefault((*gained, *[f" - {', '.join(lost)}"] * bool(lost)), []).append(way)
        for news, found_by in same.items():
            yield ", ".join(found_by)
            yield from (f"{line[:3]}{self._shortly(line[3:])}" if line[1] == "+" else line for line in news)

    def _shortly(self, problem: str) -> str:
        short = problem.partition(": ")[0]
        if self._known.get(short) == problem:
            return short
        self._known[short] = problem
        return problem


def _problem(problem: Problem) -> str:
    fix = f" → {problem.fix}" if problem.fix else ""
    cites = f" [{', '.join(problem.cites)}]" if problem.cites else ""
    return f"{problem.severity} {problem.code} at {problem.where}: {problem.message}{fix}{cites}"


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
    for step in ruleset.creation.steps(sheet.kind):
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
    held = getattr(sheet, field, None)
    match wanted:
        case ChooseInput():
            entries = sheet.lists.get(name, ())
            for option in wanted.options:
                more = {**sheet.lists, name: (*entries, option.value)}
                yield f"{wanted.path} and {option.value}", _with(sheet, "lists", more)
        case FeaturesInput():
            for feature in (*wanted.examples, *_composed(wanted, ruleset)):
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


def _composed(wanted: FeaturesInput, ruleset: Ruleset) -> Iterator[Feature]:
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


def composed_in_words(ruleset_id: str) -> str:
    """What comes of every template for a feature, whatever is filled in."""
    ruleset = rulesets.load(ruleset_id)
    lines: dict[str, None] = {}
    for kind in ruleset.creation.kinds:
        for step in ruleset.creation.steps(kind.value):
            for wanted in step.inputs:
                if isinstance(wanted, FeaturesInput):
                    lines |= dict.fromkeys(fields(feature, Ids()) for feature in _composed(wanted, ruleset))
    return _text(lines)
