"""A diagram in the terminal: its nodes as a list, with what each would add to the price."""

from __future__ import annotations

from collections.abc import Sequence

from tests.adapters.cli.dialogs.test_asking_entries import answered
from tests.builder.graph_ruleset import RETH, procedure


def asked(lines: Sequence[str], start: bool = False) -> tuple[list[str], str]:
    """The parts of the first kit, and what was shown."""
    made = procedure()
    sheet, shown = answered(made, RETH if start else made.blank("hero"), lines)
    return [part.kind for part in sheet.entries["kits"][0].entries["parts"]], shown


def test_nodes_are_added_and_the_price_tells_the_lines() -> None:
    parts, shown = asked(["Reth", "1", "", "Mine", "2", "1", "rope", "1", "hook", "", "", "", ""])
    assert "Size (1 Small, 2 Large) [1]: 2" in shown
    assert parts == ["rope", "hook"]
    assert "Rope, 1" in shown
    assert "Hook, 2" in shown
    assert "Lantern, 2: It glows" in shown
    assert "Parts: 3\n   +1 Rope\n   +1 Hook\n   +1 Rope to Hook" in shown


def test_a_node_asks_at_once_what_it_must_know_and_the_rest_on_request() -> None:
    made = procedure()
    lines = ["Reth", "1", "", "Mine", "", "1", "lantern", "Brass", "2", "1", "Copper", "light", "", "", "", "", "", ""]
    sheet, _ = answered(made, made.blank("hero"), lines)
    (part,) = sheet.entries["kits"][0].entries["parts"]
    assert (part.texts, part.lists) == ({"of": "Copper", "note": ""}, {"extras": ("light",)})


def test_a_ready_made_part_is_taken_at_once_and_a_node_can_be_dropped() -> None:
    parts, _ = asked(["Reth", "1", "1", "", ""])
    assert parts == ["rope", "hook"]
    parts, _ = asked(["Reth", "2", "1", "Climber", "", "3", "2", "", "", "", ""], start=True)
    assert parts == ["rope"]
