"""A stored game as everybody at its table reads it: the whole story, and at the end what each of them may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fatetable.engine.seats import SEATS
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle
from tests.compatibility.stored_games import log_of


def story_in_words(game: str) -> str:
    table = Table.load(log_of(game).lines)
    return "\n".join((*_story(table), "", *_offers(table), ""))


def _story(table: Table) -> Iterator[str]:
    """Each line once, with its position in the log, and with the names of its readers unless everybody reads it."""
    seats = tuple(table.state.get(SEATS).keys())
    readers: dict[tuple[int, str], list[str]] = {}
    for seat in seats:
        chronicle = Chronicle(table, seat)
        chronicle.hear_news()
        for told in chronicle.lines:
            readers.setdefault((told.seq, told.line.replace("\n", " / ")), []).append(seat)
    for (seq, line), who in sorted(readers.items()):
        yield f"{seq} {line}" if len(who) == len(seats) else f"{seq} [{' '.join(who)}] {line}"


def _offers(table: Table) -> Iterator[str]:
    """How many offers of which kind everybody has."""
    for seat in table.state.get(SEATS):
        kinds = Counter(str(offer.command.__struct_config__.tag) for offer in table.offers(seat))
        yield f"offers {seat}: {', '.join(f'{kind} {number}' for kind, number in sorted(kinds.items())) or 'none'}"
