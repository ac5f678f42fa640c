"""Experience: what a refresh between sessions grants.

A refresh lasts from the end of a session until the first scene of the next.  What experience buys is in
`growth/advances.py` and `growth/stunts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Offer, Target, TextHole, one_of_a_family
from fatetable.engine.prompts import withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import change_sheet
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, players_characters
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.moments import SceneStarts, SessionEnds
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.points import RefreshIsCalled
from fatetable.rulesets.skein.sheet import experience_spent

EARNED = "experience"
SPENT = "experience-spent"
REFRESHES = "refreshes"


class Proposal(Struct, frozen=True, omit_defaults=True):
    """A change the Storyteller has to agree to: a stunt to learn or to exchange for the `old` one, or new words for the
    Aspect in the slot `old`."""

    how: Literal["learn", "trade-stunt", "trade-aspect"]
    old: str = ""
    stunt: Feature | None = None
    words: str = ""


class Development(Struct, frozen=True, omit_defaults=True):
    """`free` counts the free changes left of this refresh, `fulfilled` the oaths to credit at the next."""

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


def spent(tables: Tables, sheet: Sheet) -> int:
    """As the sheet notes it; an imported sheet without a note has spent what its parts cost."""
    return sheet.numbers.get(SPENT, experience_spent(tables, sheet))


def unspent(tables: Tables, sheet: Sheet) -> int:
    """Experience points are kept until they are spent (SK-ADV-13)."""
    return max(0, sheet.numbers.get(EARNED, 0) - spent(tables, sheet))


def credit(
    tables: Tables, decision: Decision, actor_id: ActorId, points: int, reason: str, *, refreshes: int = 0
) -> None:
    actor = decision.state.get(CAST)[actor_id]
    numbers = {
        **actor.sheet.numbers,
        SPENT: spent(tables, actor.sheet),
        EARNED: max(actor.sheet.numbers.get(EARNED, 0), spent(tables, actor.sheet)) + points,
        REFRESHES: actor.sheet.numbers.get(REFRESHES, 0) + refreshes,
    }
    change_sheet(decision, actor, msgspec.structs.replace(actor.sheet, numbers=numbers), reason)


def has_free_change(state: State, actor: Actor) -> bool:
    return state.get(DEVELOPMENT).free.get(actor.id, 0) > 0


# -- gaining it ------------------------------------------------------------------------------------------------------


class AwardExperience(Command, frozen=True, kw_only=True, tag="award-experience"):
    """Give one more point at a refresh, for exceptional deeds that mattered to the plot."""

    actor: ActorId
    reason: str


class Experience(Struct, frozen=True, kw_only=True):
    tables: Tables
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
        """Everybody gets a point for taking part, and one for each oath they fulfilled (SK-ADV-02, SK-ADV-03)."""
        self._drop_proposals(decision)
        heroes = tuple(players_characters(decision.state))
        fulfilled = decision.state.get(DEVELOPMENT).fulfilled
        decision.emit(RefreshBegan({actor.id: self.dials.free_changes for actor in heroes}))
        prices = self.tables.experience
        for actor in heroes:
            points = prices.per_refresh + fulfilled.get(actor.id, 0) * prices.oath_fulfilled
            credit(self.tables, decision, actor.id, points, "refresh", refreshes=1)

    def _end(self, decision: Decision) -> None:
        if decision.state.get(DEVELOPMENT).is_open:
            self._drop_proposals(decision)
            decision.emit(RefreshEnded())

    def _drop_proposals(self, decision: Decision) -> None:
        for actor in tuple(decision.state.get(DEVELOPMENT).proposals):
            withdraw(decision, proposal_of=actor)
            decision.emit(ProposalClosed(actor))

    def credit_oath(self, decision: Decision, actor: ActorId) -> None:
        """Credit a fulfilled oath at the refresh that is under way, or at the next (SK-OATH-07)."""
        if decision.state.get(DEVELOPMENT).is_open:
            credit(self.tables, decision, actor, self.tables.experience.oath_fulfilled, "oath fulfilled")
        else:
            decision.emit(OathCredited(actor))

    def _may_award(self, state: State, actor: Actor) -> Refusal | None:
        development = state.get(DEVELOPMENT)
        if not actor.is_pc:
            message = f"{actor.name} is no player's character, and only those gain experience."
        elif not development.is_open:
            message = "Exceptional deeds earn one more point at a refresh."
        elif actor.id in development.praised:
            message = f"{actor.name} has had the point for exceptional deeds at this refresh."
        else:
            return None
        return Refusal("no-award", message, "award")

    def _award(self, decision: Decision, command: AwardExperience) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._may_award(decision.state, actor))
        decision.require_described(command.reason, "no-reason", "Say what it is for.")
        decision.emit(DeedPraised(actor.id, command.reason.strip()))
        credit(self.tables, decision, actor.id, self.tables.experience.exceptional_deeds, command.reason.strip())

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in players_characters(state) if seat.is_gm else ():
            if self._may_award(state, actor) is None:
                yield Offer(
                    command=AwardExperience(actor=actor.id, reason=""),
                    **one_of_a_family("Award … a point for exceptional deeds", actor.name),
                    verb="grow",
                    target=Target("actor", actor.id),
                    holes=(TextHole("reason", "deeds", is_description=True),),
                    cites=self.cites("award"),
                    group="gm",
                )
