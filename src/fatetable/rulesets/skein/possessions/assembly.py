"""The parts by which people own, buy and sell."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.possessions.animals import Animals
from fatetable.rulesets.skein.possessions.in_play import Away, PossessionsInPlay
from fatetable.rulesets.skein.possessions.signature_items import MayCompel, SignatureItems
from fatetable.rulesets.skein.possessions.trading import Trading
from fatetable.rulesets.skein.possessions.wealth import Wealth


def parts(kit: SkeinKit, *, may_compel: MayCompel, away: Away) -> tuple[Part, ...]:
    tables, dials, cites = kit.tables, kit.dials, kit.cites
    return (
        PossessionsInPlay(tables=tables, dials=dials, away=away, cites=cites),
        Wealth(tables, cites),
        Trading(tables=tables, dials=dials, rules=kit.checks, may_declare=kit.may_declare, cites=cites),
        SignatureItems(tables, may_compel, cites),
        Animals(tables, cites),
    )
