"""How characters come to the table, and the story they come into."""

from __future__ import annotations

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.characters.sheet import SIZE
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scene_parts import scene_parts
from fatetable.mechanics.scenes.friends import Friends
from fatetable.mechanics.scenes.joining import Joining, opponent_offers
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED
from fatetable.mechanics.scenes.premise import Premise
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.combat import harm_rules
from fatetable.rulesets.fae.creation.checks.whole_sheet import matters_of_consent
from fatetable.rulesets.fae.creation.quick_opponents import quick_foes
from fatetable.rulesets.fae.dials import Dials


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    tables, dials, figures = kit.tables, kit.dials, kit.tables.figures.table
    fewest, most = figures.people
    joining = Joining(
        pace=kit.checks.pace,
        ruleset=kit.ruleset,
        problems=kit.creation.problems,
        matters_of_consent=lambda sheet: matters_of_consent(tables, sheet, dials),
        hero_kinds=("hero",),
        kinds=("named", "mook", "group"),
        shows={"group": (SIZE,)},
        harm=harm_rules(tables, dials),
        open_sheets=dials.open_sheets,
        ready_opponents=opponent_offers(kit.ruleset, tuple(sample.sheet for sample in tables.opposition), kit.cites),
        cites=kit.cites,
    )
    return (
        Scenarios(usual_sessions=figures.sessions_of_a_scenario, cites=kit.cites),
        Premise(fewest=fewest, most=most, cites=kit.cites),
        Friends(kit.cites),
        *scene_parts(kit, joining=joining, why_busy=_why_busy, quick=quick_foes(tables)),
    )


def _why_busy(state: State) -> Refusal | None:
    return NOT_FINISHED if state.get(ENCOUNTER) is not None or a_roll_is_open(state) else None
