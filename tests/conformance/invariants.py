"""What holds at every table of every ruleset after every step.  A check that fails raises a `Violation` in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fatetable.engine.chance import Position, Seeded
from fatetable.engine.engine import effective
from fatetable.engine.errors import MalformedCommand, RuleViolation
from fatetable.engine.halting import HALT, ContinuePlay, ResumeTable
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.opening import TABLE, THROWS, DiceThrown, Rewind, Rewound
from fatetable.engine.prompts import PROMPTS
from fatetable.engine.redaction import told, told_all
from fatetable.engine.seats import SEATS, Role, Seat, is_addressed
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.state import challenge_of
from fatetable.mechanics.journal.state import HANDOUTS, EntryShown
from fatetable.mechanics.points.accounts import BANK, POINTS
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.scenes.prepared import PREPARED
from fatetable.mechanics.scenes.zones import ZONES, BorderSet, ZoneHidden
from fatetable.mechanics.view.blocks import WaitingBlock
from fatetable.tabletop.table import Table
from fatetable.tabletop.text_limits import checked_texts
from tests.conformance.filling import tokens_in
from tests.conformance.walking import SECRET, Played, Violation, Walk
from tests.engine.written_state import written_and_read

PROGRESS = frozenset({"answer", "roll", "battle", "act", "moment"})
"""Groups of offers that carry play on; the others only embellish it or put it right."""


def hold(is_so: bool, claim: str, *details: Any) -> None:
    if not is_so:
        raise Violation("\n".join([claim, *map(str, details)]))


class Watch:
    """Looks over a table after each step; keeps what it would otherwise work out again and again."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.offers: dict[SeatId, tuple[Offer, ...]] = {}
        self._words: dict[SeatId, tuple[int, Role, frozenset[str]]] = {}
        self._faces: dict[tuple[Position, tuple[str, ...]], tuple[int, ...]] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.table.state.get(SEATS).values())

    def after_a_step(self, walk: Walk, played: Played) -> None:
        self.a_filled_offer_matches(played.offer, played.command)
        self.a_rewind_restores(walk, played)
        self.the_same_place_throws_the_same_faces(played)
        self.ways_to_hidden_zones_are_not_told(played)
        self.look()

    def look(self) -> None:
        self.offers = {seat.id: self.table.offers(seat.id) for seat in self.seats}
        self.viewers_offers_are_the_tables_offers()
        self.somebody_can_go_on()
        self.screens_can_be_drawn()
        self.spectators_only_watch()
        self.points_are_conserved()
        self.secrets_are_kept()
        self.questions_give_nothing_away()

    def now_and_then(self) -> None:
        """Checks that go over the whole log."""
        self.folding_again_changes_nothing()
        self.everything_survives_writing()
        self.the_ledger_explains_every_balance()

    # -- after every step --------------------------------------------------------------------------------------------

    def viewers_offers_are_the_tables_offers(self) -> None:
        """Nobody needs a secret to work out what they may do."""
        for seat, own in self.offers.items():
            full = self.table.ruleset.engine.offers(self.table.state, seat)
            hold(
                full == own,
                f"{seat} is offered something else than the whole truth would offer",
                *(f"only in truth: {offer}" for offer in full if offer not in own),
                *(f"only in their view: {offer}" for offer in own if offer not in full),
            )

    def somebody_can_go_on(self) -> None:
        if self.table.state.get(HALT).is_on:
            for seat in self.seats:
                goes_on = [o for o in self.offers[seat.id] if isinstance(o.command, ContinuePlay | ResumeTable)]
                hold(bool(goes_on) or seat.role == "spectator", f"{seat.id} cannot let play go on")
            return
        groups = {offer.group for offers in self.offers.values() for offer in offers}
        hold(bool(groups & PROGRESS), "nobody can do anything to carry play on", groups)

    def screens_can_be_drawn(self) -> None:
        """And a seat that the table waits for has something to do."""
        for seat in self.seats:
            blocks = self.table.present(seat.id)
            afresh = self.table.ruleset.present(self.table.view(seat.id), seat.id)
            hold(blocks == afresh, f"{seat.id} recollects something that is no longer so", blocks, afresh)
            for block in blocks:
                if isinstance(block, WaitingBlock):
                    hold(bool(block.seats), f"{seat.id} sees the table wait for nobody", block)
                    for waited in block.seats:
                        groups = {offer.group for offer in self.offers[waited]}
                        hold(bool(groups & PROGRESS), f"{waited} is waited for but can do nothing", block, groups)

    def spectators_only_watch(self) -> None:
        for seat in self.seats:
            if seat.role == "spectator":
                hold(self.offers[seat.id] == (), f"{seat.id} watches and is offered something")

    def points_are_conserved(self) -> None:
        points = self.table.state.get(POINTS)
        hold(sum(points.values()) == 0, "points appeared or vanished", points)
        in_debt = {account: n for account, n in points.items() if n < 0 and account != BANK}
        hold(not in_debt, "an account is overdrawn", in_debt)

    def secrets_are_kept(self) -> None:
        """What is hidden from a seat is in nothing that seat has been told."""
        for seat in self.seats:
            known = self._told_words(seat)
            for what, words in self._hidden_from(seat):
                hold(not words & known, f"{seat.id} was told of {what}", words & known)
            if not seat.is_gm:
                zones = self.table.view(seat.id).get(ZONES).zones.values()
                hidden = {zone.id for zone in self.table.state.get(ZONES).zones.values() if zone.is_hidden}
                shown = [zone for zone in zones if zone.id in hidden or zone.is_hidden]
                hold(not shown, f"{seat.id} still sees zones that are hidden", shown)

    def ways_to_hidden_zones_are_not_told(self, played: Played) -> None:
        hidden = {zone.id for zone in self.table.state.get(ZONES).zones.values() if zone.is_hidden}
        for seat in self.seats:
            if not seat.is_gm:
                events = [record.event for record in told_all(played.news, seat)]
                borders = [event.border for event in events if isinstance(event, BorderSet)]
                leaks = [border for border in borders if {border.one, border.other} & hidden]
                hold(not leaks, f"{seat.id} was told of a way to a hidden zone", leaks)

    def questions_give_nothing_away(self) -> None:
        """What someone the game master runs is good or bad at shows when it is rolled with, not in what is asked.

        A sheet may also name somebody, as a thing names who holds it.
        """
        cast = self.table.state.get(CAST)
        figures = frozenset[str]().union(
            *(tokens_in(actor.sheet.lists) for actor in cast.values() if not actor.is_pc)
        ) - tokens_in(tuple(cast))
        for seat in self.seats:
            if not seat.is_gm:
                view = self.table.view(seat.id)
                shown = figures & tokens_in(view.get(PROMPTS)) - tokens_in(view.get(ROLLS))
                hold(not shown, f"{seat.id} reads in a question what is on a foe's sheet", shown)

    def _told_words(self, seat: Seat) -> frozenset[str]:
        records = self.table.records
        start, role, words = self._words.get(seat.id, (0, seat.role, frozenset[str]()))
        if role != seat.role or any(isinstance(record.event, Rewound) for record in records[start:]):
            # What was shown and taken back is hidden again, though people remember it.
            everything = effective(self.table.told(seat.id))
            words = frozenset[str]().union(*(tokens_in(record) for record in everything))
        else:
            news = (tokens_in(heard) for record in records[start:] if (heard := told(record, seat)) is not None)
            words = words.union(*news)
        self._words[seat.id] = (len(records), seat.role, words)
        return words

    def _hidden_from(self, seat: Seat) -> Iterator[tuple[str, frozenset[str]]]:
        if seat.is_gm:
            return
        state = self.table.state
        for card in state.get(ASPECTS).values():
            if not is_addressed(seat, card.known_to):
                yield f"the hidden aspect {card}", tokens_in(card.text)
        for actor in state.get(CAST).values():
            if actor.is_hidden:
                yield f"the hidden actor {actor}", tokens_in(actor)
        # A zone that was hidden again is gone from what people see, but they heard of it once.
        heard_of = {record.event.zone for record in self.table.records if isinstance(record.event, ZoneHidden)}
        for zone in state.get(ZONES).zones.values():
            if zone.is_hidden and zone.id not in heard_of:
                yield f"the hidden zone {zone}", tokens_in(zone.name)
        for scene in state.get(PREPARED).values():
            yield f"the prepared scene {scene.title}", tokens_in(scene)
        # A handout that was hidden again is gone from what people read, but they read it once.
        read = {
            record.event.entry.id
            for record in self.table.records
            if isinstance(record.event, EntryShown) and is_addressed(seat, record.to)
        }
        for handout in state.get(HANDOUTS).values():
            if handout.entry.id not in read:
                # Who wrote it is no secret: everybody knows who sits at the table.
                entry = handout.entry
                yield f"the hidden handout {handout}", tokens_in((entry.title, entry.text, entry.image))
        challenge = challenge_of(state)
        for task in challenge.tasks if challenge else ():
            if task.is_hidden:
                yield f"the hidden task {task}", tokens_in(task.name)

    # -- after a rewind ----------------------------------------------------------------------------------------------

    def a_rewind_restores(self, walk: Walk, played: Played) -> None:
        """Everything is as it was; only the log is longer, and the dice are others if that was asked for."""
        for record in played.news:
            if not isinstance(record.event, Rewound):
                continue
            hold(record.event.to in walk.marks, "the table stands in the middle of a step", record.event)
            now, then = self.table.state, walk.marks[record.event.to]
            for name in {*now.slices, *then.slices} - {THROWS.name, SEATS.name, HALT.name}:
                hold(now.slices.get(name) == then.slices.get(name), f"a rewind did not restore {name}")
            hold(now.get(SEATS) == played.before.get(SEATS), "a rewind made somebody lose their seat")
            hold(now.get(HALT) == played.before.get(HALT), "a rewind let play go on that was halted, or halted it")
            hold(now.get(THROWS).count == then.get(THROWS).count, "a rewind lost count of the throws")
            epochs = {position.epoch for position, _ in self._faces}
            if isinstance(played.command, Rewind) and played.command.fresh_dice:
                hold(now.get(THROWS).epoch not in epochs, "dice called fresh were thrown before")
            else:
                hold(now.get(THROWS).epoch == played.before.get(THROWS).epoch, "a rewind changed the dice unasked")

    def the_same_place_throws_the_same_faces(self, played: Played) -> None:
        for record in played.news:
            # What people threw themselves is whatever they say.
            if isinstance(record.event, DiceThrown) and record.event.throw.source != "entered":
                throw = record.event.throw
                faces = self._faces.setdefault((throw.position, throw.dice), throw.faces)
                hold(faces == throw.faces, "the same throw fell differently", throw, faces)

    # -- now and then ------------------------------------------------------------------------------------------------

    def folding_again_changes_nothing(self) -> None:
        table, engine = self.table, self.table.ruleset.engine
        hold(engine.fold(table.records) == table.state, "the log does not fold to the state")
        for seat in self.seats:
            again = engine.fold(table.told(seat.id))
            hold(again == table.view(seat.id), f"what {seat.id} was told does not fold to their view")

    def everything_survives_writing(self) -> None:
        table, codec = self.table, self.table.ruleset.codec
        hold(written_and_read(table.ruleset.engine, table.state) == table.state, "the state does not survive writing")
        for seat in self.seats:
            view = table.view(seat.id)
            hold(
                written_and_read(table.ruleset.engine, view) == view, f"the view of {seat.id} does not survive writing"
            )
            for record in table.told(seat.id):
                hold(codec.read_record(codec.write(record)) == record, "a record does not survive writing", record)
            for offer in table.offers(seat.id):
                again = codec.read_command(codec.write(offer.command))
                hold(again == offer.command, "an offered command does not survive writing", offer)
        written = list(table.dump())
        loaded = Table.load(written, SECRET)
        hold(loaded.records == table.records and loaded.state == table.state, "the log does not survive writing")
        hold(list(loaded.dump()) == written, "a log that was read is written differently")

    def the_ledger_explains_every_balance(self) -> None:
        sums: Counter[str] = Counter()
        for entry in self.table.ledger():
            sums[entry.source] -= entry.amount
            sums[entry.target] += entry.amount
        points = self.table.state.get(POINTS)
        hold(all(sums[name] == points.get(name, 0) for name in {*sums, *points}), "the ledger is wrong", sums, points)

    # -- what may be done is what is offered -------------------------------------------------------------------------

    def a_filled_offer_matches(self, offer: Offer, command: Command) -> None:
        codec = self.table.ruleset.codec
        hold(offer.matches(command), f"{command!r} is {offer!r} filled in, but does not match it")
        hold(codec.read_command(codec.write(command)) == command, "a command does not survive writing", command)

    def refusal_of(self, seat: str, command: Command) -> RuleViolation | None:
        """What the rules say to this, tried on the state and not on the table."""
        state = self.table.state
        chance = Seeded(SECRET, state.get(TABLE).id)
        try:
            self.table.ruleset.engine.decide(state, SeatId(seat), command, chance)
        except RuleViolation as refusal:
            return refusal
        except Exception as error:
            raise Violation(f"{seat}: {command!r} breaks with {error!r}") from error
        return None

    def accepted_is_offered(self, seat: str, command: Command) -> None:
        """If the rules let it happen, it must have been offered."""
        if _is_sendable(command) and self.refusal_of(seat, command) is None:
            offers = self.offers[SeatId(seat)]
            hold(
                any(offer.matches(command) for offer in offers),
                f"{seat} may do what nobody offers: {command!r}",
                *(f"near: {offer}" for offer in offers if type(offer.command) is type(command)),
            )


def _is_sendable(command: Command) -> bool:
    """A table refuses texts that are too long before it asks the rules."""
    try:
        checked_texts(command)
    except MalformedCommand:
        return False
    return True
