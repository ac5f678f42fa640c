"""Reading a roll: the outcome, what it grants, and the choices people make of it, down to the last question."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, open_about
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.actions import (
    ActionTable,
    Boost,
    Fail,
    FailOrCost,
    FreeInvokes,
    Goal,
    Grant,
    Hit,
    NewAspect,
    OpponentMayGain,
    RevealAspect,
    Spin,
)
from fatetable.mechanics.aspects import (
    ASPECTS,
    BOOST,
    SITUATION,
    AspectId,
    AspectReworded,
    FreeInvoke,
    add_free,
    audience_of,
    new_card,
    place,
    remove,
    reveal,
)
from fatetable.mechanics.cast import CAST, ActorId, address_of, name_of
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.moments import RollIsOver, RollIsSettled
from fatetable.mechanics.rolls import (
    ROLLS,
    GoalSettled,
    Roll,
    RollId,
    RollOver,
    RollSettled,
    roll_of,
)
from fatetable.mechanics.scenes import SCENE
from fatetable.mechanics.sides import are_allies
from fatetable.mechanics.zones import ActorPlaced

UNNAMED_BOOST = "Boost"


class Settling(Struct, frozen=True, kw_only=True):
    """`land_hit(decision, roll, shifts)` starts absorbing harm; `may_cost` rules out success at a cost for some rolls.

    `defence` is the action name under which the opposing side's outcome is looked up.
    """

    rules: CheckRules
    table: ActionTable
    defence: str
    land_hit: Callable[[Decision, RollId, int], None]
    may_cost: Callable[[Roll], bool]
    settle_contest: Callable[[Decision, RollId], None]
    give_spin: Callable[[Decision, ActorId], None] | None = None

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="settling",
            answers={
                "trade": self._traded,
                "minor-cost": self._minor_cost_named,
                "serious-cost": self._fail_or_cost,
                "cost-agreed": self._serious_cost_named,
                "opponent-gains": self._opponent_gains,
                "name-boost": self._boost_named,
            },
        )

    # -- reading -------------------------------------------------------------------------------------------------

    def settle(self, decision: Decision, roll_id: RollId) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        if roll.is_contest:
            self.settle_contest(decision, roll_id)
            return
        margin = roll.margin_now()
        outcome = self.rules.bands.outcome(margin)
        opposing = self.rules.bands.outcome(-margin) if roll.is_opposed else ""
        acting = roll.efforts[0]
        decision.emit(
            RollSettled(
                roll_id,
                margin=margin,
                outcome=outcome,
                opposing_outcome=opposing,
                total=acting.total,
                against=acting.total - margin,
            )
        )
        declared = roll.declaration
        for grant in self.table.row(declared.action, declared.mode, outcome).grants:
            self._apply(decision, roll_id, grant)
        if opposing:
            for grant in self.table.row(self.defence, "", opposing).grants:
                self._apply(decision, roll_id, grant)
        decision.moment(RollIsSettled(roll_id))
        self.finish(decision, roll_id)

    def finish(self, decision: Decision, roll_id: RollId) -> None:
        """Close the roll once nothing about it is left to be answered."""
        roll = decision.state.get(ROLLS).get(roll_id)
        if roll is None or roll.stage != "settled" or any(open_about(decision.state, roll=roll_id)):
            return
        decision.emit(RollOver(roll_id))
        decision.moment(RollIsOver(roll_id))

    def _apply(self, decision: Decision, roll_id: RollId, grant: Grant) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        match grant:
            case Boost():
                owner = roll.actor if grant.to == "actor" else roll.efforts[1].actor
                give_boost(decision, owner, roll_id)
            case Spin():
                assert self.give_spin is not None, "the outcomes grant spin, but nobody gives any"
                self.give_spin(decision, roll.actor if grant.to == "actor" else roll.efforts[1].actor)
            case Fail():
                decision.emit(GoalSettled(roll_id, "failed"))
            case NewAspect():
                self._new_aspect(decision, roll, roll.declaration.words, roll.actor, grant.free, grant.lasts)
            case RevealAspect():
                self._reveal(decision, roll, roll.actor, grant.free)
            case FreeInvokes():
                self._exploit(decision, roll, grant.free)
            case Hit():
                self._hit(decision, roll, trade=grant.trade)
            case Goal():
                if grant.cost:
                    self._ask_minor_cost(decision, roll)
                else:
                    self._reach_goal(decision, roll, "")
            case FailOrCost():
                self._ask_fail_or_cost(decision, roll)
            case OpponentMayGain():
                self._ask_opponent_gains(decision, roll)
            case _:
                assert_never(grant)

    # -- aspects -------------------------------------------------------------------------------------------------

    def _new_aspect(
        self, decision: Decision, roll: Roll, words: str, holder: ActorId, free: int, lasts: str = ""
    ) -> None:
        # An aspect put on a person is a situation aspect attached to them, not one of their sheet; whoever steps in
        # for that person gets it instead.
        target = roll.declaration.target
        bearer = roll.defender if target and roll.has_interposer else target
        card = new_card(decision, words, SITUATION, bearer=bearer, zone=roll.declaration.zone, lasts=lasts)
        place(decision, card)
        add_free(decision, card.id, holder, free, roll.id)

    # Several rolls may lie on the table at once, and another one may have made an end of what this one is about.

    def _exploit(self, decision: Decision, roll: Roll, free: int) -> None:
        if roll.declaration.aspect in decision.state.get(ASPECTS):
            add_free(decision, roll.declaration.aspect, roll.actor, free, roll.id)

    def _reveal(self, decision: Decision, roll: Roll, holder: ActorId, free: int) -> None:
        if card := decision.state.get(ASPECTS).get(roll.declaration.aspect):
            add_free(decision, reveal(decision, card).id, holder, free, roll.id)

    def _opponents(self, state: State, roll: Roll) -> tuple[Choice, ...]:
        if roll.is_opposed:
            first = roll.efforts[1].actor
            return (Choice(first, name_of(state, first)),)
        return tuple(
            Choice(actor, name_of(state, actor))
            for actor in state.get(SCENE).present
            if actor != roll.actor and not is_out(state, actor) and not are_allies(state, actor, roll.actor)
        )

    def _ask_opponent_gains(self, decision: Decision, roll: Roll) -> None:
        opponents = self._opponents(decision.state, roll)
        if not opponents:
            return  # Without any opponent nobody could profit: nothing is created or discovered.
        holes = [ChoiceHole("fill", "who gains it", opponents, key="holder")]
        wording: tuple[TextHole, ...] = ()
        if roll.declaration.mode == "new":
            wording = (TextHole("fill", "wording", suggestion=roll.declaration.words, key="words"),)
        ask(
            decision,
            "opponent-gains",
            (GM,),
            f"{name_of(decision.state, roll.actor)} failed. Does the aspect turn against them?",
            (
                Option("nothing", "Nothing comes of it"),
                Option("gain", "It exists, and an opponent holds a free invocation", (*holes, *wording)),
            ),
            about={"roll": roll.id},
            cites=decision.cites("create-fail"),
        )

    def _opponent_gains(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        if answer.option == "gain":
            holder = ActorId(answer.text("holder"))
            if roll.declaration.mode == "new":
                self._new_aspect(decision, roll, answer.text("words"), holder, 1)
            else:
                self._reveal(decision, roll, holder, 1)
        self.finish(decision, roll.id)

    def _boost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        decision.emit(AspectReworded(AspectId(str(prompt.about["aspect"])), answer.text("words")))

    # -- goals and costs -----------------------------------------------------------------------------------------

    def _reach_goal(self, decision: Decision, roll: Roll, cost: str) -> None:
        decision.emit(GoalSettled(roll.id, "reached", cost))
        self._grant_goal(decision, roll)

    def succeed_without_roll(self, decision: Decision, roll_id: RollId) -> None:
        """The game master waves it through: what a plain success grants, and nothing more."""
        declared = decision.state.get(ROLLS)[roll_id].declaration
        plain_success = self.rules.bands.outcome(1)
        for grant in self.table.row(declared.action, declared.mode, plain_success).grants:
            self._apply(decision, roll_id, grant)

    def _grant_goal(self, decision: Decision, roll: Roll) -> None:
        """What an action was for happens: the aspect goes or changes, the actor gets where they wanted."""
        declared = roll.declaration
        if card := decision.state.get(ASPECTS).get(declared.aspect):
            if declared.words:
                decision.emit(AspectReworded(card.id, declared.words), to=audience_of(card))
            else:
                remove(decision, card, "overcome")
        if declared.zone:
            decision.emit(ActorPlaced(roll.actor, declared.zone))

    def _ask_minor_cost(self, decision: Decision, roll: Roll) -> None:
        ask(
            decision,
            "minor-cost",
            (GM,),
            f"{name_of(decision.state, roll.actor)} succeeds at a minor cost. What is it?",
            (Option("cost", "A minor cost", (TextHole("fill", "the cost", key="cost"),)),),
            about={"roll": roll.id},
            cites=decision.cites("minor-cost"),
        )

    def _minor_cost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        self._reach_goal(decision, roll, answer.text("cost"))
        self.finish(decision, roll.id)

    def _ask_fail_or_cost(self, decision: Decision, roll: Roll) -> None:
        if not self.may_cost(roll):
            decision.emit(GoalSettled(roll.id, "failed"))
            return
        ask(
            decision,
            "serious-cost",
            address_of(decision.state, roll.actor),
            f"{name_of(decision.state, roll.actor)} fails, or succeeds at a serious cost?",
            (
                Option("fail", "Fail"),
                Option("cost", "Succeed at a serious cost", (TextHole("fill", "suggested cost", key="cost"),)),
            ),
            about={"roll": roll.id},
            cites=decision.cites("serious-cost"),
        )

    def _fail_or_cost(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        if answer.option == "fail":
            decision.emit(GoalSettled(roll.id, "failed"))
            self.finish(decision, roll.id)
            return
        cost = TextHole("fill", "the cost", suggestion=answer.text("cost"), key="cost")
        ask(
            decision,
            "cost-agreed",
            (GM,),
            f"Success at a serious cost, “{answer.text('cost')}” is suggested. What does it cost?",
            (Option("cost", "At this cost", (cost,)), Option("fail", "No cost would do: it fails")),
            about={"roll": roll.id},
            cites=decision.cites("serious-cost"),
        )

    def _serious_cost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        if answer.option == "cost":
            self._reach_goal(decision, roll, answer.text("cost"))
        else:
            decision.emit(GoalSettled(roll.id, "failed"))
        self.finish(decision, roll.id)

    # -- hits ----------------------------------------------------------------------------------------------------

    def _hit(self, decision: Decision, roll: Roll, *, trade: bool) -> None:
        shifts = roll.margin or 0
        if not trade:
            self.land_hit(decision, roll.id, shifts)
            return
        ask(
            decision,
            "trade",
            address_of(decision.state, roll.actor),
            f"A hit with style for {shifts}: full force, or one less and a boost?",
            (Option("full", f"Full force ({shifts})"), Option("boost", f"A boost, and {shifts - 1}")),
            about={"roll": roll.id},
            cites=decision.cites("attack-style"),
        )

    def _traded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, RollId(str(prompt.about["roll"])))
        shifts = roll.margin or 0
        if answer.option == "boost":
            shifts -= 1
            give_boost(decision, roll.actor, roll.id)
        self.land_hit(decision, roll.id, shifts)
        self.finish(decision, roll.id)


def give_boost(decision: Decision, owner: ActorId, source: str) -> AspectId:
    """A boost is there at once; its owner names it when they like."""
    card = new_card(decision, UNNAMED_BOOST, BOOST, owner=owner)
    free = (FreeInvoke(f"f{card.id}", owner, source),)
    place(decision, msgspec.structs.replace(card, free=free))
    ask(
        decision,
        "name-boost",
        address_of(decision.state, owner) if owner in decision.state.get(CAST) else (GM,),
        f"{name_of(decision.state, owner)} gains a boost. What is it?",
        (Option("name", "Name it", (TextHole("fill", "the boost", key="words"),)),),
        about={"aspect": card.id},
        cites=decision.cites("boost"),
        blocking=False,
    )
    return card.id
