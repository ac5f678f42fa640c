"""The parts of works."""

from __future__ import annotations

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import LimitsOf
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.works.broken import BrokenThings
from fatetable.rulesets.strange.works.completion import Completion
from fatetable.rulesets.strange.works.crafts import Crafts
from fatetable.rulesets.strange.works.plans import Plans
from fatetable.rulesets.strange.works.repair import Repair
from fatetable.rulesets.strange.works.research import Research
from fatetable.rulesets.strange.works.reveals import Reveals, reveal_limits
from fatetable.rulesets.strange.works.state import work_notes
from fatetable.rulesets.strange.works.workspaces import Workspaces, workspace_notes

NOTES = (workspace_notes, work_notes)


def parts(kit: StrangeKit) -> tuple[Part, ...]:
    return (
        *(Workspaces(kit), Research(kit), Repair(kit), BrokenThings(kit)),
        *(Plans(kit), Crafts(kit), Completion(kit), Reveals(kit)),
    )


def limits(tables: Tables) -> LimitsOf:
    """What is revealed once a session or once a story."""
    return reveal_limits(tables)


def notes(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """Further lines of a sheet."""
    return tuple(line for told in NOTES for line in told(tables, state, actor))
