"""Conflicts and harm."""

from __future__ import annotations

from examples.smallest_ruleset.book.tables import Tables
from examples.smallest_ruleset.creation.procedure import FOE, HERO
from examples.smallest_ruleset.dials import Dials
from examples.smallest_ruleset.sheet.traits import turn_value
from fatetable.engine.offers import Choice
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.state import STRESS
from fatetable.mechanics.kit import Kit, Part

FIGHT = Choice("fight", "Fight")


def harm_rules(dials: Dials) -> BoxRules:
    """SM-HARM-01: boxes, and no consequences."""
    return BoxRules(tracks=lambda _: {STRESS: dials.boxes}, slots=lambda _: ())


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    return (
        Conflicts(kinds=(FIGHT,), turn_value=turn_value, groups_npcs=False, rules=kit.checks, cites=kit.cites),
        Absorbing(
            rules=dict.fromkeys((HERO, FOE), harm_rules(kit.dials)),
            cites=kit.cites,
            renamable=(),
            marks_itself=lambda _: False,
            is_nameless=kit.checks.is_nameless,
        ),
    )
