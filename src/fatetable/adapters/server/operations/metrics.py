"""Counters and latencies of the server, in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the stretches of time that latencies are counted in, in seconds."""


class Histogram:
    """How many things took how long."""

    __slots__ = ("_counts", "_seconds")

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def lines(self, name: str, labels: str = "") -> Iterator[str]:
        ends = (*map(str, BUCKETS), "+Inf")
        for end, upto in zip(ends, accumulate(self._counts), strict=True):
            both = ",".join(filter(None, (labels, f'le="{end}"')))
            yield f"{name}_bucket{{{both}}} {upto}\n"
        braced = f"{{{labels}}}" if labels else ""
        yield f"{name}_sum{braced} {self._seconds:.6f}\n{name}_count{braced} {sum(self._counts)}\n"


class Metrics:
    """Labels are the method, path and status of endpoints; none names a table, a seat or an address."""

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
        self.command_seconds = Histogram()
        self._http_requests: Counter[tuple[str, str, int]] = Counter()
        self._http_seconds: defaultdict[tuple[str, str], Histogram] = defaultdict(Histogram)

    def count_request(self, method: str, path: str, status: int, seconds: float) -> None:
        """A request to an endpoint was answered; `path` is that of the endpoint, with names for what varies."""
        self._http_requests[method, path, status] += 1
        self._http_seconds[method, path].observe(seconds)

    def text(self, gauges: Mapping[str, int]) -> str:
        return "".join(self._lines(gauges))

    def _lines(self, gauges: Mapping[str, int]) -> Iterator[str]:
        for name, meaning in COUNTERS.items():
            full = f"fatetable_{name}_total"
            yield f"{_head(full, meaning, 'counter')}{full} {getattr(self, name)}\n"
        for name, value in gauges.items():
            full = f"fatetable_{name}"
            yield f"{_head(full, GAUGES[name], 'gauge')}{full} {value}\n"
        yield _head("fatetable_command_seconds", "From a command to its answer.", "histogram")
        yield from self.command_seconds.lines("fatetable_command_seconds")
        yield _head("fatetable_http_requests_total", "Requests to each endpoint.", "counter")
        for (method, path, status), number in sorted(self._http_requests.items()):
            labels = f'method="{method}",path="{path}",status="{status}"'
            yield f"fatetable_http_requests_total{{{labels}}} {number}\n"
        yield _head("fatetable_http_seconds", "From a request to its answer.", "histogram")
        for (method, path), histogram in sorted(self._http_seconds.items()):
            yield from histogram.lines("fatetable_http_seconds", f'method="{method}",path="{path}"')


def added_up(texts: Sequence[str]) -> str:
    """The metrics of several processes as those of one; all of them are counts and sums."""
    if len(texts) == 1:
        return texts[0]
    # What is below one heading stays together, as the format demands.
    families: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for text in texts:
        for family in text.split("# HELP ")[1:]:
            about, kind, *lines = family.splitlines()
            values = families[f"# HELP {about}\n{kind}\n"]
            for name, _, value in (line.rpartition(" ") for line in lines):
                values[name] = values.get(name, 0) + float(value)
    return "".join(
        heading + "".join(f"{name} {value:.10g}\n" for name, value in values.items())
        for heading, values in families.items()
    )


def _head(name: str, meaning: str, kind: str) -> str:
    return f"# HELP {name} {meaning}\n# TYPE {name} {kind}\n"


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
