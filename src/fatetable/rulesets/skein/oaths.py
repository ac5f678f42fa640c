"""Oaths in play: sworn before a witness, fulfilled for good, or broken at the price of a Consequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked, is_awaited
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import (
    CHARACTER,
    CONSEQUENCE,
    AspectCard,
    AspectId,
    add_free,
    borne_by,
    card_of,
    change_sheet,
    new_card,
    place,
    remove,
    reveal,
    worded,
)
from fatetable.mechanics.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    require_control,
)
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import BANK, move, purse
from fatetable.mechanics.harm import Mark, condition_of, set_condition
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.scenes import CALENDAR
from fatetable.mechanics.sheet_texts import PHRASE_LIMIT
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.staging import Fact, FactEstablished
from fatetable.rulesets.skein.figures import OATH, SWORN
from fatetable.rulesets.skein.hero_checks import FIFTH, WITNESSES
from fatetable.rulesets.skein.phrases import phrase_of
from fatetable.rulesets.skein.tables import tables

BROKEN = "oath"
"""How long the Consequence of a broken oath lasts: until that is put right, and no healer helps."""


class SwearOath(Command, frozen=True, kw_only=True, tag="swear-oath"):
    """`sworn_on` is what is held dear, or the gods; `witness` a grown person who heard it."""

    actor: ActorId
    words: str
    sworn_on: str
    witness: str


class FulfilOath(Command, frozen=True, tag="fulfil-oath"):
    actor: ActorId
    slot: str


class BreakOath(Command, frozen=True, kw_only=True, tag="break-oath"):
    """`harm` tells what becomes of that which was sworn on, if anything does."""

    actor: ActorId
    slot: str
    severity: str
    harm: str = ""


class PutRight(Command, frozen=True, tag="put-right"):
    """What broke an oath is made good, or so long ago that it no longer matters."""

    aspect: AspectId
    reason: str


@remembered(limit=2048)
def _sworn(sheet: Sheet) -> tuple[str, ...]:
    return tuple(slot for slot in sheet.aspects if slot == OATH or SWORN.fullmatch(slot))


def oaths_of(state: State, actor: Actor) -> Mapping[str, AspectCard]:
    slots = _sworn(actor.sheet)
    own = [card for card in borne_by(state, actor.id) if card.kind == CHARACTER] if slots else []
    return {slot: card for slot in slots if (card := next((c for c in own if c.slot == slot), None))}


class Oaths(Struct, frozen=True, kw_only=True):
    credit: Callable[[Decision, ActorId], None]
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="oaths",
            decides={
                SwearOath: self._swear,
                FulfilOath: self._fulfil,
                BreakOath: self._break,
                PutRight: self._put_right,
            },
            answers={"oath": self._ruled, "broken-oath": self._worded},
            offers=self._offers,
        )

    # -- swearing ------------------------------------------------------------------------------------------------

    def _slot(self, actor: Actor) -> str:
        """A fifth tale stands where the first oath would; oaths in play come after it."""
        taken = {slot for slot, words in actor.sheet.aspects.items() if words.strip()}
        first = () if FIFTH in taken else (OATH,)
        return next((slot for slot in (*first, *(f"oath-{n}" for n in range(2, 10))) if slot not in taken), "")

    def _may_swear(self, state: State, actor: Actor) -> bool:
        may_be = actor.is_pc and state.get(CALENDAR).in_session and bool(self._slot(actor))
        return may_be and not is_asked(state, "oath_of", actor.id)

    def _swear(self, decision: Decision, command: SwearOath) -> None:
        """The table may find it trivial (SK-OATH-03), so the Storyteller is asked."""
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(self._may_swear(decision.state, actor), "no-oath-now", f"{actor.name} cannot swear that now.")
        words = phrase_of(decision, command.words, "An oath needs words.")
        sworn_on = command.sworn_on.strip()
        decision.require(bool(sworn_on), "no-words", "Say by whom or what it is sworn.", "oath")
        needed = "An oath needs a grown person who witnesses it."
        decision.require(bool(command.witness.strip()), "no-witness", needed, "oath")
        witness = phrase_of(decision, command.witness, needed)
        ask(
            decision,
            "oath",
            (GM,),
            f"{actor.name} swears by {sworn_on}, before {witness}: {words}",
            (
                Option("bind", "It binds"),
                Option("empty", "It is sworn, but too trivial to count"),
                Option("no", "The table will not have it"),
            ),
            about={"oath_of": actor.id, "words": words, "sworn_on": sworn_on, "witness": witness},
            cites=decision.cites("oath"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = decision.state.get(CAST)[ActorId(str(prompt.about["oath_of"]))]
        words, sworn_on, witness = (str(prompt.about[name]) for name in ("words", "sworn_on", "witness"))
        if answer.option == "no":
            return
        decision.emit(FactEstablished(Fact(words, f"{actor.name} swore it by {sworn_on}, before {witness}")))
        if answer.option == "empty":
            return
        slot = self._slot(actor)
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=slot))
        sheet = msgspec.structs.replace(
            actor.sheet,
            aspects={**actor.sheet.aspects, slot: words},
            lists={**actor.sheet.lists, WITNESSES: (*actor.sheet.lists.get(WITNESSES, ()), witness)},
        )
        change_sheet(decision, actor, sheet, "oath sworn")
        move(decision, BANK, purse(actor.id), tables().figures.oaths.points_in_play, "swore an oath", "oath")

    # -- fulfilling ----------------------------------------------------------------------------------------------

    def _oath(self, decision: Decision, actor_id: ActorId, slot: str) -> tuple[Actor, AspectCard]:
        decision.require_gm()
        actor = actor_of(decision, actor_id)
        card = oaths_of(decision.state, actor).get(slot)
        if card is None:
            raise decision.violation("no-such-oath", f"{actor.name} has sworn no such oath.")
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        return actor, card

    def _fulfil(self, decision: Decision, command: FulfilOath) -> None:
        """The Aspect goes; stunts and refresh that it made room for stay (SK-OATH-07)."""
        actor, card = self._oath(decision, command.actor, command.slot)
        remove(decision, card, "fulfilled")
        aspects = {slot: words for slot, words in actor.sheet.aspects.items() if slot != command.slot}
        change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, aspects=aspects), "oath fulfilled")
        if actor.is_pc:
            self.credit(decision, actor.id)

    # -- breaking ------------------------------------------------------------------------------------------------

    def _break(self, decision: Decision, command: BreakOath) -> None:
        actor, card = self._oath(decision, command.actor, command.slot)
        decision.require(
            command.severity in tables().figures.consequences.absorbs, "no-such-slot", "There is no such Consequence."
        )
        decision.require(not actor.is_hidden, "still-hidden", f"Nobody knows of {actor.name} yet.")
        decision.require(
            not is_awaited(decision.state, "broken_by", actor.id),
            "questions-open",
            "That is being dealt with already.",
        )
        reveal(decision, card)
        if command.harm.strip():
            decision.emit(FactEstablished(Fact(card.text, command.harm.strip())))
        ask(
            decision,
            "broken-oath",
            address_of(decision.state, actor.id),
            f"{actor.name} has broken an oath: {card.text}. Which {command.severity} Consequence is it?",
            (Option("word", "Word it", (TextHole("fill", "its words", key="words", limit=PHRASE_LIMIT),)),),
            about={"broken_by": actor.id, "severity": command.severity},
            cites=decision.cites("broken-oath"),
        )

    def _worded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """It takes the place of its severity, or lies above the limit if that is taken, and absorbs nothing."""
        actor, severity = ActorId(str(prompt.about["broken_by"])), str(prompt.about["severity"])
        marks = condition_of(decision.state, actor).marks
        card = new_card(decision, answer.text("words"), CONSEQUENCE, bearer=actor, slot=severity, lasts=BROKEN)
        place(decision, card)
        slot = severity if severity not in marks else f"{severity}, {card.id}"
        mark = Mark(card.id, decision.state.get(CALENDAR).session)
        set_condition(decision, actor, slot, marks={**marks, slot: mark})
        add_free(decision, card.id, NOBODY, tables().figures.consequences.free_uses, card.id)

    def _put_right(self, decision: Decision, command: PutRight) -> None:
        decision.require_gm()
        card = card_of(decision, command.aspect)
        decision.require(_is_of_broken_oath(card), "no-such-oath", "That does not come of a broken oath.")
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        decision.require(bool(command.reason.strip()), "no-reason", "Say how it was put right.")
        remove(decision, card, command.reason.strip())
        marks = condition_of(decision.state, card.bearer).marks
        rest = {slot: mark for slot, mark in marks.items() if mark.aspect != card.id}
        set_condition(decision, card.bearer, "put right", marks=rest)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._may_swear(state, actor):
                yield Offer(
                    command=SwearOath(actor=actor.id, words="", sworn_on="", witness=""),
                    label=f"{actor.name}: swear an oath",
                    holes=(
                        TextHole("words", "the oath", limit=PHRASE_LIMIT),
                        TextHole("sworn_on", "by whom or what"),
                        TextHole("witness", "a grown witness", limit=PHRASE_LIMIT),
                    ),
                    cites=self.cites("oath"),
                    group="sheet",
                )
        if seat.is_gm and not a_roll_is_open(state):
            yield from state.part("ends of oaths", self._all_ends)

    def _all_ends(self, state: State) -> Iterator[Offer]:
        for actor in state.get(CAST).values():
            yield from self._ends(state, actor)
        for card in worded(state).values():
            if _is_of_broken_oath(card):
                yield Offer(
                    command=PutRight(card.id, ""),
                    label=f"What broke an oath is put right or past: {card.text}",
                    holes=(TextHole("reason", "how"),),
                    cites=self.cites("broken-oath"),
                    group="gm",
                )

    def _ends(self, state: State, actor: Actor) -> Iterator[Offer]:
        severities = tuple(Choice(str(name)) for name in tables().figures.consequences.absorbs)
        may_break = not actor.is_hidden and not is_awaited(state, "broken_by", actor.id)
        for slot, card in oaths_of(state, actor).items():
            yield Offer(
                command=FulfilOath(actor.id, slot),
                label=f"{actor.name} has fulfilled an oath: {card.text}",
                cites=self.cites("oath-fulfilled"),
                group="gm",
            )
            if may_break:
                yield Offer(
                    command=BreakOath(actor=actor.id, slot=slot, severity=""),
                    label=f"{actor.name} has broken an oath: {card.text}",
                    holes=(
                        ChoiceHole("severity", "how bad a Consequence", severities),
                        TextHole("harm", "what becomes of that which was sworn on", optional=True),
                    ),
                    cites=self.cites("broken-oath"),
                    group="gm",
                )


def _is_of_broken_oath(card: AspectCard) -> bool:
    return card.kind == CONSEQUENCE and card.lasts == BROKEN
