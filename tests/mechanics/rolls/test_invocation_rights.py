"""Who may invoke for whom, on which side of a roll, and whose free invocations they may use."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.seats import SEATS, Seat
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.points.accounts import POOL, PointsMoved, balance, purse
from fatetable.mechanics.rolls.invocation_rights import InvocationRights
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.mechanics.scenes.state import PresenceChanged
from tests.mechanics.rolling_game import RIGHTS, attack_reth, overcome, rolling, situation, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def attacked() -> SmallGame:
    """The thug attacks Reth."""
    g = rolling("0000", "0000").scene()
    attack_reth(g)
    return g


def seat(g: SmallGame, name: str) -> Seat:
    return g.state.get(SEATS)[SeatId(name)]


def stances(g: SmallGame, party: ActorId, effort: int = 0) -> tuple[str, ...]:
    roll = the_roll(g)
    return RIGHTS.stances(g.state, roll, roll.efforts[effort], party)


def test_players_invoke_for_their_characters_and_the_game_master_for_the_rest() -> None:
    g = rolling().scene()
    assert [tuple(RIGHTS.parties(g.state, seat(g, name))) for name in ("gm", "ana", "bo")] == [
        (NOBODY,),
        (RETH,),
        (VOLT,),
    ]
    assert (RIGHTS.account(g.state, RETH), RIGHTS.account(g.state, NOBODY)) == (purse(RETH), POOL)


@pytest.mark.parametrize(("out_may_invoke", "expected"), [(True, (RETH,)), (False, ())])
def test_characters_who_are_out_invoke_where_the_table_says_so(
    out_may_invoke: bool, expected: tuple[ActorId, ...]
) -> None:
    g = rolling().scene()
    g.tell(ConditionSet(RETH, Condition(out="taken-out")))
    rights = msgspec.structs.replace(RIGHTS, out_may_invoke=out_may_invoke)
    assert tuple(rights.parties(g.state, seat(g, "ana"))) == expected


def test_characters_who_have_left_do_not_invoke() -> None:
    g = rolling().scene()
    g.tell(PresenceChanged((VOLT, THUG)))
    assert tuple(RIGHTS.parties(g.state, seat(g, "ana"))) == ()


def test_both_sides_of_an_attack_help_themselves_and_hinder_the_other() -> None:
    g = attacked()
    assert (stances(g, NOBODY), stances(g, NOBODY, 1)) == (("self",), ("opponent",))
    assert (stances(g, RETH), stances(g, RETH, 1)) == (("opponent",), ("self",))


def test_a_bystander_takes_either_side_until_sides_are_named() -> None:
    g = attacked()
    assert stances(g, VOLT) == ("ally", "opponent")
    g.tell(SidesNamed({RETH: "heroes", VOLT: "heroes", THUG: "thugs"}))
    assert (stances(g, VOLT), stances(g, VOLT, 1)) == (("opponent",), ("ally",))


def test_seats_with_a_point_or_a_free_invocation_can_change_a_roll() -> None:
    g = rolling("0000").scene()
    overcome(g)
    for account in (POOL, purse(RETH), purse(VOLT)):
        g.tell(PointsMoved(account, "bank", balance(g.state, account), "spent"))
    assert RIGHTS.entitled(g.state, the_roll(g)) == ()
    situation(g, "Slippery floor", free_for=VOLT)
    assert RIGHTS.entitled(g.state, the_roll(g)) == ("bo",)
    g.tell(PointsMoved("bank", purse(RETH), 1, "a gift"))
    assert RIGHTS.entitled(g.state, the_roll(g)) == ("ana", "bo")


def test_a_free_invocation_is_its_holders_where_it_cannot_be_handed_on() -> None:
    g = rolling().scene()
    card = situation(g, "Slippery floor", free_for=VOLT)
    own = msgspec.structs.replace(RIGHTS, may_lend=lambda card: False)
    (free,) = card.free
    assert own.may_use(g.state, card, free, VOLT, VOLT)
    assert not own.may_use(g.state, card, free, RETH, RETH)
    assert not own.may_use(g.state, card, free, NOBODY, THUG)
    theirs = situation(g, "Dark corner", free_for=THUG)
    assert own.may_use(g.state, theirs, theirs.free[0], NOBODY, THUG)


def test_a_ruleset_may_say_itself_who_uses_what_is_free() -> None:
    g = rolling().scene()
    card = situation(g, "Slippery floor", free_for=VOLT)
    for_reth = InvocationRights(
        rules=RIGHTS.rules,
        may_lend=lambda card: True,
        out_may_invoke=False,
        free_for=lambda state, card, free, user: user == RETH,
    )
    assert [for_reth.may_use(g.state, card, card.free[0], VOLT, user) for user in (RETH, VOLT)] == [True, False]
