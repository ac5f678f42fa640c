"""What a server tells those who watch over it."""

from __future__ import annotations

import re

from tests.adapters.server.groups import say, sitting
from tests.adapters.server.visiting import Server

METRIC = re.compile(
    r"# HELP (?P<name>fatetable_[a-z_]+) [^\n]+\n# TYPE (?P=name) (?P<kind>counter|gauge)\n(?P=name) (?P<value>\d+)\n"
)
"""One number in the text format of Prometheus."""


def test_a_server_that_runs_says_so(server: Server) -> None:
    answer = server.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_everything_counted_is_in_the_format_of_prometheus(server: Server) -> None:
    with sitting(server) as group:
        before = server.metric("carried_out_total")
        group.ana.do(say("Hello."))
        group.ana.refused({"type": "end-scene"})
        answer = server.get("/metrics")
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        found = {match["name"]: match for match in METRIC.finditer(answer.text)}
        assert "".join(match[0] for match in found.values()) == answer.text, "nothing but metrics, each of them once"
        assert int(found["fatetable_carried_out_total"]["value"]) == before + 1
        assert int(found["fatetable_pages"]["value"]) == 3
        kinds = {name.endswith("_total"): match["kind"] for name, match in found.items()}
        assert kinds == {True: "counter", False: "gauge"}
