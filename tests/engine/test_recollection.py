"""What a viewer recollects is worked out again when, and only when, something it read has changed."""

from fatetable.engine.recollection import Recollection, tracked
from fatetable.engine.state import EMPTY, Key, State

ONE: Key[int] = Key("one", int, 0)
OTHER: Key[int] = Key("other", int, 0)


class Work:
    """Adds one slice to a number, and counts how often it had to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, state: State, more: int) -> int:
        self.times += 1
        return state.get(ONE) + more


def test_work_is_done_once_while_what_it_read_stays() -> None:
    recollection, work = Recollection(), Work()
    state = EMPTY.put(ONE, 5, 1)
    for seq in range(2, 5):
        state = state.put(OTHER, seq, seq)
        recollection.turn_to(state, "ana")
        assert recollection.recall("sum", work, 2) == 7
    assert work.times == 1


def test_work_is_done_again_once_a_slice_it_read_is_another() -> None:
    recollection, work = Recollection(), Work()
    recollection.turn_to(EMPTY, "ana")
    assert recollection.recall("sum", work, 2) == 2
    recollection.turn_to(EMPTY.put(ONE, 5, 1), "ana")
    assert recollection.recall("sum", work, 2) == 7
    recollection.turn_to(EMPTY, "ana")
    assert recollection.recall("sum", work, 2) == 2
    assert work.times == 3


def test_another_viewer_recollects_nothing() -> None:
    recollection, work = Recollection(), Work()
    for viewer in ("ana", "bo"):
        recollection.turn_to(EMPTY, viewer)
        recollection.recall("sum", work, 2)
    assert work.times == 2


def test_work_that_reads_the_position_is_done_again_at_every_step() -> None:
    recollection, positions = Recollection(), []
    for seq in (1, 2):
        recollection.turn_to(State(seq), "ana")
        positions.append(recollection.recall("position", lambda state: state.position()))
    assert positions == [1, 2]


def test_work_that_asks_a_question_is_done_again_only_when_the_answer_is_another() -> None:
    @tracked
    def is_at_least(state: State, least: int) -> bool:
        return state.get(ONE) >= least

    asked = 0

    def work(state: State) -> str:
        nonlocal asked
        asked += 1
        return "many" if is_at_least(state, 3) else "few"

    recollection, told = Recollection(), []
    for number in (1, 2, 3, 4, 1):
        recollection.turn_to(EMPTY.put(ONE, number, number), "ana")
        told.append(recollection.recall("how many", work))
    assert told == ["few", "few", "many", "many", "few"]
    assert asked == 3
    assert is_at_least(EMPTY, 0)


def test_work_called_differently_is_another() -> None:
    recollection, work = Recollection(), Work()
    recollection.turn_to(EMPTY, "ana")
    assert recollection.recall("two", work, 2) == 2
    assert recollection.recall("three", work, 3) == 3


def test_a_part_is_known_although_the_rest_has_to_be_done_again() -> None:
    parts = Work()

    def whole(state: State) -> int:
        return state.get(OTHER) + sum(state.part("sum", lambda part, more: (parts(part, more),), 2))

    recollection, told = Recollection(), []
    state = EMPTY.put(ONE, 5, 1)
    for other in (10, 20, 30):
        state = state.put(OTHER, other, other)
        recollection.turn_to(state, "ana")
        told.append(recollection.recall("whole", whole))
    assert told == [17, 27, 37]
    assert parts.times == 1
    recollection.turn_to(state.put(ONE, 6, 31), "ana")
    assert recollection.recall("whole", whole) == 38
    assert parts.times == 2
    assert whole(EMPTY) == 2


def test_a_part_about_something_else_is_another_though_it_is_called_the_same() -> None:
    recollection = Recollection()
    recollection.turn_to(EMPTY.put(ONE, 5, 1), "ana")

    def whole(state: State, *about: object) -> tuple[object, ...]:
        return tuple(found for each in about for found in state.part("kept", lambda _, it: (it,), each))

    first, second = ["equal"], ["equal"]
    told = recollection.recall("whole", whole, "a", first, second, "".join(("a",)))
    assert [id(found) for found in told[1:3]] == [id(first), id(second)]
    assert (told[0], told[3]) == ("a", "a")


def test_a_question_that_nobody_asks_any_more_is_not_answered_again() -> None:
    answered = []

    @tracked
    def is_even(state: State) -> bool:
        answered.append(state.get(ONE))
        return state.get(ONE) % 2 == 0

    def work(state: State) -> bool:
        return state.get(OTHER) > 0 and is_even(state)

    recollection = Recollection()
    for one, other in ((1, 1), (2, 0), (3, 0), (4, 0)):
        recollection.turn_to(State(one + other, {"one": one, "other": other}), "ana")
        recollection.recall("work", work)
    assert answered == [1]
