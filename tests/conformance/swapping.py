"""The settings of dials that swap parts: what is looked at once for a ruleset is looked at for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from fatetable import rulesets
from fatetable.mechanics.book.dials import DialValue
from fatetable.mechanics.ruleset import Ruleset


def settings_of(ruleset_id: str) -> Iterator[Mapping[str, DialValue]]:
    """The defaults, and every other value of every dial that swaps parts."""
    usual = rulesets.load(ruleset_id)
    yield {}
    for dial in usual.dial_info:
        if dial.swaps:
            yield from ({dial.name: value} for value in dial.values if value != usual.dials[dial.name])


def versions_of(ruleset_id: str) -> Iterator[Ruleset]:
    yield from (rulesets.load(ruleset_id, setting) for setting in settings_of(ruleset_id))


def every_version() -> list[object]:
    """Each of the versions of each ruleset, as parameters of a test."""
    return [
        pytest.param(version, id=" ".join((ruleset_id, *(f"{name}={value}" for name, value in setting.items()))))
        for ruleset_id in rulesets.folders()
        for setting, version in zip(settings_of(ruleset_id), versions_of(ruleset_id), strict=True)
    ]
