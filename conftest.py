"""Checks the form of every `rule` mark as tests are collected, so that a mark can be found again by reading the source.

Does not know which rules exist; the ledgers of the rulesets do.
"""

import re

import pytest

pytest_plugins = ["tests.approval.listening"]

RULE_ID = re.compile(r"[A-Z0-9]+(-[A-Z0-9]+)*-\d+[a-z]?")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            badly_formed = [arg for arg in mark.args if not (isinstance(arg, str) and RULE_ID.fullmatch(arg))]
            if badly_formed or mark.kwargs or not mark.args:
                raise pytest.UsageError(f"{item.nodeid}: a rule mark takes the ids of rules, not {mark.args!r}.")
