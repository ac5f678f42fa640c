"""Stress boxes and consequence slots, and when a consequence may be recovered from."""

from __future__ import annotations

from collections.abc import Mapping

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.recovery import MayClear
from fatetable.mechanics.harm.state import STRESS, Mark, Slot
from fatetable.mechanics.scenes.state import CALENDAR
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import consequence_slots, stress_boxes


def harm_rules(tables: Tables, dials: Dials) -> Mapping[str, BoxRules]:
    """By kind of actor."""
    clears = tables.figures.harm.clears

    def tracks(actor: Actor) -> Mapping[str, int]:
        return {STRESS: stress_boxes(tables, actor.sheet, dials)}

    def slots(actor: Actor) -> tuple[Slot, ...]:
        return tuple(Slot(name, size, clears[name]) for name, size in consequence_slots(tables, actor.sheet).items())

    return dict.fromkeys(("hero", "named", "mook", "group"), BoxRules(tracks=tracks, slots=slots))


def may_clear(tables: Tables, dials: Dials) -> MayClear:
    """FAE-HARM-19, FAE-HARM-20: a lasting consequence takes a whole session after the one it was taken in."""
    sessions = tables.figures.harm.sessions
    least = {slot: sessions[slot] for slot in sessions if slot != "severe" or dials.severe_needs_two_sessions}

    def is_time(state: State, mark: Mark, slot: str, _moment: str) -> bool:
        return state.get(CALENDAR).session - mark.session + 1 >= least.get(slot, 1)

    return is_time
