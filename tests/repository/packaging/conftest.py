"""A release and environments to install it in, for all tests of packaging."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository.checkout import page_is_built
from tests.repository.packaging import releases
from tests.repository.packaging.releases import PINS, Release, environment


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    if not releases.GIVEN and not page_is_built():
        pytest.skip("nobody has built the page; `make page` does")
    return releases.release(tmp_path_factory)


@pytest.fixture(scope="session")
def installed(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with all it needs, without extras."""
    return environment(tmp_path_factory, "installed", "--requirements", PINS, release.wheel)


@pytest.fixture(scope="session")
def library(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel with msgspec alone."""
    pin = next(line for line in PINS.read_text().splitlines() if line.startswith("msgspec=="))
    return environment(tmp_path_factory, "library", "--no-deps", pin, release.wheel)
