"""The metrics a server reports to its host, and to nobody else."""

from __future__ import annotations

import re
from collections import defaultdict

import msgspec
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from fatetable.adapters.server.operations.metrics import BUCKETS, Histogram
from tests.adapters.server.support.groups import say, sitting
from tests.adapters.server.support.visiting import Server
from tests.repository.checkout import ROOT, text_of

SAMPLE = re.compile(r'(?P<name>fatetable_[a-z_]+)(?:\{(?P<labels>(?:[a-z_]+="[^"]*",?)*)\})? (?P<value>[0-9.]+)')
"""One number in the text format of Prometheus."""

LABEL = re.compile(r'([a-z_]+)="([^"]*)"')


def told(server: Server) -> str:
    answer = server.http.get(f"{server.metrics_url}/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return answer.text


def samples(text: str) -> dict[str, dict[str, float]]:
    """The values of each metric, by their labels."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for line in text.splitlines():
        if not line.startswith("#"):
            match = SAMPLE.fullmatch(line)
            assert match, line
            assert (match["labels"] or "") not in found[match["name"]], f"twice: {line}"
            found[match["name"]][match["labels"] or ""] = float(match["value"])
    return found


def kinds(text: str) -> dict[str, str]:
    heads = re.findall(r"# HELP (\S+) [^\n]+\n# TYPE (\S+) (counter|gauge|histogram)\n", text)
    assert all(name == again for name, again, _ in heads)
    return {name: kind for name, _, kind in heads}


def test_a_server_that_runs_says_so_and_nothing_else(server: Server) -> None:
    answer = server.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_players_and_strangers_are_told_no_metrics(server: Server) -> None:
    with sitting(server) as group:
        for key in ("", group.keys["ana"], group.keys["gm"]):
            for path in ("/metrics", "/metrics/", "/api/metrics", "//metrics"):
                answer = server.get(path, key)
                assert "fatetable_" not in answer.text, path


def test_the_port_of_the_metrics_answers_nothing_else(server: Server) -> None:
    for path in ("/", "/healthz", "/api/rulesets", "/assets/index.js"):
        assert server.http.get(f"{server.metrics_url}{path}").status_code == 404, path
    assert server.http.post(f"{server.metrics_url}/api/tables", json={"ruleset": "fae"}).status_code == 404
    with pytest.raises(WebSocketException), connect(f"{server.metrics_url.replace('http', 'ws', 1)}/ws") as socket:
        socket.recv(timeout=5)


def test_everything_counted_is_in_the_format_of_prometheus(server: Server) -> None:
    with sitting(server) as group:
        before = samples(told(server))
        group.ana.do(say("Hello."))
        group.ana.refused({"type": "end-scene"})
        server.get("/api/log", group.keys["ana"])
        server.get("/api/log", "wrong")
        text = told(server)
        now = samples(text)
        named = kinds(text)
        assert {name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count") for name in now} == set(named)
        assert all(name.endswith("_total") == (kind == "counter") for name, kind in named.items())
        assert now["fatetable_carried_out_total"][""] == before["fatetable_carried_out_total"][""] + 1
        assert now["fatetable_pages"][""] == 3
        assert now["fatetable_command_seconds_count"][""] == before["fatetable_command_seconds_count"][""] + 2
        asked = now["fatetable_http_requests_total"]
        assert asked['method="GET",path="/api/log",status="200"'] == 1
        assert asked['method="GET",path="/api/log",status="401"'] == 1
        assert now["fatetable_http_seconds_count"]['method="GET",path="/api/log"'] == 2
        assert not any(name in text for name in (group.table, "ana", group.keys["ana"]))


def test_paths_are_those_of_endpoints_so_that_nobody_makes_new_ones(server: Server) -> None:
    opened = server.open_table()
    for name in ("a", "b", "c" * 50):
        server.get(f"/api/images/{name}", opened["key"])
        server.get(f"/{name}")
    paths = {dict(LABEL.findall(labels))["path"] for labels in samples(told(server))["fatetable_http_requests_total"]}
    assert "/api/images/{image}" in paths
    assert "/{file}" in paths
    assert not any("c" * 50 in path for path in paths)


def test_a_histogram_counts_up_to_each_end() -> None:
    histogram = Histogram()
    for seconds in (0.0001, 0.001, 0.0011, 0.3, 99.0):
        histogram.observe(seconds)
    told = SAMPLE.finditer("".join(histogram.lines("fatetable_x")))
    found = {match["labels"]: float(match["value"]) for match in told}
    assert [found[f'le="{end}"'] for end in (*BUCKETS, "+Inf")] == [2, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5]
    assert list(histogram.lines("fatetable_x"))[-1] == "fatetable_x_sum 99.302200\nfatetable_x_count 5\n"


def test_every_query_of_the_dashboard_names_metrics_and_labels_that_exist(server: Server) -> None:
    server.get("/api/rulesets")
    found = samples(told(server))
    board = msgspec.json.decode(text_of(ROOT / "deploy" / "grafana-dashboard.json") or "")
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(queries) > 15
    named = {name for query in queries for name in re.findall(r"fatetable_[a-z_]+", query)}
    assert named <= found.keys()
    for query in queries:
        assert query.count("(") == query.count(")")
        (name, *_) = re.findall(r"fatetable_[a-z_]+", query)
        labels = {label for sample in found[name] for label, _ in LABEL.findall(sample)}
        assert {label for by in re.findall(r"by \(([^)]*)\)", query) for label in by.split(", ")} <= labels
    shown = {name for name in found if not name.endswith(("_bucket", "_sum", "_count"))}
    assert shown <= named, "every counter and gauge is on the dashboard"
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in board["panels"]]
    assert len(set(places)) == len(places)
