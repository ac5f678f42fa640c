"""Playthroughs: a game written down step by step, with what must come of each step.

A playthrough is a test, a tutorial and a bug report in one; a ready-made scene is a playthrough that only sets up.
Knows no ruleset: the file names its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import FatetableError, MalformedCommand
from fatetable.engine.messages import LogRecord
from fatetable.engine.offers import Offer, hole_accepts
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.seats import Role, gm_seat
from fatetable.mechanics.rolls import ROLLS
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.matching import Mismatch, differences, missing_facts, plain
from fatetable.tabletop.naming import answer_to, names_in, open_prompt, resolve
from fatetable.tabletop.readable import screen
from fatetable.tabletop.sentences import first_sentence
from fatetable.tabletop.table import Table
from fatetable.tabletop.written import Unreadable, Written, read

FILE_KEYS = ("title", "about", "ruleset", "dials", "seats", "rules", "steps", "state")
STEP_KEYS = (
    *("as", "note", "rules", "do", "answer", "proxy", "dice"),
    *("then", "refused", "sees", "offers", "not_offered", "state"),
)
ASKED = "asked"
ROLES = ("gm", "player", "spectator")
NOTHING = Written(None, 0)


class Step(Struct, frozen=True, kw_only=True):
    """`wish` is a command or an answer in people's words; several seats do the same one after the other.

    The seat `asked` stands for every seat that a roll waits for, whoever that is.
    """

    line: int
    seats: tuple[str, ...]
    wish: Written = NOTHING
    is_answer: bool = False
    proxy: str | None = None
    dice: tuple[str, ...] = ()
    then: tuple[Written, ...] = ()
    refused: str = ""
    sees: Written = NOTHING
    offers: tuple[Written, ...] = ()
    not_offered: tuple[Written, ...] = ()
    state: Written = NOTHING
    note: str = ""


class Playthrough(Struct, frozen=True, kw_only=True):
    """`rules` are the ids of the rules it proves, for the whole file and for single steps."""

    name: str
    title: str
    ruleset: str
    seats: Mapping[str, Role]
    steps: tuple[Step, ...]
    about: str = ""
    dials: Mapping[str, str | int | bool] = {}
    rules: tuple[str, ...] = ()
    state: Written = NOTHING
    lines: Mapping[str, int] = {}


class Result(Struct, frozen=True):
    """What did not go as written, and the table as it stands afterwards."""

    mismatches: tuple[Mismatch, ...]
    table: Table


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
        ruleset=_text(parts, "ruleset", name),
        seats=_seats(parts["seats"], name),
        dials=_mapping(parts.get("dials", NOTHING), name, "dials").value or {},
        rules=tuple(rules),
        steps=tuple(_step(step, name) for step in steps),
        state=_mapping(parts.get("state", NOTHING), name, "state"),
        lines={key: part.line for key, part in parts.items()},
    )


def _step(written: Written, name: str) -> Step:
    parts = _entries(written, STEP_KEYS, name, "a step")
    seats = parts.get("as", NOTHING)
    step = Step(
        line=written.line,
        seats=tuple(_texts(parts, "as", name)) if isinstance(seats.value, list) else (_text(parts, "as", name),),
        wish=_wish(parts, name),
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
    if needs_wish and step.wish is NOTHING:
        raise Unreadable(name, step.line, f"{min(needs_wish)!r} needs something that is done")
    if step.refused and step.then:
        raise Unreadable(name, step.line, "nothing follows from what is refused")
    for part in (*step.then, *step.offers, *step.not_offered):
        if not isinstance(part.value if isinstance(part.value, str) else _type_of(part), str):
            raise Unreadable(name, part.line, "an entry here is a name, or a mapping with a 'type'")
    return step


def _type_of(part: Written) -> Any:
    return part.value.get("type") if isinstance(part.value, Mapping) else None


def _wish(parts: Mapping[str, Written], name: str) -> Written:
    if "do" in parts and "answer" in parts:
        raise Unreadable(name, parts["do"].line, "a step does one thing: either 'do' or 'answer'")
    if "answer" in parts:
        answer = _mapping(parts["answer"], name, "answer")
        if not all(isinstance(answer.value.get(key), str) for key in ("prompt", "option")):
            raise Unreadable(name, answer.line, "an answer names a 'prompt' and an 'option'")
        return answer
    command = parts.get("do", NOTHING)
    if isinstance(command.value, str):
        return Written({"type": command.value}, command.line)
    if command is not NOTHING and not isinstance(_type_of(command), str):
        raise Unreadable(name, command.line, "what is done is a command's name, or a mapping with a 'type'")
    return command


def _entries(written: Written, known: tuple[str, ...], name: str, what: str) -> Mapping[str, Written]:
    if not isinstance(written.value, Mapping):
        raise Unreadable(name, written.line, f"{what} is a mapping of names to values")
    for key, part in written.parts.items():
        if key not in known:
            raise Unreadable(name, part.line, f"{what} has no {key!r}; it may have {', '.join(known)}")
    return written.parts


def _mapping(written: Written, name: str, key: str) -> Written:
    if written.value is not None and not isinstance(written.value, Mapping):
        raise Unreadable(name, written.line, f"{key!r} is a mapping of names to values")
    return written


def _list(written: Written, name: str, key: str) -> list[Written]:
    if written.value is not None and not isinstance(written.value, list):
        raise Unreadable(name, written.line, f"{key!r} is a list")
    return list(written.parts.values())


def _text(parts: Mapping[str, Written], key: str, name: str) -> str:
    written = parts.get(key, NOTHING)
    if written.value is None and key not in parts:
        return ""
    if not isinstance(written.value, str):
        raise Unreadable(name, written.line, f"{key!r} is a text")
    return written.value.strip()


def _texts(parts: Mapping[str, Written], key: str, name: str) -> list[str]:
    found = _list(parts.get(key, NOTHING), name, key)
    for part in found:
        # The one face of a single die reads as a number.
        if not isinstance(part.value, str | int) or isinstance(part.value, bool):
            raise Unreadable(name, part.line, f"{key!r} is a list of texts")
    return [str(part.value) for part in found]


def _seats(written: Written, name: str) -> dict[str, Role]:
    seats = _mapping(written, name, "seats")
    for seat, part in seats.parts.items():
        if part.value not in ROLES:
            raise Unreadable(name, part.line, f"a seat is one of {', '.join(ROLES)}")
        if seat == ASKED:
            raise Unreadable(name, part.line, f"{ASKED!r} stands for whoever is asked and cannot name a seat")
    return dict(seats.value or {})


# -- running -------------------------------------------------------------------------------------------------------


def run(playthrough: Playthrough, *, table_id: str = "table", ruleset: Ruleset | None = None) -> Result:
    """Play it; a step that cannot be done ends the run, every other mismatch is only noted.

    With a `ruleset` it is played by that, which must be the one it names with the dials it asks for.

    After a ready-made scene the table waits for its dice: `Table.seal` gives it some of its own.
    """
    try:
        table = Table.open(
            ruleset or playthrough.ruleset,
            playthrough.seats,
            dials=playthrough.dials,
            title=playthrough.title,
            about=first_sentence(playthrough.about),
            table_id=table_id,
        )
    except FatetableError as error:
        line = playthrough.lines.get(_TO_BLAME.get(error.code, "ruleset"), 1)
        raise Unreadable(playthrough.name, line, error.message) from None
    found: list[Mismatch] = []
    for number, step in enumerate(playthrough.steps, start=1):
        try:
            found += _play(table, step)
        except _Stuck as stuck:
            left = len(playthrough.steps) - number
            rest = f" ({left} more {'step was' if left == 1 else 'steps were'} not tried)" if left else ""
            found.append(Mismatch(step.line, f"{stuck}{rest}"))
            return Result(tuple(found), table)
    found += _check_screen(table, gm_seat(table.state).id, playthrough.state)
    return Result(tuple(found), table)


_TO_BLAME = {"invalid-dials": "dials", "one-game-master": "seats"}


class _Stuck(Exception):
    """A step that had to be done was not."""


def _play(table: Table, step: Step) -> Iterator[Mismatch]:
    names = names_in(table.state)
    dice = Scripted(*step.dice)
    facts: list[LogRecord] = []
    seats = tuple(_asked(table)) if step.seats == (ASKED,) else step.seats
    if step.wish is not NOTHING:
        for seat in seats:
            try:
                facts += table.send(seat, _command(table, seat, step), chance=dice, proxy=step.proxy)
            except FatetableError as error:
                if not step.refused:
                    raise _Stuck(f"{_who(seat)} was refused: {error.message} ({error.code})") from None
                if error.code != step.refused:
                    message = f"expected the refusal {step.refused!r}, found {error.code!r} ({error.message})"
                    yield Mismatch(step.line, message)
            else:
                if step.refused:
                    yield Mismatch(step.line, f"expected the refusal {step.refused!r}, but {_who(seat)} did it")
    if dice.left and not step.refused:
        yield Mismatch(step.line, f"dice left over: {', '.join(dice.left)}")
    names |= names_in(table.state)
    yield from missing_facts(step.then, [plain(record.event) for record in facts], names)
    for seat in filter(None, seats):
        yield from _check_screen(table, seat, step.sees)
        yield from _check_offers(table, seat, step)
    yield from _check_screen(table, gm_seat(table.state).id, step.state)


def _asked(table: Table) -> Iterator[str]:
    for roll in table.state.get(ROLLS).values():
        yield from roll.waiting


def _who(seat: str) -> str:
    return f"{seat!r}"


def _command(table: Table, seat: str, step: Step) -> dict[str, Any]:
    if not step.is_answer:
        return resolve(table, seat, step.wish.value)
    given = dict(step.wish.value)
    kind, option = given.pop("prompt"), given.pop("option")
    prompt = open_prompt(table.state, seat, kind)
    if prompt is None:
        kinds = ", ".join(sorted({one.kind for one in table.state.get(PROMPTS).values()})) or "none"
        raise MalformedCommand("no-such-question", f"No question of the kind {kind!r} is open (open: {kinds})")
    return answer_to(prompt, option, given)


def _check_screen(table: Table, seat: str, expected: Written) -> Iterator[Mismatch]:
    if expected.value is None:
        return
    names = names_in(table.state)
    for one in differences(expected, screen(table, seat), names):
        yield Mismatch(one.line, f"{_who(seat)} sees {one.message}")


def _check_offers(table: Table, seat: str, step: Step) -> Iterator[Mismatch]:
    if not step.offers and not step.not_offered:
        return
    offers = table.offers(seat)
    for expected in step.offers:
        if not _is_offered(table, seat, offers, expected):
            yield Mismatch(expected.line, f"{_who(seat)} is not offered {expected.value!r}")
    for expected in step.not_offered:
        if _is_offered(table, seat, offers, expected):
            yield Mismatch(expected.line, f"{_who(seat)} is offered {expected.value!r}")


def _is_offered(table: Table, seat: str, offers: tuple[Offer, ...], expected: Written) -> bool:
    """Is there an offer of this kind whose fixed parts are as given, and whose holes take what is given?"""
    wanted = {"type": expected.value} if isinstance(expected.value, str) else dict(expected.value)
    named = resolve(table, seat, wanted)
    given = {key: named[key] for key in wanted if key != "type"}
    return any(
        offer.command.__struct_config__.tag == wanted["type"] and all(_fits(offer, *item) for item in given.items())
        for offer in offers
    )


def _fits(offer: Offer, field: str, value: Any) -> bool:
    for hole in offer.holes:
        if field == (hole.key or hole.field):
            return hole_accepts(hole, tuple(value) if isinstance(value, list) else value)
    fixed = getattr(offer.command, field, None)
    return bool(msgspec.to_builtins(fixed) == value)
