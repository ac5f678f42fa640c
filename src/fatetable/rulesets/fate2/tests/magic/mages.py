"""A table with a mage at it."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.support.playing import Game

MAGES = {
    "level": "Isaura",
    "improvisational": "Tamsin",
    "interpretive": "Dorothea",
    "combinative": "Ruza",
    "minor-powers": "Milo",
    "stunts": "Vesna",
}


class MagicGame(Game):
    """Ana plays the mage of this magic, bo plays Finn; the City Watch stands by."""

    def __init__(self, magic: str, **more: Any) -> None:
        self.mage = MAGES[magic].lower()
        usual = {"heroes": (MAGES[magic], "Finn"), "foes": ("City Watch",), "combat_pace": "turn"}
        super().__init__(magic=magic, **{**usual, **more})

    def fight(self) -> None:
        """A fight in which the mage acts first."""
        self.start_conflict("fight", first=MAGES[str(self.ruleset.dials["magic"])])
        self.come_to(self.mage)

    def notes(self, actor: str = "", seat: str = "ana") -> dict[str, str]:
        """What a sheet shows of magic."""
        blocks = self.table.present(seat)
        sheet = next(block for block in blocks if getattr(block, "actor", "") == (actor or self.mage))
        return dict(sheet.notes)  # type: ignore[union-attr]


def problems_of(magic: str, *phases: tuple[str, dict[str, int]], **dials: Any) -> list[tuple[str, str]]:
    """The code and the place of what is wrong with a hero of these phases, besides the pyramid and ranks left over."""
    ruleset = build({"magic": magic, "phases": len(phases), **dials})
    entries = {"phases": tuple(Entry(name=aspect, numbers=learnt) for aspect, learnt in phases)}
    sheet = ruleset.creation.finish(Sheet(ruleset="fate2", name="Tester", entries=entries))
    found: tuple[Problem, ...] = ruleset.creation.problems(sheet)
    return [(each.code, each.where) for each in found if each.code in ("not-open", "too-many-levels", "above-mobility")]
