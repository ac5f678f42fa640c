"""Listens in while a test plays, and gathers every sentence that people would have read."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.offers import Offer
from fatetable.engine.opening import Rewound
from fatetable.engine.prompts import PROMPTS, PromptAnswered, PromptOpened
from fatetable.engine.seats import SEATS, gm_seat
from fatetable.engine.state import State
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.event_context import EventContext
from fatetable.tabletop.words.narration import tell
from tests.approval.offers_in_words import label_of, name_of_offer, other_words_of
from tests.approval.own_words import OwnWords
from tests.approval.screens_in_words import screen_lines
from tests.approval.values import Ids
from tests.approval.word_book import Said

SEND = Table.send


class Listener:
    """Takes the place of `Table.send`.  `known` sentences are not looked at again."""

    def __init__(self, known: Container[Said] = ()) -> None:
        self._known = known
        self._tables: dict[int, Table] = {}
        self._own = OwnWords()
        self._kinds: set[type[Command]] = set()
        self._heard: set[Said] = set()

    def send(self, table: Table, seat: str, command: Any, **options: Any) -> tuple[LogRecord, ...]:
        """Send a command on its way, and write down how it was offered and what came of it."""
        if id(table) not in self._tables:
            self._own.of_ruleset(table.ruleset)
            self._tables[id(table)] = table
        self._own.of_state(table.state)
        if isinstance(command, Command):
            self._wish(table, seat, command)
        before = table.state
        try:
            records = SEND(table, seat, command, **options)
        except RuleViolation as refusal:
            self._say("refused", refusal.code, f"{refusal.message} [{', '.join(refusal.cites)}]")
            raise
        self._own.of_state(table.state)
        self._events(table, before, records)
        return records

    def _say(self, kind: str, about: str, sentence: str) -> str:
        self._heard.add((f"{kind} {about}", sentence))
        return about

    def _wish(self, table: Table, seat: str, command: Command) -> None:
        """Of each kind of command how it was offered when it was first sent."""
        self._own.of_command(table, seat, command)
        if type(command) not in self._kinds and seat in table.state.get(SEATS):
            self._kinds.add(type(command))
            alike = [offer for offer in table.offers(seat) if type(offer.command) is type(command)]
            self._offers(alike, table.view(seat))

    def _events(self, table: Table, state: State, records: Iterable[LogRecord]) -> None:
        for record in records:
            if isinstance(record.event, Rewound):
                return
            after = table.ruleset.engine.evolve(state, record.event, record.seq)
            about = str(record.event.__struct_config__.tag).partition("/")[0]
            if isinstance(record.event, PromptAnswered) and record.event.prompt in state.get(PROMPTS):
                about = f"{about} {state.get(PROMPTS)[record.event.prompt].kind}={record.event.option}"
            for line in tell(EventContext(state, after, record.by, table.ruleset), record.event):
                self._say("told", about, line)
            if isinstance(record.event, PromptOpened):
                prompt = record.event.prompt
                self._say("asked", prompt.kind, prompt.question)
                for option in prompt.options:
                    self._say("offered", f"answer {prompt.kind}={option.id}", f"“{option.label}”")
            state = after

    def _offers(self, offers: Iterable[Offer], state: State) -> None:
        ids = Ids()
        ids.learn(state)
        for offer in offers:
            label = f"offered {name_of_offer(offer, state, ids)}", f"“{label_of(offer, state)}”"
            if label not in self._known:
                self._heard.add(label)
                self._heard.update(other_words_of(offer, state, ids))

    def sentences(self) -> dict[Said, Said]:
        """What was said beyond what is known: each sentence as it was said, and without what is only of this game.

        In the end everybody looks at what they may do, and the game master, who sees most, at the screen.
        """
        for table in self._tables.values():
            for seat in table.state.get(SEATS):
                self._offers(table.offers(seat), table.view(seat))
            blocks = table.present(gm_seat(table.state).id)
            for block, about, said in screen_lines(blocks, table.state, Ids(), self._say):
                self._heard.add((f"screen {block}", f"{about}: {said}"))
        new = [said for said in self._heard if said not in self._known]
        return {said: (self._own.part(said[0]).pattern, self._own.part(said[1]).pattern) for said in new}
