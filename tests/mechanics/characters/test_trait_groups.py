"""The traits of a group keep the name of their group, whatever people call them."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.trait_groups import group_and_name, member


@pytest.mark.parametrize("name", ["Glass Blowing", " Glass\n Blowing ", "[Glass] Blowing"])
def test_a_trait_of_a_group_is_read_as_it_was_made(name: str) -> None:
    assert group_and_name(member("craft", name)) == ("craft", "Glass Blowing")


@pytest.mark.parametrize("trait", ["", "craft", "craft []", "[Glass Blowing]", "craft [Glass Blowing] and more"])
def test_anything_else_is_of_no_group(trait: str) -> None:
    assert group_and_name(trait) is None
