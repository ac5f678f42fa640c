"""A server for the tests of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.adapters.server.support.visiting import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
