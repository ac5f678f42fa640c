"""Wounds in rows, by the figures of FATE second edition: marking, penalties, time, and what is ruled about them."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import TAKEN_OUT, Condition, Wound, condition_of, is_out, is_unharmed, set_condition
from fatetable.mechanics.harm.wounds import ClearWound, MarkWound, NameWound, Wounding
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.clock import Clock, ClockAdvanced, ClockMoves
from fatetable.mechanics.time.track import TimeTrack
from tests.mechanics.harm.wound_rows import DAY, ROWS, RULES, wounding
from tests.mechanics.rolling_game import rolling
from tests.mechanics.small_game import RETH, THUG, SmallGame

WOUNDING = wounding()


def scene(wounds: Wounding = WOUNDING) -> SmallGame:
    return rolling(wounds=wounds, extra=(Clock(TimeTrack(track=("a day",), seconds=(DAY,))),)).scene()


def hit(g: SmallGame, *sizes: int, wounds: Wounding = WOUNDING) -> list[str]:
    """Reth is hit for these margins; the rows she has boxes checked in."""
    for size in sizes:
        g.run(partial(land, wounds, Hit(target=RETH, by=THUG, amount=size)))
    return rows(g)


def land(wounds: Wounding, landing: Hit, decision: Decision) -> None:
    wounds.land_hit(decision, landing)


def the_wound(g: SmallGame) -> Wound:
    """The one wound that Reth has, without its id."""
    (wound,) = condition_of(g.state, RETH).wounds
    assert wound.id
    return msgspec.structs.replace(wound, id="")


def rows(g: SmallGame) -> list[str]:
    return [wound.row for wound in condition_of(g.state, RETH).wounds]


@pytest.mark.parametrize(
    ("margins", "row"),
    [((0,), None), ((1,), "clipped"), ((2, 3, 4), "hurt"), ((5, 6), "injured"), ((7, 8, 20), "taken-out")],
)
def test_the_margin_says_which_row_is_marked(margins: tuple[int, ...], row: str | None) -> None:
    for margin in margins:
        assert hit(scene(), margin) == ([] if row is None else [row])


def test_full_rows_overflow_until_somebody_is_taken_out() -> None:
    g = scene()
    assert hit(g, 2, 2, 2, 2) == ["hurt", "hurt", "injured", "injured"]
    assert not is_out(g.state, RETH)
    assert hit(g, 2)[-1] == "taken-out"
    assert condition_of(g.state, RETH).out == TAKEN_OUT
    assert hit(g, 9) == ["hurt", "hurt", "injured", "injured", "taken-out"], "there is nothing left to mark"


def test_without_overflow_only_a_margin_of_seven_takes_somebody_out() -> None:
    wounds = wounding(msgspec.structs.replace(RULES, overflows=False))
    g = scene(wounds)
    assert hit(g, *[2] * 5, *[6] * 5, wounds=wounds) == ["hurt", "hurt", "injured", "injured"]
    assert hit(g, 7, wounds=wounds)[-1] == "taken-out"


def test_more_boxes_make_a_fight_less_brutal() -> None:
    tough = tuple(msgspec.structs.replace(row, boxes=3) if row.name == "hurt" else row for row in ROWS)
    wounds = wounding(msgspec.structs.replace(RULES, rows=lambda actor: tough))
    assert hit(scene(wounds), 2, 2, 2, 2, wounds=wounds) == ["hurt", "hurt", "hurt", "injured"]


# -- time ------------------------------------------------------------------------------------------------------------


def fighting() -> SmallGame:
    g = scene()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    return g


def next_exchange(g: SmallGame) -> None:
    def begin(decision: Decision) -> None:
        conflict = conflict_of(decision.state)
        assert conflict is not None
        g.conflicts.exchanges.start(decision, conflict)

    g.run(begin)


def test_clipped_counts_in_the_exchange_that_follows_and_is_gone_after_it() -> None:
    g = fighting()
    reth = g.state.get(CAST)[RETH]
    hit(g, 1)
    assert WOUNDING.penalties(g.state, reth) == ()
    next_exchange(g)
    assert [part.amount for part in WOUNDING.penalties(g.state, reth)] == [-1]
    assert hit(g, 1, 1) == ["clipped", "clipped", "hurt"], "a third one overflows while two are still marked"
    next_exchange(g)
    assert rows(g) == ["clipped", "hurt"], "the first has been suffered, the second counts now"
    next_exchange(g)
    assert rows(g) == ["hurt"]


def test_with_the_scene_everything_goes_but_injuries() -> None:
    g = scene()
    hit(g, 1, 2, 5, 7)
    assert is_out(g.state, RETH)
    g.do("gm", EndScene())
    assert rows(g) == ["injured"]
    assert not is_out(g.state, RETH)


def test_an_injury_may_end_with_the_scene() -> None:
    g = scene()
    hit(g, 5, 5)
    one, other = condition_of(g.state, RETH).wounds
    mild = msgspec.structs.replace(other, is_mild=True, ends_with_scene=True)

    def soften(decision: Decision) -> None:
        set_condition(decision, RETH, "softened", wounds=(one, mild))

    g.run(soften)
    g.do("gm", EndScene())
    assert condition_of(g.state, RETH).wounds == (one,)


def time_comes(now: int, decision: Decision) -> None:
    decision.moment(ClockMoves(0, now))


def test_each_injury_heals_by_its_own_clock() -> None:
    g = scene()
    hit(g, 5)
    assert the_wound(g) == Wound("injured", due=7 * DAY)
    g.run(partial(time_comes, 3 * DAY))
    g.tell(ClockAdvanced(3 * DAY))
    assert hit(g, 2, 6) == ["injured", "hurt", "injured"]
    for days, left in ((6, ["injured", "hurt", "injured"]), (7, ["hurt", "injured"]), (10, ["hurt"])):
        g.run(partial(time_comes, days * DAY))
        assert rows(g) == left


# -- rulings ---------------------------------------------------------------------------------------------------------


def test_the_game_master_marks_and_clears_wounds_and_says_why() -> None:
    g = scene()
    g.do("gm", MarkWound(RETH, "injured", "Broken Leg", "the fall"))
    assert the_wound(g) == Wound("injured", words="Broken Leg", due=7 * DAY), "it heals like any other"
    g.do("gm", MarkWound(RETH, "taken-out", "", "the second fall"))
    assert is_out(g.state, RETH)
    assert g.refused("gm", MarkWound(RETH, "injured", "", "a kick"))[0] == "out-of-the-scene"
    assert g.refused("gm", ClearWound(RETH, 3, "why"))[0] == "no-such-wound"
    assert g.refused("gm", MarkWound(RETH, "scratched", "", "a thorn"))[0] == "no-such-row"
    assert g.refused("ana", MarkWound(RETH, "hurt", "", "me"))[0] == "gm-only"
    g.do("gm", ClearWound(RETH, 2, "she was lucky"))
    assert (rows(g), is_out(g.state, RETH)) == (["injured"], False)
    g.do("gm", ClearWound(RETH, 1, "a miracle"))
    assert is_unharmed(condition_of(g.state, RETH))


def test_a_wound_that_finds_no_box_is_not_marked() -> None:
    g = scene()
    hit(g, 7)
    assert g.refused("gm", MarkWound(RETH, "taken-out", "", "again"))[0] == "row-is-full"


def test_who_bears_a_wound_says_once_what_it_is() -> None:
    g = scene()
    hit(g, 2)
    (offer,) = g.offers("ana", NameWound)
    assert g.offers("bo", NameWound) == ()
    g.do("ana", offer.fill(words="Twisted Ankle"))
    assert the_wound(g) == Wound("hurt", words="Twisted Ankle")
    assert g.offers("ana", NameWound) == ()
    assert g.refused("bo", NameWound(RETH, 1, "Bruise"))[0] == "not-yours"
    assert g.refused("ana", NameWound(RETH, 1, "Bruise"))[0] == "has-words"
    assert g.refused("ana", NameWound(RETH, 1, " "))[0] == "no-words"


def test_somebody_unharmed_has_no_wounds() -> None:
    g = scene()
    assert condition_of(g.state, RETH) == Condition()
    assert RULES.fresh(g.state.get(CAST)[RETH]) == Condition()
    assert (RULES.slots(g.state.get(CAST)[RETH]), RULES.counts_down) == ((), False)
