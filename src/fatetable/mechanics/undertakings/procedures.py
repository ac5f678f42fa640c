"""Playing procedures that are rows: one command and one offer for all, with code only where a row cannot say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Hole, NumberHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
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
    address_of,
    controlled,
    name_of,
    require_control,
)
from fatetable.mechanics.characters.effects import Limit
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.modifiers.menus import chosen_modifiers, menu_hole, modifier_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.limited_uses import LimitsOf, spend_use, times_left
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import feature_sets
from fatetable.mechanics.rolls.procedure import cancel_roll, oppose_roll, waive_roll
from fatetable.mechanics.rolls.state import Modifier, OppositionSet, Roll, RollId, change_effort, roll_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.mechanics.time.track import TimeTrack
from fatetable.mechanics.undertakings.rows import Procedure
from fatetable.mechanics.undertakings.state import UNDERTAKING_FOLDS, Undertaking, UndertakingBegun
from fatetable.mechanics.undertakings.undertaking import finished, undertake

MOST_MORE = 10
"""How far above its least a difficulty without an upper end can be set."""


NO_MATTER = "none"


class Undertake(Command, frozen=True, kw_only=True, tag="undertake"):
    """Do what a row of a table says; `claims` are modifiers of its menu, `words` those of the aspect it makes."""

    actor: ActorId
    procedure: str
    trait: str = ""
    target: ActorId = NOBODY
    description: str = ""
    features: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    words: str = ""


class ProcedureToOppose(PromptContext, frozen=True, tag="procedure-opposition"):
    """What the roll of a procedure is against."""

    roll: RollId
    procedure: str


class ShortfallToMeet(PromptContext, frozen=True, tag="shortfall"):
    """Whether, and how, a failure is made good afterwards; `time` is how long it took."""

    actor: ActorId
    procedure: str
    missing: int
    time: str
    target: ActorId = NOBODY
    trait: str = ""


class Result(Struct, frozen=True):
    """How a procedure went; `lowered` is what a success in the end has cost."""

    procedure: Procedure
    actor: ActorId
    target: ActorId
    margin: int
    time: str = ""
    lowered: int = 0
    trait: str = ""
    succeeded: bool = False


class MayUndertake(Protocol):
    """Why somebody may not do it now."""

    def __call__(self, state: State, actor: Actor, /) -> Refusal | None: ...


class Targets(Protocol):
    """To whom it may be done."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Actor, ...]: ...


class MoreModifiers(Protocol):
    """What counts by itself."""

    def __call__(self, state: State, actor: Actor, /) -> tuple[Modifier, ...]: ...


class StandsAgainst(Protocol):
    """The difficulty that somebody or something has been given before, and its scale."""

    def __call__(self, state: State, actor: Actor, target: ActorId, /) -> tuple[int, int]: ...


class Done(Protocol):
    """What comes of it, whether it went well or badly."""

    def __call__(self, decision: Decision, result: Result, /) -> None: ...


def anybody_else(state: State, actor: Actor) -> tuple[Actor, ...]:
    return tuple(each for each in state.get(CAST).values() if each.id != actor.id and is_active(state, each.id))


def no_more(_state: State, _actor: Actor) -> tuple[Modifier, ...]:
    return ()


def nothing(_decision: Decision, _result: Result) -> None:
    return None


class Code(Struct, frozen=True, kw_only=True):
    """What a row cannot say; without `may`, it is an action like any other."""

    may: MayUndertake | None = None
    targets: Targets = anybody_else
    modifiers: MoreModifiers = no_more
    against: StandsAgainst | None = None
    done: Done = nothing


ROW_ALONE = Code()


@runtime_checkable
class HasCode(Protocol):
    """A part that says for some rows what they cannot say themselves."""

    def code(self) -> Mapping[str, Code]: ...


def code_of(parts: Iterable[object]) -> dict[str, Code]:
    """All code that these parts have for rows."""
    return {row: code for part in parts if isinstance(part, HasCode) for row, code in part.code().items()}


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

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="procedures",
            decides={Undertake: self._undertake},
            evolves=UNDERTAKING_FOLDS,
            answers={ProcedureToOppose: self._opposed, ShortfallToMeet: self._made_up},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _row(self, row_id: str) -> Procedure | None:
        return next((row for row in self.rows if row.id == row_id), None)

    def _code(self, row: Procedure) -> Code:
        return self.code.get(row.id, ROW_ALONE)

    # -- who may, with what, to whom -----------------------------------------------------------------------------

    def _cannot(self, state: State, actor: Actor, row: Procedure) -> Refusal | None:
        may = self._code(row).may
        if refusal := may(state, actor) if may is not None else self.may_declare(state, actor, row.action):
            return refusal
        if row.calm and state.get(ENCOUNTER) is not None:
            return Refusal("no-calm", "There is no time for that now: the fight or contest has to be over first.")
        return _done_already(state, actor, row) if row.once and not row.target else None

    def _traits(self, actor: Actor, row: Procedure) -> tuple[Choice, ...]:
        """What it can be rolled with, claiming no feature."""
        found = feature_sets(actor, self.rules, row.action)[0].traits
        return tuple(each for each in found if not row.skills or each.value in row.skills)

    def _targets(self, state: State, actor: Actor, row: Procedure) -> tuple[Choice, ...]:
        if not row.target:
            return ()
        found = self._code(row).targets(state, actor)
        is_left = (each for each in found if not row.once or _done_already(state, actor, row, each.id) is None)
        return tuple(Choice(each.id, each.name) for each in is_left)

    # -- doing it ------------------------------------------------------------------------------------------------

    def _undertake(self, decision: Decision, command: Undertake) -> None:
        actor, row = actor_of(decision, command.actor), self._row(command.procedure)
        require_control(decision, actor)
        if row is None:
            raise decision.violation("no-such-procedure", "Nobody does anything of that name here.")
        decision.require_allowed(self._cannot(decision.state, actor, row))
        traits, targets = self._traits(actor, row), self._targets(decision.state, actor, row)
        is_fit = command.trait in {choice.value for choice in traits}
        decision.require(
            is_fit, "unknown-trait", f"{actor.name} can do that with {_one_of(traits, 'no skill of theirs')}."
        )
        is_meant = command.target in {choice.value for choice in targets} if row.target else not command.target
        decision.require(is_meant, "bad-target", f"That can be done to {_one_of(targets, 'nobody here')}.")
        if row.aspect:
            decision.require_described(command.words, "no-words", f"Word the {row.aspect}.")
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
        )
        if row.is_asked:
            self._ask(decision, actor, row, roll)
        elif row.difficulty is None:
            self._set_against(decision, actor, row, roll, command.target)

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

    def _ask(self, decision: Decision, actor: Actor, row: Procedure, roll: RollId) -> None:
        """Ask the game master what it is against, and what else counts."""
        further = (NumberHole("fill", row.further, 0, MOST_MORE, key="further"),) if row.further else ()
        menu = (*further, *menu_hole("fill", row.modifiers, "claims"), *self._time_holes(row))
        options = [
            Option(_rung_id(number), rung.label, (*_figure_holes(rung.or_more, rung.difficulty), *menu))
            for number, rung in enumerate(row.rungs)
        ]
        if row.highest_of:
            bounds = self.rules.difficulty_range
            figures = tuple(
                NumberHole("fill", each, bounds.lowest, bounds.highest, key=each) for each in row.highest_of
            )
            options.append(Option("figures", f"Set the {' and the '.join(row.highest_of)}", (*figures, *menu)))
        reason = TextHole("fill", "reason", key="reason", is_description=True)
        options += [
            Option("no-roll", "Auto-success", cites=decision.cites("no-roll")),
            Option("send-back", "Ask for another description", (reason,), cites=decision.cites("approach-veto")),
        ]
        ask(
            decision,
            ProcedureToOppose(roll, row.id),
            (GM,),
            row.asks or f"Set the opposition for {actor.name}.",
            tuple(options),
            detail=roll_of(decision, roll).declaration.description,
            cites=decision.cites(row.topic),
        )

    def _time_holes(self, row: Procedure) -> tuple[Hole, ...]:
        """What sort of work it is; or how long it takes, where shifts save time and nothing says of what."""
        if row.spans:
            spans = tuple(Choice(span.time, span.label) for span in row.spans)
            return (ChoiceHole("fill", "work", spans, key="time", suggested=spans[0].value),)
        if not row.saves or row.time or any(rung.time for rung in row.rungs):
            return ()
        steps = (Choice(NO_MATTER, "no matter"), *(Choice(step) for step in self.track.track))
        return (ChoiceHole("fill", "usual time", steps, key="time", suggested=NO_MATTER),)

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
        rung = {_rung_id(number): each for number, each in enumerate(row.rungs)}.get(answer.option)
        time = answer.text("time") or (rung.time if rung is not None else "")
        if time in self.track:
            declared = roll.declaration
            noted = Undertaking(purpose=row.id, maker=roll.actor, target=declared.target, details={"time": time})
            decision.emit(UndertakingBegun(roll.id, noted))
        if rung is None:
            difficulty = max(answer.number(each) for each in row.highest_of)
        else:
            difficulty = answer.number("difficulty") if rung.or_more else rung.difficulty
        difficulty += answer.number("further") if row.further else 0
        if easily := self._made_easy(decision, row, roll, difficulty):
            decision.emit(FactEstablished(Fact(row.label.capitalize(), easily)))
            waive_roll(decision, roll.id)
            return
        decision.emit(OppositionSet(roll.id, difficulty=difficulty, scale=rung.scale if rung is not None else 0))

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
        usual = row.usual_time(self.track, roll.difficulty or 0, undertaking.text("time"))
        time = row.time_taken(self.track, usual, margin)
        if row.once and roll.margin is not None:
            spend_use(decision, roll.actor, row.use_of(roll.declaration.target))
        ways = row.ways_to_make_up(-margin) if margin < 0 else ()
        if ways:
            self._ask_to_make_up(decision, row, roll, time, ways)
        else:
            succeeded = roll.margin is None or roll.outcome in self.rules.bands.successes
            target, trait = roll.declaration.target, roll.declaration.trait
            self._done(decision, Result(row, roll.actor, target, margin, time, trait=trait, succeeded=succeeded))

    def _ask_to_make_up(
        self, decision: Decision, row: Procedure, roll: Roll, time: str, ways: tuple[tuple[int, int], ...]
    ) -> None:
        missing = -(roll.margin or 0)
        options = [
            Option(_way_id(steps), self._way(row, time, steps, lowered), cites=decision.cites(row.topic))
            for steps, lowered in ways
        ]
        ask(
            decision,
            ShortfallToMeet(roll.actor, row.id, missing, time, roll.declaration.target, roll.declaration.trait),
            address_of(decision.state, roll.actor),
            f"It fails by {missing}. Make up for it?",
            (*options, Option("fail", "Leave it at that")),
            detail=roll.declaration.description,
            cites=decision.cites(row.topic),
            blocking=False,
        )

    def _way(self, row: Procedure, time: str, steps: int, lowered: int) -> str:
        longer = f"take longer ({self.track.lengthened(time, steps)})" if steps else ""
        lower = f"lower the {row.lowers} by {lowered}" if lowered else ""
        said = " and ".join(filter(None, (longer, lower)))
        return said[:1].upper() + said[1:]

    def _made_up(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ShortfallToMeet)
        row = self._row(asked.procedure)
        if row is None:
            return
        if answer.option == "fail":
            failed = Result(row, asked.actor, asked.target, -asked.missing, asked.time, trait=asked.trait)
            self._done(decision, failed)
            return
        ways = {_way_id(steps): (steps, lowered) for steps, lowered in row.ways_to_make_up(asked.missing)}
        steps, lowered = ways[answer.option]
        time = self.track.lengthened(asked.time, steps)
        if lowered:
            decision.emit(FactEstablished(Fact(row.label.capitalize(), f"the {row.lowers} is lower by {lowered}")))
        made_up = Result(row, asked.actor, asked.target, 0, time, lowered, asked.trait, succeeded=True)
        self._done(decision, made_up)

    def _done(self, decision: Decision, result: Result) -> None:
        if result.time:
            decision.emit(TimeTaken(result.actor, result.procedure.called or result.procedure.label, result.time))
        if result.succeeded and (brought := result.procedure.yielded(result.margin)):
            decision.emit(FactEstablished(Fact(result.procedure.label.capitalize(), brought)))
        self._code(result.procedure).done(decision, result)

    # -- offering it ---------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            yield from state.part("procedures", self._offers_by, actor)

    def _offers_by(self, state: State, actor: Actor) -> Iterator[Offer]:
        for row in self.rows:
            traits = self._traits(actor, row)
            if traits and self._cannot(state, actor, row) is None:
                yield from self._offers_of(state, actor, row, traits)

    def _offers_of(self, state: State, actor: Actor, row: Procedure, traits: tuple[Choice, ...]) -> Iterator[Offer]:
        targets = self._targets(state, actor, row)
        if row.target and not targets:
            return
        holes: list[Hole] = []
        if targets:
            holes.append(ChoiceHole("target", row.target_label, targets))
        if len(traits) > 1:
            holes.append(ChoiceHole("trait", "with", traits))
        holes += menu_hole("claims", row.modifiers)
        if row.aspect:
            holes.append(TextHole("words", row.aspect, is_description=True))
        if not row.words:
            holes.append(TextHole("description", "how?", is_description=True))
        yield Offer(
            command=Undertake(actor=actor.id, procedure=row.id, trait=traits[0].value if len(traits) == 1 else ""),
            label=row.label,
            actor=actor.id,
            verb=row.verb,
            target=Target("actor") if targets else None,
            holes=tuple(holes),
            cites=self.cites(row.topic),
            group="act",
        )


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


def _rung_id(number: int) -> str:
    return f"rung-{number}"


def _way_id(steps: int) -> str:
    return f"way-{steps}"


def _figure_holes(or_more: bool, least: int) -> tuple[Hole, ...]:
    return (NumberHole("fill", "difficulty", least, least + MOST_MORE, key="difficulty"),) if or_more else ()
