"""Traits that come in groups: a craft or a field of lore is one trait for each name that somebody gives it.

Rulesets say which of their traits are groups.
"""

from __future__ import annotations

import re

from msgspec import Struct

_MEMBER = re.compile(r"(?P<group>[^\[\]]+) \[(?P<name>[^\[\]]+)\]")


class TraitGroup(Struct, frozen=True):
    """A label for many traits: a player who takes it names one, and may take it again under another name."""

    id: str
    label: str
    asks: str = "Which"
    examples: tuple[str, ...] = ()


def member(group: str, name: str) -> str:
    """The id of one trait of a group.

    >>> member("craft", " Glass   Blowing ")
    'craft [Glass Blowing]'
    """
    plain = re.sub(r"[\[\]]", " ", name)
    return f"{group} [{' '.join(plain.split())}]"


def group_and_name(trait: str) -> tuple[str, str] | None:
    """The group a trait belongs to and its own name; a trait of no group has neither.

    >>> group_and_name("craft [Glass Blowing]"), group_and_name("wit")
    (('craft', 'Glass Blowing'), None)
    """
    found = _MEMBER.fullmatch(trait)
    return (found["group"], found["name"]) if found else None
