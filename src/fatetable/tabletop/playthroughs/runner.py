"""Runs playthroughs and compares what happens with what they expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.chance import Scripted
from fatetable.engine.errors import FatetableError, MalformedCommand
from fatetable.engine.messages import LogRecord
from fatetable.engine.offers import Offer, hole_accepts
from fatetable.engine.opening import TABLE
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.seats import gm_seat
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.ruleset import Ruleset
from fatetable.tabletop.playthroughs.expectations import Mismatch, differences, missing_events, plain
from fatetable.tabletop.playthroughs.name_lookup import answer_to, names_in, open_prompt, resolve
from fatetable.tabletop.playthroughs.playthrough import ASKED, NOTHING, Playthrough, PlaythroughStep
from fatetable.tabletop.playthroughs.screen_facts import screen_facts
from fatetable.tabletop.playthroughs.yaml_values import Unreadable, YamlValue
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.sentences import first_sentence


class Result(Struct, frozen=True):
    """What did not go as written, and the table after the run."""

    mismatches: tuple[Mismatch, ...]
    table: Table


def run(playthrough: Playthrough, *, table_id: str = "table", ruleset: Ruleset | None = None) -> Result:
    """Play it; a step that cannot be done ends the run, any other mismatch is only reported.

    `ruleset` is the one it names with the dials and tables it asks for, if it is loaded already.

    After a ready-made scene the table has no dice yet: `Table.seal` gives it some, for `open_scene` to go on with.
    """
    try:
        table = Table.open(
            ruleset or playthrough.ruleset,
            playthrough.seats,
            dials=playthrough.dials,
            content=playthrough.content,
            title=playthrough.title,
            about=first_sentence(playthrough.about),
            art=playthrough.art,
            table_id=table_id,
        )
    except FatetableError as error:
        line = playthrough.lines.get(_TO_BLAME.get(error.code, "ruleset"), 1)
        raise Unreadable(playthrough.name, line, error.message) from None
    found: list[Mismatch] = []
    if _play(table, playthrough.steps, found):
        found += _check_screen(table, gm_seat(table.state).id, playthrough.state)
    return Result(tuple(found), table)


def open_scene(playthrough: Playthrough, table: Table) -> tuple[Mismatch, ...]:
    """Go on where the scene has set up the table, with the table's own dice; returns what did not go as written."""
    found: list[Mismatch] = []
    _play(table, playthrough.opening, found)
    return tuple(found)


def _play(table: Table, steps: Sequence[PlaythroughStep], found: list[Mismatch]) -> bool:
    """Play the steps to the end, if that is possible, and add to what was found."""
    for number, step in enumerate(steps, start=1):
        try:
            found += play_step(table, step)
        except Stuck as stuck:
            left = len(steps) - number
            rest = f" ({left} more {'step was' if left == 1 else 'steps were'} not tried)" if left else ""
            found.append(Mismatch(step.line, f"{stuck}{rest}"))
            return False
    return True


_TO_BLAME = {"invalid-dials": "dials", "invalid-content": "content", "one-game-master": "seats"}


class Stuck(Exception):
    """A step could not be done."""


def play_step(table: Table, step: PlaythroughStep) -> Iterator[Mismatch]:
    """Play one step; yields what did not go as written, and raises `Stuck` if the step could not be done.

    The dice are those of the step, until the table has some of its own.
    """
    names = names_in(table.state)
    dice = Scripted(*step.dice)
    chance = None if table.state.get(TABLE).commitment else dice
    events: list[LogRecord] = []
    seats = tuple(_asked(table)) if step.seats == (ASKED,) else step.seats
    if step.action is not NOTHING:
        for seat in seats:
            try:
                events += table.send(seat, _command(table, seat, step), chance=chance, proxy=step.proxy)
            except FatetableError as error:
                if not step.refused:
                    raise Stuck(f"{_who(seat)} was refused: {error.message} ({error.code})") from None
                if error.code != step.refused:
                    message = f"expected the refusal {step.refused!r}, found {error.code!r} ({error.message})"
                    yield Mismatch(step.line, message)
            else:
                if step.refused:
                    yield Mismatch(step.line, f"expected the refusal {step.refused!r}, but {_who(seat)} did it")
    if dice.left and not step.refused:
        yield Mismatch(step.line, f"dice left over: {', '.join(dice.left)}")
    names |= names_in(table.state)
    yield from missing_events(step.then, [plain(record.event) for record in events], names)
    for seat in filter(None, seats):
        yield from _check_screen(table, seat, step.sees)
        yield from _check_offers(table, seat, step)
    yield from _check_screen(table, gm_seat(table.state).id, step.state)


def _asked(table: Table) -> Iterator[str]:
    for roll in table.state.get(ROLLS).values():
        yield from roll.waiting


def _who(seat: str) -> str:
    return f"{seat!r}"


def _command(table: Table, seat: str, step: PlaythroughStep) -> dict[str, Any]:
    if not step.is_answer:
        return resolve(table, seat, step.action.value)
    given = dict(step.action.value)
    kind, option = given.pop("prompt"), given.pop("option")
    prompt = open_prompt(table.state, seat, kind)
    if prompt is None:
        kinds = ", ".join(sorted({one.kind for one in table.state.get(PROMPTS).values()})) or "none"
        raise MalformedCommand("no-such-question", f"No question of the kind {kind!r} is open (open: {kinds})")
    return answer_to(prompt, option, given)


def _check_screen(table: Table, seat: str, expected: YamlValue) -> Iterator[Mismatch]:
    if expected.value is None:
        return
    names = names_in(table.state)
    for one in differences(expected, screen_facts(table, seat), names):
        yield Mismatch(one.line, f"{_who(seat)} sees {one.message}")


def _check_offers(table: Table, seat: str, step: PlaythroughStep) -> Iterator[Mismatch]:
    if not step.offers and not step.not_offered:
        return
    offers = table.offers(seat)
    for expected in step.offers:
        if not _is_offered(table, seat, offers, expected):
            yield Mismatch(expected.line, f"{_who(seat)} is not offered {expected.value!r}")
    for expected in step.not_offered:
        if _is_offered(table, seat, offers, expected):
            yield Mismatch(expected.line, f"{_who(seat)} is offered {expected.value!r}")


def _is_offered(table: Table, seat: str, offers: tuple[Offer, ...], expected: YamlValue) -> bool:
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
