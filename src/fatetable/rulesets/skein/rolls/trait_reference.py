"""What somebody rolls with: a skill and, in an attack, the weapon or other means.

Commands and stored efforts hold it as one string (`melee-combat@Spear`, `combat-skill@Spear (thrown)`); this module
alone writes and reads that form, and what version 0.1.0 stored of actions.
"""

from __future__ import annotations

import functools

from msgspec import Struct

WORDS = "words"
"""The means of an attack on Composure."""
SPIRITS = "spirits"
"""The means of an attack by magic, met as a curse is (SK-SPIRIT-04)."""
STUNT = "stunt"
"""The means of an attack that a stunt allows; gear plays no part in it (SK-STYPE-03)."""

_SEPARATOR = "@"
_THROWN = " (thrown)"


class TraitReference(Struct, frozen=True):
    """`thrown` tells a warband's throw of a weapon from a blow with it; a single fighter throws by another skill."""

    skill: str
    weapon: str = ""
    thrown: bool = False

    @property
    def stored(self) -> str:
        """The form in which commands and logs hold it.

        >>> TraitReference("combat-skill", "Spear", thrown=True).stored, TraitReference("stealth").stored
        ('combat-skill@Spear (thrown)', 'stealth')
        """
        return f"{self.skill}{_SEPARATOR}{self.means}" if self.weapon else self.skill

    @property
    def means(self) -> str:
        """The weapon as people read it."""
        return f"{self.weapon}{_THROWN}" if self.thrown else self.weapon


@functools.lru_cache(maxsize=1024)
def read_trait(stored: str) -> TraitReference:
    """The reference that a command or a log holds.

    >>> read_trait("combat-skill@Spear (thrown)")
    TraitReference(skill='combat-skill', weapon='Spear', thrown=True)
    """
    skill, _, means = stored.partition(_SEPARATOR)
    return TraitReference(skill, means.removesuffix(_THROWN), means.endswith(_THROWN))


def read_action(stored: str) -> str:
    """The action of a stored effort; version 0.1.0 put behind it what a defence was against.

    >>> read_action("defend:ranged"), read_action("defend")
    ('defend', 'defend')
    """
    return stored.partition(":")[0]
