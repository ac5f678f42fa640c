"""Settling a roll: the outcome is read, what it grants is applied, and people choose where the book lets them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, Protocol, assert_never

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
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
from fatetable.mechanics.book.grants import (
    ActionTable,
    Boost,
    DiscoverAspect,
    Fail,
    FailOrCost,
    FreeInvokes,
    Goal,
    Grant,
    Hit,
    NewAspect,
    OpponentMayGain,
    OwnGrant,
)
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, address_of, name_of
from fatetable.mechanics.harm.state import in_a_row, is_out
from fatetable.mechanics.moments import RollIsSettled
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import AGAINST_THE_OTHER, ALONE, one_against_each
from fatetable.mechanics.rolls.procedure import finish_roll, hit_of, land_hit
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Comparison,
    ComparisonsRead,
    GoalSettled,
    Roll,
    RollId,
    RollSettled,
    roll_of,
)
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ActorPlaced

UNNAMED_BOOST = "Boost"
UNNAMED_ADVANTAGE = "Advantage"


class OpponentGains(PromptContext, frozen=True, tag="opponent-gains"):
    roll: RollId


class MinorCost(PromptContext, frozen=True, tag="minor-cost"):
    roll: RollId


class SeriousCost(PromptContext, frozen=True, tag="serious-cost"):
    roll: RollId


class CostAgreed(PromptContext, frozen=True, tag="cost-agreed"):
    roll: RollId


class StyleTrade(PromptContext, frozen=True, tag="trade"):
    """A hit with style: full force, or one less and a boost; `other` is the effort that was beaten."""

    roll: RollId
    other: int = 1
    target: ActorId = NOBODY


class OpponentToPick(PromptContext, frozen=True, tag="pick-opponent"):
    """One effort beat several others, and what comes of it falls on one of them."""

    roll: RollId


class BoostToName(PromptContext, frozen=True, tag="name-boost"):
    aspect: AspectId


class MayCost(Protocol):
    """May this failed roll succeed at a serious cost instead?"""

    def __call__(self, roll: Roll, /) -> bool: ...


class OnlyOne(Protocol):
    """Those of the comparisons just read, by their pairs, of which only one may take effect."""

    def __call__(
        self, state: State, roll: Roll, group: tuple[Comparison, ...], /
    ) -> Collection[tuple[int, int, ActorId]]: ...


class Give(Protocol):
    """Hands somebody what an outcome grants."""

    def __call__(self, decision: Decision, actor: ActorId, /) -> None: ...


class Resolution(Struct, frozen=True, kw_only=True):
    """`defence` is the action under which the opposing side's outcome is looked up.

    `only_one` says where one side prevails over several and chooses whom it affects; `gives` is how a ruleset hands
    out what only its book grants.
    """

    rules: CheckRules
    table: ActionTable
    defence: str
    may_cost: MayCost
    only_one: OnlyOne | None = None
    gives: Mapping[str, Give] = {}

    def __post_init__(self) -> None:
        granted = (grant for row in self.table.rows.values() for grant in row.grants if isinstance(grant, OwnGrant))
        if missing := sorted({grant.name for grant in granted} - set(self.gives)):
            raise ValueError(f"outcomes grant {missing[0]!r}, and nothing gives it")

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="resolution",
            answers={
                StyleTrade: self._traded,
                OpponentToPick: self._picked,
                MinorCost: self._minor_cost_named,
                SeriousCost: self._fail_or_cost,
                CostAgreed: self._serious_cost_named,
                OpponentGains: self._opponent_gains,
                BoostToName: self._boost_named,
            },
        )

    # -- reading -------------------------------------------------------------------------------------------------

    def settle(self, decision: Decision, roll_id: RollId) -> None:
        """Read the comparisons of the next group, and let happen what comes of them."""
        group = self._read(decision, roll_id)
        roll = decision.state.get(ROLLS)[roll_id]
        contested = self.only_one(decision.state, roll, group) if self.only_one is not None else ()
        for comparison in group:
            if comparison.pair not in contested:
                self._let_happen(decision, roll_id, comparison)
        chosen = tuple(comparison for comparison in group if comparison.pair in contested)
        if len(chosen) == 1:
            self._let_happen(decision, roll_id, chosen[0])
        elif chosen:
            self._ask_whom(decision, roll, chosen)
        if not roll.has_more:
            decision.moment(RollIsSettled(roll_id))
        finish_roll(decision, roll_id)

    def _read(self, decision: Decision, roll_id: RollId) -> tuple[Comparison, ...]:
        """Record the next group of comparisons as they are read now."""
        state, rules = decision.state, self.rules
        roll = state.get(ROLLS)[roll_id]
        done = {comparison.pair for comparison in roll.comparisons}
        unread = [comparison for comparison in rules.compare(state, roll) if comparison.pair not in done]
        is_plain = not done and len(unread) == 1 and unread[0] in (ALONE, AGAINST_THE_OTHER)
        group = tuple(rules.compared(state, roll, each) for each in unread if each.group == unread[0].group)
        has_more = len(group) < len(unread)
        if roll.stage == "settled":
            decision.emit(ComparisonsRead(roll_id, group, has_more))
            return group
        # Where everybody only defends, nobody is set against anybody.
        first = group[0] if group else Comparison()
        decision.emit(
            RollSettled(
                roll_id,
                margin=first.margin,
                outcome=first.outcome,
                opposing_outcome=first.opposing_outcome,
                total=first.total,
                against=first.against,
                comparisons=() if is_plain and not first.parts else group,
                has_more=has_more,
            )
        )
        return group

    def _let_happen(self, decision: Decision, roll_id: RollId, comparison: Comparison) -> None:
        """What the table of actions grants either side for their outcomes."""
        roll = decision.state.get(ROLLS)[roll_id]
        declared, one = roll.declaration, roll.efforts[comparison.one]
        action, mode = (one.action, "") if comparison.one else (declared.action, declared.mode)
        for grant in self.table.row(action, mode, comparison.outcome).grants:
            self._apply(decision, roll_id, comparison, grant)
        if comparison.opposing_outcome:
            # Where the rules say who is compared with whom, the other side does something of its own.
            is_answer = self.rules.compare is one_against_each
            action = self.defence if is_answer else roll.efforts[comparison.other].action
            for grant in self.table.row(action, "", comparison.opposing_outcome).grants:
                self._apply(decision, roll_id, comparison, grant, is_opposing=True)

    def _apply(
        self, decision: Decision, roll_id: RollId, comparison: Comparison, grant: Grant, *, is_opposing: bool = False
    ) -> None:
        roll = decision.state.get(ROLLS)[roll_id]
        match grant:
            case Boost():
                give_boost(decision, _side(roll, comparison, grant.to), roll_id)
            case OwnGrant():
                self.gives[grant.name](decision, _side(roll, comparison, grant.to))
            case Fail():
                decision.emit(GoalSettled(roll_id, "failed"))
            case NewAspect():
                target = _target(roll, comparison) if roll.declaration.targets else roll.declaration.target
                words = roll.declaration.words
                self._new_aspect(decision, roll, words, roll.actor, grant.free, grant.lasts, target)
            case DiscoverAspect():
                self._reveal(decision, roll, roll.actor, grant.free)
            case FreeInvokes():
                self._exploit(decision, roll, grant.free)
            case Hit():
                self._hit(decision, roll, comparison, trade=grant.trade, is_opposing=is_opposing)
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

    def _ask_whom(self, decision: Decision, roll: Roll, comparisons: tuple[Comparison, ...]) -> None:
        """One side prevails over several, and what comes of it falls on one of them."""
        chooser = roll.efforts[comparisons[0].one].actor
        names = {each.other: name_of(decision.state, roll.efforts[each.other].actor) for each in comparisons}
        ask(
            decision,
            OpponentToPick(roll.id),
            address_of(decision.state, chooser),
            f"{name_of(decision.state, chooser)} beats {in_a_row(tuple(names.values()))}. Who is hit?",
            tuple(Option(str(place), name) for place, name in names.items()),
            cites=decision.cites("several-opponents"),
        )

    def _picked(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(OpponentToPick).roll)
        place = int(answer.option)
        self._let_happen(decision, roll.id, next(each for each in roll.comparisons if each.other == place))
        finish_roll(decision, roll.id)

    # -- aspects -------------------------------------------------------------------------------------------------

    def _new_aspect(
        self,
        decision: Decision,
        roll: Roll,
        words: str,
        holder: ActorId,
        free: int,
        lasts: str = "",
        target: ActorId = NOBODY,
    ) -> None:
        # An aspect put on a person is a situation aspect on them, not one of their sheet; somebody who steps in
        # for that person gets it instead.
        bearer = roll.defender if target and roll.has_interposer else target
        card = new_card(
            decision, words or UNNAMED_ADVANTAGE, SITUATION, bearer=bearer, zone=roll.declaration.zone, lasts=lasts
        )
        place(decision, card)
        add_free(decision, card.id, holder, free, roll.id)

    # Another open roll may have removed the aspect.

    def _exploit(self, decision: Decision, roll: Roll, free: int) -> None:
        if roll.declaration.aspect in decision.state.get(ASPECTS):
            add_free(decision, roll.declaration.aspect, roll.actor, free, roll.id)

    def _reveal(self, decision: Decision, roll: Roll, holder: ActorId, free: int) -> None:
        if card := decision.state.get(ASPECTS).get(roll.declaration.aspect):
            add_free(decision, reveal(decision, card).id, holder, free, roll.id)

    def _opponents(self, state: State, roll: Roll) -> tuple[Choice, ...]:
        if len(roll.efforts) > 1:
            return tuple(Choice(effort.actor, name_of(state, effort.actor)) for effort in roll.efforts[1:])
        return tuple(
            Choice(actor, name_of(state, actor))
            for actor in state.get(SCENE).present
            if actor != roll.actor and not is_out(state, actor) and not are_allies(state, actor, roll.actor)
        )

    def _ask_opponent_gains(self, decision: Decision, roll: Roll) -> None:
        opponents = self._opponents(decision.state, roll)
        if not opponents:
            return  # Without any opponent nobody could profit: nothing is created or discovered.
        holes = [ChoiceHole("fill", "who", opponents, key="holder")]
        wording: tuple[TextHole, ...] = ()
        if roll.declaration.mode == "new":
            wording = (
                TextHole("fill", "wording", suggestion=roll.declaration.words, key="words", is_description=True),
            )
        ask(
            decision,
            OpponentGains(roll.id),
            (GM,),
            f"{name_of(decision.state, roll.actor)} failed. Does the aspect turn against them?",
            (
                Option("nothing", "Drop the aspect"),
                Option("gain", "Give an opponent the free invoke", (*holes, *wording)),
            ),
            cites=decision.cites("create-fail"),
        )

    def _opponent_gains(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(OpponentGains).roll)
        if answer.option == "gain":
            holder = ActorId(answer.text("holder"))
            if roll.declaration.mode == "new":
                target = roll.declaration.target
                self._new_aspect(decision, roll, answer.text("words"), holder, 1, target=target)
            else:
                self._reveal(decision, roll, holder, 1)
        finish_roll(decision, roll.id)

    def _boost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.text("words"):
            decision.emit(AspectReworded(prompt.read(BoostToName).aspect, answer.text("words")))

    # -- goals and costs -----------------------------------------------------------------------------------------

    def _reach_goal(self, decision: Decision, roll: Roll, cost: str) -> None:
        decision.emit(GoalSettled(roll.id, "reached", cost))
        self._grant_goal(decision, roll)

    def waive(self, decision: Decision, roll_id: RollId) -> None:
        """The game master waves it through: what a plain success grants, and nothing more."""
        roll = decision.state.get(ROLLS)[roll_id]
        declared, bands = roll.declaration, self.rules.bands_for(decision.state, roll, ALONE)
        for grant in self.table.row(declared.action, declared.mode, bands.success).grants:
            for target in roll.declaration.targets or (NOBODY,):
                self._apply(decision, roll_id, Comparison(target=target), grant)

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
            MinorCost(roll.id),
            (GM,),
            f"{name_of(decision.state, roll.actor)} succeeds at a minor cost. Which?",
            (Option("cost", "Set the cost", (TextHole("fill", "cost", key="cost", is_description=True),)),),
            cites=decision.cites("minor-cost"),
        )

    def _minor_cost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(MinorCost).roll)
        self._reach_goal(decision, roll, answer.text("cost"))
        finish_roll(decision, roll.id)

    def _ask_fail_or_cost(self, decision: Decision, roll: Roll) -> None:
        if not self.may_cost(roll):
            decision.emit(GoalSettled(roll.id, "failed"))
            return
        ask(
            decision,
            SeriousCost(roll.id),
            address_of(decision.state, roll.actor),
            f"{name_of(decision.state, roll.actor)} fails, or succeeds at a serious cost?",
            (
                Option("fail", "Fail"),
                Option(
                    "cost",
                    "Succeed at a serious cost",
                    (TextHole("fill", "cost", key="cost", is_description=True),),
                ),
            ),
            cites=decision.cites("serious-cost"),
        )

    def _fail_or_cost(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(SeriousCost).roll)
        if answer.option == "fail":
            decision.emit(GoalSettled(roll.id, "failed"))
            finish_roll(decision, roll.id)
            return
        cost = TextHole("fill", "cost", suggestion=answer.text("cost"), key="cost", is_description=True)
        ask(
            decision,
            CostAgreed(roll.id),
            (GM,),
            "What does the success cost?",
            (Option("cost", "Accept this cost", (cost,)), Option("fail", "Let it fail")),
            detail=answer.text("cost"),
            cites=decision.cites("serious-cost"),
        )

    def _serious_cost_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(CostAgreed).roll)
        if answer.option == "cost":
            self._reach_goal(decision, roll, answer.text("cost"))
        else:
            decision.emit(GoalSettled(roll.id, "failed"))
        finish_roll(decision, roll.id)

    # -- hits ----------------------------------------------------------------------------------------------------

    def _hit(
        self, decision: Decision, roll: Roll, comparison: Comparison, *, trade: bool, is_opposing: bool = False
    ) -> None:
        one, shifts = roll.efforts[comparison.one].actor, comparison.margin
        if is_opposing:
            # The other side of a comparison hits the one.
            other = roll.efforts[comparison.other].actor
            land_hit(decision, hit_of(decision, roll, -shifts, one, other))
            return
        target = _target(roll, comparison)
        if not trade:
            land_hit(decision, hit_of(decision, roll, shifts, target, one))
            return
        on = f" on {name_of(decision.state, target)}" if roll.declaration.targets else ""
        # What weapons and armour change is part of what is dealt.
        full, less = (hit_of(decision, roll, number, target, one).size for number in (shifts, shifts - 1))
        ask(
            decision,
            StyleTrade(roll.id, comparison.other, comparison.target),
            address_of(decision.state, one),
            f"Hit{on} for {full}. Deal {full}, or {less} and a boost?",
            (Option("full", f"Deal {full}"), Option("boost", f"Deal {less} and take a boost")),
            cites=decision.cites("attack-style"),
        )

    def _traded(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(StyleTrade)
        roll = roll_of(decision, asked.roll)
        wanted = (asked.other, asked.target)
        found = (each for each in roll.comparisons if (each.other, each.target) == wanted)
        comparison = next(found, Comparison(other=asked.other, margin=roll.margin or 0))
        one, shifts = roll.efforts[comparison.one].actor, comparison.margin
        if answer.option == "boost":
            shifts -= 1
            give_boost(decision, one, roll.id)
        land_hit(decision, hit_of(decision, roll, shifts, _target(roll, comparison), one))
        finish_roll(decision, roll.id)


def _side(roll: Roll, comparison: Comparison, side: Literal["actor", "defender"]) -> ActorId:
    return roll.efforts[comparison.one if side == "actor" else comparison.other].actor


def _target(roll: Roll, comparison: Comparison) -> ActorId:
    """On whom it falls: where there is one answer, that may be somebody else than the one who gives it."""
    if comparison.target:
        return comparison.target
    is_single = comparison.other < 0 or (roll.defender and len(roll.efforts) == 2)
    return roll.defender if is_single else roll.efforts[comparison.other].actor


def give_boost(decision: Decision, owner: ActorId, source: str) -> AspectId:
    """A boost is there at once; its owner names it when they like."""
    card = new_card(decision, UNNAMED_BOOST, BOOST, owner=owner)
    free = (FreeInvoke(f"f{card.id}", owner, source),)
    place(decision, msgspec.structs.replace(card, free=free))
    ask(
        decision,
        BoostToName(card.id),
        address_of(decision.state, owner) if owner in decision.state.get(CAST) else (GM,),
        f"{name_of(decision.state, owner)} gains a boost. Name it.",
        (Option("name", "Name the boost", (TextHole("fill", "boost", key="words", is_description=True),)),),
        cites=decision.cites("boost"),
        blocking=False,
    )
    return card.id
