"""The parts by which characters of Fate Accelerated grow: milestones, stunts and other advances."""

from __future__ import annotations

from fatetable.mechanics.kit import Kit, Part
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.creation import matters_of_consent
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.growth.advances import Advances
from fatetable.rulesets.fae.growth.ledger import Ledger
from fatetable.rulesets.fae.growth.milestones import Milestones
from fatetable.rulesets.fae.growth.stunts import Stunts


def parts(kit: Kit[Tables, Dials]) -> tuple[Part, ...]:
    tables, dials = kit.tables, kit.dials
    ledger = Ledger(problems=kit.creation.problems, finish=kit.creation.finish)
    stunts = Stunts(
        tables=tables,
        ledger=ledger,
        matters_of_consent=lambda sheet: matters_of_consent(tables, sheet, dials),
        cites=kit.cites,
    )
    return (
        Milestones(figures=tables.figures.milestones, ledger=ledger, cites=kit.cites),
        stunts,
        Advances(tables=tables, ledger=ledger, stunts=stunts, open_sheets=dials.open_sheets, cites=kit.cites),
    )
