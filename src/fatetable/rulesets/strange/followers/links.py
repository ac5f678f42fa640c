"""Breaking the link between a companion and its patron (SF-COMP-06)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, patron_of, whose
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.sheet import MODE, MUNDANE, QUALITY


class Links(Struct, frozen=True):
    """The code of the row "break-link"."""

    tables: Tables

    def subsystem(self) -> Subsystem:
        return Subsystem(name="links")

    def code(self) -> Mapping[str, Code]:
        return {"break-link": Code(targets=self._linked, against=self._against, done=self._done)}

    def _linked(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """Those in contact with somebody else, as far as everybody reads of it; where they are does not matter."""
        linked = (each for each in state.get(CAST).values() if each.sheet.texts.get(MODE) and not each.is_hidden)
        return tuple(
            each
            for each in linked
            if actor.id not in (each.id, each.patron)
            and (not actor.has_player or (each.has_player and not each.is_closed))
        )

    def _against(self, state: State, _: Actor, target: ActorId) -> tuple[int, int]:
        return self.tables.companions.link + state.get(CAST)[target].sheet.numbers[QUALITY], MUNDANE

    def _done(self, decision: Decision, result: Result) -> None:
        linked = decision.state.get(CAST).get(result.target)
        patron = patron_of(decision.state, linked) if linked is not None else None
        if result.succeeded and linked is not None and patron is not None:
            broken = f"{whose(patron.name)} link to them by {linked.sheet.texts[MODE]} is broken"
            decision.emit(FactEstablished(Fact(linked.name, broken)))
