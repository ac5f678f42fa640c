"""A kit to test rulesets with: a table with scripted dice, and checks that every ruleset must pass.

Shipped with the library, so that a ruleset in another repository can use it; needs no test framework.
"""

from fatetable.testing.dice import faces
from fatetable.testing.events import all_of, first
from fatetable.testing.game import Game
from fatetable.testing.near_misses import is_offered, wrong_offers
from fatetable.testing.refusals import faults_of_refusal

__all__ = ["Game", "all_of", "faces", "faults_of_refusal", "first", "is_offered", "wrong_offers"]
