"""How minions take hits: one after the other, for themselves and for a leader they are close to (SF-MINIONS-08)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.groups import Groups, group_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import STRESS, TAKEN_OUT, condition_of, set_condition
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.rolls.state import RollId
from fatetable.rulesets.strange.followers.company import beside
from fatetable.rulesets.strange.sheet import MINION_GROUP, QUALITY


def boxes_of(group: Actor) -> int:
    """A box for each point of quality."""
    return group.sheet.numbers.get(QUALITY, 1)


def taken_out(decision: Decision, group: ActorId, _by: ActorId, _roll: RollId) -> None:
    set_condition(decision, group, TAKEN_OUT, out=TAKEN_OUT)
    decision.moment(ActorIsOut(group, TAKEN_OUT))


class TakingHits(Struct, frozen=True):
    """They take no consequences, and are out once a hit exceeds their boxes (SF-MINIONS-05)."""

    groups: Groups = Groups(each=boxes_of, take_out=taken_out, exceeds=True)

    def subsystem(self) -> Subsystem:
        return self.groups.subsystem()

    def land(self, decision: Decision, hit: Hit) -> None:
        target = decision.state.get(CAST)[hit.target]
        if target.kind == MINION_GROUP:
            self.groups.land(decision, hit)
            return
        for group in beside(decision.state, target):
            if group.kind == MINION_GROUP and hit.size:
                hit = self._through(decision, group, hit)
        decision.service(Absorbing).land_hit(decision, hit)

    def _through(self, decision: Decision, group: Actor, hit: Hit) -> Hit:
        """What is left of a hit when everybody of a group has stood in its way."""
        taken = min(hit.size, self._room(decision.state, group))
        self.groups.land(decision, Hit(target=group.id, by=hit.by, amount=taken, track=hit.track, roll=hit.roll))
        return msgspec.structs.replace(hit, amount=hit.size - taken, parts=())

    def _room(self, state: State, group: Actor) -> int:
        checked = condition_of(state, group.id).tracks.get(STRESS, ()).count(True)
        return (boxes_of(group) + 1) * group_of(state, group).standing - checked
