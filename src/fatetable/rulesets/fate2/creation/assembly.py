"""How characters come to the table, and the story they come into."""

from __future__ import annotations

from functools import partial

from fatetable.engine.errors import Refusal
from fatetable.engine.state import State
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scene_parts import scene_parts
from fatetable.mechanics.scenes.joining import Joining, opponent_offers
from fatetable.mechanics.scenes.lifecycle import NOT_FINISHED
from fatetable.mechanics.scenes.premise import Premise
from fatetable.mechanics.scenes.scenario import Scenarios
from fatetable.rulesets.fate2.combat import harm_rules
from fatetable.rulesets.fate2.creation.checks.whole_sheet import matters_of_consent
from fatetable.rulesets.fate2.creation.quick_opponents import quick_foes
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations import Membership
from fatetable.rulesets.fate2.sheet import HERO, OF_THE_GM

PEOPLE = (2, 8)
SESSIONS = (1, 4)


def parts(kit: FateKit) -> tuple[Part, ...]:
    fewest, most = PEOPLE
    foes = tuple(sheet for sheet in kit.creation.samples if sheet.kind in OF_THE_GM)
    joining = Joining(
        pace=kit.checks.pace,
        ruleset=kit.ruleset,
        problems=kit.creation.problems,
        matters_of_consent=partial(matters_of_consent, kit.tables, kit.dials),
        hero_kinds=(HERO,),
        kinds=OF_THE_GM,
        harm=harm_rules(kit.tables, kit.dials),
        open_sheets=True,
        ready_opponents=opponent_offers(kit.ruleset, foes, kit.cites),
        cites=kit.cites,
        unfit=Membership(kit.dials).problems,
    )
    return (
        Scenarios(usual_sessions=SESSIONS, cites=kit.cites),
        Premise(fewest=fewest, most=most, cites=kit.cites),
        *scene_parts(kit, joining=joining, why_busy=_why_busy, quick=quick_foes(kit.tables, kit.dials)),
    )


def _why_busy(state: State) -> Refusal | None:
    return NOT_FINISHED if state.get(ENCOUNTER) is not None or a_roll_is_open(state) else None
