"""The paths of magic, put together."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.skein.kit import SkeinKit
from fatetable.rulesets.skein.magic.animal_forms import AnimalForms
from fatetable.rulesets.skein.magic.animal_speech import AnimalSpeech
from fatetable.rulesets.skein.magic.dispelling import Dispelling
from fatetable.rulesets.skein.magic.divination import Divination
from fatetable.rulesets.skein.magic.enchantments import Enchantments
from fatetable.rulesets.skein.magic.faith import Faith
from fatetable.rulesets.skein.magic.glamour.illusions import Glamour
from fatetable.rulesets.skein.magic.glamour.observers import Observers
from fatetable.rulesets.skein.magic.item_making import ItemMaking
from fatetable.rulesets.skein.magic.plant_and_root import PlantAndRoot
from fatetable.rulesets.skein.magic.poisons import Poisons
from fatetable.rulesets.skein.magic.runes import Runes
from fatetable.rulesets.skein.magic.shapechanging import Shapechanging
from fatetable.rulesets.skein.magic.shielding import Shielding
from fatetable.rulesets.skein.magic.spirit_magic import SpiritMagic
from fatetable.rulesets.skein.magic.warded_zones import WardedZones, powers_are_held
from fatetable.rulesets.skein.magic.wards import Wards
from fatetable.rulesets.skein.magic.workings import Workings


def parts(kit: SkeinKit) -> tuple[Part, ...]:
    tables, dials, rules, cites = kit.tables, kit.dials, kit.checks, kit.cites
    work = Workings(
        tables=tables,
        rules=rules,
        may_declare=lambda state, actor, action: powers_are_held(state, actor) or kit.may_declare(state, actor, action),
        may_act=kit.may_declare,
        cites=cites,
    )
    spirits = SpiritMagic(tables=tables, work=work, dials=dials)
    warding = Wards(tables=tables, work=work, spirits=spirits)
    return (
        Enchantments(tables, cites),
        work,
        spirits,
        warding,
        WardedZones(wards=warding, cites=cites),
        Dispelling(tables=tables, work=work),
        Shielding(tables=tables, cites=cites),
        Faith(tables=tables, work=work, dials=dials),
        Glamour(tables=tables, work=work),
        Observers(tables=tables, work=work),
        PlantAndRoot(tables=tables, work=work, dials=dials),
        Poisons(tables=tables, work=work),
        Runes(tables=tables, work=work, dials=dials),
        Shapechanging(tables=tables, work=work, dials=dials),
        AnimalForms(tables=tables, rules=rules, cites=cites),
        AnimalSpeech(tables, cites),
        Divination(tables=tables, work=work, dials=dials),
        ItemMaking(tables, cites),
    )
