"""Reads the characters of other tools for Fate games into one neutral form.

A format is recognised by its shape; unknown parts of it are skipped.

"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from fatetable.builder.tag_stripping import strip_tags

Content = Mapping[str, Any]


class Foreign(Struct, frozen=True, kw_only=True):
    """What a file of another tool says; `left_out` names what has no place on a sheet."""

    source: str
    name: str = ""
    description: str = ""
    aspects: tuple[tuple[str, str], ...] = ()
    traits: tuple[tuple[str, int], ...] = ()
    features: tuple[tuple[str, str], ...] = ()
    refresh: int | None = None
    left_out: tuple[str, ...] = ()


def recognised(content: Content) -> Foreign | None:
    """The character in this content, if it is in the format of a known tool."""
    return next((reader(content) for fits, reader in READERS if fits(content)), None)


# -- reading carefully ----------------------------------------------------------------------------------------------


def plain(value: object) -> str:
    """The words of a text that may be HTML.

    >>> plain("<p>Wizard &amp; <b>thief</b></p>")
    'Wizard & thief'
    """
    if not isinstance(value, str):
        return ""
    if "<" not in value and "&" not in value:
        return value.strip()
    lines = (" ".join(line.split()) for line in strip_tags(value).splitlines())
    return "\n".join(line for line in lines if line)


def _number(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if abs(value) < 1000 else None
    found = re.search(r"[-+−]?\d{1,3}", value) if isinstance(value, str) else None
    return int(found.group().replace("−", "-")) if found else None


def _part(content: object, *path: str) -> object:
    for key in path:
        content = content.get(key) if isinstance(content, Mapping) else None
    return content


def _table(content: object) -> Content:
    return content if isinstance(content, Mapping) else {}


def _rows(content: object) -> Iterator[Content]:
    """The mappings among the entries of a list or the values of a mapping."""
    entries: Iterable[object] = content.values() if isinstance(content, Mapping) else ()
    if isinstance(content, list):
        entries = content
    return (entry for entry in entries if isinstance(entry, Mapping))


def _pairs(rows: Iterable[Content], label: str, value: str) -> tuple[tuple[str, str], ...]:
    found = ((plain(row.get(label)), plain(row.get(value))) for row in rows)
    return tuple(pair for pair in found if any(pair))


def _ratings(pairs: Iterable[tuple[object, object]]) -> tuple[tuple[str, int], ...]:
    read = ((plain(label), _number(value)) for label, value in pairs)
    return tuple((label, number) for label, number in read if label and number is not None)


def _joined(*texts: object) -> str:
    return "\n".join(text for text in map(plain, texts) if text)


# -- Fate Core Official, for Foundry --------------------------------------------------------------------------------


def _is_fate_core_official(content: Content) -> bool:
    return content.get("type") == "fate-core-official" and isinstance(content.get("system"), Mapping)


def _fate_core_official(content: Content) -> Foreign:
    system = content["system"]
    details = _table(system.get("details"))
    tracks = [plain(row.get("name")) for row in _rows(system.get("tracks"))]
    extras = [plain(row.get("name")) for row in _rows(content.get("items"))]
    return Foreign(
        source="Fate Core Official",
        name=plain(content.get("name")),
        description=_joined(_part(details, "description", "value"), _part(details, "biography", "value")),
        aspects=_pairs(_rows(system.get("aspects")), "name", "value"),
        traits=_ratings((row.get("name"), row.get("rank")) for row in _rows(system.get("skills"))),
        features=_pairs(_rows(system.get("stunts")), "name", "description"),
        refresh=_number(_part(details, "fatePoints", "refresh")),
        left_out=(*_listed("the tracks", tracks), *_listed("the extras", extras)),
    )


def _listed(what: str, names: Iterable[str]) -> tuple[str, ...]:
    listed = ", ".join(name for name in names if name)
    return (f"{what} {listed}",) if listed else ()


# -- FateX, for Foundry ---------------------------------------------------------------------------------------------

_FATEX_ITEMS = {"stress", "aspect", "consequence", "skill", "stunt", "extra"}


def _is_fatex(content: Content) -> bool:
    types = {row.get("type") for row in _rows(content.get("items")) if isinstance(row.get("type"), str)}
    return content.get("type") == "character" and bool(types & _FATEX_ITEMS)


def _fatex(content: Content) -> Foreign:
    def items(kind: str) -> Iterator[tuple[str, Content]]:
        for row in _rows(content.get("items")):
            if row.get("type") == kind:
                yield plain(row.get("name")), _table(row.get("system") or row.get("data"))

    system = _table(content.get("system") or content.get("data"))
    others = [name for kind in ("stress", "consequence", "extra") for name, _ in items(kind)]
    return Foreign(
        source="FateX",
        name=plain(content.get("name")),
        description=plain(_part(system, "biography", "value")),
        aspects=tuple((plain(data.get("label")) or name, plain(data.get("value"))) for name, data in items("aspect")),
        traits=_ratings((name, data.get("rank")) for name, data in items("skill")),
        features=tuple(
            (name, _joined(data.get("shortDescription"), data.get("description"))) for name, data in items("stunt")
        ),
        refresh=_number(_part(system, "fatepoints", "refresh")),
        left_out=_listed("the stress, consequences and extras", others),
    )


# -- Fari -----------------------------------------------------------------------------------------------------------


def _is_fari(content: Content) -> bool:
    return content.get("fariType") == "character" or isinstance(content.get("pages"), list)


def _fari(content: Content) -> Foreign:
    if not isinstance(content.get("pages"), list):
        return _old_fari(content)
    aspects: list[tuple[str, str]] = []
    features: list[tuple[str, str]] = []
    traits: list[tuple[object, object]] = []
    others: list[str] = []
    refresh: int | None = None
    for section, block in _blocks(content["pages"]):
        label, kind = plain(block.get("label")), block.get("type")
        if kind == "Skill":
            traits.append((label, block.get("value")))
        elif kind == "PointCounter":
            refresh = _number(_part(block, "meta", "max"))
        elif kind in ("Text", "InfoText") and "aspect" in section:
            aspects.append((label, plain(block.get("value"))))
        elif kind in ("Text", "InfoText") and ("stunt" in section or "stunt" in label.casefold()):
            features.append(_titled(label, plain(block.get("value"))))
        elif plain(block.get("value")):
            others.append(label)
    return Foreign(
        source="Fari",
        name=plain(content.get("name")),
        aspects=tuple(aspects),
        traits=_ratings(traits),
        features=tuple(pair for pair in features if any(pair)),
        refresh=refresh,
        left_out=_listed("the fields", others),
    )


def _blocks(content: object, depth: int = 0) -> Iterator[tuple[str, Content]]:
    """Every block with the label of its section; the levels between them differ between versions."""
    if depth > 12:
        return
    if isinstance(content, list):
        for entry in content:
            yield from _blocks(entry, depth + 1)
    elif isinstance(content, Mapping):
        if isinstance(content.get("blocks"), list):
            section = plain(content.get("label")).casefold()
            yield from ((section, block) for block in _rows(content["blocks"]))
        for key in ("rows", "columns", "sections", "left", "right"):
            yield from _blocks(content.get(key), depth + 1)


def _titled(label: str, text: str) -> tuple[str, str]:
    """A stunt whose field is called "Stunt 1": its name is the beginning of its text."""
    if not re.fullmatch(r"(?i)(stunts?|#?\d+|stunt\s*#?\d+)?", label.strip()):
        return label, text
    name, mark, rest = text.partition(":")
    return (name.strip(), rest.strip()) if mark and len(name) < 60 else (text[:60], text)


def _old_fari(content: Content) -> Foreign:
    return Foreign(
        source="Fari",
        name=plain(content.get("name")),
        description=plain(content.get("notes")),
        aspects=_pairs(_rows(content.get("aspects")), "name", "value"),
        traits=_ratings((row.get("name"), row.get("value")) for row in _rows(content.get("skills"))),
        features=_pairs(_rows(content.get("stunts")), "name", "value"),
        refresh=_number(content.get("refresh")),
        left_out=_listed("the stress", [plain(row.get("name")) for row in _rows(content.get("stressTracks"))]),
    )


# -- the app Fate Core, fatecharactersheet.com, RoleByPost ----------------------------------------------------------


def _is_fate_core_app(content: Content) -> bool:
    return "_modules" in content or ("_version" in content and isinstance(content.get("stunts"), list))


def _fate_core_app(content: Content) -> Foreign:
    belongings = [plain(row.get("name")) for row in _rows(content.get("inventory"))]
    aspects = [row for row in _rows(content.get("aspects")) if row.get("type") != "consequence"]
    return Foreign(
        source="Fate: Core",
        name=plain(content.get("name")),
        description=_joined(content.get("race"), content.get("description")),
        aspects=_pairs(aspects, "type", "name"),
        traits=_ratings(_table(content.get("skills")).items()),
        features=_pairs(_rows(content.get("stunts")), "name", "description"),
        left_out=_listed("the inventory", belongings),
    )


def _is_fate_sheet(content: Content) -> bool:
    return content.get("object_type") == "CHARACTER"


def _fate_sheet(content: Content) -> Foreign:
    skills = _table(content.get("skills"))
    numbered = ((skills.get(f"skill{key[5:]}"), value) for key, value in skills.items() if key.startswith("label"))
    stunts = plain(content.get("stunts")).replace("\r", "\n").splitlines()
    return Foreign(
        source="fatecharactersheet.com",
        name=plain(content.get("name")),
        description=_joined(content.get("description")),
        aspects=tuple((label, plain(text)) for label, text in _table(content.get("aspects")).items()),
        traits=_ratings((*_table(content.get("approaches")).items(), *numbered)),
        features=tuple(_titled("", line.strip()) for line in stunts if line.strip()),
        refresh=_number(content.get("refresh")),
        left_out=_listed("the extras", [plain(content.get("extras"))]),
    )


def _is_role_by_post(content: Content) -> bool:
    return "stress_tracks" in content and "consequence_tracks" in content


def _role_by_post(content: Content) -> Foreign:
    stunts = _table(content.get("stunts")).items()
    return Foreign(
        source="RoleByPost",
        name=plain(content.get("name")),
        aspects=_pairs(_rows(content.get("aspects")), "aspect_type", "name"),
        traits=_ratings(_table(content.get("skills")).items()),
        features=tuple((plain(name), plain(text)) for name, text in stunts),
        refresh=_number(content.get("refresh")),
        left_out=_listed("the stress", [plain(row.get("track_name")) for row in _rows(content.get("stress_tracks"))]),
    )


# -- Roll20, as its enhancement suite writes characters -------------------------------------------------------------

_REPEATED = "repeating_"


def _is_roll20(content: Content) -> bool:
    return isinstance(content.get("attribs"), list)


def _roll20(content: Content) -> Foreign:
    single: dict[str, object] = {}
    groups: dict[str, dict[str, dict[str, object]]] = {}
    for row in _rows(content["attribs"]):
        name = row.get("name")
        if not isinstance(name, str):
            continue
        group, _, rest = name.removeprefix(_REPEATED).partition("_")
        row_id, _, field = rest.rpartition("_")
        if name.startswith(_REPEATED) and group and row_id and field:
            groups.setdefault(group, {}).setdefault(row_id, {})[field] = row.get("current")
        else:
            single[name] = row.get("current")
    others = [group for group in groups if group not in ("aspects", "skills", "stunts")]
    return Foreign(
        source="Roll20",
        name=plain(content.get("name")) or plain(single.get("character_name")),
        description=plain(content.get("bio")),
        aspects=_pairs(groups.get("aspects", {}).values(), "label", "aspect"),
        traits=_ratings((row.get("skill"), row.get("rating")) for row in groups.get("skills", {}).values()),
        features=_pairs(groups.get("stunts", {}).values(), "name", "desc"),
        refresh=_number(single.get("refresh")),
        left_out=_listed("the groups", others),
    )


READERS: tuple[tuple[Callable[[Content], bool], Callable[[Content], Foreign]], ...] = (
    (_is_fate_core_official, _fate_core_official),
    (_is_fatex, _fatex),
    (_is_fari, _fari),
    (_is_fate_core_app, _fate_core_app),
    (_is_fate_sheet, _fate_sheet),
    (_is_role_by_post, _role_by_post),
    (_is_roll20, _roll20),
)
