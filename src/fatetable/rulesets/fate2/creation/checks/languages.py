"""How many languages may stand on a sheet (F2-SKL-05)."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.sheet import LANGUAGES, numbers_of_languages

CITES = ("F2-SKL-05",)


def language_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """`sheet` has its skills worked out."""
    for name, number in numbers_of_languages(tables, sheet).items():
        written = [each for each in sheet.lists.get(name, ()) if each.strip()]
        where = f"lists.{name}"
        if len(written) > number:
            message = f"{LANGUAGES[name]}: {len(written)} are more than the skill gives, {number}."
            yield Problem("error", "too-many-languages", where, message, "Leave some out.", CITES)
        elif len(written) < number:
            message = f"{LANGUAGES[name]}: there may be {number - len(written)} more."
            yield Problem("advice", "languages-left", where, message, "Name them, or do it later.", CITES)
