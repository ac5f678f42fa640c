"""The paths of magic, put together."""

from __future__ import annotations

from typing import Protocol

from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.acting import Acting
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.opposing import Opposing
from fatetable.rulesets.skein.animal_speech import AnimalSpeech
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.divining import Divining
from fatetable.rulesets.skein.enchantments import Enchanting
from fatetable.rulesets.skein.faith import Faith
from fatetable.rulesets.skein.forging import Forging
from fatetable.rulesets.skein.forms_in_play import FormsInPlay
from fatetable.rulesets.skein.glamours import Glamours
from fatetable.rulesets.skein.guarded_ground import GuardedGround, powers_are_held
from fatetable.rulesets.skein.herbs import Herbs
from fatetable.rulesets.skein.hurting import Hurting
from fatetable.rulesets.skein.poisons import Poisons
from fatetable.rulesets.skein.runes import Runes
from fatetable.rulesets.skein.sensing import Sensing
from fatetable.rulesets.skein.shapes import Shapechanging
from fatetable.rulesets.skein.shielding import Shielding
from fatetable.rulesets.skein.spellwork import Spellwork
from fatetable.rulesets.skein.spirits import Spirits
from fatetable.rulesets.skein.undoing import Undoing
from fatetable.rulesets.skein.unhindered import Unhindered
from fatetable.rulesets.skein.warding import Warding


class Part(Protocol):
    def subsystem(self) -> Subsystem: ...


def magic(
    dials: Dials, rules: CheckRules, acting: Acting, opposing: Opposing, hurting: Hurting, cites: Cites
) -> tuple[Part, ...]:
    work = Spellwork(
        rules=rules,
        may_declare=lambda state, actor, action: (
            powers_are_held(state, actor) or acting.may_declare(state, actor, action)
        ),
        open_roll=lambda decision, roll: opposing.open(decision, roll, is_far=False),
        cites=cites,
    )
    spirits = Spirits(work=work, dials=dials)
    warding = Warding(work=work, spirits=spirits)
    return (
        Enchanting(cites),
        work,
        spirits,
        warding,
        GuardedGround(curse=warding.spring, cites=cites),
        Undoing(work=work),
        Shielding(make_effort=opposing.make_effort, cites=cites),
        Faith(work=work, dials=dials),
        Glamours(work=work),
        Sensing(work=work),
        Herbs(work=work, dials=dials),
        Poisons(work=work, hurting=hurting),
        Runes(work=work, dials=dials),
        Shapechanging(work=work, dials=dials),
        FormsInPlay(rules=rules, cites=cites),
        AnimalSpeech(cites),
        Divining(work=work, dials=dials),
        Unhindered(cites),
        Forging(cites),
    )
