"""Imports sheets from files: our own as they are, those of other tools fitted to the creation procedure.

Entries are matched by name; notes say what was guessed and what could not be placed.

"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from fatetable.builder import drafts
from fatetable.builder.other_tools import Foreign, recognised
from fatetable.builder.sheet_files import SIZE_LIMIT, UnreadableSheet, read_sheet
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    CreationProcedure,
    FeaturesInput,
    Input,
    NumberInput,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import member

OURS = "Fatetable"
LONGEST_NOTE = 120
MOST_ENTRIES = 400
"""Aspects, traits or features in a file of another tool; placing each of them takes work."""


class Imported(Struct, frozen=True):
    """`notes` say what was guessed and what was left out, one sentence each."""

    sheet: Sheet
    source: str
    notes: tuple[str, ...] = ()


def read_any(text: str, procedure: CreationProcedure, kind: str, ruleset: str) -> Imported:
    """The sheet in the text of a file, ours or another tool's, as a draft of this ruleset."""
    content = _decoded(text)
    if isinstance(content, dict) and (foreign := recognised(content)) is not None:
        return fit(foreign, procedure, kind)
    if isinstance(content, dict) and ("format" in content or "ruleset" in content):
        return Imported(read_sheet(text, ruleset), OURS)
    raise UnreadableSheet("unknown-file", "This is not a character of any tool that Fatetable knows.")


def _decoded(text: str) -> object:
    if len(text) > SIZE_LIMIT:
        raise UnreadableSheet("sheet-too-large", f"This has more than {SIZE_LIMIT // 1024} KB, which no sheet needs.")
    # Text copied from a chat is often in backticks.
    bare = text.strip().strip("`").removeprefix("json").strip() if text.lstrip().startswith("`") else text
    try:
        content: object = msgspec.json.decode(bare.removeprefix("\ufeff").encode("utf-8", "replace"))
    except RecursionError:
        raise UnreadableSheet("not-json", "This is nested too deeply to be a character.") from None
    except msgspec.DecodeError:
        raise UnreadableSheet("not-json", "This file is not JSON, so no character can be read from it.") from None
    return content


def fit(foreign: Foreign, procedure: CreationProcedure, kind: str) -> Imported:
    if any(len(entries) > MOST_ENTRIES for entries in (foreign.aspects, foreign.traits, foreign.features)):
        message = f"This has more than {MOST_ENTRIES} entries of one kind, which no sheet needs."
        raise UnreadableSheet("too-many-entries", message)
    fitting = _Fitting(procedure, kind)
    fitting.take_words(foreign)
    fitting.place_aspects(foreign.aspects)
    fitting.place_traits(foreign.traits)
    fitting.place_features(foreign.features)
    fitting.adopt(foreign.refresh)
    fitting.compare_refresh(foreign.refresh)
    fitting.notes += [f"Left out, since it is no part of a sheet here: {_short(what)}." for what in foreign.left_out]
    return Imported(fitting.draft, foreign.source, tuple(fitting.notes))


class _Fitting:
    """A draft that is filled from the entries of another tool, and notes about them."""

    def __init__(self, procedure: CreationProcedure, kind: str) -> None:
        self.procedure = procedure
        self.draft = procedure.blank(kind)
        self.inputs: tuple[Input, ...] = tuple(each for step in procedure.steps(self.draft) for each in step.inputs)
        self.notes: list[str] = []

    def take_words(self, foreign: Foreign) -> None:
        self.draft = drafts.fill(self.draft, "name", foreign.name)
        self.draft = drafts.fill(self.draft, "description", foreign.description)

    def place_aspects(self, aspects: Iterable[tuple[str, str]]) -> None:
        slots = {each.path: each.label for each in self.inputs if isinstance(each, TextInput) and _is_aspect(each.path)}
        homeless = []
        for label, phrase in aspects:
            place = _same(label, {path: (text, path.partition(".")[2]) for path, text in slots.items()})
            if phrase and place and not self._has(place):
                self.draft = drafts.fill(self.draft, place, phrase)
            elif phrase:
                homeless.append((label, phrase))
        for label, phrase in homeless:
            free = next((path for path in slots if not self._has(path)), None)
            called = f' (called "{_short(label)}" there)' if label else ""
            if free is None:
                self.notes.append(f'There is no place left for the aspect "{_short(phrase)}"{called}.')
            else:
                self.draft = drafts.fill(self.draft, free, phrase)
                self.notes.append(f'The aspect "{_short(phrase)}"{called} was put under "{slots[free]}".')

    def _has(self, path: str) -> bool:
        return bool(self.draft.aspects.get(path.partition(".")[2]))

    def place_traits(self, traits: Iterable[tuple[str, int]]) -> None:
        for label, rating in traits:
            trait = self._trait(label)
            if trait is None:
                self.notes.append(f'There is no trait called "{_short(label)}" here; it was rated {rating}.')
            else:
                self.draft = drafts.fill(self.draft, f"traits.{trait}", rating)

    def _trait(self, label: str) -> str | None:
        for wanted in self.inputs:
            if isinstance(wanted, NumberInput) and wanted.path.startswith("traits."):
                if _plain(label) == _plain(wanted.label):
                    return wanted.path.partition(".")[2]
            elif isinstance(wanted, AllocateInput):
                found = _same(label, {trait.value: (trait.value, trait.label) for trait in wanted.traits})
                if found is not None or (found := _of_a_group(label, wanted)) is not None:
                    return found
        return None

    def place_features(self, features: Iterable[tuple[str, str]]) -> None:
        wanted = next((each for each in self.inputs if isinstance(each, FeaturesInput)), None)
        for name, text in features:
            if wanted is None:
                self.notes.append(f'There is no place for "{_short(name)}".')
                continue
            ready = next((each for each in wanted.examples if _plain(each.name) == _plain(name)), None)
            self.draft = drafts.add_feature(self.draft, ready or self._in_own_words(wanted, name, text))
            if ready is None:
                self.notes.append(f'"{_short(name)}" was taken in its own words; nothing about it is worked out.')

    def _in_own_words(self, wanted: FeaturesInput, name: str, text: str) -> Feature:
        """A feature made with the free-text template, if the ruleset has one."""
        for template in wanted.templates:
            words = [field.name for field in template.fields if field.name != "name" and not field.options]
            if len(template.fields) == 2 and len(words) == 1 and template.pattern == f"{{{words[0]}}}":
                return self.procedure.compose(template.id, {"name": name, words[0]: text or name})
        return Feature(name=name, text=text)

    def adopt(self, refresh: int | None) -> None:
        adopted = self.procedure.adopt(self.draft, refresh)
        if adopted != self.draft:
            self.notes.append("The figures are those of a character who has advanced, so it was taken as one.")
        self.draft = adopted

    def compare_refresh(self, refresh: int | None) -> None:
        figures = self.procedure.figures(self.procedure.finish(self.draft))
        ours = next((figure for figure in figures if figure.path == "numbers.refresh"), None)
        if refresh is not None and ours is not None and ours.text != str(refresh):
            self.notes.append(f"{ours.label} is {ours.text} by the rules here; the file says {refresh}.")


def _is_aspect(path: str) -> bool:
    return path.startswith("aspects.")


def _same(label: str, names: Mapping[str, tuple[str, ...]]) -> str | None:
    """The entry with this name; a number or mark after it is ignored."""
    wanted = _plain(label)
    return next((key for key, known in names.items() if wanted and wanted in map(_plain, known)), None)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", text.casefold())


def _of_a_group(label: str, wanted: AllocateInput) -> str | None:
    """The trait of a group that a label names.

    Lore (History), Lore: History and Lore [History] are all the same.
    """
    mark = next((place for place, letter in enumerate(label) if letter in "([:"), len(label))
    group_label, name = label[:mark].strip(), label[mark + 1 :].strip()
    if name.endswith((")", "]")):
        name = name[:-1].rstrip()
    if not group_label or not name or ")" in name or "]" in name:
        return None
    group = _same(group_label, {group.id: (group.id, group.label) for group in wanted.groups})
    return member(group, name) if group else None


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= LONGEST_NOTE else f"{one_line[: LONGEST_NOTE - 1]}…"
