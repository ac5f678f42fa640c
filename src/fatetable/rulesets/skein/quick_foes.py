"""Unimportant opposition of Skein in one breath: minor characters by what they are good at, and warbands."""

from __future__ import annotations

from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.mechanics.quick_opposition import QuickKind, QuickOpponent
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.npc_checks import LARGEST_WARBAND
from fatetable.rulesets.skein.skills import COLLECTIVE, COMBAT_SKILL
from fatetable.rulesets.skein.tables import RULESET, tables

MOST_AT_ONCE = 12
"""Whoever needs more of them wants a warband."""


def quick_foes() -> tuple[QuickKind, ...]:
    trades = tables().quick.trades
    levels = tables().combat.warband_skills
    return (
        QuickKind(
            kind="minor",
            label="minor character",
            numbers=(1, MOST_AT_ONCE),
            asks=(ChoiceHole("fill", "good at", tuple(Choice(trade.id) for trade in trades), key="trade"),),
            make=_people,
            cites=("SK-NPC-10",),
            usual={"trade": trades[0].id},
        ),
        QuickKind(
            kind="warband",
            label="warband",
            numbers=(1, LARGEST_WARBAND),
            asks=(
                ChoiceHole(
                    "fill",
                    COLLECTIVE[COMBAT_SKILL].lower(),
                    tuple(Choice(str(each.level), f"{each.level}: {each.meaning.lower()}") for each in levels),
                    key="level",
                ),
            ),
            make=_warband,
            cites=("SK-WARB-02", "SK-WARB-03"),
            usual={"level": str(levels[1].level)},
            usual_number=tables().quick.usual_band,
        ),
    )


def _people(wanted: QuickOpponent) -> tuple[Sheet, ...]:
    trade = next(each for each in tables().quick.trades if each.id == wanted.fill["trade"])
    person = tables().person_class("minor")
    assert person is not None
    return tuple(
        finish(
            Sheet(
                ruleset=RULESET,
                name=name,
                kind="minor",
                aspects={"aspect-1": wanted.name},
                traits=dict(zip(trade.skills, person.array, strict=True)),
                lists={"gear": trade.gear},
            )
        )
        for name in wanted.names()
    )


def _warband(wanted: QuickOpponent) -> tuple[Sheet, ...]:
    level = int(str(wanted.fill["level"]))
    # Those who never learned to fight have no Aspect in common (SK-WARB-02).
    aspects = {"aspect-1": wanted.name} if level else {}
    band = Sheet(
        ruleset=RULESET,
        name=wanted.name,
        kind="warband",
        aspects=aspects,
        traits={COMBAT_SKILL: level},
        numbers={"size": wanted.number},
        lists={"gear": tables().quick.band_gear},
    )
    return (finish(band),)
