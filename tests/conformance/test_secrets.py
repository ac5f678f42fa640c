"""A viewer who is not told a secret sees the same if it were another one, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
import pytest
from hypothesis import given, note

from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.seats import SEATS
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from tests.conformance.effort import SEEDS, games
from tests.conformance.filling import tokens_in
from tests.conformance.walking import SEATS_AT_START, SECRET, Walk

STEPS = 200
A_FEW_STEPS = 60
COUNTED = re.compile(r"([a-z]{1,2})([0-9]+|-[0-9a-f]{12})")
"""An id that somebody could try without having seen it."""

Written: TypeAlias = Mapping[str, Any]


def untold(walk: Walk) -> frozenset[str]:
    """Words that somebody wrote and only the game master has read."""
    written = frozenset[str]().union(*(tokens_in(step.command) for step in walk.steps))
    told = (tokens_in(record) for seat in walk.outsiders for record in walk.table.told(seat))
    return written.difference(*told)


def with_other_words(table: Table, command: Command, words: frozenset[str]) -> Command:
    codec = table.ruleset.codec
    written = codec.write(command)
    for word in words & tokens_in(command):
        written = written.replace(word.encode(), word.replace("word", "sworn").replace("q", "").encode())
    return codec.read_command(written)


def played_again(walk: Walk, words: frozenset[str]) -> Table:
    """The same game, step by step, with other words for those."""
    table = Table.open(walk.table.ruleset.id, SEATS_AT_START, dials=walk.dials, secret=SECRET)
    for step in walk.steps:
        table.send(step.seat, with_other_words(table, step.command, words), proxy=step.proxy)
    return table


@pytest.mark.parametrize("ruleset", folders())
@games(8)
@given(seed=SEEDS)
def test_another_secret_changes_nothing_an_outsider_is_told(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    try:
        walk.set_up()
        for _ in range(STEPS):
            walk.step()
        secrets = untold(walk)
        again = played_again(walk, secrets)
    except Exception:
        note(repr(walk))
        raise
    write = walk.table.ruleset.codec.write
    for seat in walk.outsiders:
        before, after = walk.table.told(seat), again.told(seat)
        different = [(one, other) for one, other in zip(before, after, strict=True) if write(one) != write(other)]
        assert not different, f"{seat} could tell: {different[:1]}\n{walk!r}"
        assert walk.table.present(seat) == again.present(seat)
        assert walk.table.offers(seat) == again.offers(seat)
    gm = walk.gm
    is_secret = bool(secrets)
    assert is_secret == (walk.table.told(gm) != again.told(gm)), "only the game master sees the difference"


def ids_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (part,) if key == "id" and isinstance(part, str) else ids_in(part)
            yield key
    elif isinstance(value, list):
        for part in value:
            yield from ids_in(part)


def guesses(command: Written, id: str) -> Iterator[Written]:
    """The command with an id put in each of the places where one could stand."""
    for field, value in command.items():
        match value:
            case str() if field != "type":
                yield {**command, field: id}
                kind, colon, _ = value.partition(":")
                if colon:
                    yield {**command, field: f"{kind}:{id}"}
            case list():
                yield {**command, field: [id]}
            case dict():
                yield from ({**command, field: {**value, key: id}} for key in value)


def answer_to(table: Table, seat: str, command: Written, id: str) -> tuple[str, str]:
    """The reply to this message without the id that was sent; nothing else happens."""
    try:
        read = table.ruleset.codec.read_command(command)
        table.ruleset.engine.step(table.state, SeatId(seat), read, table._chance())
    except FatetableError as refusal:
        return refusal.code, refusal.message.casefold().replace("-", " ").replace(id.replace("-", " "), "…")
    return "accepted", ""


@pytest.mark.parametrize("ruleset", folders())
@games(8)
@given(seed=SEEDS)
def test_nobody_can_tell_what_is_hidden_from_what_is_not_there(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    walk.set_up()
    for _ in range(A_FEW_STEPS):
        walk.step()
    table = walk.table
    offered = [offer for seat in walk.seats for offer in table.offers(seat)]
    commands = [msgspec.json.decode(table.ruleset.codec.write(walk.filler.fill(offer))) for offer in offered]
    there = {id for record in table.records for id in ids_in(msgspec.to_builtins(record.event))}
    for seat in walk.outsiders:
        if table.state.get(SEATS)[SeatId(seat)].role == "spectator":
            continue
        told = {id for record in table.told(seat) for id in ids_in(msgspec.to_builtins(record.event))}
        hidden = sorted(id for id in there - told if COUNTED.fullmatch(id))[:10]
        for id in hidden:
            nothing = COUNTED.sub(lambda found: f"{found[1]}{'-' + '0' * 12 if '-' in found[2] else 99999}", id)
            for command in commands:
                for tried, compared in zip(guesses(command, id), guesses(command, nothing), strict=True):
                    answer = answer_to(table, seat, tried, id)
                    is_alike = answer == answer_to(table, seat, compared, nothing)
                    assert is_alike, f"{seat} could tell that there is {id}: {tried}, {answer}\n{walk!r}"
