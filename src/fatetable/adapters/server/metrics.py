"""What the server counts, in the text format that Prometheus reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Metrics:
    """Plain counters; nothing here says who did what."""

    def __init__(self) -> None:
        self.carried_out = 0
        self.refused = 0
        self.records = 0
        self.patches = 0
        self.not_stored = 0
        self.sockets_opened = 0
        self.sockets_refused = 0
        self.stalled = 0
        self.limited = 0
        self.malformed = 0
        self.tables_opened = 0
        self.faults = 0

    def text(self, gauges: Mapping[str, int]) -> str:
        return "".join(self._lines(gauges))

    def _lines(self, gauges: Mapping[str, int]) -> Iterator[str]:
        for name, meaning in COUNTERS.items():
            full = f"fatetable_{name}_total"
            yield f"# HELP {full} {meaning}\n# TYPE {full} counter\n{full} {getattr(self, name)}\n"
        for name, value in gauges.items():
            full = f"fatetable_{name}"
            yield f"# HELP {full} {GAUGES[name]}\n# TYPE {full} gauge\n{full} {value}\n"


COUNTERS: Mapping[str, str] = {
    "carried_out": "Commands carried out.",
    "refused": "Commands refused by the rules or because they could not be read.",
    "records": "Facts added to the logs of tables.",
    "patches": "Changes sent to seats.",
    "not_stored": "Times the store did not take a step.",
    "sockets_opened": "Sockets that were let in.",
    "sockets_refused": "Sockets that were turned away.",
    "stalled": "Pages that were cut off because they did not read.",
    "limited": "Requests and commands refused because there were too many.",
    "malformed": "Messages that could not be read.",
    "tables_opened": "Tables opened.",
    "faults": "Errors nobody foresaw.",
}

GAUGES: Mapping[str, str] = {
    "tables_in_memory": "Tables in memory.",
    "pages": "Pages connected.",
    "offers_waiting": "Tables at which offers are being worked out.",
}
