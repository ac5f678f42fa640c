"""Experience of Skein: what a refresh between sessions grants, and how long it may be made use of.

A refresh lasts from the end of a session until the first scene of the next.  Knows nothing of what experience buys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, TextHole
from fatetable.engine.prompts import withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects import change_sheet
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, players_characters, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.effects import Feature
from fatetable.mechanics.harm import condition_of, set_condition
from fatetable.mechanics.moments import SceneStarts, SessionEnds
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.sheets import Problem, Sheet
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.figures import experience_spent
from fatetable.rulesets.skein.finishing import finish
from fatetable.rulesets.skein.hurting import stress_scores
from fatetable.rulesets.skein.rewarding import RefreshIsCalled
from fatetable.rulesets.skein.tables import tables

EARNED = "experience"
SPENT = "experience-spent"
REFRESHES = "refreshes"


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A change that waits for the Storyteller: a stunt to learn or to take for an `old` one, or new words of a slot."""

    how: Literal["learn", "trade-stunt", "trade-aspect"]
    old: str = ""
    stunt: Feature | None = None
    words: str = ""


class Development(Struct, frozen=True, omit_defaults=True):
    """`free` are the free changes left of this refresh, `fulfilled` oaths to be credited at the next."""

    is_open: bool = False
    free: Mapping[ActorId, int] = {}
    praised: tuple[ActorId, ...] = ()
    proposals: Mapping[ActorId, Proposal] = {}
    fulfilled: Mapping[ActorId, int] = {}


DEVELOPMENT: Key[Development] = Key("development", Development, Development())


class RefreshBegan(Event, frozen=True, tag="refresh-began/1"):
    free: Mapping[ActorId, int]


class RefreshEnded(Event, frozen=True, tag="refresh-ended/1"):
    pass


class FreeChangeUsed(Event, frozen=True, tag="free-change-used/1"):
    actor: ActorId


class DeedPraised(Event, frozen=True, tag="deed-praised/1"):
    actor: ActorId
    reason: str


class OathCredited(Event, frozen=True, tag="oath-credited/1"):
    """A fulfilled oath counts at the next refresh."""

    actor: ActorId


class ChangeProposed(Event, frozen=True, tag="change-proposed/1"):
    actor: ActorId
    proposal: Proposal


class ProposalClosed(Event, frozen=True, tag="proposal-closed/1"):
    actor: ActorId


def _began(_: Development, event: RefreshBegan) -> Development:
    return Development(is_open=True, free=event.free)


def _ended(development: Development, _: RefreshEnded) -> Development:
    return Development(fulfilled=development.fulfilled)


def _used(development: Development, event: FreeChangeUsed) -> Development:
    left = development.free.get(event.actor, 0) - 1
    return msgspec.structs.replace(development, free={**development.free, event.actor: left})


def _praised(development: Development, event: DeedPraised) -> Development:
    return msgspec.structs.replace(development, praised=(*development.praised, event.actor))


def _credited(development: Development, event: OathCredited) -> Development:
    number = development.fulfilled.get(event.actor, 0) + 1
    return msgspec.structs.replace(development, fulfilled={**development.fulfilled, event.actor: number})


def _proposed(development: Development, event: ChangeProposed) -> Development:
    return msgspec.structs.replace(development, proposals={**development.proposals, event.actor: event.proposal})


def _closed(development: Development, event: ProposalClosed) -> Development:
    rest = {actor: proposal for actor, proposal in development.proposals.items() if actor != event.actor}
    return msgspec.structs.replace(development, proposals=rest)


EXPERIENCE_EVOLVES = folds(
    DEVELOPMENT,
    {
        RefreshBegan: _began,
        RefreshEnded: _ended,
        FreeChangeUsed: _used,
        DeedPraised: _praised,
        OathCredited: _credited,
        ChangeProposed: _proposed,
        ProposalClosed: _closed,
    },
)


# -- what a sheet has earned -----------------------------------------------------------------------------------------


def spent(sheet: Sheet) -> int:
    """As noted; a sheet from elsewhere that notes nothing has spent what it cost."""
    return sheet.numbers.get(SPENT, experience_spent(sheet))


def unspent(sheet: Sheet) -> int:
    """Experience points are kept until they are spent (SK-ADV-13)."""
    return max(0, sheet.numbers.get(EARNED, 0) - spent(sheet))


def credit(decision: Decision, actor_id: ActorId, points: int, reason: str, *, refreshes: int = 0) -> None:
    actor = decision.state.get(CAST)[actor_id]
    numbers = {
        **actor.sheet.numbers,
        SPENT: spent(actor.sheet),
        EARNED: max(actor.sheet.numbers.get(EARNED, 0), spent(actor.sheet)) + points,
        REFRESHES: actor.sheet.numbers.get(REFRESHES, 0) + refreshes,
    }
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), reason)


# -- changing a sheet ------------------------------------------------------------------------------------------------


class Ledger(Struct, frozen=True, kw_only=True):
    """How everything that changes a character at a refresh is checked, paid for and written down."""

    problems: Callable[[Sheet], tuple[Problem, ...]]

    def hero(self, decision: Decision, actor_id: ActorId) -> Actor:
        """A character of one's own, while a refresh is under way and no roll is."""
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require(
            actor.is_pc and decision.state.get(DEVELOPMENT).is_open,
            "no-refresh",
            "Characters develop at a refresh, between two sessions.",
            "experience",
        )
        decision.require(not a_roll_is_open(decision.state), "roll-open", "A roll is still on the table.")
        return actor

    def is_open_for(self, state: State, actor: Actor) -> bool:
        return actor.is_pc and state.get(DEVELOPMENT).is_open and not a_roll_is_open(state)

    def require_sound(self, actor: Actor, sheet: Sheet, where: str = "") -> None:
        """No error that was not there before; with `where`, only what is wrong in that place counts."""
        before = {(problem.code, problem.where) for problem in self.problems(actor.sheet)}
        for problem in self.problems(sheet):
            is_new = problem.severity == "error" and (problem.code, problem.where) not in before
            if is_new and (not where or problem.where == where):
                raise RuleViolation("unfinished-sheet", problem.message, problem.cites)

    def buy(self, decision: Decision, actor: Actor, price: int, sheet: Sheet, reason: str) -> None:
        left = unspent(actor.sheet)
        decision.require(
            left >= price,
            "not-enough-experience",
            f"That takes {price} experience points, and {actor.name} has {left}.",
            "experience",
        )
        numbers = {**sheet.numbers, SPENT: spent(actor.sheet) + price}
        self.write(decision, actor, msgspec.structs.replace(sheet, numbers=numbers), reason)

    def use_free_change(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        self.require_free_change(decision, actor)
        decision.emit(FreeChangeUsed(actor.id))
        self.write(decision, actor, sheet, reason)

    def require_free_change(self, decision: Decision, actor: Actor) -> None:
        decision.require(
            has_free_change(decision.state, actor),
            "no-free-change",
            f"{actor.name} has made the free change of this refresh.",
            "free-change",
        )

    def write(self, decision: Decision, actor: Actor, sheet: Sheet, reason: str) -> None:
        """The sheet anew; whoever becomes tougher by it is so at once."""
        before, done = stress_scores(actor.sheet), finish(sheet)
        change_sheet(decision, actor, done, reason)
        gained = {score: most - before.get(score, most) for score, most in stress_scores(done).items()}
        scores = condition_of(decision.state, actor.id).scores
        if scores and any(gained.values()):
            now = {score: max(0, number + gained.get(score, 0)) for score, number in scores.items()}
            set_condition(decision, actor.id, reason, scores=now)


def has_free_change(state: State, actor: Actor) -> bool:
    return state.get(DEVELOPMENT).free.get(actor.id, 0) > 0


# -- when it comes ---------------------------------------------------------------------------------------------------


class AwardExperience(Command, frozen=True, kw_only=True, tag="award-experience"):
    """One more point for exceptional deeds that mattered to the plot, at a refresh."""

    actor: ActorId
    reason: str


class Experience(Struct, frozen=True, kw_only=True):
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="experience",
            decides={AwardExperience: self._award},
            evolves=EXPERIENCE_EVOLVES,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SessionEnds, RefreshIsCalled, SceneStarts),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SessionEnds():
                self._begin(decision)
            case RefreshIsCalled():
                if self.dials.mid_session_experience:
                    self._begin(decision)
            case SceneStarts():
                self._end(decision)
            case _:
                pass

    def _begin(self, decision: Decision) -> None:
        """A point for taking part, and one for each oath fulfilled (SK-ADV-02, SK-ADV-03)."""
        self._drop_proposals(decision)
        heroes = tuple(players_characters(decision.state))
        fulfilled = decision.state.get(DEVELOPMENT).fulfilled
        decision.emit(RefreshBegan({actor.id: self.dials.free_changes for actor in heroes}))
        prices = tables().experience
        for actor in heroes:
            points = prices.per_refresh + fulfilled.get(actor.id, 0) * prices.oath_fulfilled
            credit(decision, actor.id, points, "refresh", refreshes=1)

    def _end(self, decision: Decision) -> None:
        if decision.state.get(DEVELOPMENT).is_open:
            self._drop_proposals(decision)
            decision.emit(RefreshEnded())

    def _drop_proposals(self, decision: Decision) -> None:
        for actor in tuple(decision.state.get(DEVELOPMENT).proposals):
            withdraw(decision, proposal_of=actor)
            decision.emit(ProposalClosed(actor))

    def credit_oath(self, decision: Decision, actor: ActorId) -> None:
        """At the refresh that is under way, or else at the next (SK-OATH-07)."""
        if decision.state.get(DEVELOPMENT).is_open:
            credit(decision, actor, tables().experience.oath_fulfilled, "oath fulfilled")
        else:
            decision.emit(OathCredited(actor))

    def _may_award(self, state: State, actor: Actor) -> bool:
        development = state.get(DEVELOPMENT)
        return actor.is_pc and development.is_open and actor.id not in development.praised

    def _award(self, decision: Decision, command: AwardExperience) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(
            self._may_award(decision.state, actor),
            "no-award",
            "Exceptional deeds earn one more point at a refresh.",
            "award",
        )
        decision.require(bool(command.reason.strip()), "no-reason", "Say what it is for.")
        decision.emit(DeedPraised(actor.id, command.reason.strip()))
        credit(decision, actor.id, tables().experience.exceptional_deeds, command.reason.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state) if seat.is_gm else ():
            if self._may_award(state, actor):
                yield Offer(
                    command=AwardExperience(actor=actor.id, reason=""),
                    label=f"Award {actor.name} one more experience point for exceptional deeds",
                    holes=(TextHole("reason", "which deeds"),),
                    cites=self.cites("award"),
                    group="gm",
                )
