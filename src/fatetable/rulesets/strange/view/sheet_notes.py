"""What a sheet tells beyond what all games show."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.rulesets.strange import trappings, works
from fatetable.rulesets.strange.book import Tables


def notes(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    return (*trappings.notes(tables, state, actor), *works.notes(tables, state, actor))
