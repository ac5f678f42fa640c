"""Oaths in play: sworn before a witness, fulfilled, or broken at the price of a Consequence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked, is_awaited
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
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
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controlled,
    require_control,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.harm.state import Mark, condition_of, set_condition
from fatetable.mechanics.points.accounts import BANK, move, purse
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.state import CALENDAR
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.creation import FIFTH, WITNESSES
from fatetable.rulesets.skein.sheet import OATH, SWORN, phrase_of

BROKEN = "oath"
"""The lifetime of the Consequence of a broken oath: until the oath is put right, whatever healers do."""

UNNAMED_BREACH = "Broken Oath"


class SwearOath(Command, frozen=True, kw_only=True, tag="swear-oath"):
    """`sworn_on` is who or what the oath is sworn by, `witness` an adult who hears it."""

    actor: ActorId
    words: str
    sworn_on: str
    witness: str


class FulfilOath(Command, frozen=True, tag="fulfil-oath"):
    actor: ActorId
    slot: str


class BreakOath(Command, frozen=True, kw_only=True, tag="break-oath"):
    """`harm` says what happens to that which was sworn on, if anything."""

    actor: ActorId
    slot: str
    severity: str
    harm: str = ""


class PutRight(Command, frozen=True, tag="put-right"):
    """A broken oath has been made good, or is so old that it no longer matters."""

    aspect: AspectId
    reason: str


@remembered(limit=2048)
def _sworn(sheet: Sheet) -> tuple[str, ...]:
    return tuple(slot for slot in sheet.aspects if slot == OATH or SWORN.fullmatch(slot))


def oaths_of(state: State, actor: Actor) -> Mapping[str, AspectCard]:
    slots = _sworn(actor.sheet)
    own = [card for card in borne_by(state, actor.id) if card.kind == CHARACTER] if slots else []
    return {slot: card for slot in slots if (card := next((c for c in own if c.slot == slot), None))}


class OathToRule(PromptContext, frozen=True, tag="oath"):
    oath_of: ActorId
    words: str
    sworn_on: str
    witness: str


class BrokenOathToWord(PromptContext, frozen=True, tag="broken-oath"):
    broken_by: ActorId
    severity: str


class CreditOath(Protocol):
    """Credits a fulfilled oath with experience."""

    def __call__(self, decision: Decision, actor: ActorId, /) -> None: ...


class Oaths(Struct, frozen=True, kw_only=True):
    tables: Tables
    credit: CreditOath
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
            answers={OathToRule: self._ruled, BrokenOathToWord: self._worded},
            offers=self._offers,
        )

    # -- swearing ------------------------------------------------------------------------------------------------

    def _slot(self, actor: Actor) -> str:
        """The first free slot for an oath; a fifth tale takes the place of the first one."""
        taken = {slot for slot, words in actor.sheet.aspects.items() if words.strip()}
        first = () if FIFTH in taken else (OATH,)
        return next((slot for slot in (*first, *(f"oath-{n}" for n in range(2, 10))) if slot not in taken), "")

    def _may_swear(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return Refusal("no-oath-now", f"{actor.name} is no player's character, and only those swear like this.")
        if not state.get(CALENDAR).in_session:
            return Refusal("no-oath-now", "An oath is sworn in play: start a session first.")
        if not self._slot(actor):
            return Refusal("no-oath-now", f"{actor.name} is bound by as many oaths as a sheet holds; fulfil one first.")
        if is_asked(state, "oath_of", actor.id):
            return Refusal("no-oath-now", f"The last oath of {actor.name} has to be ruled on first.")
        return None

    def _swear(self, decision: Decision, command: SwearOath) -> None:
        """The table may find it trivial (SK-OATH-03), so the Storyteller is asked."""
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._may_swear(decision.state, actor))
        told = decision.described(command.words, "Sworn Oath", "no-words", "An oath needs words.")
        words = phrase_of(decision, told, "An oath needs words.")
        by = "Say by whom or what it is sworn."
        sworn_on = decision.described(command.sworn_on, "their honour", "no-words", by, "oath")
        needed = "An oath needs a grown person who witnesses it."
        present = decision.described(command.witness, "those present", "no-witness", needed, "oath")
        witness = phrase_of(decision, present, needed)
        ask(
            decision,
            OathToRule(oath_of=actor.id, words=words, sworn_on=sworn_on, witness=witness),
            (GM,),
            f"{actor.name} swears an oath. Accept it?",
            (
                Option("bind", "Accept the oath"),
                Option("empty", "Accept it as trivial"),
                Option("no", "Refuse the oath"),
            ),
            detail=f"“{words}”, by {sworn_on}, before {witness}",
            cites=decision.cites("oath"),
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "no":
            return
        oath = prompt.read(OathToRule)
        actor, words = decision.state.get(CAST)[oath.oath_of], oath.words
        decision.emit(FactEstablished(Fact(words, f"{actor.name} swore it by {oath.sworn_on}, before {oath.witness}")))
        if answer.option == "empty":
            return
        slot = self._slot(actor)
        place(decision, new_card(decision, words, CHARACTER, bearer=actor.id, slot=slot))
        sheet = msgspec.structs.replace(
            actor.sheet,
            aspects={**actor.sheet.aspects, slot: words},
            lists={**actor.sheet.lists, WITNESSES: (*actor.sheet.lists.get(WITNESSES, ()), oath.witness)},
        )
        change_sheet(decision, actor, sheet, "oath sworn")
        move(decision, BANK, purse(actor.id), self.tables.figures.oaths.points_in_play, "swore an oath", "oath")

    # -- fulfilling ----------------------------------------------------------------------------------------------

    def _oath(self, decision: Decision, actor_id: ActorId, slot: str) -> tuple[Actor, AspectCard]:
        decision.require_gm()
        actor = actor_of(decision, actor_id)
        card = oaths_of(decision.state, actor).get(slot)
        if card is None:
            raise decision.violation("no-such-oath", f"{actor.name} has sworn no such oath.")
        decision.require(not a_roll_is_open(decision.state), "roll-open", "Finish the open roll first.")
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
            command.severity in self.tables.figures.consequences.absorbs,
            "no-such-slot",
            "There is no such Consequence.",
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
            BrokenOathToWord(actor.id, command.severity),
            address_of(decision.state, actor.id),
            f"{actor.name} broke an oath. Which {command.severity} Consequence?",
            (
                Option(
                    "word",
                    "Write the Consequence",
                    (TextHole("fill", "Consequence", key="words", limit=PHRASE_LIMIT, is_description=True),),
                ),
            ),
            detail=f"“{card.text}”",
            cites=decision.cites("broken-oath"),
        )

    def _worded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        """The Consequence takes the slot of its severity, or is one more if that is taken, and absorbs nothing."""
        broken = prompt.read(BrokenOathToWord)
        actor, severity = broken.broken_by, broken.severity
        marks = condition_of(decision.state, actor).marks
        card = new_card(
            decision, answer.text("words") or UNNAMED_BREACH, CONSEQUENCE, bearer=actor, slot=severity, lasts=BROKEN
        )
        place(decision, card)
        slot = severity if severity not in marks else f"{severity}, {card.id}"
        mark = Mark(card.id, decision.state.get(CALENDAR).session)
        set_condition(decision, actor, slot, marks={**marks, slot: mark})
        add_free(decision, card.id, NOBODY, self.tables.figures.consequences.free_uses, card.id)

    def _put_right(self, decision: Decision, command: PutRight) -> None:
        decision.require_gm()
        card = card_of(decision, command.aspect)
        decision.require(_is_of_broken_oath(card), "no-such-oath", "That does not come of a broken oath.")
        decision.require(not a_roll_is_open(decision.state), "roll-open", "Finish the open roll first.")
        decision.require_described(command.reason, "no-reason", "Say how it was put right.")
        remove(decision, card, command.reason.strip())
        marks = condition_of(decision.state, card.bearer).marks
        rest = {slot: mark for slot, mark in marks.items() if mark.aspect != card.id}
        set_condition(decision, card.bearer, "put right", marks=rest)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._may_swear(state, actor) is None:
                yield Offer(
                    command=SwearOath(actor=actor.id, words="", sworn_on="", witness=""),
                    label="swear an oath",
                    actor=actor.id,
                    verb="grow",
                    holes=(
                        TextHole("words", "oath", limit=PHRASE_LIMIT, is_description=True),
                        TextHole("sworn_on", "sworn on", is_description=True),
                        TextHole("witness", "witness", limit=PHRASE_LIMIT, is_description=True),
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
                    **one_of_a_family("Clear the broken oath …", card.text),
                    verb="remove",
                    target=Target("aspect", card.id),
                    holes=(TextHole("reason", "how?", is_description=True),),
                    cites=self.cites("broken-oath"),
                    group="gm",
                )

    def _ends(self, state: State, actor: Actor) -> Iterator[Offer]:
        severities = tuple(Choice(str(name)) for name in self.tables.figures.consequences.absorbs)
        may_break = not actor.is_hidden and not is_awaited(state, "broken_by", actor.id)
        for slot, card in oaths_of(state, actor).items():
            yield Offer(
                command=FulfilOath(actor.id, slot),
                label=f"Fulfil the oath of {actor.name}: {card.text}",
                family="Fulfil the oath of …",
                member=f"{actor.name}: {card.text}",
                verb="grow",
                target=Target("actor", actor.id),
                cites=self.cites("oath-fulfilled"),
                group="gm",
            )
            if may_break:
                yield Offer(
                    command=BreakOath(actor=actor.id, slot=slot, severity=""),
                    label=f"Break the oath of {actor.name}: {card.text}",
                    family="Break the oath of …",
                    member=f"{actor.name}: {card.text}",
                    verb="change",
                    target=Target("actor", actor.id),
                    holes=(
                        ChoiceHole("severity", "Consequence", severities),
                        TextHole("harm", "fate of what it was sworn on", optional=True),
                    ),
                    cites=self.cites("broken-oath"),
                    group="gm",
                )


def _is_of_broken_oath(card: AspectCard) -> bool:
    return card.kind == CONSEQUENCE and card.lasts == BROKEN
