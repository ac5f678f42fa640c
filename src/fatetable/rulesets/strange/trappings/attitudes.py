"""AttitudeMap of the GM's people toward characters: how a meeting begins, and how conversation moves them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import put
from fatetable.engine.messages import GM, Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, open_about
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import SITUATION, add_free, new_card, place
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, address_of, controlled, require_control
from fatetable.mechanics.dice.notation import fate_dice
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.rulesets.strange.book import AttitudeRow, Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.rolls import STICKY

IMPRESS = "impress"
ASPECT = "aspect"
BY_DIE = "die"


class Meet(Command, frozen=True, tag="meet"):
    """Ask the GM how somebody takes to a character."""

    actor: ActorId
    other: ActorId


class SetAttitude(Command, frozen=True, tag="set-attitude"):
    """The GM says how somebody feels about a character."""

    actor: ActorId
    other: ActorId
    attitude: str


class AttitudeSet(Event, frozen=True, tag="attitude-set/1"):
    key: str
    attitude: str


class ReactionToSay(PromptContext, frozen=True, tag="reaction"):
    actor: ActorId
    other: ActorId


class AttitudeToWord(PromptContext, frozen=True, tag="attitude"):
    """Who has won words an aspect for an extreme attitude of `other`."""

    winner: ActorId
    other: ActorId


AttitudeMap: TypeAlias = Mapping[str, str]
ATTITUDES: Key[AttitudeMap] = Key("attitudes", dict[str, str], {})


def _key(actor: ActorId, other: ActorId) -> str:
    return f"{other}:{actor}"


def attitude_of(state: State, other: ActorId, toward: ActorId) -> str:
    """How somebody feels about a character; nothing, before that was said."""
    return state.get(ATTITUDES).get(_key(toward, other), "")


def attitude_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    """How somebody feels about each character, and what that means (SF-CONVERSATION-04)."""
    for toward in state.get(CAST).values():
        found = attitude_of(state, actor.id, toward.id)
        if row := next((row for row in tables.attitudes if row.name == found), None):
            yield f"Toward {toward.name}", f"{row.name}: {row.means}"


def _no_meeting(state: State, actor: Actor, other: Actor) -> Refusal | None:
    are_there = is_active(state, actor.id) and is_active(state, other.id)
    if are_there and actor.has_player and not other.has_player:
        return None
    return Refusal("no-meeting", "A player's character meets one of the GM's people who is there.", "meet")


class Attitudes(Struct, frozen=True):
    kit: StrangeKit

    @property
    def _rows(self) -> tuple[AttitudeRow, ...]:
        return self.kit.tables.attitudes

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="attitudes",
            decides={Meet: self._meet, SetAttitude: self._set},
            evolves=folds(ATTITUDES, {AttitudeSet: put("key", "attitude")}),
            answers={ReactionToSay: self._said, AttitudeToWord: self._worded},
            offers=self._offers,
        )

    def code(self) -> Mapping[str, Code]:
        return {IMPRESS: Code(targets=self._known_to, done=self._impressed)}

    # -- the first reaction --------------------------------------------------------------------------------------

    def _cannot_meet(self, state: State, actor: Actor, other: Actor) -> Refusal | None:
        if refusal := _no_meeting(state, actor, other):
            return refusal
        if attitude_of(state, other.id, actor.id) or any(
            open_about(state, blocking_only=False, actor=actor.id, other=other.id)
        ):
            return Refusal("met-before", "That is known already, or just being asked.", "meet")
        return None

    def _meet(self, decision: Decision, command: Meet) -> None:
        actor, other = actor_of(decision, command.actor), actor_of(decision, command.other)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_meet(decision.state, actor, other))
        likely = (Option(row.name, f"{row.name}: {row.means}") for row in self._rows)
        ask(
            decision,
            ReactionToSay(actor.id, other.id),
            (GM,),
            f"How does {other.name} take to {actor.name}?",
            (*likely, Option(BY_DIE, "Roll a Fate die")),
            cites=decision.cites("meet"),
            blocking=False,
        )

    def _said(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked, found = prompt.read(ReactionToSay), answer.option
        if found == BY_DIE:
            shown = decision.throw(fate_dice(1), f"reaction of {asked.other} to {asked.actor}").total
            found = next(row.name for row in self._rows if row.first == shown)
        decision.emit(AttitudeSet(_key(asked.actor, asked.other), found))

    def _set(self, decision: Decision, command: SetAttitude) -> None:
        decision.require_gm()
        actor, other = actor_of(decision, command.actor), actor_of(decision, command.other)
        decision.require_allowed(_no_meeting(decision.state, actor, other))
        names = {row.name for row in self._rows}
        decision.require(command.attitude in names, "no-such-attitude", "There is no such attitude.")
        decision.emit(AttitudeSet(_key(actor.id, other.id), command.attitude))

    # -- improving it --------------------------------------------------------------------------------------------

    def _known_to(self, state: State, actor: Actor) -> tuple[Actor, ...]:
        """Those whose attitude toward somebody is known."""
        cast = state.get(CAST).values()
        return tuple(other for other in cast if attitude_of(state, other.id, actor.id) and is_active(state, other.id))

    def _impressed(self, decision: Decision, result: Result) -> None:
        """The winner moves the attitude; a tie leaves it (SF-ROLL-01)."""
        now = attitude_of(decision.state, result.target, result.actor)
        row = next((row for row in self._rows if row.name == now), None)
        if row is None or not (result.margin or result.succeeded):
            return
        style = self.kit.tables.figures.rolls.style
        moves = row.won if result.succeeded else row.lost
        moved = moves.get("style" if abs(result.margin) >= style else "success", "")
        if moved == ASPECT:
            self._ask_aspect(decision, result.actor if result.succeeded else result.target, result.target)
        elif moved:
            decision.emit(AttitudeSet(_key(result.actor, result.target), moved))

    def _ask_aspect(self, decision: Decision, winner: ActorId, other: ActorId) -> None:
        ask(
            decision,
            AttitudeToWord(winner, other),
            address_of(decision.state, winner),
            f"What is {decision.state.get(CAST)[other].name} now?",
            (Option("word", "Word the aspect", (TextHole("fill", "aspect", key="words", is_description=True),)),),
            cites=decision.cites("impress"),
            blocking=False,
        )

    def _worded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(AttitudeToWord)
        card = new_card(decision, answer.text("words") or "Won over", SITUATION, bearer=asked.other, lasts=STICKY)
        place(decision, card)
        if self.kit.dials.free_tags:
            add_free(decision, card.id, asked.winner, 1, card.id)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            others = tuple(
                Choice(other.id, other.name)
                for other in state.get(CAST).values()
                if self._cannot_meet(state, actor, other) is None
            )
            if others:
                yield Offer(
                    command=Meet(actor.id, ActorId(others[0].value)),
                    label="see how somebody takes to you",
                    actor=actor.id,
                    verb="speak",
                    target=Target("actor"),
                    holes=(ChoiceHole("other", "who", others),),
                    cites=self.kit.cites("meet"),
                    group="talk",
                )
        if seat.is_gm:
            yield from self._settings(state)

    def _settings(self, state: State) -> Iterator[Offer]:
        levels, cast = tuple(Choice(row.name) for row in self._rows), state.get(CAST).values()
        for other in cast:
            able = (actor for actor in cast if _no_meeting(state, actor, other) is None)
            if theirs := tuple(Choice(actor.id, actor.name) for actor in able):
                yield Offer(
                    command=SetAttitude(ActorId(theirs[0].value), other.id, ""),
                    **one_of_a_family("Set the attitude of …", other.name),
                    verb="change",
                    target=Target("actor", other.id),
                    holes=(ChoiceHole("actor", "toward", theirs), ChoiceHole("attitude", "attitude", levels)),
                    cites=self.kit.cites("meet"),
                    group="gm",
                )
