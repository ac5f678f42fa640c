"""The ledger of growth: who may change now, and how a changed sheet comes to the table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Audience
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import CHARACTER, change_sheet, new_card, place, remove, set_boxes, sheet_card
from fatetable.mechanics.characters.cast import Actor, ActorId, actor_of, controls, require_control
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.mechanics.characters.sheet_errors import UnfinishedSheet, require_no_new_errors
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.growth.career import Career, career


class Ledger(Struct, frozen=True, kw_only=True):
    tables: Tables
    dials: Dials
    problems: Callable[[Sheet], tuple[Problem, ...]]
    finish: Callable[[Sheet], Sheet]

    def career(self, actor: Actor) -> Career:
        return career(self.tables, self.dials, actor.sheet)

    def cannot_change(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("no-hero", f"{actor.name} is no player's character, and only those advance.")
        if a_roll_is_open(state) or state.get(ENCOUNTER) is not None:
            return Refusal("not-finished", "Finish what is going on first: ranks and goals are kept until then.")
        return None

    def cannot_spend(self, state: State, seat: Seat, actor: Actor) -> Refusal | None:
        """Why this seat spends no rank of somebody's; as long as it was agreed so, the GM does (F2-ADV-05)."""
        if refusal := self.cannot_change(state, actor):
            return refusal
        now = self.career(actor)
        if now.repair == "gm" and not seat.is_gm:
            return Refusal("gm-spends", f"Until the pyramid is balanced the GM spends the ranks of {actor.name}.")
        if now.repair != "gm" and not controls(seat, actor):
            return Refusal("not-yours", f"{actor.name} is not yours to play.")
        if now.unspent <= 0:
            return Refusal("no-rank", f"{actor.name} has no rank to spend.")
        return None

    def own(self, decision: Decision, actor_id: ActorId) -> Actor:
        """The character of a player who changes it."""
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self.cannot_change(decision.state, actor))
        return actor

    def hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        """A player's character whom the GM decides something about."""
        decision.require_gm()
        actor = actor_of(decision, actor_id)
        decision.require_allowed(self.cannot_change(decision.state, actor))
        return actor

    def write(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        """Write down a changed sheet; one with a new error is refused."""
        write_down(decision, actor, self.require_sound(actor, sheet), reason)

    def require_sound(self, actor: Actor, sheet: Sheet) -> Sheet:
        """The changed sheet with all that follows from it, unless it has a new error."""
        done = self.finish(_balanced(self.tables, self.dials, sheet))
        require_no_new_errors(self.problems(actor.sheet), self.problems(done))
        return done

    def allows(self, actor: Actor, sheet: Sheet) -> bool:
        """Would the changed sheet be written down?"""
        try:
            self.require_sound(actor, sheet)
        except UnfinishedSheet:
            return False
        return True


def write_down(decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
    """Somebody's sheet changes, and the cards of its aspects with it."""
    # New cards come first: a viewer who may not read one is shown the sheet without it.
    known: Audience = (actor.controller, GM) if actor.is_closed and actor.controller else None
    _put_cards(decision, actor, sheet, known)
    change_sheet(decision, actor, sheet, reason)
    _take_cards(decision, actor, sheet, reason)


def phrase(decision: Decision, words: str) -> str:
    """Words for an aspect."""
    decision.require(bool(words.strip()), "no-words", "An aspect needs words.")
    decision.require(len(words) <= PHRASE_LIMIT, "too-long", f"An aspect has {PHRASE_LIMIT} letters at most.")
    return words.strip()


def _balanced(tables: Tables, dials: Dials, sheet: Sheet) -> Sheet:
    """What was agreed about an unbalanced pyramid is over when it is balanced."""
    now = career(tables, dials, sheet)
    if not now.repair or now.missing:
        return sheet
    return msgspec.structs.replace(sheet, texts={name: t for name, t in sheet.texts.items() if name != "repair"})


def _put_cards(decision: Decision, actor: Actor, sheet: Sheet, known: Audience) -> None:
    for slot, text in sheet.aspects.items():
        card, level = sheet_card(decision.state, actor.id, slot), sheet.levels.get(slot, 0)
        if card is None:
            more = {"bearer": actor.id, "slot": slot, "level": level}
            place(decision, new_card(decision, text, CHARACTER, known, **more))
        else:
            set_boxes(decision, card, level=level, ticked=card.ticked)


def _take_cards(decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
    for slot in actor.sheet.aspects:
        card = sheet_card(decision.state, actor.id, slot)
        if slot not in sheet.aspects and card is not None:
            remove(decision, card, reason)
