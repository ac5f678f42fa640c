"""Extras that are lost, regained, and missing when a goal is reached (F2-ADV-12); ties that change (F2-EXT-17)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, address_of, players_characters
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.rulesets.fate2.growth.ledger import Ledger
from fatetable.rulesets.fate2.sheet import (
    LOST,
    RELEASED,
    Extra,
    extra_at,
    extras_of,
    kind_of_extra,
    marked,
    slot_of,
)


class LoseExtra(Command, frozen=True, kw_only=True, tag="lose-extra"):
    """Somebody loses a thing or a servant; a tie to somebody changes if its player agrees."""

    actor: ActorId
    extra: str
    reason: str


class RegainExtra(Command, frozen=True, tag="regain-extra"):
    actor: ActorId
    extra: str


class TieToChange(PromptContext, frozen=True, tag="change-tie"):
    actor: ActorId
    extra: str
    reason: str


class ExtraIsMissing(PromptContext, frozen=True, tag="missing-extra"):
    """Whether a lost extra comes back with the goal its owner has reached, or its ranks go into others."""

    actor: ActorId
    missing: str


class LostExtras(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="lost extras",
            decides={LoseExtra: self._lose, RegainExtra: self._regain},
            answers={TieToChange: self._tie_changes, ExtraIsMissing: self._settled},
            offers=self._offers,
        )

    # -- losing --------------------------------------------------------------------------------------------------

    def _cannot_lose(self, state: State, actor: Actor, extra: Extra | None) -> Refusal | None:
        kind = kind_of_extra(self.ledger.tables, extra) if extra is not None else None
        if extra is None or kind is None or extra.is_lost or not actor.is_pc:
            return Refusal("no-such-extra", f"{actor.name} has no such extra to lose.")
        if kind.family == "intrinsic":
            return Refusal("intrinsic", f"{extra.name} is a part of {actor.name} and cannot be lost.", "lost-extra")
        if kind.family == "shared" and slot_of(extra.name) in actor.sheet.aspects:
            return Refusal("permanent", f"{extra.name} is an aspect of {actor.name}, so the tie stays.", "change-tie")
        return Refusal("not-finished", "Finish the open roll first.") if a_roll_is_open(state) else None

    def _lose(self, decision: Decision, command: LoseExtra) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        extra = extra_at(self.ledger.dials, actor.sheet, command.extra)
        decision.require_allowed(self._cannot_lose(decision.state, actor, extra))
        assert extra is not None
        reason = decision.described(command.reason, "lost", "no-reason", "Say what happens.")
        kind = kind_of_extra(self.ledger.tables, extra)
        if kind is not None and kind.family == "shared":
            self._ask_player(decision, actor, extra, reason)
        else:
            self._mark(decision, actor, extra, 1, reason)

    def _ask_player(self, decision: Decision, actor: Actor, extra: Extra, reason: str) -> None:
        """A rank has made the tie reliable, so it does not change without its player."""
        withdraw(decision, actor=actor.id, extra=extra.where)
        ask(
            decision,
            TieToChange(actor.id, extra.where, reason),
            address_of(decision.state, actor.id),
            f"The tie of {actor.name} to {extra.name} would change: {reason}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            cites=decision.cites("change-tie"),
            blocking=False,
        )

    def _tie_changes(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(TieToChange)
        actor = decision.state.get(CAST)[asked.actor]
        extra = extra_at(self.ledger.dials, actor.sheet, asked.extra)
        if answer.option == "yes" and extra is not None:
            self._mark(decision, actor, extra, 1, asked.reason)

    def _mark(self, decision: Decision, actor: Actor, extra: Extra, number: int, reason: str) -> None:
        self.ledger.write(decision, actor, marked(actor.sheet, extra, **{LOST: number}), reason)
        if reason:
            decision.emit(FactEstablished(Fact(extra.name, reason)))

    # -- regaining -----------------------------------------------------------------------------------------------

    def _cannot_regain(self, state: State, extra: Extra | None) -> Refusal | None:
        if extra is None or not extra.is_lost:
            return Refusal("not-lost", "That is not lost.", "lost-extra")
        return Refusal("not-finished", "Finish the open roll first.") if a_roll_is_open(state) else None

    def _regain(self, decision: Decision, command: RegainExtra) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        extra = extra_at(self.ledger.dials, actor.sheet, command.extra)
        decision.require_allowed(self._cannot_regain(decision.state, extra))
        assert extra is not None
        withdraw(decision, actor=actor.id, missing=extra.where)
        self._mark(decision, actor, extra, 0, "found again")

    # -- at a goal -----------------------------------------------------------------------------------------------

    def goal_is_reached(self, decision: Decision, actor_id: ActorId) -> None:
        actor = decision.state.get(CAST)[actor_id]
        for extra in extras_of(self.ledger.dials, actor.sheet):
            if not extra.is_lost:
                continue
            why = TextHole("fill", "how", key="how", is_description=True)
            ask(
                decision,
                ExtraIsMissing(actor.id, extra.where),
                (GM,),
                f"{actor.name} has come to an aspect, and {extra.name} is still missing. What of its ranks?",
                (Option("back", "Recover it", (why,)), Option("respend", "Let them go into other extras")),
                cites=decision.cites("lost-extra"),
                blocking=False,
            )

    def _settled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ExtraIsMissing)
        actor = decision.state.get(CAST)[asked.actor]
        extra = extra_at(self.ledger.dials, actor.sheet, asked.missing)
        if extra is not None and extra.is_lost:
            is_back = answer.option == "back"
            said = (answer.text("how") or "found again") if is_back else "its ranks are free for other extras"
            self._mark(decision, actor, extra, 0 if is_back else RELEASED, said)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state) if seat.is_gm else ():
            for extra in extras_of(self.ledger.dials, actor.sheet):
                whose = f"{extra.name} of {actor.name}"
                if self._cannot_lose(state, actor, extra) is None:
                    lose = LoseExtra(actor=actor.id, extra=extra.where, reason="")
                    reason = TextHole("reason", "what happens", is_description=True)
                    yield self._offer(lose, actor, "Take away …", whose, (reason,))
                if self._cannot_regain(state, extra) is None:
                    yield self._offer(RegainExtra(actor.id, extra.where), actor, "Give back …", whose, ())

    def _offer(self, command: Command, actor: Actor, family: str, member: str, holes: tuple[TextHole, ...]) -> Offer:
        return Offer(
            command=command,
            **one_of_a_family(family, member),
            verb="change",
            target=Target("actor", actor.id),
            holes=holes,
            cites=self.cites("lost-extra"),
            group="gm",
        )
