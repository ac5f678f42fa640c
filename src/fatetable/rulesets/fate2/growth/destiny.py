"""A Destiny in play: its point each session, the scene that fulfils it, and the aspects it becomes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw, withdraw_kind
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    actor_of,
    controls,
    players_characters,
    require_control,
)
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.moments import SceneEnds, SceneStarts, SessionEnds
from fatetable.mechanics.points.accounts import BANK, for_the_scene, move, purse
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.growth.career import with_arc, with_gained
from fatetable.rulesets.fate2.growth.destiny_state import (
    DESTINY_EVOLVES,
    SLOT,
    ArcOfDestinyEnded,
    DestinyAnnounced,
    DestinyAspectTaken,
    DestinyTurned,
    an_arc_just_ended,
    fulfilment_of,
    levels_left,
)
from fatetable.rulesets.fate2.growth.ledger import Ledger, phrase
from fatetable.rulesets.fate2.growth.state import a_rank_was_just_gained, occasion
from fatetable.rulesets.fate2.sheet import FULFILLED, GIVEN_UP, own_slots


class AnnounceDestiny(Command, frozen=True, tag="announce-destiny"):
    """A player says that this is the scene in which a Destiny is fulfilled."""

    actor: ActorId


class ConvertDestiny(Command, frozen=True, tag="convert-destiny"):
    """At the end of an arc so many levels have been fulfilled by it, if the GM agrees."""

    actor: ActorId
    levels: int


class GiveUpDestiny(Command, frozen=True, tag="give-up-destiny"):
    """Somebody turns away from all that is left of a Destiny."""

    actor: ActorId


class TakeDestinyAspect(Command, frozen=True, kw_only=True, tag="take-destiny-aspect"):
    """The aspect that a level of Destiny becomes: one they have, by its `slot`, or a new one."""

    actor: ActorId
    slot: str = ""
    words: str = ""


Destined: TypeAlias = AnnounceDestiny | ConvertDestiny | GiveUpDestiny | TakeDestinyAspect


class DestinyToFulfil(PromptContext, frozen=True, tag="destiny-scene"):
    destined: ActorId


class DestinyToConvert(PromptContext, frozen=True, tag="destiny-arc"):
    destined: ActorId
    levels: int


class Destinies(Struct, frozen=True, kw_only=True):
    ledger: Ledger
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="destinies",
            decides={
                AnnounceDestiny: self._announce,
                ConvertDestiny: self._convert,
                GiveUpDestiny: self._give_up,
                TakeDestinyAspect: self._take,
            },
            evolves=DESTINY_EVOLVES,
            answers={DestinyToFulfil: self._fulfil, DestinyToConvert: self._converted},
            gates={DestinyToFulfil: self._cannot_fulfil, DestinyToConvert: self._cannot_be_converted},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneStarts, SceneEnds, SessionEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SceneStarts():
                withdraw_kind(decision, DestinyToConvert)
            case SceneEnds():
                withdraw_kind(decision, DestinyToFulfil)
            case _:
                self._session_ends(decision)

    # -- each session (F2-OPT-09) --------------------------------------------------------------------------------

    def _session_ends(self, decision: Decision) -> None:
        figures = self.ledger.tables.figures.destiny
        for hero in tuple(players_characters(decision.state)):
            if announced := fulfilment_of(decision.state, hero.id).announced:
                decision.emit(DestinyTurned(hero.id, len(announced), 0))
            if levels_left(decision.state, hero) > 0:
                reason = "the Destiny is still to come"
                move(decision, BANK, purse(hero.id), figures.session_points, reason, "destiny")

    # -- in a scene (F2-OPT-11) ----------------------------------------------------------------------------------

    def _cannot_announce(self, state: State, actor: Actor) -> Refusal | None:
        scene = state.get(SCENE)
        if not actor.is_pc or levels_left(state, actor) <= 0:
            return Refusal("no-destiny", f"{actor.name} has no Destiny that is still to come.")
        if not scene.is_open or actor.id not in scene.present:
            return Refusal("no-scene", "A Destiny is fulfilled in a scene, by somebody who is there.", "destiny-scene")
        if scene.number in fulfilment_of(state, actor.id).announced:
            return Refusal("announced", "A Grand Destiny takes another scene for each level.", "destiny-scene")
        return None

    def _announce(self, decision: Decision, command: AnnounceDestiny) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_announce(decision.state, actor))
        withdraw(decision, destined=actor.id)
        points = self.ledger.tables.figures.destiny.scene_points
        ask(
            decision,
            DestinyToFulfil(actor.id),
            (GM,),
            f"Does {actor.name} fulfil a Destiny here?",
            (Option("yes", "Agree"), Option("no", "Not yet")),
            detail=f"{actor.name} gets {points} fate points for this scene alone.",
            cites=decision.cites("destiny-scene"),
            blocking=False,
        )

    def _cannot_fulfil(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        actor = state.get(CAST).get(prompt.read(DestinyToFulfil).destined)
        return None if option == "no" or actor is None else self._cannot_announce(state, actor)

    def _fulfil(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor = prompt.read(DestinyToFulfil).destined
        if answer.option == "yes":
            decision.emit(DestinyAnnounced(actor, decision.state.get(SCENE).number))
            points = self.ledger.tables.figures.destiny.scene_points
            move(decision, BANK, for_the_scene(actor), points, "the Destiny is at hand", "destiny-scene")

    # -- at the end of an arc, and whenever ranks are gained (F2-OPT-12, F2-OPT-13) -----------------------------

    def arc_is_over(self, decision: Decision, actor: ActorId) -> None:
        if levels_left(decision.state, decision.state.get(CAST)[actor]) > 0:
            decision.emit(ArcOfDestinyEnded(actor, *occasion(decision.state)))

    def _cannot_convert(self, state: State, actor: Actor, levels: int = 1) -> Refusal | None:
        if state.get(SCENE).is_open or not an_arc_just_ended(state, actor.id):
            return Refusal("no-arc", "A Destiny is turned into aspects when an arc has just ended.", "destiny-arc")
        if not 0 < levels <= levels_left(state, actor):
            return Refusal("no-destiny", f"{actor.name} has not so many levels of Destiny.", "destiny-arc")
        return None

    def _convert(self, decision: Decision, command: ConvertDestiny) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_convert(decision.state, actor, command.levels))
        withdraw(decision, destined=actor.id)
        ask(
            decision,
            DestinyToConvert(actor.id, command.levels),
            (GM,),
            f"Has {actor.name} fulfilled a Destiny in this arc?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=f"Levels: {command.levels}.",
            cites=decision.cites("destiny-arc"),
            blocking=False,
        )

    def _cannot_be_converted(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        asked = prompt.read(DestinyToConvert)
        actor = state.get(CAST).get(asked.destined)
        return None if option == "no" or actor is None else self._cannot_convert(state, actor, asked.levels)

    def _converted(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(DestinyToConvert)
        if answer.option == "yes":
            decision.emit(DestinyTurned(asked.destined, asked.levels, 0))

    def _cannot_give_up(self, state: State, actor: Actor) -> Refusal | None:
        if levels_left(state, actor) <= 0:
            return Refusal("no-destiny", f"{actor.name} has no Destiny to turn away from.")
        if not a_rank_was_just_gained(state):
            return Refusal("no-advancement", "One turns away when ranks are gained, before play goes on.")
        return None

    def _give_up(self, decision: Decision, command: GiveUpDestiny) -> None:
        actor = self.ledger.own(decision, command.actor)
        decision.require_allowed(self._cannot_give_up(decision.state, actor))
        withdraw(decision, destined=actor.id)
        decision.emit(DestinyTurned(actor.id, 0, levels_left(decision.state, actor)))

    # -- what it becomes -----------------------------------------------------------------------------------------

    def _cannot_take(self, state: State, actor: Actor) -> Refusal | None:
        found, now = fulfilment_of(state, actor.id), self.ledger.career(actor)
        if not (found.fulfilled or found.given_up):
            return Refusal("no-aspect", "No level of a Destiny has to become another aspect.")
        if now.phase_left:
            return Refusal("ranks-left", "Spend the ranks of the last one first.")
        if now.missing:
            return Refusal("unbalanced", "Balance the pyramid first.")
        return self.ledger.cannot_change(state, actor)

    def _take(self, decision: Decision, command: TakeDestinyAspect) -> None:
        actor = self.ledger.own(decision, command.actor)
        state, tables, dials = decision.state, self.ledger.tables, self.ledger.dials
        decision.require_allowed(self._cannot_take(state, actor))
        known = {choice.value: choice.label for choice in _held(actor)}
        decision.require(not command.slot or command.slot in known, "unknown-aspect", "Choose an aspect there is.")
        decision.require(not (command.slot and command.words), "two-aspects", "Choose an aspect or name a new one.")
        words = known.get(command.slot, "") or phrase(decision, command.words)
        was_fulfilled = fulfilment_of(state, actor.id).fulfilled > 0
        figures = tables.figures.destiny
        ranks, kind = (figures.ranks, FULFILLED) if was_fulfilled else (figures.given_up, GIVEN_UP)
        sheet = with_arc(with_gained(tables, dials, actor.sheet, ranks), words, kind)
        decision.emit(DestinyAspectTaken(actor.id, was_fulfilled))
        self.ledger.write(decision, actor, sheet, "an aspect instead of Destiny")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state):
            if controls(seat, actor):
                if self._cannot_announce(state, actor) is None:
                    label = "fulfil the Destiny in this scene"
                    yield self._offer(AnnounceDestiny(actor.id), label, "destiny-scene")
                if self.ledger.cannot_change(state, actor) is None:
                    yield from self._offers_between_scenes(state, actor)

    def _offers_between_scenes(self, state: State, actor: Actor) -> Iterator[Offer]:
        if self._cannot_convert(state, actor) is None:
            most = NumberHole("levels", "levels", 1, levels_left(state, actor))
            yield self._offer(ConvertDestiny(actor.id, 1), "turn levels of Destiny into aspects", "destiny-arc", most)
        if self._cannot_give_up(state, actor) is None:
            yield self._offer(GiveUpDestiny(actor.id), "turn away from the Destiny", "destiny-given-up")
        if self._cannot_take(state, actor) is None:
            command, label = TakeDestinyAspect(actor=actor.id), "instead of a level of Destiny"
            if held := _held(actor):
                yield self._offer(command, f"raise an aspect {label}", "destiny-arc", ChoiceHole("slot", "which", held))
            new = TextHole("words", "aspect", limit=PHRASE_LIMIT)
            yield self._offer(command, f"take a new aspect {label}", "destiny-arc", new)

    def _offer(self, command: Destined, label: str, topic: str, *holes: Hole) -> Offer:
        return Offer(
            command=command,
            label=label,
            actor=command.actor,
            verb="grow",
            holes=holes,
            cites=self.cites(topic),
            group="sheet",
        )


def _held(actor: Actor) -> tuple[Choice, ...]:
    return tuple(Choice(slot, actor.sheet.aspects[slot]) for slot in own_slots(actor.sheet) if slot != SLOT)
