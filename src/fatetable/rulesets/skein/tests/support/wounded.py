"""People in a bad way to test recovery with: damage and Consequences without having to fight for them."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.recovery.ordeals import ORDEALS, CallEndurance, EndOrdeal
from fatetable.rulesets.skein.sheet.skills import level
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.playing import Game

BRANNOC, HESK = "brannoc-of-the-ford", "mother-hesk"
SEATS = {BRANNOC: "ana", HESK: "bo"}


def endure(g: Game, actor: str, damage: int, *, score: str = "health", cause: str = "a fall") -> None:
    """An Endurance Test that is failed by so much."""
    difficulty = damage + level(TABLES, g.table.state.get(CAST)[actor].sheet, "gaming")  # type: ignore[index]
    command = CallEndurance(actors=(actor,), trait="gaming", difficulty=difficulty, score=score, cause=cause)  # type: ignore[arg-type]
    g.do("gm", command)
    g.throw(SEATS.get(actor, "gm"), "0000")


def wound(
    g: Game, actor: str, damage: int, slot: str = "score", words: str = "", *, score: str = "health", **more: Any
) -> None:
    """Damage that is taken in this way, from something that is over at once."""
    endure(g, actor, damage, score=score, **more)
    fill = {"words": words} if words else {}
    g.answer(SEATS.get(actor, "gm"), "harm", slot, **fill)
    end_ordeals(g)


def end_ordeals(g: Game) -> None:
    for ordeal in g.table.state.get(ORDEALS):
        g.do("gm", EndOrdeal(ordeal, "it is over"))


def passes(g: Game, *times: str) -> None:
    for time in times:
        g.do("gm", PassTime(time))


def end_session(g: Game) -> None:
    g.do("gm", EndScene())
    g.do("gm", EndSession())


def next_session(g: Game, rest: str = "yes") -> None:
    g.do("gm", StartSession())
    if g.prompt("between-sessions"):
        g.answer("gm", "between-sessions", rest)
    g.start_scene()
