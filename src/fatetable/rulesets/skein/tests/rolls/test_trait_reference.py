"""The string form of what somebody rolls with, as commands and stored games hold it."""

from __future__ import annotations

import pytest

from fatetable.rulesets.skein.rolls.trait_reference import SPIRITS, WORDS, TraitReference, read_trait


@pytest.mark.parametrize(
    ("stored", "trait"),
    [
        ("stealth", TraitReference("stealth")),
        ("lore [The Fae]", TraitReference("lore [The Fae]")),
        ("melee-combat@Broad sword: Drinker of Kings", TraitReference("melee-combat", "Broad sword: Drinker of Kings")),
        ("combat-skill@Spear", TraitReference("combat-skill", "Spear")),
        ("combat-skill@Spear (thrown)", TraitReference("combat-skill", "Spear", thrown=True)),
        ("charm@words", TraitReference("charm", WORDS)),
        ("spirit-magic@spirits", TraitReference("spirit-magic", SPIRITS)),
    ],
)
def test_a_stored_trait_is_read_and_written_in_the_same_form(stored: str, trait: TraitReference) -> None:
    assert read_trait(stored) == trait
    assert trait.stored == stored
