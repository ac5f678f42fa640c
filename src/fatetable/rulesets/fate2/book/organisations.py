"""What organisations can do, and those that are ready-made."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.mechanics.characters.trait_groups import TraitGroup


class OrganisationSkill(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`members` is what nameless people of the organisation are good at because of it.

    One that `is_named_alone` is called by the name it is given, others by both.
    """

    id: str
    name: str
    covers: str
    cites: tuple[str, ...]
    asks: str = ""
    examples: tuple[str, ...] = ()
    modifier: int = 0
    within: bool = False
    regional: bool = False
    members: str = ""
    is_named_alone: bool = False

    @property
    def group(self) -> TraitGroup:
        return TraitGroup(self.id, self.name, self.asks, self.examples)


class HoldingRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    qualities: tuple[str, ...]


class OrganisationRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`scope` and `nature` name the aspects that show them; a skill is a word of the ladder."""

    name: str
    cites: tuple[str, ...]
    description: str
    phases: int
    aspects: Mapping[str, int]
    skills: Mapping[str, str]
    scope: str = ""
    nature: str = ""
    holdings: tuple[HoldingRow, ...] = ()
