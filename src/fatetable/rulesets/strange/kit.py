"""The kit of Strange Fate, as every folder takes it."""

from __future__ import annotations

from typing import TypeAlias

from fatetable.mechanics.kit import Kit
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.dials import Dials

StrangeKit: TypeAlias = Kit[Tables, Dials]
