"""Warms up msgspec and the rulesets before the first request.

msgspec analyses a type when it is first used, and lets other threads run meanwhile.  A second thread that uses the
same type at that moment can crash the process, so all types are analysed before there are threads.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable import rulesets
from fatetable.adapters.server.http.rulesets import ruleset_view
from fatetable.engine.messages import Record
from fatetable.engine.opening import TableOpened


def warm_up_msgspec() -> None:
    """Load every ruleset, and make a decoder for every struct."""
    for ruleset_id in rulesets.folders():
        ruleset_view(ruleset_id)
        rulesets.rulebook(ruleset_id)
    for kind in {*subclasses_of(msgspec.Struct), Record[TableOpened]}:
        try:
            msgspec.json.Decoder(kind)
        except (TypeError, NameError):
            # A struct that holds functions is never decoded.
            continue


def subclasses_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses_of(each)
