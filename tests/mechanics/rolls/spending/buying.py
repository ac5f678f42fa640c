"""The rolling game where points alone change a roll, boxes pay for aspects, and points are cancelled."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.spending.bare_points import BarePoints, Spend
from fatetable.mechanics.rolls.spending.counters import CancelOutlay, Counters, RenewOutlay
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from tests.mechanics.rolling_game import RIGHTS, RULES, overcome, rolling, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, cites

ONE = AmendmentRule(
    id="one",
    label="a fate point",
    who="self",
    stages=("declared", "thrown"),
    amount=1,
    needs_aspect=False,
    limit="effort",
)
HELP = AmendmentRule(
    id="aid",
    label="help",
    who="ally",
    stages=("thrown",),
    amount=1,
    needs_aspect=False,
    price=2,
    limit="party",
    takes_boxes=True,
)
AGAIN = AmendmentRule(id="again", label="a new throw", who="self", stages=("thrown",), rethrows=True, pays="box")
PLUS = AmendmentRule(id="plus", label="a plus", who="self", stages=("thrown",), die=DieRule(to=1), pays="box")
BUYING = msgspec.structs.replace(RULES, amendments=(ONE, HELP, AGAIN, PLUS), may_join=lambda uses, use: True)
LEVELS: dict[str, Any] = {"aspects": {"motto": "Born to Run", "flaw": "Weak"}, "levels": {"motto": 2, "flaw": 1}}


def buying(*dice: str, rules: CheckRules = BUYING, difficulty: int = 4, **options: Any) -> SmallGame:
    """Reth, who has three, goes for four; her aspects have two boxes and one."""
    rights: InvocationRights = msgspec.structs.replace(RIGHTS, rules=rules)
    parts = (BarePoints(rules=rules, rights=rights, cites=cites), Counters(rules=rules, rights=rights, cites=cites))
    g = rolling(*dice, rules=rules, extra=parts, **options)
    g.bring("ana", "Reth", speed=3, **LEVELS)
    g.bring("bo", "Volt", speed=2, aspects={"motto": "Loud"}, levels={"motto": 1})
    g.add("Thug")
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH, VOLT, THUG)))
    overcome(g, difficulty)
    return g


def spend(g: SmallGame, effect: str = "one", party: ActorId = RETH, **more: Any) -> Spend:
    return Spend(roll=the_roll(g).id, effort=0, effect=effect, party=party, **more)


def aid(g: SmallGame, **more: Any) -> Spend:
    return spend(g, "aid", VOLT, explanation="he shouts", **more)


def cancel(g: SmallGame, party: ActorId = VOLT, number: int = 0) -> CancelOutlay:
    roll = the_roll(g)
    return CancelOutlay(roll=roll.id, outlay=roll.outlays[number].id, party=party)


def renew(g: SmallGame, number: int = 0) -> RenewOutlay:
    roll = the_roll(g)
    return RenewOutlay(roll=roll.id, outlay=roll.outlays[number].id)


def with_box(g: SmallGame, effect: str, words: str = "Born to Run", **more: Any) -> Invoke:
    return Invoke(
        roll=the_roll(g).id,
        effort=0,
        effect=effect,
        aspect=g.card(words).id,
        explanation="she runs",
        payment="box",
        party=RETH,
        **more,
    )
