"""Questions of a dialog in the terminal: a line of words, or one of several choices by number or name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from fatetable.adapters.cli.display.columns import in_columns
from fatetable.builder.visible_text import visible
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import TemplateField
from fatetable.mechanics.characters.trait_groups import TraitGroup, member

CLEAR = "-"
"""Typed to empty a field."""
LIST = "?"
"""Typed to see a long list of choices again."""
LONG = 12
"""A longer list of choices is shown once, by names only, and again only on request."""


def ask_line(label: str, hint: str, held: str, suggestions: Sequence[Choice] = ()) -> str:
    """A line of text; if the field is filled, Enter keeps it and a dash empties it.

    Suggestions are listed on request, and then one can be taken by its number.
    """
    said = f" ({hint})" if hint else ""
    if held:
        said += f" [Enter keeps {visible(held)}, {CLEAR} empties it]"
    if suggestions:
        said += f" [{LIST} lists suggestions]"
    listed: Sequence[Choice] = ()
    while True:
        answer = str(click.prompt(f"{label}{said}", default="", show_default=False)).strip()
        if answer == LIST and suggestions:
            listed = suggestions
            _list(listed)
        elif answer == CLEAR:
            return ""
        elif listed and answer.isdecimal() and 0 < int(answer) <= len(listed):
            return listed[int(answer) - 1].value
        else:
            return answer or held


def fill_in(field: TemplateField) -> str:
    if field.options:
        return pick(field.label, field.options, may_skip="leave it out" if field.optional else "") or ""
    return ask_line(field.label, "Enter: leave it out", "") if field.optional else own_words(field.label)


def pick_trait(
    question: str,
    left: Sequence[Choice],
    groups: Mapping[str, TraitGroup],
    given: Mapping[str, int],
    about: Mapping[str, str],
) -> str:
    """Ask for a trait that has no rating yet; for one of a group, ask for its name as well."""
    if len(left) == 1 and not groups:
        return left[0].value
    while True:
        trait = str(pick(question, left, is_listed=len(left) <= LONG or not given, about=about))
        if group := groups.get(trait):
            hint = f" (such as {', '.join(group.examples)})" if group.examples else ""
            trait = member(group.id, own_words(f"{group.asks}{hint}"))
        if trait not in given:
            return trait
        click.echo(f"{visible(trait)} has a rating already.")


def without(held: Sequence[str], dropped: str | None) -> tuple[str, ...]:
    """The entries without the first that is dropped."""
    if dropped is None:
        return tuple(held)
    place = list(held).index(dropped)
    return (*held[:place], *held[place + 1 :])


def own_words(question: str) -> str:
    return str(click.prompt(question, value_proc=_some_words))


def _some_words(text: str) -> str:
    if not text.strip():
        raise click.BadParameter("Please write something.")
    return text.strip()


def pick(
    question: str,
    choices: Sequence[Choice],
    may_skip: str = "",
    *,
    is_listed: bool = True,
    about: Mapping[str, str] | None = None,
) -> str | None:
    """One of several choices, by its number or the beginning of its name; `None` where skipping is allowed.

    For a long list, the description of a choice (`about`) is shown on request.
    """
    explains = about if about and len(choices) > LONG else {}
    if is_listed:
        _list(choices)
        if explains:
            click.echo(f"  A number or a name takes one; {LIST} before it tells what it is.")
    suffix = f" (Enter: {may_skip})" if may_skip else ""
    while True:
        answer = str(click.prompt(f"{question}{suffix}", default="", show_default=False)).strip()
        if not answer and may_skip:
            return None
        if (found := _meant(answer, choices)) is not None:
            return found
        if answer == LIST:
            _list(choices)
            continue
        if explains and answer.startswith(LIST) and (asked := _meant(answer[1:].strip(), choices)) is not None:
            click.echo(click.wrap_text(visible(explains.get(asked, "Nothing more is to be said.")), width=88))
            continue
        if len(begun := _begun(answer, choices)) > 1:
            click.echo(f"That could be {visible(' or '.join(each.label or each.value for each in begun[:LONG]))}.")
            continue
        again = "" if is_listed else f" ({LIST} lists them again)"
        click.echo(f"Type a number from 1 to {len(choices)}, or the beginning of a name.{again}")


def _list(choices: Sequence[Choice]) -> None:
    lines = [f"  {number:2} {visible(choice.label or choice.value)}" for number, choice in enumerate(choices, start=1)]
    click.echo("\n".join(in_columns(lines)))


def _meant(answer: str, choices: Sequence[Choice]) -> str | None:
    if answer.isascii() and answer.isdecimal():
        number = int(answer) if len(answer) < 6 else 0
        return choices[number - 1].value if 1 <= number <= len(choices) else None
    begun = _begun(answer, choices)
    exact = [each for each in begun if (each.label or each.value).casefold() == answer.casefold()]
    found = exact or begun
    return found[0].value if len(found) == 1 else None


def _begun(answer: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices whose names begin with this text."""
    wanted = answer.casefold()
    return [each for each in choices if wanted and (each.label or each.value).casefold().startswith(wanted)]
