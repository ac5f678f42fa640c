"""Throws of dice as recorded facts: where they come from, how they are written down, and how anyone can check them.

What a throw is for and how its faces are added up is up to the rules.  Nothing here makes randomness of its own:
`Seeded` computes faces from a secret it is given, `Scripted` and `Entered` read faces someone wrote down.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, Protocol

from msgspec import Struct

from fatetable.engine.errors import MalformedCommand

Source = Literal["seeded", "scripted", "entered"]


class Die(Struct, frozen=True):
    """Equally likely faces: what is printed on each (`shown`) and what each counts for (`values`).

    A deck of which some cards are drawn is a die too: its faces are the cards that are left.
    """

    name: str
    shown: tuple[int, ...]
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.shown or len(self.shown) != len(self.values):
            raise ValueError(f"die {self.name!r} needs one value for each of at least one face")
        if "[" in self.name or "]" in self.name:
            raise ValueError(f"die {self.name!r} may not have brackets in its name")


class Position(Struct, frozen=True, gc=False, omit_defaults=True):
    """Which throw of a table this is, from the table's state.

    The same position gives the same faces, so each is given to one roll only; see `opening.next_position`.
    `stir` sums up all the randomness that the seats had added by then; see `stirred`.
    """

    epoch: int
    number: int
    stir: str = ""


class Throw(Struct, frozen=True, gc=False, kw_only=True):
    """One throw as it is kept for ever: the dice in their notation, and the face, print and value of each."""

    position: Position
    dice: tuple[str, ...]
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    values: tuple[int, ...]
    source: Source

    @property
    def total(self) -> int:
        """The sum of what all faces count for."""
        return sum(self.values)


class Mismatch(Struct, frozen=True, kw_only=True):
    """A recorded throw that is not what the secret gives, or that contradicts itself."""

    position: Position
    recorded: tuple[int, ...]
    expected: tuple[int, ...]
    reason: str


class Chance(Protocol):
    """Where faces come from."""

    def throw(self, position: Position, dice: Sequence[Die]) -> Throw: ...


# --- dice in writing ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def write_die(die: Die) -> str:
    """The die as text from which `read_die` builds exactly the same die.

    Faces are listed in order; `a..b` is a run of consecutive numbers, `a*n` a face that occurs n times in a row, and
    `shown:value` a face that counts for something other than what it shows.

    >>> write_die(Die("coin", (0, 1), (0, 1)))
    'coin[0,1]'
    >>> write_die(Die("d6", (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)))
    'd6[1..6]'
    >>> write_die(Die("odd", (1, 1, 2), (1, 1, -2)))
    'odd[1*2,2:-2]'
    """
    runs = [(face, len(list(same))) for face, same in groupby(zip(die.shown, die.values, strict=True))]
    parts: list[str] = []
    at = 0
    while at < len(runs):
        length = _consecutive(runs, at)
        (shown, value), times = runs[at]
        if length > 2:
            parts.append(f"{shown}..{shown + length - 1}")
        else:
            length = 1
            face = str(shown) if shown == value else f"{shown}:{value}"
            parts.append(face if times == 1 else f"{face}*{times}")
        at += length
    return f"{die.name}[{','.join(parts)}]"


def _consecutive(runs: Sequence[tuple[tuple[int, int], int]], start: int) -> int:
    """How many faces from `start` on are single, count for what they show and go up by one."""
    first = runs[start][0][0]
    for length, ((shown, value), times) in enumerate(runs[start:]):
        if times != 1 or shown != value or shown != first + length:
            return length
    return len(runs) - start


_DIE = re.compile(r"([^\[\]]*)\[([^\[\]]+)\]", re.ASCII)
_FACES = re.compile(r"(-?\d{1,9})(?:\.\.(-?\d{1,9})|(?::(-?\d{1,9}))?(?:\*(\d{1,6}))?)", re.ASCII)
_MOST_FACES = 100_000


@lru_cache(maxsize=256)
def read_die(text: str) -> Die:
    """The die that `write_die` wrote.

    >>> read_die("d6[1..6]").values
    (1, 2, 3, 4, 5, 6)
    """
    whole = _DIE.fullmatch(text)
    shown: list[int] = []
    values: list[int] = []
    for part in whole[2].split(",") if whole else ():
        match = _FACES.fullmatch(part)
        if match is None:
            raise _unreadable_die(text)
        first, last, value, times = match.groups()
        repeat = int(last) - int(first) + 1 if last else int(times or 1)
        if repeat < 1 or len(shown) + repeat > _MOST_FACES:
            raise _unreadable_die(text)
        run = range(int(first), int(last) + 1) if last else [int(first)] * repeat
        shown.extend(run)
        values.extend(run if value is None else [int(value)] * repeat)
    if whole is None:
        raise _unreadable_die(text)
    return Die(whole[1], tuple(shown), tuple(values))


def _unreadable_die(text: str) -> MalformedCommand:
    return MalformedCommand("die-notation", f'"{text[:80]}" does not describe a die, such as "d6[1..6]".')


def _record(position: Position, dice: Sequence[Die], faces: tuple[int, ...], source: Source) -> Throw:
    return Throw(
        position=position,
        dice=tuple([write_die(die) for die in dice]),
        faces=faces,
        shown=tuple([die.shown[face] for die, face in zip(dice, faces, strict=True)]),
        values=tuple([die.values[face] for die, face in zip(dice, faces, strict=True)]),
        source=source,
    )


# --- faces computed from a secret --------------------------------------------------------------------------------


def commitment_of(secret: bytes) -> str:
    """What is published before play: SHA-256 of `fatetable commitment 1`, a zero byte and the secret, in hex."""
    return hashlib.sha256(b"fatetable commitment 1\0" + secret).hexdigest()


def pledge_of(words: str) -> str:
    """What a seat publishes before it tells its words: SHA-256 of `fatetable pledge 1|WORDS` in hex."""
    return hashlib.sha256(f"fatetable pledge 1|{words}".encode()).hexdigest()


def stirred(stir: str, words: Iterable[str]) -> str:
    """The stir after a round in which the seats told these words, in the order in which they were asked.

    SHA-256 of the text `fatetable stir 1|STIR|WORDS|WORDS…` in hex, where STIR is the stir before, at first empty.
    """
    return hashlib.sha256("|".join(("fatetable stir 1", stir, *words)).encode()).hexdigest()


class Seeded:
    """Faces computed from a secret, so that a throw can be neither foreseen nor quietly repeated.

    The derivation, for anyone who wants to check it with other tools:

    1. A throw has a stream of bytes, made of blocks of 32. Block b (0, 1, 2 …) is HMAC-SHA-256 with the secret as key
       of the UTF-8 text `fatetable throw 2|EPOCH|NUMBER|b|STIR|TABLE`, numbers in decimal; as long as the dice were
       never stirred, of `fatetable throw 1|EPOCH|NUMBER|b|TABLE`.
    2. The dice take from that stream in order. A die of n faces reads the fewest whole bytes that can hold n different
       numbers (at least one) as a big-endian number r below R = 256, 65536 …
    3. If r is not below the largest multiple of n that fits in R, it is thrown away and the die reads again; else the
       face is r modulo n, counted from 0. Every face is therefore exactly as likely as any other.
    """

    __slots__ = ("_secret", "_table")

    def __init__(self, secret: bytes, table: str) -> None:
        if not secret:
            raise ValueError("a seeded table needs a secret")
        self._secret = secret
        self._table = table

    def __repr__(self) -> str:
        # The secret stays out of tracebacks and logs: a reader of it could foresee every throw.
        return f"Seeded(table={self._table!r}, commitment={self.commitment!r})"

    @property
    def commitment(self) -> str:
        """The hash to publish before the first throw; see `commitment_of`."""
        return commitment_of(self._secret)

    def throw(self, position: Position, dice: Sequence[Die]) -> Throw:
        return _record(position, dice, self._faces(position, [len(die.shown) for die in dice]), "seeded")

    def _faces(self, position: Position, sizes: Iterable[int]) -> tuple[int, ...]:
        stream = self._stream(position)
        return tuple([uniform_face(stream, size) for size in sizes])

    def _stream(self, position: Position) -> Iterator[int]:
        version = 2 if position.stir else 1
        start = f"fatetable throw {version}|{position.epoch}|{position.number}|"
        end = f"|{position.stir}|{self._table}" if position.stir else f"|{self._table}"
        block = 0
        while True:
            yield from hmac.digest(self._secret, f"{start}{block}{end}".encode(), "sha256")
            block += 1


def uniform_face(stream: Iterator[int], size: int) -> int:
    """A number from 0 to size - 1, each exactly as likely as any other if the bytes of the stream are.

    >>> uniform_face(iter([255, 254]), 6)  # 252 is the largest multiple of 6 in a byte: 255 and 254 are thrown away
    Traceback (most recent call last):
    StopIteration
    >>> uniform_face(iter([255, 7]), 6)
    1
    """
    if size <= 256:
        limit = 256 - 256 % size
        number = next(stream)
        while number >= limit:
            number = next(stream)
        return number % size
    width = ((size - 1).bit_length() + 7) // 8
    span = 256**width
    while True:
        number = int.from_bytes([next(stream) for _ in range(width)], "big")
        if number < span - span % size:
            return number % size


def verify(secret: bytes, table: str, throws: Iterable[Throw]) -> tuple[Mismatch, ...]:
    """Every recorded throw that the secret does not explain; none means that the record is honest.

    Throws people entered or a script gave cannot follow from the secret: of those it is only checked that what they
    showed and counted belongs to the face recorded.
    """
    seeded = Seeded(secret, table)
    return tuple(mismatch for throw in throws if (mismatch := _check(seeded, throw)) is not None)


def _check(seeded: Seeded, throw: Throw) -> Mismatch | None:
    def mismatch(reason: str, expected: tuple[int, ...]) -> Mismatch:
        return Mismatch(position=throw.position, recorded=throw.faces, expected=expected, reason=reason)

    try:
        dice = [read_die(text) for text in throw.dice]
    except MalformedCommand as error:
        return mismatch(error.message, ())
    expected = throw.faces
    if throw.source == "seeded":
        expected = seeded._faces(throw.position, [len(die.shown) for die in dice])
    if throw.faces != expected:
        return mismatch("The secret gives other faces than those recorded.", expected)
    if len(dice) != len(throw.faces) or any(
        not 0 <= face < len(die.shown) for die, face in zip(dice, throw.faces, strict=True)
    ):
        return mismatch("The faces recorded do not exist on the dice recorded.", expected)
    if throw != _record(throw.position, dice, throw.faces, throw.source):
        return mismatch("What the dice are said to show is not what is on the faces recorded.", expected)
    return None


# --- faces someone wrote down ------------------------------------------------------------------------------------


class Scripted:
    """Faces given in advance, for tests and playthroughs: each throw takes the next entry.

    An entry has one sign for each die, which counts as +1, 0 or -1 (`"++0-"`), or the numbers shown, with spaces
    (`"5 6 1 3"`, `"+2"`), or both (`"+0- 5"`).
    """

    __slots__ = ("_entries",)

    def __init__(self, *entries: str) -> None:
        self._entries = list(entries)

    @property
    def left(self) -> tuple[str, ...]:
        """The entries no throw has taken yet."""
        return tuple(self._entries)

    def throw(self, position: Position, dice: Sequence[Die]) -> Throw:
        if not self._entries:
            raise MalformedCommand("dice-script", f"The script of dice has no entry left for {_described(dice)}.")
        faces = _read_entry(self._entries[0], dice, code="dice-script")
        del self._entries[0]
        return _record(position, dice, faces, "scripted")


class Entered:
    """Real dice that people threw and typed in, written like the entries of `Scripted`."""

    __slots__ = ("_entries",)

    def __init__(self, *entries: str) -> None:
        self._entries = list(entries)

    @property
    def left(self) -> tuple[str, ...]:
        """The entries no throw has taken yet."""
        return tuple(self._entries)

    def throw(self, position: Position, dice: Sequence[Die]) -> Throw:
        if not self._entries:
            raise MalformedCommand("dice-missing", f"Please roll {_described(dice)} and type in what they show.")
        faces = _read_entry(self._entries[0], dice, code="dice-not-readable")
        del self._entries[0]
        return _record(position, dice, faces, "entered")


_SIGNS = {"+": 1, "0": 0, "-": -1}


def _read_entry(entry: str, dice: Sequence[Die], *, code: str) -> tuple[int, ...]:
    """The first face of each die that fits what was written.

    Signs say what a die counts for, numbers what it shows: on a six-sided die read as plus, blank and minus, `+` is
    a 5 or a 6 and never the face with a 1 on it.  Fate dice and others may be thrown together: `"+0- 5"`.
    """
    tokens = entry.replace("\N{MINUS SIGN}", "-").replace(",", " ").split()
    signs = "".join(tokens)
    # "+0" may be the number on a card, but not what a card counts for: that takes one sign for each die.
    by_sign = len(signs) == len(dice) and all(sign in _SIGNS for sign in signs)
    is_mixed = len(set(dice)) > 1
    if by_sign:
        tokens = list(signs)
    elif is_mixed and len(tokens) != len(dice):
        tokens = [part for token in tokens for part in (token if _SIGNS.keys() >= set(token) else [token])]
    if len(tokens) != len(dice):
        raise MalformedCommand(code, f'"{entry[:80]}" does not say what {_described(dice)} show.')
    faces: list[int] = []
    for die, token in zip(dice, tokens, strict=True):
        is_sign = by_sign or (is_mixed and token in "+-")
        number, sides = (_SIGNS[token], die.values) if is_sign else (_number(token), die.shown)
        if number is None or number not in sides:
            raise MalformedCommand(code, f'"{entry[:80]}" names a face that is not on {_described(dice)}.')
        faces.append(sides.index(number))
    return tuple(faces)


def _number(token: str) -> int | None:
    return int(token) if re.fullmatch(r"[+-]?\d{1,9}", token, re.ASCII) else None


def _described(dice: Sequence[Die]) -> str:
    kinds = [f"{len(list(same))} {name}" for name, same in groupby(die.name for die in dice)]
    return " and ".join(kinds) or "no dice"
