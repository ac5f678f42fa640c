"""The parts of organisations in play."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.organisations.conspiracy.connections import Connections
from fatetable.rulesets.fate2.organisations.conspiracy.prelude import Prelude
from fatetable.rulesets.fate2.organisations.members import Members
from fatetable.rulesets.fate2.organisations.work import OrganisationWork


def parts(kit: FateKit) -> tuple[Part, ...]:
    has_prelude = kit.dials.conspiracy != "none"
    prelude = (Prelude(kit=kit), Connections(kit=kit)) if has_prelude else ()
    return (OrganisationWork(kit=kit), Members(kit=kit), *prelude)
