"""The card of an arc: what each character may still do with what it has brought."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, players_characters
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.view.blocks import MilestoneBlock, MilestoneRow
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import GOAL, career, full_arc
from fatetable.rulesets.fate2.growth.state import GROWTH, a_rank_was_just_gained
from fatetable.rulesets.fate2.sheet import extras_of, is_released


def arc_block(tables: Tables, dials: Dials, state: State) -> tuple[MilestoneBlock, ...]:
    """Between scenes: when a rank was gained, and as long as somebody has something left to do."""
    growth = state.get(GROWTH)
    if state.get(SCENE).is_open or (growth.session < 0 and not growth.time_passes):
        return ()
    heroes = tuple(players_characters(state))
    rows = tuple(
        MilestoneRow(actor=hero.id, name=hero.name, left=tuple(_left(tables, dials, state, hero))) for hero in heroes
    )
    if not rows or not (a_rank_was_just_gained(state) or growth.time_passes or any(row.left for row in rows)):
        return ()
    return (MilestoneBlock("A long time passes" if growth.time_passes else "Advancement", rows),)


def _left(tables: Tables, dials: Dials, state: State, hero: Actor) -> Iterator[str]:
    now, growth = career(tables, dials, hero.sheet), state.get(GROWTH)
    if now.unspent:
        who = "the GM spends" if now.repair == "gm" else "spend"
        yield f"{who} {_ranks(now.unspent)}"
    if now.missing:
        how = {"shift": ", shift levels", "purchases": ", the next ranks balance it"}.get(now.repair, "")
        yield f"the pyramid lacks {_ranks(now.missing)}{how}"
    if dials.advancement == "awarded":
        if now.in_arc >= full_arc(tables):
            yield "choose an aspect"
    elif not hero.sheet.texts.get(GOAL):
        yield "choose a goal"
    yield from (f"choose another extra for {e.name}" for e in extras_of(dials, hero.sheet) if is_released(e))
    if growth.time_passes and hero.id not in growth.lived and not now.in_arc:
        yield "live a phase off-screen"


def _ranks(number: int) -> str:
    return "1 rank" if number == 1 else f"{number} ranks"
