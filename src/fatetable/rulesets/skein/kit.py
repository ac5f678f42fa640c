"""The kit of Skein, as every folder takes it."""

from __future__ import annotations

from typing import TypeAlias

from fatetable.mechanics.kit import Kit
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.dials import Dials

SkeinKit: TypeAlias = Kit[Tables, Dials]
