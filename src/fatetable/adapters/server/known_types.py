"""Before anybody comes in: every game is assembled, and whatever is read or written has been seen once.

msgspec works out how to read a type when it meets it for the first time, and lets other threads run meanwhile.
A second thread that meets the same type in that moment reads with what is not there yet, and the process dies.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable import rulesets
from fatetable.adapters.server.api_rulesets import ruleset_view
from fatetable.engine.messages import Record
from fatetable.engine.opening import TableOpened


def get_to_know_every_type() -> None:
    for ruleset_id in rulesets.folders():
        ruleset_view(ruleset_id)
        rulesets.rulebook(ruleset_id)
    for kind in {*kinds_of(msgspec.Struct), Record[TableOpened]}:
        try:
            msgspec.json.Decoder(kind)
        except (TypeError, NameError):
            # A value that holds functions or tells its parts apart by their class is never read from anywhere.
            continue


def kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds_of(each)
