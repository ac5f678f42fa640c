"""The HTTP interface is what its description says, whatever is sent to it."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from fatetable.adapters.server.app import endpoints
from tests.adapters.server.support.visiting import Server

ENDPOINTS = [(endpoint.method, endpoint.path) for endpoint in endpoints()]

# A description cannot say which characters are printable, and not which scenes and dials a ruleset has.
NOT_SAID = [positive_data_acceptance]


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


@pytest.mark.parametrize(("method", "path"), ENDPOINTS, ids=[f"{method} {path}" for method, path in ENDPOINTS])
def test_every_answer_is_one_that_is_described(server: Server, described: Any, method: str, path: str) -> None:
    operation = described[path][method]
    opened = server.open_table()

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), has_key=st.booleans())
    def check(case: Any, has_key: bool) -> None:
        if has_key:
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {opened['key']}"}
        case.call_and_validate(excluded_checks=NOT_SAID)

    check()
    assert server.metric("faults_total") == 0, "".join(server.json_log[-3:])


def test_the_description_names_every_endpoint_once(described: Any) -> None:
    named = [(operation.ok().method.upper(), operation.ok().path) for operation in described.get_all_operations()]
    assert sorted(named) == sorted(ENDPOINTS)
