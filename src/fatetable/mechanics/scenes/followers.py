"""Followers of a character: companions, servants, minions, and organisations that somebody leads.

A player decides for the followers of their own character.  They come with it into a scene and leave with it, its
points pay for them, they are on its side, and they are no heroes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import drop, put
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    FormHole,
    Hole,
    Offer,
    OfferGroup,
    Target,
    one_of_a_family,
)
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import SEATS, Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controls,
    pc_of,
    require_control,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.state import encounter_running
from fatetable.mechanics.moments import SceneEnds
from fatetable.mechanics.rolls.state import unsettled
from fatetable.mechanics.scenes.departures import leave_game
from fatetable.mechanics.scenes.joining import Joining, enter
from fatetable.mechanics.scenes.state import is_present


class BringAlong(Command, frozen=True, kw_only=True, tag="bring-along"):
    """Somebody comes to the table who belongs to a character.

    Without a patron it is what the player of `seat` leads before having a character.
    `is_run_by_gm` leaves it to the game master, who tells its patron no more than its name and what it looks like.
    """

    sheet: Sheet
    patron: ActorId = NOBODY
    seat: SeatId = SeatId("")
    is_run_by_gm: bool = False


class SendAway(Command, frozen=True, tag="send-away"):
    """Somebody who belongs to a character leaves the game."""

    actor: ActorId


class Proposed(Struct, frozen=True):
    seat: SeatId
    sheet: Sheet
    patron: ActorId


class FollowerProposed(Event, frozen=True, tag="follower-proposed/1"):
    """Somebody who is to belong to a player's character waits for the game master's consent."""

    proposal: str
    proposed: Proposed


class FollowerSettled(Event, frozen=True, tag="follower-settled/1"):
    proposal: str


ProposedFollowers: TypeAlias = Mapping[str, Proposed]
PROPOSED_FOLLOWERS: Key[ProposedFollowers] = Key("followers", dict[str, Proposed], {})


class ProposedFollower(PromptContext, frozen=True, tag="follower"):
    follower: str


class FollowerKind(Struct, frozen=True, kw_only=True):
    """A kind of actor that belongs to somebody.

    `form` names what the builder fills for it.  It leaves the game when the `leaves` is over.
    `goes_along` says whether it is where its patron is.  One that `stands_alone` may be led by a player without a
    character.  Unless it `is_brought`, something else in the ruleset calls it.
    """

    kind: str
    label: str
    form: str
    leaves: Literal["story", "scene"] = "story"
    goes_along: bool = True
    stands_alone: bool = False
    is_brought: bool = True


class CannotHave(Protocol):
    """Why somebody cannot have another one like this; `None` stands for a player without a character."""

    def __call__(self, state: State, patron: Actor | None, sheet: Sheet, /) -> Refusal | None: ...


class Vacancy(Struct, frozen=True):
    """What somebody may have one more of: the form that the builder fills for it, and what it is called."""

    form: str
    label: str


class Vacancies(Protocol):
    """What somebody may have another one of; everything else `CannotHave` refuses."""

    def __call__(self, state: State, patron: Actor | None, kind: FollowerKind, /) -> tuple[Vacancy, ...]: ...


class ToAgreeTo(Protocol):
    """What the ruleset leaves to the game master before somebody has one like this."""

    def __call__(self, patron: Actor | None, sheet: Sheet, /) -> tuple[str, ...]: ...


def no_limit(_state: State, _patron: Actor | None, _sheet: Sheet) -> Refusal | None:
    return None


def always_vacant(_state: State, _patron: Actor | None, kind: FollowerKind) -> tuple[Vacancy, ...]:
    return (Vacancy(kind.form, kind.label),)


def nothing_to_agree_to(_patron: Actor | None, _sheet: Sheet) -> tuple[str, ...]:
    return ()


class Followers(Struct, frozen=True, kw_only=True):
    """`ruleset` marks blank sheets; the checks of a sheet itself are those of `Joining`."""

    ruleset: str
    kinds: tuple[FollowerKind, ...]
    cites: Cites
    cannot_have: CannotHave = no_limit
    vacancies: Vacancies = always_vacant
    to_agree_to: ToAgreeTo = nothing_to_agree_to

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="followers",
            decides={BringAlong: self._bring, SendAway: self._send_away},
            evolves=folds(
                PROPOSED_FOLLOWERS, {FollowerProposed: put("proposal", "proposed"), FollowerSettled: drop("proposal")}
            ),
            answers={ProposedFollower: self._ruled},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    def kind_of(self, actor: Actor) -> FollowerKind | None:
        return next((kind for kind in self.kinds if kind.kind == actor.kind), None)

    def goes_along(self, actor: Actor) -> bool:
        kind = self.kind_of(actor)
        return kind is None or kind.goes_along

    # -- bringing ------------------------------------------------------------------------------------------------

    def _bring(self, decision: Decision, command: BringAlong) -> None:
        state, sheet = decision.state, command.sheet
        patron = actor_of(decision, command.patron) if command.patron else None
        decision.require(decision.seat.is_gm or not command.is_run_by_gm, "gm-only", "Play yourself what is yours.")
        seat = self._seat(decision, command, patron)
        decision.service(Joining).check(decision, sheet, tuple(kind.kind for kind in self.kinds if kind.is_brought))
        decision.require_allowed(self._cannot_bring(state, patron, sheet) or self.cannot_have(state, patron, sheet))
        matters = () if decision.seat.is_gm else self.to_agree_to(patron, sheet)
        if matters:
            self._propose(decision, Proposed(seat, sheet, command.patron), matters)
        elif command.is_run_by_gm or (patron is not None and not patron.has_player):
            decision.require_gm()
            is_hidden = patron is not None and patron.is_hidden
            self._enter(
                decision, decision.service(Joining).add(decision, sheet, is_hidden=is_hidden, patron=command.patron)
            )
        else:
            self._join(decision, Proposed(seat, sheet, command.patron))

    def _seat(self, decision: Decision, command: BringAlong, patron: Actor | None) -> SeatId:
        """Whose it will be to play; players bring those of their own characters alone."""
        if patron is not None:
            decision.require(not command.seat, "unknown-seat", "It goes to the seat of its patron; name no other.")
            if not decision.seat.is_gm:
                require_control(decision, patron)
            return patron.controller or decision.seat.id
        seat = decision.state.get(SEATS).get(command.seat)
        if seat is None or seat.role != "player":
            raise decision.violation("unknown-seat", f"{command.seat!r} is not a player's seat.")
        decision.require(decision.seat.is_gm or decision.seat.id == seat.id, "not-yours", "Bring what is your own.")
        return seat.id

    def _cannot_bring(self, state: State, patron: Actor | None, sheet: Sheet) -> Refusal | None:
        if patron is not None and patron.patron:
            return Refusal("no-patron", f"{patron.name} belongs to somebody; bring another one to their patron.")
        kind = next((kind for kind in self.kinds if kind.kind == sheet.kind), None)
        if patron is None and (kind is None or not kind.stands_alone):
            return Refusal("no-patron", "Say whose it is: it belongs to a character.")
        return None

    def _join(self, decision: Decision, proposed: Proposed) -> None:
        joining = decision.service(Joining)
        # What a player leads without a character has nobody else who could pay for it or speak for it.
        patron = proposed.patron or joining.new_id(decision, proposed.sheet)
        self._enter(decision, joining.hand_over(decision, proposed.sheet, proposed.seat, patron))

    def _enter(self, decision: Decision, joined: ActorId) -> None:
        actor = decision.state.get(CAST)[joined]
        if is_present(decision.state, actor.patron) and self.goes_along(actor) and not actor.is_hidden:
            enter(decision, joined)

    # -- consent -------------------------------------------------------------------------------------------------

    def _propose(self, decision: Decision, proposed: Proposed, matters: tuple[str, ...]) -> None:
        patron = decision.state.get(CAST).get(proposed.patron)
        proposal = decision.new_id("f", (proposed.seat, GM))
        decision.emit(FollowerProposed(proposal, proposed), to=(proposed.seat, GM))
        ask(
            decision,
            ProposedFollower(proposal),
            (GM,),
            f"{patron.name if patron else proposed.seat} brings {proposed.sheet.name}. Agree?",
            (Option("yes", "Agree"), Option("no", "Refuse")),
            detail=" ".join(matters),
            cites=decision.cites("consent"),
            blocking=False,
        )

    def _ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        proposal = prompt.read(ProposedFollower).follower
        proposed = decision.state.get(PROPOSED_FOLLOWERS)[proposal]
        decision.emit(FollowerSettled(proposal), to=(proposed.seat, GM))
        if answer.option == "yes":
            self._join(decision, proposed)

    # -- leaving -------------------------------------------------------------------------------------------------

    def _cannot_send_away(self, state: State, seat: Seat, actor: Actor) -> Refusal | None:
        if not actor.patron:
            return Refusal("not-somebodys", f"{actor.name} belongs to nobody.")
        if not seat.is_gm and not controls(seat, actor):
            return Refusal("not-yours", f"{actor.name} is not yours to play.")
        return encounter_running(state) or unsettled(state)

    def _send_away(self, decision: Decision, command: SendAway) -> None:
        actor = actor_of(decision, command.actor)
        decision.require_allowed(self._cannot_send_away(decision.state, decision.seat, actor))
        leave_game(decision, actor, actor.patron, f"{actor.name} left")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        """Some are there for a scene alone."""
        if not isinstance(moment, SceneEnds):
            return
        for actor in tuple(decision.state.get(CAST).values()):
            kind = self.kind_of(actor) if actor.patron else None
            if kind is not None and kind.leaves == "scene" and is_present(decision.state, actor.id):
                leave_game(decision, actor, actor.patron, f"{actor.name} left")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for kind in self.kinds:
            if kind.is_brought:
                yield from self._bring_offers(state, seat, kind)
        for actor in state.get(CAST).values():
            if actor.patron and self._cannot_send_away(state, seat, actor) is None:
                yield Offer(
                    command=SendAway(actor.id),
                    **one_of_a_family("Let … go for good", actor.name),
                    verb="remove",
                    target=Target("actor", actor.id),
                    cites=self.cites("followers"),
                    group="gm" if seat.is_gm else "table",
                )

    def _bring_offers(self, state: State, seat: Seat, kind: FollowerKind) -> Iterator[Offer]:
        own = pc_of(state, seat.id)
        if seat.is_gm:
            yield from self._offers_for_others(state, kind)
        elif own is not None or (kind.stands_alone and seat.role == "player"):
            whose = {"patron": own.id} if own is not None else {"seat": seat.id}
            for vacancy in self.vacancies(state, own, kind):
                yield self._bring_offer(self._blank(kind, **whose), vacancy, (), "table")

    def _offers_for_others(self, state: State, kind: FollowerKind) -> Iterator[Offer]:
        patrons: dict[Vacancy, list[Choice]] = {}
        for actor in state.get(CAST).values():
            if not actor.patron and actor.kind != kind.kind:
                for vacancy in self.vacancies(state, actor, kind):
                    patrons.setdefault(vacancy, []).append(Choice(actor.id, actor.name))
        for vacancy, choices in patrons.items():
            whose = (ChoiceHole("patron", "whose", tuple(choices)), FlagHole("is_run_by_gm", "run by me"))
            yield self._bring_offer(self._blank(kind), vacancy, whose, "gm")

    def _blank(self, kind: FollowerKind, **whose: Any) -> BringAlong:
        return BringAlong(sheet=Sheet(ruleset=self.ruleset, name="", kind=kind.kind), **whose)

    def _bring_offer(self, command: BringAlong, vacancy: Vacancy, holes: tuple[Hole, ...], group: OfferGroup) -> Offer:
        return Offer(
            command=command,
            label=f"Bring {vacancy.label}",
            verb="join",
            target=Target("actor", command.patron) if command.patron else Target("seat"),
            holes=(FormHole("sheet", vacancy.label, vacancy.form), *holes),
            cites=self.cites("followers"),
            group=group,
        )


def helps_its_bearer(state: State, card: AspectCard, party: ActorId) -> bool:
    """May a party bring in an aspect, where followers keep theirs to themselves?"""
    bearer = state.get(CAST).get(card.bearer)
    return bearer is None or not bearer.patron or party == bearer.id
