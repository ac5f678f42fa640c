"""Upcasters are for what is no longer written, in every ruleset."""

from __future__ import annotations

import pytest

from fatetable import rulesets
from fatetable.mechanics.old_events import OLD_EVENTS


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_no_event_that_is_written_today_is_taken_for_an_old_one(ruleset_id: str) -> None:
    written = {str(event.__struct_config__.tag) for event in rulesets.load(ruleset_id).engine.events}
    assert not written & set(OLD_EVENTS)
    kinds = {tag.partition("/")[0] for tag in written}
    assert {tag.partition("/")[0] for tag in OLD_EVENTS} <= kinds, "each is a former version of one of them"
