"""Whatever else people read of a ruleset that no game has to reach: its dials, its words for things, its tables.

Knows no ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable import rulesets
from tests.approval.values import Ids, outline


def ruleset_in_words(ruleset_id: str) -> str:
    return "\n".join((*_lines(ruleset_id), ""))


def _lines(ruleset_id: str) -> Iterator[str]:
    ruleset, ids = rulesets.load(ruleset_id), Ids()
    yield f"{ruleset.title} {ruleset.accent}"
    yield "== dials"
    for dial in ruleset.dial_info:
        yield f"{dial.name}: {ruleset.dials[dial.name]}"
        yield from outline(dial, ids, 1)
    yield "== words"
    yield from outline(ruleset.lexicon.items(), ids)
    yield "== ladder and outcomes"
    yield from outline(ruleset.ladder, ids)
    yield from outline(ruleset.bands, ids)
    yield "== rules behind topics and refusals"
    yield from (f"{topic}: {', '.join(cites)}" for topic, cites in sorted(ruleset.engine.citations.items()))
