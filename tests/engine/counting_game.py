"""A game of counting, to test the engine with: it has nothing to do with Fate, and neither has the engine.

Everybody counts up a common number.  The keeper (in the game master's seat) may whisper a number nobody else
is told, and asks for a toast, for a vote, or for a bet whose answers only the better is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fatetable.engine.chance import Chance, Die, Seeded
from fatetable.engine.codec import Codec
from fatetable.engine.decision import Decision
from fatetable.engine.engine import Engine
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command, Event, LogRecord, Record, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, TextHole
from fatetable.engine.opening import TableOpened
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_blocked
from fatetable.engine.seats import Role, Seat, SeatAdded, people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds

COIN = Die("coin", (0, 1), (0, 1))


class RoundEnds(Struct, frozen=True):
    """A moment: what lasts one round ends."""


class Sum(Struct, frozen=True):
    total: int = 0
    rounds: int = 0


class Whispers(Struct, frozen=True):
    heard: int = 0
    numbers: tuple[int, ...] = ()


SUM: Key[Sum] = Key("sum", Sum, Sum())
WHISPERS: Key[Whispers] = Key("whispers", Whispers, Whispers())
TOASTS: Key[Mapping[str, str]] = Key("toasts", dict[str, str], {})


class Toast(PromptContext, frozen=True, tag="toast"):
    pass


class Vote(PromptContext, frozen=True, tag="vote"):
    on: str


class Bet(PromptContext, frozen=True, tag="bet"):
    number: int = 0


class Nudge(PromptContext, frozen=True, tag="nudge"):
    pass


class CountUp(Command, frozen=True, tag="count-up"):
    by: int


class Whisper(Command, frozen=True, tag="whisper"):
    number: int


class TossCoins(Command, frozen=True, tag="toss-coins"):
    number: int


class EndRound(Command, frozen=True, tag="end-round"):
    pass


class AskFor(Command, frozen=True, tag="ask-for"):
    """`what` is a toast, a vote, a bet, a nudge (nobody has to answer it) or a riddle (even the question is secret)."""

    what: str


class Counted(Event, frozen=True, tag="counted/1"):
    total: int


class Whispered(Event, frozen=True, tag="whispered/1"):
    number: int


class Murmured(Event, frozen=True, tag="murmured/1"):
    """All that the others notice of a whisper."""


class Toasted(Event, frozen=True, tag="toasted/2"):
    """Version 1 had `who` and no `words`."""

    seat: SeatId
    words: str


class RoundEnded(Event, frozen=True, tag="round-ended/1"):
    rounds: int


def _counted(whole: Sum, event: Counted) -> Sum:
    return Sum(event.total, whole.rounds)


def _round_ended(whole: Sum, event: RoundEnded) -> Sum:
    return Sum(0, event.rounds)


def _whispered(whispers: Whispers, event: Whispered) -> Whispers:
    return Whispers(whispers.heard + 1, (*whispers.numbers, event.number))


def _murmured(whispers: Whispers, _: Murmured) -> Whispers:
    return Whispers(whispers.heard + 1, whispers.numbers)


def _toasted(toasts: Mapping[str, str], event: Toasted) -> Mapping[str, str]:
    return {**toasts, event.seat: event.words}


def _count_up(decision: Decision, command: CountUp) -> None:
    decision.require(0 < command.by <= 10, "too-many", "Nobody counts that fast.", "speed")
    decision.emit(Counted(decision.state.get(SUM).total + command.by))


def _whisper(decision: Decision, command: Whisper) -> None:
    decision.require_gm()
    decision.emit(Whispered(command.number), to=(GM,), face=Murmured())
    decision.emit(Whispered(-command.number), to=(GM,))


def _toss(decision: Decision, command: TossCoins) -> None:
    throw = decision.throw((COIN,) * command.number, f"{decision.seat.id} tosses")
    decision.emit(Counted(decision.state.get(SUM).total + throw.total))


def _end_round(decision: Decision, _: EndRound) -> None:
    decision.require(not is_blocked(decision.state), "questions-open", "Somebody still has to answer.")
    decision.moment(RoundEnds())


def _ask_for(decision: Decision, command: AskFor) -> None:
    decision.require_gm()
    everybody = tuple(seat.id for seat in people(decision.state))
    words = (TextHole("fill", "words", key="words"),)
    yes_or_no = (Option("yes", "Yes"), Option("no", "No"))
    match command.what:
        case "toast":
            ask(decision, Toast(), everybody, "A toast?", (Option("speak", "Speak", words), Option("no", "Not me")))
        case "vote":
            ask(decision, Vote("round"), everybody, "Start over?", yes_or_no, every=True)
        case "bet":
            stakes = (Option("stake", "Stake", (NumberHole("fill", "stake", 1, 9, key="stake"),)),)
            ask(decision, Bet(), (GM,), "How much?", stakes, secret_to=(GM,), hides_question=False)
        case "riddle":
            ask(decision, Bet(7), (GM,), "Which number?", yes_or_no, secret_to=(GM,))
        case "nudge":
            ask(decision, Nudge(), everybody, "Go on?", yes_or_no, blocking=False)
        case _:
            raise decision.violation("nothing-asked", f"Nobody can be asked for a {command.what}.")


def _toast(decision: Decision, _: Prompt, answer: Answer) -> None:
    if answer.option == "speak":
        decision.emit(Toasted(decision.seat.id, answer.text("words")))


def _vote(decision: Decision, prompt: Prompt, _: Answer) -> None:
    if all(option == "yes" for option in prompt.answered.values()):
        decision.moment(RoundEnds())


def _bet(decision: Decision, _: Prompt, answer: Answer) -> None:
    if answer.option == "stake":
        decision.emit(Whispered(answer.number("stake")), to=(GM,))


def _nudge(decision: Decision, _: Prompt, answer: Answer) -> None:
    """The answer alone is recorded."""


def _cannot_nudge(state: State, prompt: Prompt, option: str) -> Refusal | None:
    return None if option == "no" or state.get(SUM).total > 0 else Refusal("nothing-yet", "Count first.")


def _reset(decision: Decision, moment: object) -> None:
    if isinstance(moment, RoundEnds):
        decision.emit(RoundEnded(decision.state.get(SUM).rounds + 1))


def _offers(state: State, seat: Seat) -> Iterator[Offer]:
    yield Offer(command=CountUp(1), label="Count", holes=(NumberHole("by", "by", 1, 10),), group="act", verb="use")
    if not is_blocked(state):
        yield Offer(command=EndRound(), label="End the round", group="moment", verb="end")
    if seat.is_gm:
        yield Offer(
            command=Whisper(0),
            label="Whisper",
            holes=(NumberHole("number", "number", 0, 99),),
            group="gm",
            verb="speak",
        )
        what = tuple(Choice(name) for name in ("toast", "vote", "bet", "riddle", "nudge"))
        yield Offer(
            command=AskFor(""), label="Ask", holes=(ChoiceHole("what", "what", what),), group="gm", verb="start"
        )


COUNTING = Subsystem(
    name="counting",
    decides={CountUp: _count_up, Whisper: _whisper, TossCoins: _toss, EndRound: _end_round, AskFor: _ask_for},
    evolves={
        **folds(SUM, {Counted: _counted, RoundEnded: _round_ended}),
        **folds(WHISPERS, {Whispered: _whispered, Murmured: _murmured}),
        **folds(TOASTS, {Toasted: _toasted}),
    },
    answers={Toast: _toast, Vote: _vote, Bet: _bet, Nudge: _nudge},
    gates={Nudge: _cannot_nudge},
    offers=_offers,
    on_moment=_reset,
)

SEATS_AT_START: Mapping[str, Role] = {"kim": "gm", "lou": "player", "mo": "player", "ned": "spectator"}


class CountingTable:
    """A log and the state it folds to, without anything the tabletop adds."""

    def __init__(self, floor: int = 0) -> None:
        self.engine = Engine((COUNTING,), {"speed": ("CNT-1",)})
        self.codec = Codec(self.engine)
        self.log: list[LogRecord] = []
        self.state = State()
        self.tell(TableOpened("t", "counting", {}, "Counting", floor))
        for name, role in SEATS_AT_START.items():
            self.tell(SeatAdded(Seat(SeatId(name), role, name.title())))

    def tell(self, event: Event) -> None:
        record: LogRecord = Record(self.state.seq + 1, event)
        self.log.append(record)
        self.state = self.engine.follow(self.log, self.state, (record,))

    def do(
        self, seat: str, command: Command, chance: Chance | None = None, proxy: str | None = None
    ) -> tuple[LogRecord, ...]:
        dice = chance or Seeded(b"coins", "t")
        as_proxy = SeatId(proxy) if proxy else None
        news = self.engine.decide(self.state, SeatId(seat), command, dice, proxy=as_proxy)
        self.log.extend(news)
        self.state = self.engine.follow(self.log, self.state, news)
        return news

    def offers(self, seat: str) -> tuple[Offer, ...]:
        return self.engine.offers(self.state, SeatId(seat))
