"""The parts of challenges."""

from __future__ import annotations

from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.challenges.checks import ChallengeChecks
from fatetable.rulesets.fate2.challenges.results import ChallengeResults
from fatetable.rulesets.fate2.challenges.rulings import ChallengeRulings
from fatetable.rulesets.fate2.challenges.setting_up import SettingUp
from fatetable.rulesets.fate2.kit import FateKit


def parts(kit: FateKit) -> tuple[Part, ...]:
    return (SettingUp(kit), ChallengeChecks(kit), ChallengeResults(kit), ChallengeRulings(kit))
