"""Throws are uniform, repeatable from the secret, written down exactly, and checkable by anyone."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, count, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatetable.engine.chance import (
    Chance,
    Die,
    Entered,
    Position,
    Scripted,
    Seeded,
    Throw,
    commitment_of,
    read_die,
    uniform_face,
    verify,
    write_die,
)
from fatetable.engine.errors import MalformedCommand

SECRET = bytes(range(32))
SIGNS = Die("sign", (-1, 0, 1), (-1, 0, 1))
SIX = Die("d6", (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
SIX_AS_SIGNS = Die("d6", (1, 2, 3, 4, 5, 6), (-1, -1, 0, 0, 1, 1))
HERE = Position(0, 1)


def seeded_throws(number: int, dice: tuple[Die, ...] = (SIGNS,) * 4, epoch: int = 0) -> list[Throw]:
    chance = Seeded(SECRET, "bridge")
    return [chance.throw(Position(epoch, at), dice) for at in range(number)]


# --- dice in writing ---


@pytest.mark.parametrize(
    ("die", "text"),
    [
        (SIGNS, "sign[-1..1]"),
        (SIX, "d6[1..6]"),
        (Die("coin", (0, 1), (0, 1)), "coin[0,1]"),
        (Die("dF", (-1, -1, 0, 0, 1, 1), (-1, -1, 0, 0, 1, 1)), "dF[-1*2,0*2,1*2]"),
        (SIX_AS_SIGNS, "d6[1:-1,2:-1,3:0,4:0,5:1,6:1]"),
        (Die("", (7, 7, 8, 9, 10, 3), (7, 7, 8, 9, 10, 0)), "[7*2,8..10,3:0]"),
        (Die("far", (5, 5), (-2, -2)), "far[5:-2*2]"),
    ],
)
def test_a_die_has_a_short_notation_that_reads_back(die: Die, text: str) -> None:
    assert write_die(die) == text
    assert read_die(text) == die


def test_the_largest_die_reads_and_a_run_may_be_a_single_face() -> None:
    assert len(read_die("d[1..99999,1]").shown) == 100_000
    assert read_die("d[5..5]").shown == (5,)


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="[]"), max_size=5),
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9) | st.none()), min_size=1, max_size=30),
)
def test_any_die_reads_back_exactly(name: str, faces: list[tuple[int, int | None]]) -> None:
    shown = tuple(face for face, _ in faces)
    die = Die(name, shown, tuple(face if value is None else value for face, value in faces))
    assert read_die(write_die(die)) == die


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d6",
        "d6[]",
        "d6[1..]",
        "d6[6..1]",
        "d6[2..1]",
        "d6[1*0]",
        "d6[a]",
        "d[1..999999]",
        "d[1*999999]",
        "d[1..99999,1,2]",
    ],
)
def test_text_that_describes_no_die_is_refused(text: str) -> None:
    with pytest.raises(MalformedCommand) as refused:
        read_die(text)
    assert refused.value.code == "die-notation"
    assert f'"{text}"' in refused.value.message


@pytest.mark.parametrize(
    ("name", "shown", "values"), [("d0", (), ()), ("d2", (1, 2), (1,)), ("d[2", (1, 2), (1, 2)), ("d]", (1,), (1,))]
)
def test_a_die_needs_faces_with_one_value_each(name: str, shown: tuple[int, ...], values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="die "):
        Die(name, shown, values)


def test_a_throw_survives_being_stored() -> None:
    throw = seeded_throws(1)[0]
    assert msgspec.json.decode(msgspec.json.encode(throw), type=Throw) == throw


# --- from a secret ---


@pytest.mark.parametrize("size", range(1, 257))
def test_every_face_takes_the_same_number_of_byte_values(size: int) -> None:
    refused = -1  # the stream's end stands for "this byte was thrown away"
    outcomes = Counter(_face_or(refused, iter([byte]), size) for byte in range(256))
    thrown_away = outcomes.pop(refused, 0)
    assert thrown_away < size
    assert outcomes == dict.fromkeys(range(size), 256 // size)


def test_every_face_of_a_large_deck_takes_the_same_number_of_byte_pairs() -> None:
    outcomes = Counter(_face_or(-1, iter(pair), 300) for pair in product(range(256), repeat=2))
    assert outcomes.pop(-1) == 65536 % 300
    assert outcomes == dict.fromkeys(range(300), 65536 // 300)


def _face_or(fallback: int, stream: Iterator[int], size: int) -> int:
    try:
        return uniform_face(stream, size)
    except StopIteration:
        return fallback


@pytest.mark.parametrize(
    ("size", "stream", "face"), [(6, [255, 253, 13], 1), (257, [255, 255, 1, 2], 1), (65536, [1, 2], 258)]
)
def test_a_number_that_would_favour_a_face_is_thrown_away(size: int, stream: list[int], face: int) -> None:
    assert uniform_face(iter(stream), size) == face


def test_the_derivation_is_the_one_documented() -> None:
    dice = (SIX,) * 40 + (Die("deck", tuple(range(300)), tuple(range(300))),)
    blocks = (
        hmac.new(SECRET, f"fatetable throw 1|2|7|{block}|bridge".encode(), hashlib.sha256).digest() for block in count()
    )
    stream = chain.from_iterable(blocks)
    expected: list[int] = []
    while len(expected) < 40:
        byte = next(stream)
        if byte < 252:
            expected.append(byte % 6)
    while len(expected) < 41:
        pair = next(stream) * 256 + next(stream)
        if pair < 65400:
            expected.append(pair % 300)
    assert Seeded(SECRET, "bridge").throw(Position(2, 7), dice).faces == tuple(expected)


def test_the_same_position_throws_the_same_faces() -> None:
    assert seeded_throws(50) == seeded_throws(50)


@pytest.mark.parametrize(
    "other",
    [
        lambda at: Seeded(SECRET, "bridge").throw(Position(1, at), (SIX,) * 4),
        lambda at: Seeded(SECRET, "bridge").throw(Position(0, at + 1), (SIX,) * 4),
        lambda at: Seeded(SECRET, "quay").throw(Position(0, at), (SIX,) * 4),
        lambda at: Seeded(SECRET[::-1], "bridge").throw(Position(0, at), (SIX,) * 4),
    ],
    ids=["epoch", "number", "table", "secret"],
)
def test_another_epoch_number_table_or_secret_is_another_stream(other: Callable[[int], Throw]) -> None:
    ours = [throw.faces for throw in seeded_throws(20, (SIX,) * 4)]
    assert sum(other(at).faces == faces for at, faces in enumerate(ours)) < 5


def test_a_table_name_cannot_imitate_another_position() -> None:
    ours = Seeded(SECRET, "0|bridge").throw(Position(1, 2), (SIX,) * 20)
    theirs = Seeded(SECRET, "bridge").throw(Position(1, 2), (SIX,) * 20)
    assert ours.faces != theirs.faces


def test_a_throw_records_faces_prints_and_values() -> None:
    for throw in seeded_throws(30, (SIX_AS_SIGNS, SIX)):
        first, second = throw.faces
        assert throw.dice == (write_die(SIX_AS_SIGNS), write_die(SIX))
        assert throw.shown == (first + 1, second + 1)
        assert throw.values == (SIX_AS_SIGNS.values[first], second + 1)
        assert throw.total == sum(throw.values)
        assert throw.source == "seeded"


def test_the_commitment_hides_the_secret_and_binds_to_it() -> None:
    chance = Seeded(SECRET, "bridge")
    assert (
        chance.commitment == commitment_of(SECRET) == hashlib.sha256(b"fatetable commitment 1\0" + SECRET).hexdigest()
    )
    assert commitment_of(SECRET) != commitment_of(SECRET + b"\0")
    assert SECRET.hex() not in repr(chance)
    assert repr(SECRET)[2:-1] not in repr(chance)


def test_a_seeded_table_needs_a_secret() -> None:
    with pytest.raises(ValueError, match="secret"):
        Seeded(b"", "bridge")


# --- checking afterwards ---


def test_an_honest_record_has_no_mismatch() -> None:
    entered = Entered("++0-").throw(Position(0, 99), (SIGNS,) * 4)
    assert verify(SECRET, "bridge", [*seeded_throws(30), entered]) == ()


def test_a_changed_face_is_found() -> None:
    throws = seeded_throws(10)
    honest = throws[6]
    faces = ((honest.faces[0] + 1) % 3, *honest.faces[1:])
    values = tuple(SIGNS.values[face] for face in faces)
    throws[6] = msgspec.structs.replace(honest, faces=faces, shown=values, values=values)
    (mismatch,) = verify(SECRET, "bridge", throws)
    assert mismatch.position == Position(0, 6)
    assert mismatch.recorded == faces
    assert mismatch.expected == honest.faces
    assert "other faces" in mismatch.reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"values": (1, 1, 1, 1)}, "said to show"),
        ({"shown": (1, 1, 1, 1)}, "said to show"),
        ({"dice": ("sign[1*3]",) * 4}, "said to show"),
        ({"dice": ("sign",) * 4}, "does not describe a die"),
        ({"dice": ("sign[-1..1]",) * 3}, "other faces"),
        ({"source": "entered", "faces": (0, 0, 0, 3)}, "do not exist"),
        ({"source": "entered", "faces": (0, 0, 0, -1)}, "do not exist"),
        ({"source": "entered", "faces": (0, 0, 0)}, "do not exist"),
        ({"position": Position(1, 3)}, "other faces"),
    ],
)
def test_a_record_that_contradicts_itself_is_found(change: dict[str, object], reason: str) -> None:
    changed = msgspec.structs.replace(seeded_throws(4)[3], **change)
    (mismatch,) = verify(SECRET, "bridge", [changed])
    assert reason in mismatch.reason


def test_the_wrong_secret_explains_hardly_any_throw() -> None:
    assert len(verify(b"another", "bridge", seeded_throws(20))) > 15


# --- written down by someone ---


@pytest.mark.parametrize(
    ("entry", "dice", "shown", "values"),
    [
        ("++0-", (SIGNS,) * 4, (1, 1, 0, -1), (1, 1, 0, -1)),
        ("+ + 0 −", (SIGNS,) * 4, (1, 1, 0, -1), (1, 1, 0, -1)),
        ("1 0, -1", (SIGNS,) * 3, (1, 0, -1), (1, 0, -1)),
        ("5 6 1 3", (SIX,) * 4, (5, 6, 1, 3), (5, 6, 1, 3)),
        ("5 6 1 3", (SIX_AS_SIGNS,) * 4, (5, 6, 1, 3), (1, 1, -1, 0)),
        ("++0-", (SIX_AS_SIGNS,) * 4, (5, 5, 3, 1), (1, 1, 0, -1)),
        ("+2", (Die("card", (-2, 2), (-2, 2)),), (2,), (2,)),
        ("0", (SIGNS,), (0,), (0,)),
        ("+ 0 6 1", (SIGNS, SIGNS, SIX, SIX), (1, 0, 6, 1), (1, 0, 6, 1)),
        ("-0+ 4", (SIGNS, SIGNS, SIGNS, SIX), (-1, 0, 1, 4), (-1, 0, 1, 4)),
        ("", (), (), ()),
    ],
)
def test_written_dice_are_read_as_signs_or_as_numbers(
    entry: str, dice: tuple[Die, ...], shown: tuple[int, ...], values: tuple[int, ...]
) -> None:
    scripted = Scripted(entry).throw(HERE, dice)
    entered = Entered(entry).throw(HERE, dice)
    assert (scripted.shown, scripted.values, scripted.source) == (shown, values, "scripted")
    assert (entered.shown, entered.values, entered.source) == (shown, values, "entered")
    assert scripted.position == entered.position == HERE


@pytest.mark.parametrize("chance", [Scripted, Entered])
def test_each_throw_takes_the_next_entry(chance: type[Scripted] | type[Entered]) -> None:
    dice = chance("++", "--", "00")
    assert [dice.throw(HERE, (SIGNS,) * 2).total, dice.throw(HERE, (SIGNS,) * 2).total] == [2, -2]
    assert dice.left == ("00",)


@pytest.mark.parametrize("entry", ["+++", "+++++", "7", "++0x", "2 0 0 0", "", "+-0 1"])
@pytest.mark.parametrize(("chance", "code"), [(Scripted, "dice-script"), (Entered, "dice-not-readable")])
def test_dice_that_cannot_be_read_are_refused_and_stay(
    chance: type[Scripted] | type[Entered], code: str, entry: str
) -> None:
    dice = chance(entry)
    with pytest.raises(MalformedCommand) as refused:
        dice.throw(HERE, (SIGNS,) * 4)
    assert refused.value.code == code
    assert f'"{entry}"' in refused.value.message
    assert "4 sign" in refused.value.message
    assert dice.left == (entry,)


@pytest.mark.parametrize(("chance", "code"), [(Scripted(), "dice-script"), (Entered(), "dice-missing")])
def test_a_throw_without_an_entry_asks_for_the_dice_by_name(chance: Chance, code: str) -> None:
    with pytest.raises(MalformedCommand, match="3 sign and 1 d6") as refused:
        chance.throw(HERE, (SIGNS, SIGNS, SIGNS, SIX))
    assert refused.value.code == code
