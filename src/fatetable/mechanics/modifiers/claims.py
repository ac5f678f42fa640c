"""Modifiers that people claim: a menu of named amounts, of which each family counts once.

What counts by itself is in `circumstances.py`.  Rolls of procedures ask for what is on their menu as they are declared;
here it is claimed for any other roll before its dice.  The game master disallows a claim like that of a feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, FamilyLabel, Offer, RollSide, Target, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferedWhile, Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, controls, name_of, require_control
from fatetable.mechanics.modifiers.menus import CLAIM, Menu, modifier_of
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.state import (
    Comparison,
    Modifier,
    Roll,
    RollId,
    a_roll_is_open,
    change_effort,
    open_rolls,
    roll_of,
)

# -- against one opponent ----------------------------------------------------------------------------------------------


class Claim(Struct, frozen=True):
    """A modifier that an effort of a roll has against one opponent alone."""

    effort: int
    against: ActorId
    modifier: Modifier


Claims: TypeAlias = tuple[Claim, ...]
CLAIMS: Key[Mapping[RollId, Claims]] = Key("claims", dict[RollId, Claims], {})


class ClaimsChanged(Event, frozen=True, tag="claims-changed/1"):
    """What is claimed in a roll against one opponent alone; nothing, if the roll is over."""

    roll: RollId
    claims: Claims = ()


def _changed(held: Mapping[RollId, Claims], event: ClaimsChanged) -> Mapping[RollId, Claims]:
    rest = {roll: claims for roll, claims in held.items() if roll != event.roll}
    return {**rest, event.roll: event.claims} if event.claims else rest


def with_claims(state: State, roll: Roll, comparisons: tuple[Comparison, ...]) -> tuple[Comparison, ...]:
    """The comparisons of a roll with what is claimed against one opponent in those with that opponent."""
    claims = state.get(CLAIMS).get(roll.id, ())
    return tuple(_with(roll, comparison, claims) for comparison in comparisons) if claims else comparisons


def _with(roll: Roll, comparison: Comparison, claims: Claims) -> Comparison:
    one, other = comparison.one, comparison.other
    if other < 0:
        return comparison
    met = {one: roll.efforts[other].actor, other: roll.efforts[one].actor}
    counting = [claim for claim in claims if met.get(claim.effort) == claim.against]
    return msgspec.structs.replace(
        comparison,
        modifiers=(*comparison.modifiers, *(claim.modifier for claim in counting if claim.effort == one)),
        opposing=(*comparison.opposing, *(claim.modifier for claim in counting if claim.effort == other)),
    )


# -- claiming and disallowing ------------------------------------------------------------------------------------------


def claimed(state: State, roll: Roll, index: int) -> tuple[str, ...]:
    """The names of all that is claimed for an effort."""
    of_effort = (modifier.label for modifier in roll.efforts[index].modifiers if modifier.source == CLAIM)
    of_pairs = (claim.modifier.label for claim in state.get(CLAIMS).get(roll.id, ()) if claim.effort == index)
    return tuple(dict.fromkeys((*of_effort, *of_pairs)))


def drop_claim(decision: Decision, roll: Roll, index: int, name: str) -> None:
    """Nobody claims this any more for that effort."""
    effort = roll.efforts[index]
    left = tuple(modifier for modifier in effort.modifiers if (modifier.source, modifier.label) != (CLAIM, name))
    if left != effort.modifiers:
        change_effort(decision, roll.id, index, modifiers=left)
    claims = decision.state.get(CLAIMS).get(roll.id, ())
    kept = tuple(claim for claim in claims if (claim.effort, claim.modifier.label) != (index, name))
    if kept != claims:
        decision.emit(ClaimsChanged(roll.id, kept))


class ClaimModifier(Command, frozen=True, kw_only=True, tag="claim-modifier"):
    """Claim a row of the menu for a side of a roll; it takes the place of another one of its family."""

    roll: RollId
    effort: int
    modifier: str
    against: ActorId = NOBODY


class MenuOf(Protocol):
    """What may be claimed for an effort of a roll."""

    def __call__(self, state: State, roll: Roll, index: int, /) -> Menu: ...


class Claiming(Struct, frozen=True, kw_only=True):
    """Claiming before the dice, by whose effort it is or by the game master."""

    menu: MenuOf
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="claims",
            decides={ClaimModifier: self._claim},
            evolves=folds(CLAIMS, {ClaimsChanged: _changed}),
            offers=OfferedWhile(a_roll_is_open, self._offers),
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def _cannot_claim(self, roll: Roll, index: int) -> Refusal | None:
        if roll.stage_of(index) != "declared" or roll.efforts[index].throws:
            return Refusal("dice-are-down", "What counts for a roll is claimed before its dice fall.")
        return None

    def _opponents(self, roll: Roll, index: int) -> tuple[ActorId, ...]:
        """Those the effort may be compared with: the acting side meets all others, they meet the acting side."""
        efforts = roll.efforts[1:] if index == 0 else roll.efforts[:1]
        found = dict.fromkeys(effort.actor for effort in efforts)
        if index == 0 and roll.defender:
            found[roll.defender] = None
        return tuple(actor for actor in found if actor)

    def _claim(self, decision: Decision, command: ClaimModifier) -> None:
        roll = roll_of(decision, command.roll)
        decision.require(0 <= command.effort < len(roll.efforts), "no-such-effort", "There is no such side.")
        effort = roll.efforts[command.effort]
        if not decision.seat.is_gm:
            decision.require(bool(effort.actor), "not-yours", "Nobody claims anything for chance.")
            require_control(decision, decision.state.get(CAST)[effort.actor])
        decision.require_allowed(self._cannot_claim(roll, command.effort))
        menu = self.menu(decision.state, roll, command.effort)
        row = next((row for row in menu if row.name == command.modifier), None)
        if row is None:
            raise decision.violation("no-such-modifier", "Nothing like that can be claimed for this roll.")
        opponents = self._opponents(roll, command.effort)
        is_meant = command.against in opponents if row.per_opponent else not command.against
        decision.require(is_meant, "bad-target", "Say against whom it counts, if it counts against one opponent alone.")
        modifier = modifier_of(row, decision.cites("claim"))
        if row.per_opponent:
            claims = decision.state.get(CLAIMS).get(roll.id, ())
            kept = (claim for claim in claims if not _is_same(claim, command.effort, command.against, row.family))
            decision.emit(ClaimsChanged(roll.id, (*kept, Claim(command.effort, command.against, modifier))))
        else:
            others = (m for m in effort.modifiers if (m.source, m.name) != (CLAIM, row.family))
            change_effort(decision, roll.id, command.effort, modifiers=(*others, modifier))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, RollIsOver) and RollId(moment.roll) in decision.state.get(CLAIMS):
            decision.emit(ClaimsChanged(RollId(moment.roll)))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        cast = state.get(CAST)
        for roll in open_rolls(state):
            for index, effort in enumerate(roll.efforts):
                actor = cast.get(effort.actor)
                is_theirs = seat.is_gm or (actor is not None and controls(seat, actor))
                if is_theirs and self._cannot_claim(roll, index) is None:
                    yield from self._offers_for(state, roll, index)

    def _offers_for(self, state: State, roll: Roll, index: int) -> Iterator[Offer]:
        menu, actor = self.menu(state, roll, index), roll.efforts[index].actor
        against: tuple[ActorId, ...] = (NOBODY, *self._opponents(roll, index))
        for opponent in against:
            rows = tuple(Choice(row.name, row.label) for row in menu if row.per_opponent == bool(opponent))
            if rows:
                yield Offer(
                    command=ClaimModifier(roll=roll.id, effort=index, modifier="", against=opponent),
                    **(
                        one_of_a_family("claim a modifier against …", name_of(state, opponent))
                        if opponent
                        else FamilyLabel(label="claim a modifier", family="", member="")
                    ),
                    actor=actor,
                    verb="use",
                    target=Target("roll", roll.id),
                    holes=(ChoiceHole("modifier", "modifier", rows),),
                    cites=self.cites("claim"),
                    group="roll",
                    changes=RollSide(roll.id, index),
                )


def _is_same(claim: Claim, effort: int, against: ActorId, family: str) -> bool:
    return (claim.effort, claim.against, claim.modifier.name) == (effort, against, family)
