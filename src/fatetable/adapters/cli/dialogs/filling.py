"""Asks for the holes of an offer, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, assert_never

import click
from msgspec import Struct

from fatetable.adapters.cli.dialogs.keyboard import Keyboard
from fatetable.adapters.cli.display.columns import in_columns
from fatetable.builder.visible_text import visible
from fatetable.engine.errors import FatetableError
from fatetable.engine.messages import Command
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    FormHole,
    Hole,
    ManyHole,
    NumberHole,
    Offer,
    TextHole,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.ruleset import Ruleset


class Filling:
    """Asks one person; every question can be taken back."""

    def __init__(self, keyboard: Keyboard, ruleset: Ruleset) -> None:
        self.keyboard = keyboard
        self.ruleset = ruleset

    def fill(self, offer: Offer) -> Command:
        """The command with every hole filled; raises `TakenBack`."""
        return offer.fill(**{hole.key or hole.field: self.ask(hole) for hole in offer.holes})

    def which(self, labels: Sequence[str]) -> int:
        """Ask which of several things is meant; returns its index."""
        return int(self._choice("which", [Choice(str(place), label) for place, label in enumerate(labels)]))

    def ask(self, hole: Hole) -> Any:
        match hole:
            case TextHole():
                return self._text(hole)
            case NumberHole():
                return self._number(hole)
            case ChoiceHole():
                return self._choice(hole.label, hole.options)
            case ManyHole():
                return self._many(hole)
            case FlagHole():
                return self.keyboard.is_yes(f"{_question(hole.label)}?", default=False)
            case FormHole():
                return self._form(hole)
            case _:
                assert_never(hole)

    def _until(self, question: str, understood: Callable[[str], Any], complaint: str) -> Any:
        """Ask again until the answer is understood, which `None` says it is not."""
        while True:
            found = understood(self.keyboard.answer(question))
            if found is not None:
                return found
            click.echo(complaint)

    def _text(self, hole: TextHole) -> str:
        default = hole.suggestion
        hint = f" [{visible(default)}]" if default else " (may be left empty)" if hole.may_be_empty else ""

        def understood(said: str) -> str | None:
            text = said or default
            return text if (text or hole.may_be_empty) and len(text) <= hole.limit else None

        complaint = f"Please write something, at most {hole.limit} characters; a single dot takes it back."
        return str(self._until(f"{_question(hole.label)}{hint}: ", understood, complaint))

    def _number(self, hole: NumberHole) -> int:
        def understood(said: str) -> int | None:
            number = _whole(said.replace("\N{MINUS SIGN}", "-"))
            return number if number is not None and hole.low <= number <= hole.high else None

        for suggestion in hole.suggestions:
            if suggestion.label:
                click.echo(f"  {suggestion.value}: {visible(suggestion.label)}")
        question = f"{_question(hole.label)} ({hole.low} to {hole.high}): "
        return int(self._until(question, understood, f"Please type a number from {hole.low} to {hole.high}."))

    def _choice(self, label: str, options: Sequence[Choice]) -> str:
        if len(options) == 1:
            click.echo(f"{_question(label)}: {visible(_name(options[0]))}")
            return options[0].value
        self._list(options)
        complaint = f"Please type a number from 1 to {len(options)}, or the beginning of a name."
        return str(self._until(f"{_question(label)}: ", lambda said: _meant(said, options), complaint))

    def _many(self, hole: ManyHole) -> tuple[str, ...]:
        self._list(hole.options)
        most = min(hole.most, len(hole.options))

        def understood(said: str) -> tuple[str, ...] | None:
            if said.casefold() == "all":
                said = " ".join(str(number) for number in range(1, len(hole.options) + 1))
            found = [_meant(part, hole.options) for part in said.replace(",", " ").split()]
            chosen = tuple(dict.fromkeys(value for value in found if value is not None))
            return chosen if None not in found and hole.least <= len(chosen) <= most else None

        question = f"{_question(hole.label)} (numbers with spaces, all, or Enter for none): "
        complaint = f"Please type from {hole.least} to {most} of the numbers above."
        return tuple(self._until(question, understood, complaint))

    def _form(self, hole: FormHole) -> Struct:
        forms = self.ruleset.forms(hole.form)
        choices = [Choice(str(index), _form_name(form)) for index, form in enumerate(forms)]
        takes_files = any(isinstance(form, Sheet) for form in forms)
        self._list(choices)

        def understood(said: str) -> Struct | None:
            if (index := _meant(said, choices)) is not None:
                return forms[int(index)]
            return _sheet_in(said) if takes_files and said else None

        or_file = ", or the file of a sheet" if takes_files else ""
        complaint = f"Please type a number from 1 to {len(choices)}{or_file}."
        found: Struct = self._until(f"{_question(hole.label)} (a number{or_file}): ", understood, complaint)
        return found

    def _list(self, options: Sequence[Choice]) -> None:
        lines = [f"  {number:3} {visible(_name(option))}" for number, option in enumerate(options, start=1)]
        click.echo("\n".join(in_columns(lines)))


def _question(label: str) -> str:
    return visible(label[:1].upper() + label[1:])


def _name(option: Choice) -> str:
    return option.label or option.value or "nobody"


def _form_name(form: Struct) -> str:
    """The name of a sheet or feature, with its description."""
    name, words = getattr(form, "name", ""), getattr(form, "description", "") or getattr(form, "text", "")
    return f"{name}: {words}" if words else str(name)


def _sheet_in(path: str) -> Sheet | None:
    from fatetable.builder.sheet_files import load_sheet

    if not Path(path).is_file():
        return None
    try:
        return load_sheet(Path(path))
    except FatetableError as error:
        click.echo(visible(error.message))
        return None


def _whole(said: str) -> int | None:
    digits = said.removeprefix("-").removeprefix("+")
    return int(said) if digits.isdecimal() and digits.isascii() and len(digits) < 10 else None


def _meant(said: str, options: Sequence[Choice]) -> str | None:
    """The option with this number or whose name begins like this, if there is only one."""
    number = _whole(said)
    if number is not None:
        return options[number - 1].value if 1 <= number <= len(options) else None
    begun = [option.value for option in options if said and _name(option).casefold().startswith(said.casefold())]
    return begun[0] if len(begun) == 1 else None
