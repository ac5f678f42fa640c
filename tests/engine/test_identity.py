"""Remembering what was worked out from the same objects, and never taking others for them."""

from fatetable.engine.identity import remembered


def test_a_function_is_called_once_for_the_same_objects() -> None:
    calls: list[tuple[object, ...]] = []

    @remembered(limit=2)
    def paired(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        calls.append((one, other))
        return one + other

    long, short = tuple(range(300)), (1, 2)
    assert paired(long, short) is paired(long, short)
    assert len(calls) == 1
    equal_but_not_the_same = tuple(range(300))
    assert paired(equal_but_not_the_same, short) == paired(long, short)
    assert len(calls) == 2
    assert paired(short, long) == (*short, *long)
    assert paired(long, short) == (*long, *short)
    assert len(calls) == 4, "when there are too many, all are forgotten"


def test_the_same_words_are_the_same_whichever_object_they_are() -> None:
    calls: list[str] = []

    @remembered(limit=2, has_texts=True)
    def shouted(words: str) -> str:
        calls.append(words)
        return words.upper()

    assert shouted("a grey wolf") is shouted(" ".join(("a", "grey", "wolf")))
    assert calls == ["a grey wolf"]
