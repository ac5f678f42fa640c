"""The parts of trappings: code for some, and all that rows describe."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.kit import Part
from fatetable.mechanics.points.limited_uses import LimitsOf
from fatetable.mechanics.undertakings.code import code_of
from fatetable.mechanics.undertakings.procedures import Procedures, once_limits
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.combat import advantage_notes
from fatetable.rulesets.strange.force import load_notes
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.powers import copy_notes
from fatetable.rulesets.strange.rolls import advice
from fatetable.rulesets.strange.trappings.assessments import Assessments
from fatetable.rulesets.strange.trappings.at_once import AtOnce
from fatetable.rulesets.strange.trappings.attitudes import Attitudes, attitude_notes
from fatetable.rulesets.strange.trappings.borders import Borders
from fatetable.rulesets.strange.trappings.contacts import Contacts
from fatetable.rulesets.strange.trappings.devices import Devices, device_notes
from fatetable.rulesets.strange.trappings.disguises import Disguising, disguise_notes
from fatetable.rulesets.strange.trappings.languages import Languages, language_notes
from fatetable.rulesets.strange.trappings.mind_control import MindControl
from fatetable.rulesets.strange.trappings.mounts import Mounting, mount_notes
from fatetable.rulesets.strange.trappings.movement import Movement
from fatetable.rulesets.strange.trappings.persuasion import Persuasion
from fatetable.rulesets.strange.trappings.rides import Rides
from fatetable.rulesets.strange.trappings.rumors import Rumors
from fatetable.rulesets.strange.trappings.standing import StandingResults, standing_notes

NOTES = (
    *(advantage_notes, load_notes, copy_notes, device_notes, disguise_notes),
    *(standing_notes, attitude_notes, language_notes, mount_notes),
)


def parts(kit: StrangeKit, movement: Movement) -> tuple[Part, ...]:
    standing = StandingResults(kit.tables)
    return (
        *(standing, AtOnce(kit, standing), movement, Borders(kit), Devices(kit)),
        *(Attitudes(kit), Persuasion(kit), MindControl(kit), Contacts(kit.tables), Rumors(kit)),
        *(Assessments(kit), Disguising(kit), Languages(kit)),
        *(Mounting(kit), Rides(kit)),
    )


def notes(tables: Tables, state: State, actor: Actor) -> tuple[tuple[str, str], ...]:
    """Further lines of a sheet."""
    return tuple(line for told in NOTES for line in told(tables, state, actor))


def limits(tables: Tables) -> LimitsOf:
    """What is done once a scene or once a session."""
    return once_limits(tables.procedures)


def procedures(kit: StrangeKit, parts: Iterable[Part]) -> Procedures:
    """What is done by rows of a table, with the code that these parts have for some of them."""
    return Procedures(
        rows=kit.tables.procedures,
        rules=kit.checks,
        track=kit.tables.time,
        may_declare=kit.may_declare,
        cites=kit.cites,
        code=code_of(parts),
        advice=partial(advice, kit),
        has_menu=False,
    )
