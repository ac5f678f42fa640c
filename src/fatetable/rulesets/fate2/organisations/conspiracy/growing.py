"""What the players' organisations are made of, phase by phase: an aspect, and four ranks (F2-CON-01, F2-ORG-01)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.errors import Refusal
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import RULESET, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.organisations.makeup import (
    HOLDINGS,
    IN_PHASES,
    Part,
    makeup,
    number_of_phases,
    rank_rules,
    skill_name,
)
from fatetable.rulesets.fate2.sheet import ORGANISATION, PHASES

Change: TypeAlias = Callable[[Entry], Entry]


class Growing(Struct, frozen=True):
    tables: Tables
    dials: Dials

    def blank(self, name: str, description: str, phases: int) -> Sheet:
        """An organisation of nothing but a name, and as many phases as the others have."""
        return Sheet(
            ruleset=RULESET,
            name=name,
            kind=ORGANISATION,
            description=description,
            numbers={PHASES: phases, IN_PHASES: 1},
            entries={PHASES: (Entry(),) * phases},
        )

    def due(self, sheet: Sheet) -> tuple[int, Part] | None:
        """The first phase that is not filled in, and its place."""
        for place, part in enumerate(makeup(self.tables, sheet)):
            if not part.names or self.left(part):
                return place, part
        return None

    def left(self, part: Part) -> int:
        return part.for_skills - sum(part.entry.numbers.values())

    def cannot_spend(self, sheet: Sheet, trait: str = "") -> Refusal | None:
        """Why a rank cannot go into a skill, or into a holding if none is named."""
        due = self.due(sheet)
        if due is None or not self.left(due[1]):
            return Refusal("no-rank", f"{sheet.name} has no rank to spend in this phase.")
        place, part = due
        earlier = makeup(self.tables, sheet)[: place + 1]
        spent = together((*(each.entry.numbers for each in earlier), {trait: 1} if trait else {}))
        if rank_rules(self.tables, self.dials).missing(spent) > self.left(part) - 1:
            return Refusal("unbalanced", "At the end of the phase the pyramid would not be balanced.")
        return None

    def raisable(self, sheet: Sheet) -> tuple[Choice, ...]:
        """Each skill with the level that a rank more would bring."""
        start = self.tables.figures.skills.start
        unlearnt = (each.id for each in self.tables.organisation_skills if not each.asks)
        return tuple(
            Choice(trait, f"{skill_name(self.tables, trait)}, to {self.tables.ladder.word(level + 1)}")
            for trait in dict.fromkeys((*sheet.traits, *unlearnt))
            if self.cannot_spend(sheet, trait) is None
            for level in (sheet.traits.get(trait, start),)
        )

    # -- what comes of it ------------------------------------------------------------------------------------------

    def with_aspect(self, sheet: Sheet, words: str) -> Sheet:
        return self._with(sheet, lambda entry: msgspec.structs.replace(entry, name=words))

    def with_rank(self, sheet: Sheet, trait: str) -> Sheet:
        return self._with(
            sheet, lambda entry: msgspec.structs.replace(entry, numbers=together((entry.numbers, {trait: 1})))
        )

    def with_holding(self, sheet: Sheet, name: str, quality: str) -> Sheet:
        """A new holding, or a quality more for one of this phase (F2-ORG-13)."""

        def gained(entry: Entry) -> Entry:
            held = entry.entries.get(HOLDINGS, ())
            old = next((each for each in held if each.name == name), Entry(name=name))
            new = msgspec.structs.replace(old, lists={"qualities": (*old.lists.get("qualities", ()), quality)})
            others = tuple(each for each in held if each.name != name)
            return msgspec.structs.replace(entry, entries={HOLDINGS: (*others, new)})

        return self._with(sheet, gained)

    def with_phase(self, sheet: Sheet) -> Sheet:
        """Another phase, still empty."""
        phases = (*sheet.entries.get(PHASES, ()), Entry())
        numbers = {**sheet.numbers, PHASES: number_of_phases(sheet) + 1}
        return msgspec.structs.replace(sheet, entries={**sheet.entries, PHASES: phases}, numbers=numbers)

    def _with(self, sheet: Sheet, change: Change) -> Sheet:
        due = self.due(sheet)
        assert due is not None
        phases = list(sheet.entries[PHASES])
        phases[due[0]] = change(phases[due[0]])
        return msgspec.structs.replace(sheet, entries={**sheet.entries, PHASES: tuple(phases)})
