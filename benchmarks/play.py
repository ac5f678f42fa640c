"""Playing and folding against peers: one step against python-chess, a stored log against bare decoding by msgspec.

A step is what a table does for every press of a button: list everything the acting seat may do, decide one of it, and
fold the facts.  Chess does the same with all legal moves, one push and one pop.
Run as a script it prints a table; nothing here passes or fails on a time.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import chess
import msgspec

from fatetable import rulesets
from fatetable.engine.chance import Seeded
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, LogRecord, SeatId
from fatetable.engine.offers import ChoiceHole, FlagHole, FormHole, Hole, ManyHole, NumberHole, Offer, TextHole
from fatetable.engine.recollection import Recollection
from fatetable.engine.state import State
from fatetable.mechanics.book.pace import BY_HAND
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import NextExchange
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.ruleset import Ruleset
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene, StartSession
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.tabletop.table import Table

SECRET = b"benchmark".ljust(32, b".")
SEATS = ("gm", "ana", "bo")
ROUNDS = 7
PLAY = {"answer", "roll", "invoke", "act"}
MOMENTS = (BeginConflict, NextExchange, StartConflict, EndScene, StartScene, StartSession)
"""What moves a game on, the next step first."""


class Row(NamedTuple):
    name: str
    ours: float
    peer: float
    ratio: float


class Step(NamedTuple):
    """A moment of a recorded game: the state, who acts, and what they do."""

    state: State
    seat: SeatId
    command: Command


# --- a game to measure -------------------------------------------------------------------------------------------


def fill(offer: Offer, dice: random.Random, ruleset: Ruleset) -> Command:
    return offer.fill(**{hole.key or hole.field: value(hole, dice, ruleset) for hole in offer.holes})


def value(hole: Hole, dice: random.Random, ruleset: Ruleset) -> Any:
    match hole:
        case TextHole():
            return "a few words about it"
        case NumberHole():
            low = max(hole.low, 0)
            return dice.randint(low, max(low, min(hole.high, 4)))
        case ChoiceHole():
            return dice.choice(hole.options).value
        case ManyHole():
            return tuple(option.value for option in dice.sample(hole.options, hole.least))
        case FlagHole():
            return False
        case FormHole():
            return dice.choice(ruleset.forms(hole.form))


def find(table: Table, command: type[Command]) -> Offer:
    return next(offer for offer in table.offers("gm") if isinstance(offer.command, command))


def open_fight(ruleset_id: str) -> Table:
    """Two heroes against two opponents, the first exchange about to begin.

    Played by hand: each command then does one thing, so that steps compare with those of earlier versions.
    """
    seats = {"gm": "gm", "ana": "player", "bo": "player"}
    table = Table.open(ruleset_id, seats, secret=SECRET, dials={**BY_HAND, "ask_before_throw": True})
    for seat, sheet in zip(("ana", "bo"), table.ruleset.forms("hero"), strict=False):
        table.send(seat, BringCharacter(sheet, SeatId(seat)))
    fighters = [sheet for sheet in table.ruleset.forms("opponent") if sheet.kind != "organisation"]
    for sheet in fighters[-2:]:
        table.send("gm", AddOpponent(sheet, open_aspects=True))
    table.send("gm", StartSession())
    start_scene(table)
    start_conflict(table)
    return table


def start_scene(table: Table) -> None:
    everyone = tuple(table.state.slices["cast"])
    table.send("gm", find(table, StartScene).fill(title="A fight", present=everyone))


def start_conflict(table: Table) -> None:
    offer = find(table, StartConflict)
    foes = tuple(actor.id for actor in table.state.slices["cast"].values() if not actor.is_pc)
    first = {hole.field: hole.options[0].value for hole in offer.holes if isinstance(hole, ChoiceHole)}
    table.send("gm", offer.fill(**first, second_side=foes))


def play(table: Table, steps: int, seed: int = 2) -> Iterator[Step]:
    """Play on, mostly fighting; a fight that is over gives way to the next scene."""
    dice = random.Random(seed)
    done = 0
    while done < steps:
        seat, offer = choose(table, dice)
        command = fill(offer, dice, table.ruleset)
        if isinstance(command, StartConflict):
            foes = tuple(actor.id for actor in table.state.slices["cast"].values() if not actor.is_pc)
            command = msgspec.structs.replace(command, second_side=foes)
        elif isinstance(command, StartScene):
            command = StartScene(command.title, tuple(table.state.slices["cast"]))
        step = Step(table.state, SeatId(seat), command)
        try:
            table.send(seat, command)
        except RuleViolation:
            # Those left standing are on one side: there is nobody to fight before the next scene.
            continue
        done += 1
        yield step


def play_offers(table: Table, seats: tuple[str, ...]) -> list[tuple[str, Offer]]:
    return [(seat, offer) for seat in seats for offer in table.offers(seat) if offer.group in PLAY]


def choose(table: Table, dice: random.Random) -> tuple[str, Offer]:
    """The seat that the table waits for acts, mostly with an attack; now and then another one does."""
    waiting = next((block for block in table.present("gm") if isinstance(block, WaitingBlock)), None)
    seats = waiting.seats if waiting and dice.random() < 0.9 else SEATS
    found = play_offers(table, seats)
    attacks = [each for each in found if isinstance(each[1].command, Attack)]
    if attacks and dice.random() < 0.7:
        return dice.choice(attacks)
    urgent = [each for each in found if each[1].group in ("answer", "roll", "invoke")]
    moments = {type(offer.command): offer for offer in table.offers("gm") if offer.group == "moment"}
    ways_on = [moments[command] for command in MOMENTS if command in moments]
    if urgent and dice.random() < 0.9:
        return dice.choice(urgent)
    if ways_on and (not found or dice.random() < 0.5):
        return "gm", ways_on[0] if dice.random() < 0.8 else dice.choice(ways_on)
    return dice.choice(found or play_offers(table, SEATS))


# --- a step ------------------------------------------------------------------------------------------------------


def our_steps(ruleset: Ruleset, steps: list[Step]) -> None:
    engine = ruleset.engine
    chance = Seeded(SECRET, "table")
    recollections = {seat: Recollection() for seat in SEATS}
    for state, seat, command in steps:
        engine.offers(state, seat, recollections[seat])
        engine.step(state, seat, command, chance)


def chess_game(moves: int, seed: int) -> list[tuple[chess.Board, chess.Move]]:
    """Positions of random games, long enough to be past the opening."""
    dice = random.Random(seed)
    positions = []
    board = chess.Board()
    while len(positions) < moves:
        legal = list(board.legal_moves)
        if not legal or board.ply() > 120:
            board = chess.Board()
            continue
        move = dice.choice(legal)
        positions.append((board.copy(), move))
        board.push(move)
    return positions


def chess_steps(positions: list[tuple[chess.Board, chess.Move]]) -> None:
    for board, move in positions:
        list(board.legal_moves)
        board.push(move)
        board.pop()


# --- a stored log ------------------------------------------------------------------------------------------------


def long_log(ruleset_id: str, events: int) -> tuple[Ruleset, list[bytes]]:
    table = open_fight(ruleset_id)
    for _ in play(table, 100_000):
        if len(table.records) >= events:
            break
    codec = table.ruleset.codec
    return table.ruleset, [codec.write(record) for record in table.records[:events]]


def fold_log(ruleset: Ruleset, lines: list[bytes]) -> State:
    read = ruleset.codec.read_record
    return ruleset.engine.fold([read(line) for line in lines])


def only_decode(decoder: msgspec.json.Decoder[LogRecord], lines: list[bytes]) -> None:
    for line in lines:
        decoder.decode(line)


# --- side by side ------------------------------------------------------------------------------------------------


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(name: str, ours: list[Callable[[], object]], peer: list[Callable[[], object]], each: int) -> Row:
    """Medians of interleaved rounds, per step or event; the ratio says how many times the peer's time we need."""
    our_times, peer_times = [], []
    for our_round, peer_round in zip(ours, peer, strict=True):
        our_times.append(seconds(our_round))
        peer_times.append(seconds(peer_round))
    return Row(name, median(our_times) / each, median(peer_times) / each, median(our_times) / median(peer_times))


def step_row(ruleset_id: str, steps: int = 600) -> Row:
    """A game of its own for each round, so that nothing remembered from an earlier round helps."""
    ours: list[Callable[[], object]] = []
    peer: list[Callable[[], object]] = []
    for round_number in range(ROUNDS):
        game = open_fight(ruleset_id)
        ours.append(partial(our_steps, game.ruleset, list(play(game, steps, seed=round_number))))
        peer.append(partial(chess_steps, chess_game(steps, seed=round_number)))
    return compare(f"{ruleset_id}: one step, against python-chess", ours, peer, steps)


def fold_row(ruleset_id: str, events: int = 10_000) -> Row:
    ruleset, lines = long_log(ruleset_id, events)
    decoder = msgspec.json.Decoder(ruleset.codec.record_type)
    ours = [partial(fold_log, ruleset, lines)] * ROUNDS
    peer = [partial(only_decode, decoder, lines)] * ROUNDS
    return compare(f"{ruleset_id}: one event of {events:,} folded, against decoding it", ours, peer, events)


def rows() -> list[Row]:
    return [row(ruleset_id) for ruleset_id in rulesets.folders() for row in (step_row, fold_row)]


def main() -> None:
    print(f"{'work':<56}{'ours':>12}{'peer':>12}{'ratio':>9}")
    for row in rows():
        print(f"{row.name:<56}{row.ours * 1e6:>9.1f} us{row.peer * 1e6:>9.1f} us{row.ratio:>8.2f}x")


if __name__ == "__main__":
    main()
