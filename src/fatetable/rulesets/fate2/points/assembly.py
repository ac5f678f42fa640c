"""The parts that move fate points."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.economy import Economy
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.points.cards import ActionCards
from fatetable.rulesets.fate2.points.interposing import Interposing
from fatetable.rulesets.fate2.points.purchases import Purchasing
from fatetable.rulesets.fate2.points.rewards import SessionPoints
from fatetable.rulesets.fate2.points.uses import EFFECT, WOUND, PointUsing
from fatetable.rulesets.fate2.sheet import starting_points


def parts(kit: FateKit) -> tuple[Part, ...]:
    def start(_: Actor) -> int:
        return starting_points(kit.tables, kit.dials)

    return (
        Economy(start=start, pool_per_hero=0),
        PointUsing(kit),
        *((ActionCards(kit),) if kit.dials.action_cards else ()),
        *((SessionPoints(kit.dials.session_points),) if kit.dials.session_points else ()),
    )


def parts_on_wounds(kit: FateKit, wounding: Wounding) -> tuple[Interposing, Purchasing]:
    """What people pay for, with taking a wound for another among it."""
    interposing = Interposing(kit=kit, wounding=wounding)
    words = {row.id: row.told for row in kit.tables.point_uses.uses}
    comes = {**PointUsing(kit).comes(), WOUND: interposing.comes()}
    return interposing, Purchasing(comes=comes, words={**words, EFFECT: "an aspect for effect"}, cites=kit.cites)
