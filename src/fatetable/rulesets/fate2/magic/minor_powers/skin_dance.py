"""Taking the shape of an animal and one's own again (F2-SKN-01)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.characters.cast import Actor, ActorId, controlled
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.minor_powers.shapes import SHAPE, shape_of, shapes_of


class ChangeSkin(Command, frozen=True, tag="fate2-change-skin"):
    """Turn into this animal; without a name, back into oneself."""

    actor: ActorId
    animal: str = ""


class SkinDance(Struct, frozen=True, kw_only=True):
    tables: Tables
    frame: Frame

    def subsystem(self) -> Subsystem:
        return Subsystem(name="skin dance", decides={ChangeSkin: self._change}, offers=self._offers)

    def _choices(self, actor: Actor) -> tuple[Choice, ...]:
        now = shape_of(self.tables, actor.sheet)
        return tuple(Choice(each.name) for each in shapes_of(self.tables, actor.sheet) if each != now)

    def _change(self, decision: Decision, command: ChangeSkin) -> None:
        actor = self.frame.require_caster(decision, command.actor)
        sheet = actor.sheet
        rest = {name: words for name, words in sheet.lists.items() if name != SHAPE}
        if command.animal:
            known = {choice.value for choice in self._choices(actor)}
            decision.require(command.animal in known, "no-such-shape", f"{actor.name} has no such shape to take.")
            changed = msgspec.structs.replace(sheet, lists={**rest, SHAPE: (command.animal,)})
            change_sheet(decision, actor, changed, f"turns into a {command.animal.lower()}")
            return
        is_changed = shape_of(self.tables, sheet) is not None
        decision.require(is_changed, "no-such-shape", f"{actor.name} is in no other shape.")
        change_sheet(decision, actor, msgspec.structs.replace(sheet, lists=rest), "is human again")

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            choices = self._choices(actor)
            is_changed = shape_of(self.tables, actor.sheet) is not None
            if not (choices or is_changed) or self.frame.cannot(state, actor) is not None:
                continue
            if choices:
                which = ChoiceHole("animal", "into", choices)
                yield self.frame.offer(
                    actor, "change your skin", ChangeSkin(actor.id), "skinchange", which, is_described=False
                )
            if is_changed:
                yield self.frame.offer(
                    actor, "take your own shape again", ChangeSkin(actor.id), "skinchange", is_described=False
                )
