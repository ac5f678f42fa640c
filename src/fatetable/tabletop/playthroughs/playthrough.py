"""Playthroughs: games written down step by step, with what must come of each step, and reading them from YAML.

A playthrough is a test, a tutorial and a bug report in one; a ready-made scene is a playthrough that only sets up.
`runner.py` plays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from fatetable.engine.seats import Role
from fatetable.mechanics.book.dials import DialValue
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.tabletop.playthroughs.yaml_values import Unreadable, YamlValue, read

FILE_KEYS = (
    "title",
    "about",
    "art",
    "ruleset",
    "dials",
    "content",
    "pace",
    "seats",
    "rules",
    "steps",
    "state",
    "opening",
)
STEP_KEYS = (
    *("as", "note", "rules", "do", "answer", "proxy", "dice"),
    *("then", "refused", "sees", "offers", "not_offered", "state"),
)
ASKED = "asked"
ROLES = ("gm", "player", "spectator")
NOTHING = YamlValue(None, 0)


class PlaythroughStep(Struct, frozen=True, kw_only=True):
    """`action` is a command or an answer written with names instead of ids; each of the `seats` does it in turn.

    The seat `asked` stands for all seats that a roll waits for.
    """

    line: int
    seats: tuple[str, ...]
    action: YamlValue = NOTHING
    is_answer: bool = False
    proxy: str | None = None
    dice: tuple[str, ...] = ()
    then: tuple[YamlValue, ...] = ()
    refused: str = ""
    sees: YamlValue = NOTHING
    offers: tuple[YamlValue, ...] = ()
    not_offered: tuple[YamlValue, ...] = ()
    state: YamlValue = NOTHING
    note: str = ""


class Playthrough(Struct, frozen=True, kw_only=True):
    """`rules` are the ids of the rules it proves, for the whole file and for single steps.

    `art` names the picture that a page shows for it.  `opening` is what a ready-made scene goes on with once the table
    has dice of its own, such as a fight whose order is rolled.
    """

    name: str
    title: str
    ruleset: str
    seats: Mapping[str, Role]
    steps: tuple[PlaythroughStep, ...]
    about: str = ""
    art: str = ""
    dials: Mapping[str, str | int | bool] = {}
    content: Mapping[str, str] = {}
    rules: tuple[str, ...] = ()
    state: YamlValue = NOTHING
    opening: tuple[PlaythroughStep, ...] = ()
    lines: Mapping[str, int] = {}


# -- reading -------------------------------------------------------------------------------------------------------


def read_playthrough(text: str, name: str) -> Playthrough:
    """A playthrough from the text of its file; raises `Unreadable` with one sentence and a line."""
    whole = read(text, name)
    parts = _entries(whole, FILE_KEYS, name, "a playthrough")
    for key in ("title", "ruleset", "seats", "steps"):
        if key not in parts:
            raise Unreadable(name, whole.line, f"a playthrough needs {key!r}")
    steps = _list(parts["steps"], name, "steps")
    rules = [*_texts(parts, "rules", name)]
    for step in steps:
        rules += _texts(_entries(step, STEP_KEYS, name, "a step"), "rules", name)
    return Playthrough(
        name=name,
        title=_text(parts, "title", name),
        about=_text(parts, "about", name),
        art=_text(parts, "art", name),
        ruleset=_text(parts, "ruleset", name),
        seats=_seats(parts["seats"], name),
        dials={**_pace(parts, name), **(_mapping(parts.get("dials", NOTHING), name, "dials").value or {})},
        content=_own_tables(parts, name),
        rules=tuple(rules),
        steps=tuple(_step(step, name) for step in steps),
        state=_mapping(parts.get("state", NOTHING), name, "state"),
        opening=tuple(_step(step, name) for step in _list(parts.get("opening", NOTHING), name, "opening")),
        lines={key: part.line for key, part in parts.items()},
    )


def _own_tables(parts: Mapping[str, YamlValue], name: str) -> Mapping[str, str]:
    given = _mapping(parts.get("content", NOTHING), name, "content").parts
    return {table: _text(given, table, name) for table in given}


def _pace(parts: Mapping[str, YamlValue], name: str) -> Mapping[str, DialValue]:
    """`pace: by-hand` sets every dial of the pace so that the script shows each step."""
    pace = _text(parts, "pace", name)
    if pace not in ("", "by-hand"):
        raise Unreadable(name, parts["pace"].line, f"the pace is 'by-hand' or left out, not {pace!r}")
    return BY_HAND if pace else {}


def _step(written: YamlValue, name: str) -> PlaythroughStep:
    parts = _entries(written, STEP_KEYS, name, "a step")
    seats = parts.get("as", NOTHING)
    step = PlaythroughStep(
        line=written.line,
        seats=tuple(_texts(parts, "as", name)) if isinstance(seats.value, list) else (_text(parts, "as", name),),
        action=_action(parts, name),
        is_answer="answer" in parts,
        proxy=_text(parts, "proxy", name) or None,
        dice=tuple(_texts(parts, "dice", name)),
        then=tuple(_list(parts.get("then", NOTHING), name, "then")),
        refused=_text(parts, "refused", name),
        sees=_mapping(parts.get("sees", NOTHING), name, "sees"),
        offers=tuple(_list(parts.get("offers", NOTHING), name, "offers")),
        not_offered=tuple(_list(parts.get("not_offered", NOTHING), name, "not_offered")),
        state=_mapping(parts.get("state", NOTHING), name, "state"),
        note=_text(parts, "note", name),
    )
    needs_seat = {"do", "answer", "sees", "offers", "not_offered"} & set(parts)
    needs_wish = {"dice", "then", "refused", "proxy"} & set(parts)
    if needs_seat and not any(step.seats):
        raise Unreadable(name, step.line, "this step does not say who does it (as: a seat)")
    if needs_wish and step.action is NOTHING:
        raise Unreadable(name, step.line, f"{min(needs_wish)!r} needs something that is done")
    if step.refused and step.then:
        raise Unreadable(name, step.line, "nothing follows from what is refused")
    for part in (*step.then, *step.offers, *step.not_offered):
        if not isinstance(part.value if isinstance(part.value, str) else _type_of(part), str):
            raise Unreadable(name, part.line, "an entry here is a name, or a mapping with a 'type'")
    return step


def _type_of(part: YamlValue) -> Any:
    return part.value.get("type") if isinstance(part.value, Mapping) else None


def _action(parts: Mapping[str, YamlValue], name: str) -> YamlValue:
    if "do" in parts and "answer" in parts:
        raise Unreadable(name, parts["do"].line, "a step does one thing: either 'do' or 'answer'")
    if "answer" in parts:
        answer = _mapping(parts["answer"], name, "answer")
        if not all(isinstance(answer.value.get(key), str) for key in ("prompt", "option")):
            raise Unreadable(name, answer.line, "an answer names a 'prompt' and an 'option'")
        return answer
    command = parts.get("do", NOTHING)
    if isinstance(command.value, str):
        return YamlValue({"type": command.value}, command.line)
    if command is not NOTHING and not isinstance(_type_of(command), str):
        raise Unreadable(name, command.line, "what is done is a command's name, or a mapping with a 'type'")
    return command


def _entries(written: YamlValue, known: tuple[str, ...], name: str, what: str) -> Mapping[str, YamlValue]:
    if not isinstance(written.value, Mapping):
        raise Unreadable(name, written.line, f"{what} is a mapping of names to values")
    for key, part in written.parts.items():
        if key not in known:
            raise Unreadable(name, part.line, f"{what} has no {key!r}; it may have {', '.join(known)}")
    return written.parts


def _mapping(written: YamlValue, name: str, key: str) -> YamlValue:
    if written.value is not None and not isinstance(written.value, Mapping):
        raise Unreadable(name, written.line, f"{key!r} is a mapping of names to values")
    return written


def _list(written: YamlValue, name: str, key: str) -> list[YamlValue]:
    if written.value is not None and not isinstance(written.value, list):
        raise Unreadable(name, written.line, f"{key!r} is a list")
    return list(written.parts.values())


def _text(parts: Mapping[str, YamlValue], key: str, name: str) -> str:
    written = parts.get(key, NOTHING)
    if written.value is None and key not in parts:
        return ""
    if not isinstance(written.value, str):
        raise Unreadable(name, written.line, f"{key!r} is a text")
    return written.value.strip()


def _texts(parts: Mapping[str, YamlValue], key: str, name: str) -> list[str]:
    found = _list(parts.get(key, NOTHING), name, key)
    for part in found:
        # YAML reads the face of a single die as a number.
        if not isinstance(part.value, str | int) or isinstance(part.value, bool):
            raise Unreadable(name, part.line, f"{key!r} is a list of texts")
    return [str(part.value) for part in found]


def _seats(written: YamlValue, name: str) -> dict[str, Role]:
    seats = _mapping(written, name, "seats")
    for seat, part in seats.parts.items():
        if part.value not in ROLES:
            raise Unreadable(name, part.line, f"a seat is one of {', '.join(ROLES)}")
        if seat == ASKED:
            raise Unreadable(name, part.line, f"{ASKED!r} stands for whoever is asked and cannot name a seat")
    return dict(seats.value or {})
