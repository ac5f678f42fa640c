"""A whole exchange is one roll: everybody's one throw, compared pair by pair, group after group.

The figures are those of the tavern fight (F2-EX-36 to 41): Reth is its swordsman, Volt his friend with the knives, the
thug is guard A and the brute guard B.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from fatetable.engine.decision import Decision
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.grants import ActionTable, Grant, Hit, OutcomeRow
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.harm.state import HARM, Condition, ConditionSet, Wound
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import Reading, read_by_bands
from fatetable.mechanics.rolls.procedure import declare_roll, new_roll_id
from fatetable.mechanics.rolls.resolution import OpponentToPick
from fatetable.mechanics.rolls.state import Comparison, Declaration, Effort, Modifier, Roll, effort_id
from tests.mechanics.harm.wound_rows import wounding
from tests.mechanics.rolling_game import RULES, everybody_passes, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

BRUTE = ActorId("brute")
FIGHT, FIGHT_DEFENSIVELY = "fight", "fight-defensively"
OUTCOMES = ("beaten", "scratched", "clipped", "hurt", "injured", "taken-out")
BANDS = Bands(
    ((None, "beaten"), (0, "scratched"), (1, "clipped"), (2, "hurt"), (5, "injured"), (7, "taken-out")),
    success="scratched",
)


def _row(action: str, outcome: str) -> OutcomeRow:
    grants: tuple[Grant, ...] = (Hit(),) if action == FIGHT and outcome in OUTCOMES[2:] else ()
    return OutcomeRow(action, outcome, grants)


TABLE = ActionTable.of(tuple(_row(action, outcome) for action in (FIGHT, FIGHT_DEFENSIVELY) for outcome in OUTCOMES))


WOUNDING = wounding()


def wounds(state: State) -> Mapping[ActorId, tuple[str, ...]]:
    """The rows in which somebody has boxes checked."""
    found = state.get(HARM).items()
    return {actor: tuple(wound.row for wound in condition.wounds) for actor, condition in found if condition.wounds}


def penalty(state: State, actor: ActorId) -> int:
    return -sum(part.amount for part in WOUNDING.penalties(state, state.get(CAST)[actor]))


class Pairing(msgspec.Struct, frozen=True):
    """Who is set against whom, in groups: one lone fighter with all who face him, or one pair."""

    groups: tuple[tuple[tuple[int, int], ...], ...]

    def compare(self, state: State, roll: Roll) -> tuple[Comparison, ...]:
        return tuple(
            Comparison(
                one=one,
                other=other,
                group=number,
                modifiers=self._wounds(state, roll, one),
                opposing=(
                    *((Modifier("numbers", "outnumbers", 1),) if len(group) > 1 else ()),
                    *self._wounds(state, roll, other),
                ),
            )
            for number, group in enumerate(self.groups)
            for one, other in group
            if not any(self._is_out(state, roll, place) for place in (one, other))
        )

    def _is_out(self, state: State, roll: Roll, index: int) -> bool:
        return "taken-out" in wounds(state).get(roll.efforts[index].actor, ())

    def _wounds(self, state: State, roll: Roll, index: int) -> tuple[Modifier, ...]:
        """Wounds that the effort does not know of yet."""
        effort = roll.efforts[index]
        known = -sum(part.amount for part in effort.modifiers if part.source == "wound")
        new = penalty(state, effort.actor) - known
        return (Modifier("wound", "wounded", -new),) if new else ()

    def read(self, state: State, roll: Roll, comparison: Comparison, difference: int) -> Reading:
        """A lone fighter does nothing to one of several unless he beats them all."""
        read = read_by_bands(BANDS, comparison, difference)
        group = [each for each in self.compare(state, roll) if each.group == comparison.group]
        rules = self.rules()
        if difference >= 0 and any(rules.difference(state, roll, each) <= 0 for each in group if len(group) > 1):
            return msgspec.structs.replace(read, outcome="scratched")
        return read

    def rules(self) -> CheckRules:
        return msgspec.structs.replace(RULES, bands=BANDS, compare=self.compare, read=self.read)


def only_one(_: State, roll: Roll, group: tuple[Comparison, ...]) -> tuple[tuple[int, int, ActorId], ...]:
    """A lone fighter picks one of all he beat."""
    beaten = tuple(each.pair for each in group if each.margin > 0 and roll.efforts[each.one].action == FIGHT)
    return beaten if len(group) > 1 else ()


def figure(actor: ActorId, outcome: int, *parts: Modifier, action: str = FIGHT) -> tuple[ActorId, str, int, Any]:
    return actor, action, outcome, parts


WOUND = Modifier("wound", "wounded", -1)
POINT = Modifier("point", "fate point", 1)


def exchange(
    *fighters: tuple[ActorId, str, int, Any],
    groups: tuple[tuple[tuple[int, int], ...], ...],
    earlier: Mapping[ActorId, tuple[str, ...]] | None = None,
) -> SmallGame:
    """Everybody throws once; all dice are blank, so that the figures are those of the book."""
    pairing = Pairing(groups)
    g = rolling(
        *("0000",) * len(fighters), rules=pairing.rules(), table=TABLE, wounds=WOUNDING, only_one=only_one
    ).scene()
    g.add("Brute")
    for actor, results in (earlier or {}).items():
        g.tell(ConditionSet(actor, Condition(wounds=tuple(map(Wound, results)))))

    def begin(decision: Decision) -> None:
        roll = new_roll_id(decision)
        efforts = tuple(
            Effort(
                id=effort_id(roll, place),
                actor=actor,
                action=action,
                trait="swords",
                modifiers=(Modifier("trait", "Swords", outcome), *parts),
            )
            for place, (actor, action, outcome, parts) in enumerate(fighters)
        )
        first = fighters[0][0]
        declare_roll(decision, roll, Declaration(actor=first, action=FIGHT, trait="swords", description=""), *efforts)

    g.run(begin)
    throw(g)
    everybody_passes(g)
    return g


def read(g: SmallGame) -> list[tuple[ActorId, ActorId, int, str, str]]:
    roll = the_roll(g)
    return [
        (roll.efforts[each.one].actor, roll.efforts[each.other].actor, each.margin, each.outcome, each.opposing_outcome)
        for each in roll.comparisons
    ]


LONE = ((0, 1), (0, 2))


def test_whoever_beats_the_lone_fighter_hits_by_his_own_margin() -> None:
    """F2-EX-36: a good swordsman against a good and a great guard, who have their +1 counted in."""
    g = exchange(figure(RETH, 2), figure(THUG, 1), figure(BRUTE, 2), groups=(LONE,))
    assert read(g) == [(RETH, THUG, 0, "scratched", "scratched"), (RETH, BRUTE, -1, "beaten", "clipped")]
    assert wounds(g.state) == {RETH: ("clipped",)}
    assert the_roll(g).stage == "over"


@pytest.mark.parametrize(("picked", "result"), [(1, "clipped"), (2, "hurt")])
def test_who_beats_them_all_picks_one(picked: int, result: str) -> None:
    """F2-EX-38: superb against great and good; the first would be clipped, the second hurt."""
    g = exchange(
        figure(RETH, 1, Modifier("die", "a die turned", 2), POINT), figure(THUG, 2), figure(BRUTE, 1), groups=(LONE,)
    )
    assert [margin for *_, margin, _, _ in read(g)] == [1, 2]
    assert wounds(g.state) == {}
    prompt = g.prompt(OpponentToPick)
    assert (prompt.question, [option.label for option in prompt.options]) == (
        "Reth beats Thug and Brute. Who is hit?",
        ["Thug", "Brute"],
    )
    g.answer("ana", OpponentToPick, str(picked))
    assert wounds(g.state) == {(THUG, BRUTE)[picked - 1]: (result,)}
    assert the_roll(g).stage == "over"


def test_a_hurt_counts_at_once_against_the_next_in_the_same_exchange() -> None:
    """F2-EX-39: the knife is at +1; the guard loses the +1 for numbers against it, and one for the new wound."""
    g = exchange(
        figure(RETH, 5),
        figure(THUG, 2),
        figure(BRUTE, 1),
        figure(VOLT, 5, Modifier("position", "unexpected", 1)),
        groups=(LONE, ((3, 1),)),
    )
    # The later group is not read before the choice of the earlier is made.
    assert (len(the_roll(g).comparisons), the_roll(g).has_more) == (2, True)
    g.answer("ana", OpponentToPick, "1")
    assert read(g)[2] == (VOLT, THUG, 5, "injured", "beaten")
    last = the_roll(g).comparisons[2]
    assert (last.total, last.against, [part.amount for part in last.opposing]) == (6, 1, [-1])
    assert wounds(g.state) == {THUG: ("hurt", "injured")}
    assert (penalty(g.state, THUG), the_roll(g).stage, the_roll(g).has_more) == (2, "over", False)


def test_who_fights_defensively_hits_nobody_and_can_be_hit() -> None:
    """F2-EX-40: good against mediocre and great."""
    g = exchange(
        figure(RETH, 1, Modifier("stance", "defensive", 1), action=FIGHT_DEFENSIVELY),
        figure(THUG, 0, WOUND, WOUND),
        figure(BRUTE, 2),
        groups=(LONE,),
        earlier={THUG: ("hurt", "injured")},
    )
    assert [(each.total, each.against) for each in the_roll(g).comparisons] == [(2, -1), (2, 3)]
    assert read(g)[1][2:] == (-1, "beaten", "clipped")
    assert wounds(g.state)[RETH] == ("clipped",)
    assert not g.is_asked(OpponentToPick)


def test_the_second_knife_takes_the_guard_out() -> None:
    """F2-EX-41: epic, with a fate point, against poor: the guard does not outnumber the one who throws."""
    g = exchange(
        figure(RETH, 1, Modifier("stance", "defensive", 1), action=FIGHT_DEFENSIVELY),
        figure(THUG, 0, WOUND, WOUND),
        figure(BRUTE, 2),
        figure(VOLT, 4, POINT),
        groups=(LONE, ((3, 1),)),
        earlier={THUG: ("hurt", "injured")},
    )
    assert read(g)[2] == (VOLT, THUG, 7, "taken-out", "beaten")
    assert wounds(g.state)[THUG] == ("hurt", "injured", "taken-out")


def test_in_one_group_all_is_read_before_anything_is_marked() -> None:
    """F2-COMB-21: two who hurt one another's friend in the same group do not weaken one another first."""
    together = exchange(figure(RETH, 2), figure(THUG, 3), figure(BRUTE, 3), groups=(LONE,))
    assert [margin for *_, margin, _, _ in read(together)] == [-2, -2]
    assert wounds(together.state) == {RETH: ("hurt", "hurt")}
    apart = exchange(figure(RETH, 2), figure(THUG, 4), figure(BRUTE, 4), groups=(((0, 1),), ((0, 2),)))
    assert [margin for *_, margin, _, _ in read(apart)] == [-2, -3]


def test_who_was_taken_out_loses_what_was_not_read_yet() -> None:
    g = exchange(figure(RETH, 9), figure(THUG, 1), figure(VOLT, 0), groups=(((0, 1),), ((1, 2),)))
    assert read(g) == [(RETH, THUG, 8, "taken-out", "beaten")]
    assert (the_roll(g).stage, wounds(g.state)) == ("over", {THUG: ("taken-out",)})


def test_where_nobody_is_set_against_anybody_the_roll_is_over_and_nothing_comes_of_it() -> None:
    g = exchange(figure(RETH, 3), figure(THUG, 1), groups=())
    assert (the_roll(g).stage, the_roll(g).outcome, read(g)) == ("over", "", [])
    assert wounds(g.state) == {}
