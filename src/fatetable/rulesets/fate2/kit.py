"""The kit of FATE, as every folder takes it."""

from __future__ import annotations

from typing import TypeAlias

from fatetable.mechanics.kit import Kit
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials

FateKit: TypeAlias = Kit[Tables, Dials]
"""FATE's kit: its tables as the dials make them, and the dials."""
