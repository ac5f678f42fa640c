"""A game at one keyboard: whose turn it is to type, and what their input does."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from fatetable import rulesets
from fatetable.adapters.cli.dialogs.filling import Filling
from fatetable.adapters.cli.dialogs.keyboard import Keyboard, TakenBack
from fatetable.adapters.cli.display.block_words import entry_lines, sections
from fatetable.adapters.cli.display.sheet_words import whole_sheets
from fatetable.adapters.cli.play.offer_menu import FOLDED, Item, Menu, menu
from fatetable.adapters.cli.play.saved_games import secret_path, write_game
from fatetable.adapters.cli.play.screen import Screen
from fatetable.adapters.secrets_for_dice import new_secret
from fatetable.engine.engine import effective
from fatetable.engine.errors import FatetableError, RuleViolation
from fatetable.engine.opening import TABLE, Rewind, Rewound
from fatetable.engine.seats import gm_seat, people
from fatetable.mechanics.book.own_tables import told
from fatetable.mechanics.book.rulebook import Rule
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.mechanics.view.blocks import JournalEntryBlock, WaitingBlock
from fatetable.tabletop.table import Table
from fatetable.tabletop.throw_checks import check_throws
from fatetable.tabletop.words.chances import chances_of
from fatetable.tabletop.words.chronicle import Chronicle

HELP = """\
A number takes an offer; what it leaves open is asked for.
A single dot takes a question back.

  ? 3        why: the rules behind offer 3
  p          nobody adds anything: everyone who is waited for passes
  o          the next seat
  s NAME     the seat of that name
  g          the {gm}'s tools
  c          corrections
  x          stop or pause: nobody is told who asks to stop
  j          the journal: handouts and notes (j WORDS: those with these words in the title)
  e          write in the journal
  i          who is who: the whole sheets of everybody in sight (i NAME: of one)
  u          undo the last step
  l          the log of what has happened (l 50: more of it)
  r WORDS    look up a rule (r alone: the tables of this campaign's own)
  w FILE     save the game
  v          close play: tell the secret of the dice and check them
  q          quit
  Enter      draw the table again"""

LOG_LINES = 20
RULES_SHOWN = 3


class Left(Exception):
    """Somebody quit the game."""


class Session:
    """One game being played; it is saved to `file` after every step, if there is one."""

    def __init__(self, table: Table, secret: bytes, file: Path | None, screen: Screen, keyboard: Keyboard) -> None:
        self.table = table
        self.secret: bytes | None = secret
        self.file = file
        self.screen = screen
        self.keyboard = keyboard
        self.filling = Filling(keyboard, table.ruleset)
        self.chronicles: dict[str, Chronicle] = {}
        self.seat: str = self.first_seat()
        self.unfolded = ""
        self.news_from = table.state.seq
        self.notices: list[str] = []
        self.is_saved = False

    # -- whose turn it is ----------------------------------------------------------------------------------------

    def waiting(self) -> WaitingBlock | None:
        """Whom the table waits for, from the game master's view, which includes secret questions."""
        blocks = self.table.present(gm_seat(self.table.state).id)
        return next((block for block in blocks if isinstance(block, WaitingBlock)), None)

    def first_seat(self) -> str:
        """Who has the keyboard first: a seat the table waits for, or else one that can act in the scene.

        The game master comes last, because their screen shows what nobody else may see.
        """
        waiting = self.waiting()
        if waiting and waiting.seats:
            return waiting.seats[0]
        players = [seat.id for seat in people(self.table.state) if not seat.is_gm]
        able = [seat for seat in players if any(offer.group == "act" for offer in self.table.offers(seat))]
        return able[0] if able else gm_seat(self.table.state).id

    def follow(self) -> None:
        """Hand the keyboard to a seat the table waits for."""
        waiting = self.waiting()
        if waiting and waiting.seats and self.seat not in waiting.seats:
            self.seat = waiting.seats[0]

    # -- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until somebody quits or nothing more is typed."""
        self.keep()
        try:
            while True:
                shown = self.draw()
                try:
                    said = self.keyboard.line(f"{self.seat}> ")
                except KeyboardInterrupt:
                    said = "q"
                self.notices = []
                try:
                    self.take(said, shown)
                except TakenBack:
                    self.notices.append("Taken back.")
                except FatetableError as error:
                    self.notices.append(_refusal(error))
        except EOFError:
            self.screen.tell(["", self.parting()])
        except Left:
            self.screen.tell([self.parting()])

    def draw(self) -> Menu:
        shown = menu(self.table, self.seat, self.unfolded)
        news = [told.line for told in self.chronicle().lines if told.seq > self.news_from]
        heading = self.heading(shown)
        blocks = sections(self.table.present(self.seat), self.table.ruleset.word)
        self.screen.draw(blocks, [*news, *self.notices], shown, heading)
        return shown

    def heading(self, shown: Menu) -> str:
        """Who is typing, and what for."""
        waiting = self.waiting()
        if waiting is None or not waiting.seats:
            return f"{self.seat}: what happens next?"
        if self.seat not in waiting.seats:
            return f"{self.seat}, while the table waits for {', '.join(waiting.seats)}: {waiting.why}"
        is_below = any(group.title == waiting.why for group in shown.groups)
        return f"{self.seat} is asked" if is_below else f"{self.seat}: {waiting.why}"

    def chronicle(self) -> Chronicle:
        known = self.chronicles.setdefault(self.seat, Chronicle(self.table, self.seat))
        known.hear_news()
        return known

    def take(self, said: str, shown: Menu) -> None:
        """Handle one typed line."""
        key, _, rest = said.partition(" ")
        rest = rest.strip()
        keys: dict[str, Callable[[str], None]] = {
            "": self.redraw,
            "?": lambda number: self.why(number, shown),
            "h": self.help,
            "p": self.everyone_passes,
            "o": self.next_seat,
            "s": self.switch_seat,
            "i": self.sheets,
            "j": self.journal,
            "u": self.undo,
            "l": self.log,
            "r": self.rules,
            "w": self.save_as,
            "v": self.close,
            "q": self.quit,
            **{letter: self.unfold(letter) for letter in FOLDED},
        }
        if said.startswith("?") and len(key) > 1:
            key, rest = "?", said[1:].strip()
        if key.isdecimal() and not rest:
            self.choose(key, shown)
        elif key.casefold() in keys:
            keys[key.casefold()](rest)
        else:
            self.notices.append(f"“{said[:40]}” is no key and no number; h shows what can be typed.")

    # -- doing something -----------------------------------------------------------------------------------------

    def choose(self, number: str, shown: Menu) -> None:
        item = self.numbered(number, shown)
        if item is None:
            return
        self.screen.tell([item.label], "strong")
        if item.variants:
            item = item.variants[self.filling.which([variant.label for variant in item.variants])]
        command = self.filling.fill(item.offer)
        self.unfolded = ""
        before = self.table.state.seq
        self.table.send(self.seat, command, at=int(time.time()))
        self.table.run_out_timers()
        self.stepped(before)

    def numbered(self, number: str, shown: Menu) -> Item | None:
        found = shown.item(int(number)) if len(number) < 6 and number.isascii() and number.isdecimal() else None
        if found is None:
            self.notices.append(
                f"There is no offer {number[:10] or 'without a number'}; they go from 1 to {shown.size}."
            )
        return found

    def stepped(self, before: int) -> None:
        """Show what happened after that position, save the game, and hand the keyboard on."""
        self.news_from = before
        self.is_saved = False
        self.follow()
        self.keep()

    def everyone_passes(self, _: str) -> None:
        before = self.table.state.seq
        waiting = self.waiting()
        for seat in waiting.seats if waiting else ():
            offers = self.table.offers(seat)
            if found := next((offer for offer in offers if isinstance(offer.command, Pass)), None):
                self.table.send(seat, found.command)
                self.table.run_out_timers()
        if self.table.state.seq == before:
            self.notices.append("Nobody is asked whether they want to add something.")
        else:
            self.stepped(before)

    def undo(self, _: str) -> None:
        """Anybody at this keyboard may undo; the rewind is sent as the game master."""
        steps = [record for record in effective(self.table.records) if not isinstance(record.event, Rewound)]
        while steps and steps[-1].goes_on:
            steps.pop()
        floor = self.table.state.get(TABLE).floor
        if not steps or steps[-1].seq <= floor:
            self.notices.append("There is nothing to undo.")
            return
        before = self.table.state.seq
        self.table.send(gm_seat(self.table.state).id, Rewind(steps[-1].seq - 1))
        self.stepped(before)
        self.notices.append("Dice that fell will fall the same way again.")

    # -- looking -------------------------------------------------------------------------------------------------

    def redraw(self, _: str) -> None:
        self.unfolded = ""

    def unfold(self, letter: str) -> Callable[[str], None]:
        def unfold(_: str) -> None:
            self.unfolded = letter
            if not menu(self.table, self.seat, letter).size:
                self.unfolded = ""
                gm = self.table.ruleset.word("gm")
                self.notices.append(f"There is nothing of that kind for this seat; the {gm} has it.")

        return unfold

    def next_seat(self, _: str) -> None:
        seats = [seat.id for seat in people(self.table.state)]
        at = seats.index(self.seat) if self.seat in seats else -1  # type: ignore[arg-type]
        self._sit(seats[(at + 1) % len(seats)])

    def switch_seat(self, name: str) -> None:
        seats = [seat.id for seat in people(self.table.state)]
        found = [seat for seat in seats if name and seat.casefold().startswith(name.casefold())]
        if len(found) == 1 or name in found:
            self._sit(name if name in found else found[0])
        else:
            self.notices.append(f"The seats are {', '.join(seats)}.")

    def _sit(self, seat: str) -> None:
        self.seat = seat
        self.unfolded = ""

    def help(self, _: str) -> None:
        self.page(HELP.format(gm=self.table.ruleset.word("gm")).splitlines())

    def sheets(self, name: str) -> None:
        """The whole sheets, one below the other."""
        blocks = self.table.present(self.seat)
        found = [
            section
            for section in whole_sheets(blocks, self.table.ruleset.word)
            if section.title.casefold().startswith(name.casefold())
        ]
        if not found:
            self.notices.append("Nobody of that name is in sight.")
            return
        lines = []
        for section in found:
            lines += ["", section.title]
            for row in section.rows:
                label = f"{row.label}: " if row.label else ""
                lines.append(f"  {label}{''.join(span.text for span in row.spans)}")
        self.page(lines)

    def journal(self, words: str) -> None:
        """The handouts and notes this seat may read, one below the other."""
        entries = [block for block in self.table.present(self.seat) if isinstance(block, JournalEntryBlock)]
        found = [entry for entry in entries if words.casefold() in entry.title.casefold()]
        if not found:
            self.notices.append("There is nothing in the journal that this seat may read.")
            return
        self.page([line for entry in found for line in entry_lines(entry)])

    def log(self, how_many: str) -> None:
        number = int(how_many) if how_many.isdecimal() and how_many.isascii() and len(how_many) < 6 else LOG_LINES
        self.page([told.line for told in self.chronicle().lines[-number:]] if number else [])

    def why(self, number: str, shown: Menu) -> None:
        item = self.numbered(number, shown)
        if item is None:
            return
        book = rulesets.rulebook(self.table.ruleset.id)
        found = [rule for cite in item.offer.cites if (rule := book.by_id(cite))]
        chances = chances_of(self.table, self.seat, item.offer)
        lines = [item.label, *([chances.summary] if chances else [])]
        self.page([*lines, *self._rules(found)] if found else [*lines, "", "No rule of the book is behind it."])

    def rules(self, query: str) -> None:
        game = self.table.ruleset
        own = list(told(game.own_tables, game.content))
        if own and not query:
            lines = []
            for table, text in own:
                lines += ["", f"{table.name}: {table.meaning}", *text.splitlines()]
            self.page(lines)
            return
        book = rulesets.rulebook(self.table.ruleset.id)
        exact = book.by_id(query) if query else None
        found = (exact,) if exact else book.search(query)[:RULES_SHOWN]
        if found:
            self.page(self._rules(found))
        else:
            self.notices.append("No rule matches; try r and fewer or shorter words.")

    def _rules(self, found: tuple[Rule, ...] | list[Rule]) -> list[str]:
        lines = []
        for rule in found:
            lines += ["", f"{rule.title}  {rule.id}", *rule.text.splitlines()]
        return lines

    def page(self, lines: list[str]) -> None:
        self.screen.tell(lines)
        self.keyboard.pause()

    # -- saving and leaving --------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the game, if it has a file."""
        if self.file is not None:
            write_game(self.table, self.secret, self.file)
            self.is_saved = True

    def save_as(self, name: str) -> None:
        name = name or ("" if self.file else self.keyboard.answer("Save as: "))
        if name:
            path = Path(name).expanduser()
            if path.exists() and path != self.file:
                self.screen.tell([f'"{path}" exists already.'])
                if not self.keyboard.is_yes("Write over it?", default=False):
                    raise TakenBack
            write_game(self.table, self.secret, path)
            self.file = path
        self.keep()
        if self.file is not None:
            self.notices += _saved(self.file, is_sealed=self.secret is not None)

    def close(self, _: str) -> None:
        if not self.keyboard.is_yes("Close play, so that every throw can be checked?", default=False):
            raise TakenBack
        self.table.close()
        self.secret = None
        self.keep()
        wrong, checked, unchecked = check_throws(self.table.records)
        self.screen.tell(
            [
                f"The secret of the dice is told. {checked - len(wrong)} of {checked} throws come from it"
                + (f", {unchecked} cannot be checked." if unchecked else "."),
            ]
        )
        if not self.keyboard.is_yes("Go on playing with new dice?", default=True):
            self.quit("")
        self.secret = new_secret()
        self.table.seal(self.secret)
        self.keep()

    def quit(self, _: str) -> None:
        if not self.is_saved:
            try:
                name = self.keyboard.answer("Save as (Enter: do not save): ")
                if name:
                    self.save_as(name)
            except KeyboardInterrupt:
                pass
        raise Left

    def parting(self) -> str:
        if self.file is None or not self.is_saved:
            return "The game was not saved."
        return " ".join(_saved(self.file, is_sealed=self.secret is not None))


def _refusal(error: FatetableError) -> str:
    rules = f" [{', '.join(error.cites)}]" if isinstance(error, RuleViolation) and error.cites else ""
    return f"Not possible: {error.message}{rules}"


def _saved(file: Path, *, is_sealed: bool) -> list[str]:
    lines = [f'Saved as "{file}"; go on with: fatetable play "{file}".']
    if is_sealed:
        beside = secret_path(file).name
        lines.append(f'The secret of its dice is in "{beside}": keep it to yourself until play is closed.')
    return lines
