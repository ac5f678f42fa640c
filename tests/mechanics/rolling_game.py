"""The small game with every stage of a roll, plain outcomes, and dice that a test writes down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fatetable.engine.chance import Scripted
from fatetable.engine.words import Words
from fatetable.mechanics.aspects.cards import ASPECTS, AspectCard, add_free
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.grants import (
    ActionTable,
    Boost,
    FailOrCost,
    Goal,
    Grant,
    Hit,
    NewAspect,
    OpponentMayGain,
    OutcomeRow,
)
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.contests import Contests, has_all_sides
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.harm.absorbing import Absorbing
from fatetable.mechanics.harm.boxes import BoxRules
from fatetable.mechanics.harm.hits import HitRules
from fatetable.mechanics.harm.recovery import Recovery
from fatetable.mechanics.harm.state import STRESS, Slot
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.kit import Part
from fatetable.mechanics.rolls.actions import ATTACK, CREATE, DEFEND, OVERCOME, Actions, Attack, Overcome
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.attacking_several import AttackingSeveral, MaySpread
from fatetable.mechanics.rolls.effort_rulings import EffortRulings
from fatetable.mechanics.rolls.efforts import DefendWith
from fatetable.mechanics.rolls.helping import Helping
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invocations, Invoke
from fatetable.mechanics.rolls.may_declare import MayAttack
from fatetable.mechanics.rolls.opposition import (
    AnotherWay,
    DefenceToChoose,
    KnownOpposition,
    Opposition,
    OppositionToChoose,
)
from fatetable.mechanics.rolls.procedure import Interceptor, RollProcedure
from fatetable.mechanics.rolls.resolution import Give, OnlyOne, Resolution
from fatetable.mechanics.rolls.state import ROLLS, Roll
from fatetable.mechanics.rolls.stepping_in import SteppingIn
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice, Throwing
from fatetable.mechanics.undertakings.undertaking import CALLED
from tests.mechanics.small_game import CHECKS, RETH, THUG, SmallGame, cites

WORDS = Words({"gm": "Keeper"})
MILD, SEVERE = Slot("mild", 2, "scene"), Slot("severe", 6, "scenario")
HARM = {
    "hero": BoxRules(tracks=lambda actor: {STRESS: 2}, slots=lambda actor: (MILD, SEVERE)),
    "foe": BoxRules(tracks=lambda actor: {STRESS: 2}, slots=lambda actor: ()),
}

RULES = msgspec.structs.replace(
    CHECKS,
    bands=Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (3, "style")), success="succeed"),
    amendments=(
        AmendmentRule(id="bonus", label="+2", who="self", stages=("thrown",), amount=2),
        AmendmentRule(id="against", label="-2", who="opponent", stages=("thrown",), amount=2),
        AmendmentRule(id="again", label="a new throw", who="self", stages=("thrown",), rethrows=True),
    ),
    may_join=lambda uses, use: all(other.aspect != use.aspect for other in uses),
)

TAKING_TURNS = msgspec.structs.replace(RULES, sides_take_turns=True)
"""The other side chooses and throws when it knows what it has to meet."""

RIGHTS = InvocationRights(rules=RULES, may_lend=lambda card: True, out_may_invoke=False)


def _row(action: str, outcome: str, *grants: Grant) -> OutcomeRow:
    return OutcomeRow(action, outcome, grants)


TABLE = ActionTable.of(
    (
        *(_row(DEFEND, outcome) for outcome in ("fail", "tie", "succeed")),
        _row(DEFEND, "style", Boost("defender")),
        *(_row(CALLED, outcome) for outcome in ("fail", "tie", "succeed", "style")),
        _row(ATTACK, "fail"),
        _row(ATTACK, "tie", Boost()),
        _row(ATTACK, "succeed", Hit()),
        _row(ATTACK, "style", Hit(trade=True)),
        _row(OVERCOME, "fail", FailOrCost()),
        _row(OVERCOME, "tie", Goal("minor")),
        _row(OVERCOME, "succeed", Goal()),
        _row(OVERCOME, "style", Goal(), Boost()),
        _row(CREATE, "fail", OpponentMayGain()),
        _row(CREATE, "tie", Boost()),
        _row(CREATE, "succeed", NewAspect(1)),
        _row(CREATE, "style", NewAspect(2)),
    )
)


CONTESTS = Interceptor(
    "contests", "settle", lambda decision, roll, proceed: decision.service(Contests).settle(decision, roll, proceed)
)


BARE_HITS = HitRules()


def rolling(
    *dice: str,
    harmful: str = "",
    rules: CheckRules = RULES,
    may_attack: MayAttack | None = None,
    pool_pays_bearer: bool = True,
    hits: HitRules = BARE_HITS,
    table: ActionTable = TABLE,
    wounds: Wounding | None = None,
    only_one: OnlyOne | None = None,
    gives: Mapping[str, Give] = {},
    may_spread: MaySpread | None = None,
    extra: tuple[Part, ...] = (),
    harms: Mapping[str, BoxRules] = {},
    other_ways: tuple[AnotherWay, ...] = (),
    interceptors: tuple[Interceptor, ...] = (),
    known_opposition: KnownOpposition | None = None,
    **options: Any,
) -> SmallGame:
    """`dice` are thrown in this order; `harmful` is the action that needs a conflict.

    `extra` are more parts, `harms` what more kinds of people can take; with `wounds` hits are marked in rows instead.
    `other_ways` are more answers to what a roll is against.
    """
    harm = {**HARM, **harms}
    turns = Turns(harmful=harmful, sideline=CREATE, sideline_in_contests=False, words=WORDS)
    defences = DefendWith(rules, DEFEND)
    rights = msgspec.structs.replace(RIGHTS, rules=rules)
    opposition = Opposition(
        rules=rules,
        turns=turns,
        cites=cites,
        defences=defences,
        known_opposition=known_opposition or (lambda state, roll: roll.defender or None),
        other_ways=other_ways,
    )
    resolution = Resolution(
        rules=rules, table=table, defence=DEFEND, may_cost=lambda roll: True, only_one=only_one, gives=gives
    )
    actions = Actions(rules=rules, turns=turns, words=WORDS, cites=cites, may_attack=may_attack)
    if may_spread is not None:
        extra = (*extra, AttackingSeveral(actions=actions, may_spread=may_spread, cites=cites))
    absorbing = Absorbing(
        rules=harm,
        cites=cites,
        renamable=("severe",),
        marks_itself=lambda actor: not actor.is_pc,
        is_nameless=lambda actor: False,
    )
    recovery = Recovery(rules=harm, may_clear=lambda state, mark, slot, moment: True)
    harming: tuple[Part, ...] = (wounds,) if wounds else (absorbing, recovery)
    return SmallGame(
        parts=(
            actions,
            opposition,
            EffortRulings(opposition=opposition, cites=cites),
            Helping(rules=rules, turns=turns, cites=cites),
            SteppingIn(rules=rules, cites=cites, defences=defences),
            Throwing(rules=rules, rights=rights, is_complete=has_all_sides, cites=cites),
            Invocations(rules=rules, rights=rights, cites=cites, pool_pays_bearer=pool_pays_bearer),
            resolution,
            *harming,
            *extra,
        ),
        procedure=RollProcedure(
            rules=rules,
            oppose=opposition.open,
            answer=opposition.answer,
            settle=resolution.settle,
            waive=resolution.waive,
            land=wounds.land_hit if wounds else absorbing.land_hit,
            hits=hits,
            interceptors=(CONTESTS, *interceptors),
        ),
        chance=Scripted(*dice),
        harm=wounds.rules if wounds else harm,
        **options,
    )


def the_roll(g: SmallGame) -> Roll:
    """The one roll on the table, finished or not."""
    (roll,) = g.state.get(ROLLS).values()
    return roll


def overcome(g: SmallGame, difficulty: int = 2, **more: Any) -> Roll:
    """Reth, who has speed 3, goes for something of this difficulty."""
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs", **more))
    g.answer("gm", OppositionToChoose, "difficulty", value=difficulty)
    return the_roll(g)


def attack_reth(g: SmallGame) -> Roll:
    """The thug, who has speed 1, attacks Reth, who runs (speed 3)."""
    g.do("gm", Attack(actor=THUG, target=RETH, trait="speed", description="he charges"))
    g.answer("ana", DefenceToChoose, "defend", trait="speed", description="she runs")
    return the_roll(g)


def throw(g: SmallGame, seat: str = "ana") -> Roll:
    """Everybody who is asked before the dice says to go ahead, and then the dice are rolled."""
    everybody_passes(g)
    g.do(seat, ThrowDice(the_roll(g).id))
    return the_roll(g)


def everybody_passes(g: SmallGame) -> Roll:
    for seat in the_roll(g).waiting:
        g.do(seat, Pass(the_roll(g).id))
    return the_roll(g)


def hit_reth(g: SmallGame) -> Roll:
    """Whatever the dice show, Reth is hit for as much as they say."""
    attack_reth(g)
    throw(g, "gm")
    return everybody_passes(g)


def situation(g: SmallGame, words: str, free_for: ActorId | None = None) -> AspectCard:
    g.do("gm", PlaceAspect(words=words))
    card = g.card(words)
    if free_for is not None:
        g.run(lambda decision: add_free(decision, card.id, free_for, 1, "gift"))
    return g.state.get(ASPECTS)[card.id]


def thrown(*dice: str, **options: Any) -> SmallGame:
    """Reth has thrown against a difficulty of two."""
    g = rolling(*(dice or ("0000",)), **options).scene()
    overcome(g)
    throw(g)
    return g


def invoke(g: SmallGame, card: AspectCard, **more: Any) -> Invoke:
    given = {"effect": "bonus", "explanation": "she is fast", "party": RETH, "effort": 0, **more}
    return Invoke(roll=the_roll(g).id, aspect=card.id, **given)
