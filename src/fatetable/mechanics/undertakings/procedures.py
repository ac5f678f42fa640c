"""Playing procedures that are rows: one command and one offer for all, with code only where a row cannot say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, Offer, Price, Target, TextHole
from fatetable.engine.prompts import Answer, Prompt
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.modifiers.menus import chosen_modifiers, menu_hole, modifier_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.accounts import account_of, cannot_spend
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, times_left
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import feature_sets
from fatetable.mechanics.rolls.opposition import Advice, no_advice
from fatetable.mechanics.rolls.procedure import cancel_roll, oppose_roll, waive_roll
from fatetable.mechanics.rolls.state import OppositionSet, Roll, RollId, change_effort, roll_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.code import ROW_ALONE, Code, MayUndertake, Result
from fatetable.mechanics.undertakings.questions import (
    RESIST,
    STANDS,
    ProcedureToOppose,
    ShortfallToMeet,
    ask_opposition,
    ask_to_make_up,
    difficulty_said,
    rung_said,
    way_said,
)
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.mechanics.undertakings.state import UNDERTAKING_FOLDS, Undertaking, UndertakingBegun, undertaking_of
from fatetable.mechanics.undertakings.undertaking import finished, undertake


class Undertake(Command, frozen=True, kw_only=True, tag="undertake"):
    """Do what a row of a table says.

    `claims` are modifiers of its menu, `words` those of the aspect it makes, and `pick` is what was picked before.
    """

    actor: ActorId
    procedure: str
    trait: str = ""
    target: ActorId = NOBODY
    description: str = ""
    features: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    words: str = ""
    pick: str = ""


class MayAct(Protocol):
    """Why this actor may not declare that action now."""

    def __call__(self, state: State, actor: Actor, action: str, /) -> Refusal | None: ...


class Procedures(Struct, frozen=True, kw_only=True):
    """`code` is by the id of a row; `may_declare` says who may act."""

    rows: tuple[Procedure, ...]
    rules: CheckRules
    track: TimeTrack
    may_declare: MayAct
    cites: Cites
    code: Mapping[str, Code] = {}
    advice: Advice = no_advice
    has_menu: bool = True
    """Are they offered here?  Otherwise by a `ProcedureMenu`, which may stand behind the offers of other parts."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="procedures",
            decides={Undertake: self._undertake},
            evolves=UNDERTAKING_FOLDS,
            answers={ProcedureToOppose: self._opposed, ShortfallToMeet: self._made_up},
            offers=self.offers if self.has_menu else (),
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    @remembered(limit=64)
    def _coded(self) -> tuple[tuple[Procedure, MayUndertake | None], ...]:
        """The rows, each with what its code says about who may, if it says anything."""
        return tuple((row, self._code(row).may) for row in self.rows)

    def _row(self, row_id: str) -> Procedure | None:
        return next((row for row in self.rows if row.id == row_id), None)

    def _code(self, row: Procedure) -> Code:
        return self.code.get(row.id, ROW_ALONE)

    # -- who may, with what, to whom -----------------------------------------------------------------------------

    def _cannot(self, state: State, actor: Actor, row: Procedure) -> Refusal | None:
        may = self._code(row).may
        if refusal := may(state, actor) if may is not None else self.may_declare(state, actor, row.action):
            return refusal
        return self._cannot_now(state, actor, row)

    def _cannot_now(self, state: State, actor: Actor, row: Procedure) -> Refusal | None:
        """What stands in the way of a row besides the rules about acting at all."""
        if row.calm and state.get(ENCOUNTER) is not None:
            return Refusal("no-calm", "There is no time for that now: the fight or contest has to be over first.")
        if row.once and not row.target and (refusal := _done_already(state, actor, row)):
            return refusal
        return cannot_spend(state, account_of(actor), row.price) if row.price else None

    def _traits(self, state: State, actor: Actor, row: Procedure) -> tuple[Choice, ...]:
        """What it can be rolled with, claiming no feature."""
        found, fits = feature_sets(actor, self.rules, row.action)[0].traits, self._code(row).fits
        able = [each for each in found if each.value in row.skills] if row.skills else found
        return tuple(each for each in able if fits(state, actor, each.value))

    def _targets(self, state: State, actor: Actor, row: Procedure) -> tuple[Choice, ...]:
        if not row.target:
            return ()
        found = self._code(row).targets(state, actor)
        is_left = (each for each in found if not row.once or _done_already(state, actor, row, each.id) is None)
        return tuple(Choice(each.id, each.name) for each in is_left)

    def _picks(self, state: State, actor: Actor, row: Procedure, trait: str) -> tuple[Choice, ...]:
        """What there is to pick from that somebody can pay for."""
        if not row.picks:
            return ()
        code, account = self._code(row), account_of(actor)
        found = code.picks_for(state, actor, trait) if code.picks_for is not None else code.picks(state, actor)
        prices = {each.value: self._price(state, actor, row, each.value) for each in found}
        return tuple(each for each in found if cannot_spend(state, account, prices[each.value]) is None)

    def _price(self, state: State, actor: Actor, row: Procedure, pick: str) -> int:
        return row.price + self._code(row).price(state, actor, pick)

    def _noted(self, state: State, actor: Actor, row: Procedure, command: Undertake) -> Undertaking:
        """What is paid for it, and what was picked."""
        price = self._price(state, actor, row, command.pick)
        return Undertaking(
            purpose=row.id,
            maker=actor.id,
            target=command.target,
            price=price,
            account=account_of(actor) if price else "",
            work=command.pick,
        )

    # -- doing it ------------------------------------------------------------------------------------------------

    def _undertake(self, decision: Decision, command: Undertake) -> None:
        actor, row = actor_of(decision, command.actor), self._row(command.procedure)
        require_control(decision, actor)
        if row is None:
            raise decision.violation("no-such-procedure", "Nobody does anything of that name here.")
        decision.require_allowed(self._cannot(decision.state, actor, row))
        traits, targets = self._traits(decision.state, actor, row), self._targets(decision.state, actor, row)
        is_fit = command.trait in {choice.value for choice in traits}
        decision.require(
            is_fit, "unknown-trait", f"{actor.name} can do that with {_one_of(traits, 'no skill of theirs')}."
        )
        is_meant = command.target in {choice.value for choice in targets} if row.target else not command.target
        decision.require(is_meant, "bad-target", f"That can be done to {_one_of(targets, 'nobody here')}.")
        picks = {choice.value for choice in self._picks(decision.state, actor, row, command.trait)} or {""}
        decision.require(command.pick in picks, "bad-pick", "Nothing like that is there to pick for this.")
        if row.aspect:
            decision.require_described(command.words, "no-words", f"Word the {row.aspect}.")
        needless = (command.words if not row.aspect else "") or (command.description if row.words else "")
        decision.require(not needless, "nothing-to-say", "Nothing is to be written about that.")
        known = {each.name for each in row.modifiers}
        decision.require(set(command.claims) <= known, "no-such-modifier", "Nothing like that can be claimed for this.")
        name = name_of(decision.state, command.target) if command.target else ""
        roll = undertake(
            decision,
            self.rules,
            actor,
            command.trait,
            row.id,
            row.words.format(name=actor.name, target=name) or command.description,
            action=row.action,
            features=command.features,
            modifiers=(
                *self._code(row).modifiers(decision.state, actor),
                *(modifier_of(each, decision.cites(row.topic)) for each in row.always),
                *chosen_modifiers(row.modifiers, command.claims, decision.cites("claim")),
            ),
            difficulty=row.difficulty,
            defender=command.target if row.opposed_by else NOBODY,
            target=command.target,
            about=command.words.strip() if row.aspect else "",
            takes_action=row.takes_action,
            noted=self._noted(decision.state, actor, row, command) if row.price or row.picks else None,
        )
        if not self._code(row).is_rolled(decision.state, actor, command.trait):
            waive_roll(decision, roll)
        elif row.is_asked and self._code(row).is_asked(decision.state, actor, command.trait):
            advice = self.advice(decision.state, roll_of(decision, roll))
            ask_opposition(decision, row, roll, actor, self.rules.difficulty_range, self.track, advice)
        elif row.difficulty is None:
            self._set_against(decision, actor, row, roll, ActorId(command.pick) if row.picks else command.target)

    def _set_against(self, decision: Decision, actor: Actor, row: Procedure, roll: RollId, target: ActorId) -> None:
        """What no question has to be asked for, or whatever answers it."""
        against = self._code(row).against
        if row.alone:
            decision.emit(OppositionSet(roll, difficulty=0, scale=roll_of(decision, roll).efforts[0].scale))
        elif against is not None:
            difficulty, scale = against(decision.state, actor, target)
            decision.emit(OppositionSet(roll, difficulty=difficulty, scale=scale))
        else:
            oppose_roll(decision, roll)

    def _opposed(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ProcedureToOppose)
        roll, row = roll_of(decision, asked.roll), self._row(asked.procedure)
        if row is None or answer.option == "send-back":
            cancel_roll(decision, roll.id, answer.text("reason"))
            return
        if answer.option == "no-roll":
            waive_roll(decision, roll.id)
            return
        if more := chosen_modifiers(row.modifiers, answer.several("claims"), decision.cites("claim")):
            families = {(each.source, each.name) for each in more}
            kept = (each for each in roll.efforts[0].modifiers if (each.source, each.name) not in families)
            change_effort(decision, roll.id, 0, modifiers=(*kept, *more))
        if answer.option == RESIST:
            oppose_roll(decision, roll.id)
            return
        if answer.option == STANDS:
            pick = ActorId(undertaking_of(decision.state, roll).work)
            actor, target = decision.state.get(CAST)[roll.actor], roll.declaration.target
            self._set_against(decision, actor, row, roll.id, pick if row.picks else target)
            return
        rung = rung_said(row, answer)
        time = answer.text("time") or (rung.time if rung is not None else "")
        if time in self.track:
            noted = undertaking_of(decision.state, roll)
            decision.emit(UndertakingBegun(roll.id, msgspec.structs.replace(noted, details={"time": time})))
        difficulty = difficulty_said(row, answer)
        if easily := self._made_easy(decision, row, roll, difficulty):
            decision.emit(FactEstablished(Fact(row.label.capitalize(), easily)))
            waive_roll(decision, roll.id)
            return
        scale = roll.efforts[0].scale if row.own_scale else rung.scale if rung is not None else 0
        decision.emit(OppositionSet(roll.id, difficulty=difficulty, scale=scale))

    def _made_easy(self, decision: Decision, row: Procedure, roll: Roll, difficulty: int) -> str:
        trait = self.rules.trait(decision.state.get(CAST)[roll.actor], row.action, roll.declaration.trait)
        return row.made_easy(trait.rating - difficulty) if trait is not None else ""

    # -- what comes of it ----------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if found := finished(decision, moment, {row.id for row in self.rows}):
            roll, undertaking = found
            row = self._row(undertaking.purpose)
            assert row is not None
            self._end(decision, row, roll, undertaking)

    def _end(self, decision: Decision, row: Procedure, roll: Roll, undertaking: Undertaking) -> None:
        # Nothing was rolled where the game master let it succeed.
        margin = roll.margin if roll.margin is not None else 0
        time = row.time_taken(self.track, self._usual_time(decision.state, row, roll, undertaking), margin)
        if row.once and roll.margin is not None:
            spend_use(decision, roll.actor, row.use_of(roll.declaration.target))
        result = msgspec.structs.replace(
            Result(row, roll.actor, roll.declaration.target, margin, time, scale=roll.scale),
            trait=roll.declaration.trait,
            succeeded=roll.margin is None or roll.outcome in self.rules.bands.successes,
            total=self.rules.total(decision.state, roll, 0),
            own_scale=roll.efforts[0].scale,
            words=roll.declaration.words,
            pick=undertaking.work,
            was_rolled=roll.margin is not None,
        )
        ways, less = self._ways_out(decision.state, result)
        if ways or less:
            ask_to_make_up(decision, result, roll.declaration.description, ways, less, self.track)
        else:
            self._done(decision, result)

    def _usual_time(self, state: State, row: Procedure, roll: Roll, undertaking: Undertaking) -> str:
        time, actor = self._code(row).time, state.get(CAST).get(roll.actor)
        if time is not None and actor is not None:
            return time(state, actor, roll.declaration.trait, undertaking.work)
        return row.usual_time(self.track, roll.difficulty or 0, undertaking.text("time"))

    def _ways_out(self, state: State, result: Result) -> tuple[tuple[tuple[int, int], ...], tuple[Choice, ...]]:
        """How a failure can be made good, and what less it can be settled by."""
        row, actor = result.procedure, state.get(CAST).get(result.actor)
        if result.margin >= 0 or actor is None:
            return (), ()
        code = self._code(row)
        most = code.may_lower(state, actor, result.pick) if code.may_lower is not None else None
        return row.ways_to_make_up(-result.margin, most), code.settlements(state, result)

    def _made_up(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ShortfallToMeet)
        row = self._row(asked.procedure)
        if row is None:
            return
        result = Result(row, asked.actor, asked.target, 0, asked.time, trait=asked.trait, pick=asked.pick)
        if (way := way_said(row, asked.missing, answer)) is None:
            settled = "" if answer.option == "fail" else answer.option
            self._done(decision, msgspec.structs.replace(result, margin=-asked.missing, settled=settled))
            return
        steps, lowered = way
        time = self.track.lengthened(asked.time, steps)
        if lowered:
            decision.emit(FactEstablished(Fact(row.label.capitalize(), f"the {row.lowers} is lower by {lowered}")))
        self._done(decision, msgspec.structs.replace(result, time=time, lowered=lowered, succeeded=True))

    def _done(self, decision: Decision, result: Result) -> None:
        if result.time:
            decision.emit(TimeTaken(result.actor, result.procedure.called or result.procedure.label, result.time))
        if result.succeeded and (brought := result.procedure.yielded(result.margin)):
            decision.emit(FactEstablished(Fact(result.procedure.label.capitalize(), brought)))
        self._code(result.procedure).done(decision, result)

    # -- offering it ---------------------------------------------------------------------------------------------

    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            yield from state.part("procedures", self._offers_by, actor)

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        # Whether somebody may act is the same for all rows with the same action.
        coded = self._coded()
        actions = dict.fromkeys([row.action for row, may in coded if may is None])
        free = {action for action in actions if self.may_declare(state, actor, action) is None}
        for row, may in coded:
            if row.action not in free if may is None else may(state, actor) is not None:
                continue
            if self._cannot_now(state, actor, row) is None and (traits := self._traits(state, actor, row)):
                if self._code(row).picks_for is None or len(traits) == 1:
                    yield from self._offers_of(state, actor, row, traits)
                else:
                    for trait in traits:
                        yield from self._offers_of(state, actor, row, (trait,), f"{row.label} with …")

    def _offers_of(
        self, state: State, actor: Actor, row: Procedure, traits: tuple[Choice, ...], family: str = ""
    ) -> Iterator[Offer]:
        targets, picks = self._targets(state, actor, row), self._picks(state, actor, row, traits[0].value)
        if (row.target and not targets) or (row.picks and not picks):
            return
        holes: list[Hole] = []
        if targets:
            holes.append(ChoiceHole("target", row.target_label, targets))
        if picks:
            holes.append(ChoiceHole("pick", row.picks, picks))
        if len(traits) > 1:
            holes.append(ChoiceHole("trait", "with", traits))
        holes += menu_hole("claims", row.modifiers)
        if row.aspect:
            holes.append(TextHole("words", row.aspect, is_description=True))
        if not row.words:
            holes.append(TextHole("description", "how?", is_description=True))
        yield Offer(
            command=Undertake(actor=actor.id, procedure=row.id, trait=traits[0].value if len(traits) == 1 else ""),
            label=family.replace("…", traits[0].label) if family else row.label,
            family=family,
            member=traits[0].label if family else "",
            actor=actor.id,
            verb=row.verb,
            price=Price(row.price, account_of(actor)) if row.price else None,
            target=Target("actor") if targets else None,
            holes=tuple(holes),
            cites=self.cites(row.topic),
            group="act",
        )


class ProcedureMenu(Struct, frozen=True):
    """The offers of procedures as a part of their own."""

    procedures: Procedures

    def subsystem(self) -> Subsystem:
        return Subsystem(name="procedure menu", offers=self.procedures.offers)


def once_limits(rows: Iterable[Procedure]) -> LimitsOf:
    """What may be done once in a while, as the ledger of uses asks for it."""
    limited = tuple(row for row in rows if row.once)

    def of_rows(state: State, _: Actor) -> Mapping[str, Limit]:
        targets = ("", *state.get(CAST)) if limited else ()
        return {row.use_of(target): Limit(1, row.once) for row in limited for target in targets}

    return of_rows


def _done_already(state: State, actor: Actor, row: Procedure, target: str = "") -> Refusal | None:
    if times_left(state, actor.id, row.use_of(target), Limit(1, row.once)):
        return None
    return Refusal("used-up", f"{row.label.capitalize()}: once a {row.once} only.")


def _one_of(choices: tuple[Choice, ...], none: str) -> str:
    *others, last = [choice.label or choice.value for choice in choices] or [none]
    return f"{', '.join(others)} or {last}" if others else last
