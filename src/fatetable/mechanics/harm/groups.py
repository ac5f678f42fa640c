"""Groups: nameless people counted together, who stands, who is down and how, who leads, what their numbers are worth.

A group acts as one.  Harm goes through one member after the other, and it is out when nobody stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.folds import put
from fatetable.engine.messages import Event
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId
from fatetable.mechanics.characters.sheet import SIZE
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, condition_of, set_condition
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.scenes.presence import is_active

Lot: TypeAlias = Literal["fallen", "stunned", "fled"]
"""Why a member does not stand any more."""


class Group(Struct, frozen=True, omit_defaults=True):
    """`fallen` were struck down, `stunned` get up by themselves, and `fled` ran or gave up.

    `part_of` is the group from which this one has split off.
    """

    size: int
    standing: int
    fallen: int = 0
    stunned: int = 0
    fled: int = 0
    leader: ActorId = NOBODY
    part_of: ActorId = NOBODY


Grouped: TypeAlias = Mapping[ActorId, Group]
GROUPS: Key[Grouped] = Key("bands", dict[ActorId, Group], {})


class GroupChanged(Event, frozen=True, tag="band-changed/1"):
    """The tag and the field are from when only warbands were groups."""

    actor: ActorId
    band: Group
    reason: str = ""


class NumbersStep(Protocol):
    """From so many members on, numbers are worth so much."""

    @property
    def at_least(self) -> int: ...

    @property
    def bonus(self) -> int: ...


class Numbers(NamedTuple):
    at_least: int
    bonus: int


# -- questions -------------------------------------------------------------------------------------------------------


def group_of(state: State, actor: Actor) -> Group:
    """How a group stands; before anything befell it, as its sheet says."""
    size = actor.sheet.numbers.get(SIZE, 0)
    return state.get(GROUPS).get(actor.id, Group(size, size))


def whole_of(state: State, actor: Actor) -> ActorId:
    """The group from which this one has split off, or itself."""
    return group_of(state, actor).part_of or actor.id


def leader_of(state: State, actor: Actor) -> ActorId:
    """Who leads a group, while they are there to do so."""
    leader = group_of(state, actor).leader
    return leader if leader and is_active(state, leader) else NOBODY


def numbers_bonus(steps: Iterable[NumbersStep], members: int) -> int:
    """What so many are worth who act together.

    >>> steps = (Numbers(2, 1), Numbers(4, 2), Numbers(7, 3))
    >>> [numbers_bonus(steps, members) for members in (1, 2, 3, 4, 6, 7, 20)]
    [0, 1, 1, 2, 2, 3, 3]
    """
    return max((step.bonus for step in steps if step.at_least <= members), default=0)


# -- changes ---------------------------------------------------------------------------------------------------------


def change_group(decision: Decision, actor: ActorId, reason: str, **changes: object) -> Group:
    changed = msgspec.structs.replace(group_of(decision.state, decision.state.get(CAST)[actor]), **changes)
    decision.emit(GroupChanged(actor, changed, reason))
    return changed


def lose(decision: Decision, actor: ActorId, number: int, lot: Lot) -> Group:
    """So many do not stand any more, at most all of them."""
    group = group_of(decision.state, decision.state.get(CAST)[actor])
    gone = min(number, group.standing)
    more = {lot: getattr(group, lot) + gone}
    return change_group(decision, actor, lot, standing=group.standing - gone, **more)


def wear_down(decision: Decision, actor: Actor, amount: int, lot: Lot, each: int, *, exceeds: bool = False) -> Group:
    """Harm goes through one member after the other, who can take `each`; what does not fell the last one stays.

    Where it `exceeds`, somebody falls only by one more than they can take.
    """
    tracks = condition_of(decision.state, actor.id).tracks
    down, rest = divmod(tracks.get(STRESS, ()).count(True) + amount, each + exceeds)
    group = lose(decision, actor.id, down, lot) if down else group_of(decision.state, actor)
    checked = rest if group.standing else each
    boxes = (True,) * checked + (False,) * (each - checked)
    set_condition(decision, actor.id, "damage", tracks={**tracks, STRESS: boxes})
    return group


def bring_back(decision: Decision, actor: ActorId, number: int, each: int, *lots: Lot) -> int:
    """Bring back so many who are out, at most all of them, each of them rested; return how many."""
    group = group_of(decision.state, decision.state.get(CAST)[actor])
    back, rest = 0, {}
    for lot in lots:
        some = min(number - back, getattr(group, lot))
        rest[lot] = getattr(group, lot) - some
        back += some
    if back:
        change_group(decision, actor, "back", standing=group.standing + back, **rest)
        if condition_of(decision.state, actor).out == TAKEN_OUT:
            set_condition(decision, actor, "back", out="", fate="")
        if not group.standing:
            rest_up(decision, actor, each, "back")
    return back


def rest_up(decision: Decision, actor: ActorId, each: int, reason: str) -> None:
    """Nothing is left of what the member in front has taken."""
    tracks = condition_of(decision.state, actor).tracks
    set_condition(decision, actor, reason, tracks={**tracks, STRESS: (False,) * each})


class HarmOfEach(Protocol):
    """How much one member of a group can take."""

    def __call__(self, group: Actor, /) -> int: ...


class LotOf(Protocol):
    """How members are lost whom a hit takes out."""

    def __call__(self, state: State, hit: Hit, /) -> Lot: ...


class TakeOut(Protocol):
    """What happens once nobody of a group stands."""

    def __call__(self, decision: Decision, group: ActorId, by: ActorId, roll: RollId, /) -> None: ...


def all_fall(_: State, __: Hit) -> Lot:
    return "fallen"


class Groups(Struct, frozen=True, kw_only=True):
    """How groups take hits, in place of what a single person does about one.

    A member falls with the last box checked, or where it `exceeds` by one hit more.
    """

    each: HarmOfEach
    take_out: TakeOut
    lot: LotOf = all_fall
    exceeds: bool = False

    def subsystem(self) -> Subsystem:
        return Subsystem(name="groups", evolves=folds(GROUPS, {GroupChanged: put("actor", "band")}))

    def land(self, decision: Decision, hit: Hit) -> None:
        if not hit.size:
            return
        group = decision.state.get(CAST)[hit.target]
        lot = self.lot(decision.state, hit)
        left = wear_down(decision, group, hit.size, lot, self.each(group), exceeds=self.exceeds)
        if not left.standing:
            self.take_out(decision, group.id, hit.by, hit.roll)
