"""A subsystem that listens for a moment is called at it."""

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from fatetable import rulesets
from fatetable.engine.subsystem import Subsystem
from tests.conformance.swapping import versions_of

LOOKS_FOR = re.compile(r"isinstance\(moment, (\w+)\)|(?:case|\|) (\w+)\(")
HANDS_ON = re.compile(r"(\w+)\(decision, moment\b")
IN_ROWS = re.compile(r"for (\w+) in self\.(\w+):\s+if isinstance\(moment, \1\.(\w+)\)")

SUBSYSTEMS = [
    pytest.param(subsystem, id=f"{ruleset_id}: {name}")
    for ruleset_id in rulesets.folders()
    for name, subsystem in {
        subsystem.name: subsystem for version in versions_of(ruleset_id) for subsystem in version.engine.subsystems
    }.items()
    if subsystem.on_moment is not None and subsystem.moments
]


def looked_for(handler: Callable[..., Any]) -> set[str]:
    """The moments that a handler tells apart: by itself, by asking another function, or named in rows of its owner."""
    source = inspect.getsource(handler)
    found = {name for names in LOOKS_FOR.findall(source) for name in names if name}
    named = vars(inspect.getmodule(handler))
    owner = getattr(handler, "__self__", None)
    for _, rows, field in IN_ROWS.findall(source):
        found |= {getattr(row, field).__name__ for row in getattr(owner, rows)}
    others = (named.get(name) or getattr(owner, name) for name in HANDS_ON.findall(source))
    return found.union(*(looked_for(other) for other in others))


@pytest.mark.parametrize("subsystem", SUBSYSTEMS)
def test_a_subsystem_is_told_of_every_moment_it_looks_for(subsystem: Subsystem) -> None:
    assert subsystem.on_moment is not None
    assert looked_for(subsystem.on_moment) == {moment.__name__ for moment in subsystem.moments}
