"""The parts by which characters grow: experience and what it buys, and oaths."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.growth.advances import Advances
from fatetable.rulesets.skein.growth.experience import Experience
from fatetable.rulesets.skein.growth.ledger import Ledger
from fatetable.rulesets.skein.growth.oaths import Oaths
from fatetable.rulesets.skein.growth.stunts import Stunts
from fatetable.rulesets.skein.kit import SkeinKit


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, dials, cites = kit.tables, kit.dials, kit.cites
    ledger = Ledger(tables=tables, problems=kit.creation.problems)
    experience = Experience(tables=tables, dials=dials, cites=cites)
    return (
        experience,
        Advances(tables=tables, ledger=ledger, cites=cites),
        Stunts(tables=tables, ledger=ledger, dials=dials, cites=cites),
        Oaths(tables=tables, credit=experience.credit_oath, cites=cites),
    )
