"""Tries other commands without playing them: what is offered works, and nothing else does."""

from __future__ import annotations

from random import Random

import msgspec

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Offer
from tests.conformance.filling import Filler
from tests.conformance.invariants import Watch, hold
from tests.conformance.walking import fails_for_its_form

MOST_REMEMBERED = 400


class Probe:
    """Remembers commands that were legal once, sends them again later, from other seats and with parts exchanged."""

    def __init__(self, watch: Watch, seed: int) -> None:
        self.watch = watch
        self.random = Random(seed)
        self.filler = Filler(self.random, watch.table.ruleset, prefix="probe")
        self.remembered: list[tuple[SeatId, Command]] = []

    def probe(self) -> None:
        self.offered_is_accepted()
        self.spectators_are_refused()
        for _ in range(2):
            seat, command = self.random.choice(self.remembered)
            self.watch.accepted_is_offered(seat, command)
        self.watch.accepted_is_offered(self._any_seat(), self.random.choice(self.remembered)[1])
        if (altered := self.altered()) is not None:
            self.watch.accepted_is_offered(*altered)

    def _any_seat(self) -> SeatId:
        return self.random.choice(self.watch.seats).id

    def offered_is_accepted(self) -> None:
        busy = [seat for seat, offers in self.watch.offers.items() if offers]
        seat = self.random.choice(busy)
        offer = self.random.choice(self.watch.offers[seat])
        command = self.filler.fill(offer)
        self.watch.a_filled_offer_matches(offer, command)
        self.chances_add_up(seat, offer)
        refusal = self.watch.refusal_of(seat, command)
        if refusal is not None and not fails_for_its_form(offer, refusal):
            hold(False, f"{seat} is offered {offer!r} but {command!r} is refused: {refusal.code}, {refusal}")
        self.remember(seat, command)

    def chances_add_up(self, seat: SeatId, offer: Offer) -> None:
        preview = self.watch.table.odds(seat, offer)
        for chances in (preview.before, preview.after) if preview else ():
            hold(sum(chances.values()) == 1, f"the chances of {offer!r} do not add up", chances)

    def spectators_are_refused(self) -> None:
        for seat in self.watch.seats:
            if seat.role == "spectator":
                refusal = self.watch.refusal_of(seat.id, self.random.choice(self.remembered)[1])
                hold(refusal is not None and refusal.code == "spectators-watch", "a spectator is not refused", refusal)

    def remember(self, seat: str, command: Command) -> None:
        if len(self.remembered) >= MOST_REMEMBERED:
            self.remembered.pop(self.random.randrange(MOST_REMEMBERED))
        self.remembered.append((SeatId(seat), command))

    def altered(self) -> tuple[SeatId, Command] | None:
        """A command with one part out of another command that has a part of that name, if it can still be read."""
        seat, command = self.random.choice(self.remembered)
        fields = set(command.__struct_fields__)
        donors = [other for _, other in self.remembered if fields & set(other.__struct_fields__)]
        if not donors:
            return None
        donor = self.random.choice(donors)
        name = self.random.choice(sorted(fields & set(donor.__struct_fields__)))
        changed: Command = msgspec.structs.replace(command, **{name: getattr(donor, name)})
        try:
            return seat, self.watch.table.ruleset.codec.check_command(changed)
        except MalformedCommand:
            return None
