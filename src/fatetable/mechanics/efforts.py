"""Asking someone for an effort outside their own turn, and putting one effort in the place of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option
from fatetable.mechanics.cast import Actor
from fatetable.mechanics.rolls import Effort, EffortId, Roll

MakeEffort: TypeAlias = Callable[[Decision, Actor, EffortId, str, tuple[str, ...], str], Effort]
Variants: TypeAlias = tuple[tuple[tuple[str, ...], tuple[Choice, ...], str], ...]
FeatureSets: TypeAlias = Callable[[Actor], Variants]
MakeDefence: TypeAlias = Callable[[Decision, Roll, Actor, EffortId, str, tuple[str, ...], str], Effort]
"""What somebody opposes a roll with may depend on what the roll is."""
DefenceSets: TypeAlias = Callable[[Roll, Actor], Variants]


def effort_options(kind: str, label: str, feature_sets: Variants) -> tuple[Option, ...]:
    """One answer for each set of features that may be claimed; the plain one has the bare name."""
    return tuple(
        Option(
            f"{kind}-{number}" if features else kind,
            f"{label}{suffix}",
            (ChoiceHole("fill", "with", traits, key="trait"), TextHole("fill", "how", key="description")),
        )
        for number, (features, traits, suffix) in enumerate(feature_sets)
    )


def features_of(answer: Answer, feature_sets: Variants) -> tuple[str, ...]:
    _, _, number = answer.option.partition("-")
    return feature_sets[int(number or 0)][0]


def in_place_of(old: Effort, new: Effort) -> Effort:
    """Another effort for the same side: what others have given to it or brought against it goes over."""
    given = tuple(modifier for modifier in old.modifiers if modifier.source in ("help", "ruling"))
    return msgspec.structs.replace(
        new,
        modifiers=(*new.modifiers, *given),
        hindrances=old.hindrances,
        hindered_by=old.hindered_by,
    )
