"""The parts by which characters grow: experience and what it buys, and oaths."""

from __future__ import annotations

from collections.abc import Callable

from fatetable.mechanics.citations import Cites
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.skein.developing import Developing
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.experience import Experience, Ledger
from fatetable.rulesets.skein.learning_stunts import LearningStunts
from fatetable.rulesets.skein.magic import Part
from fatetable.rulesets.skein.oaths import Oaths


def growth(problems: Callable[[Sheet], tuple[Problem, ...]], dials: Dials, cites: Cites) -> tuple[Part, ...]:
    ledger = Ledger(problems=problems)
    experience = Experience(dials=dials, cites=cites)
    return (
        experience,
        Developing(ledger=ledger, cites=cites),
        LearningStunts(ledger=ledger, dials=dials, cites=cites),
        Oaths(credit=experience.credit_oath, cites=cites),
    )
