"""Quick opponents of Skein: minor characters by what they are good at, and warbands."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.quick_opponents import QuickKind, QuickOpponent
from fatetable.rulesets.skein.book import RULESET, Tables
from fatetable.rulesets.skein.creation.checks.npcs import LARGEST_WARBAND
from fatetable.rulesets.skein.creation.completion import finish
from fatetable.rulesets.skein.sheet import COLLECTIVE, COMBAT_SKILL

MOST_AT_ONCE = 12
"""More than this are better played as a warband."""


def quick_foes(tables: Tables) -> tuple[QuickKind, ...]:
    trades = tables.quick.trades
    levels = tables.combat.warband_skills
    return (
        QuickKind(
            kind="minor",
            label="minor character",
            numbers=(1, MOST_AT_ONCE),
            asks=(ChoiceHole("fill", "good at", tuple(Choice(trade.id) for trade in trades), key="trade"),),
            make=partial(_people, tables),
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
            make=partial(_warband, tables),
            cites=("SK-WARB-02", "SK-WARB-03"),
            usual={"level": str(levels[1].level)},
            usual_number=tables.quick.usual_band,
        ),
    )


def _people(tables: Tables, wanted: QuickOpponent) -> tuple[Sheet, ...]:
    trade = next(each for each in tables.quick.trades if each.id == wanted.fill["trade"])
    person = tables.person_class("minor")
    assert person is not None
    return tuple(
        finish(
            tables,
            Sheet(
                ruleset=RULESET,
                name=name,
                kind="minor",
                aspects={"aspect-1": wanted.name},
                traits=dict(zip(trade.skills, person.array, strict=True)),
                lists={"gear": trade.gear},
            ),
        )
        for name in wanted.names()
    )


def _warband(tables: Tables, wanted: QuickOpponent) -> tuple[Sheet, ...]:
    level = int(str(wanted.fill["level"]))
    # Untrained fighters have no Aspect in common (SK-WARB-02).
    aspects = {"aspect-1": wanted.name} if level else {}
    band = Sheet(
        ruleset=RULESET,
        name=wanted.name,
        kind="warband",
        aspects=aspects,
        traits={COMBAT_SKILL: level},
        numbers={"size": wanted.number},
        lists={"gear": tables.quick.band_gear},
    )
    return (finish(tables, band),)
