"""No word that people read changes by accident: what every shipped game and every draft says is as it was approved.

Whoever changes words on purpose runs `make approve` and reads the difference like any other.
"""

from __future__ import annotations

import pytest

from tests.approval.approving import differences, kept, texts

TEXTS = texts()


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_read_is_as_approved(name: str) -> None:
    if found := differences(name, TEXTS[name]()):
        pytest.fail(f"{name} reads otherwise; if that is meant, run `make approve`.\n{found}", pytrace=False)


def test_nothing_is_kept_as_approved_that_nobody_reads_any_more() -> None:
    assert kept() == set(TEXTS)
