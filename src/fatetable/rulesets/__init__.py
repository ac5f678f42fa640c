"""The rulesets: one folder per rulebook, found by looking for `rules.toml`, and loaded by id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fatetable.engine.errors import UnknownRuleset
from fatetable.mechanics.book.rulebook import Rulebook, read_rulebook

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from fatetable.engine.opening import TableOpened
    from fatetable.mechanics.book.dials import Dial, DialValue
    from fatetable.mechanics.book.ladder import Ladder
    from fatetable.mechanics.ruleset import Ruleset

MOST_KEPT = 64
"""Loaded rulesets, one for each combination of dials and content that is in use."""

LEDGER = "rules.toml"
ASSEMBLY = "ruleset.py"

# A plain path: `importlib.resources` takes longer to import than rolling dice takes altogether.
PLACE = Path(__file__).parent


class FoundRulesets(NamedTuple):
    """The ids of the rulesets in a folder: those that can be played, and those that only have a ledger of rules."""

    playable: tuple[str, ...]
    in_the_making: tuple[str, ...]


def find_rulesets(place: Traversable) -> FoundRulesets:
    """Every subfolder that holds a ledger of rules."""
    found = sorted(folder.name for folder in place.iterdir() if (folder / LEDGER).is_file())
    playable = tuple(name for name in found if (place / name / ASSEMBLY).is_file())
    return FoundRulesets(playable, in_the_making=tuple(name for name in found if name not in playable))


def folders() -> tuple[str, ...]:
    """The ids of the installed rulesets that can be played."""
    return _playable(PLACE)


@cache
def _playable(place: Path) -> tuple[str, ...]:
    return find_rulesets(place).playable


def books_in_the_making() -> tuple[Rulebook, ...]:
    """The ledgers of the rulesets that cannot be played yet; they only count for the coverage of rules."""
    place = PLACE
    return tuple(
        read_rulebook((place / ruleset_id / LEDGER).read_text(encoding="utf-8"))
        for ruleset_id in find_rulesets(place).in_the_making
    )


@cache
def rulebook(ruleset_id: str) -> Rulebook:
    """The rules of a ruleset in our own words."""
    written = read_rulebook((_folder(ruleset_id) / LEDGER).read_text(encoding="utf-8"))
    return written.with_options({dial.name: dial.meaning for dial in _dials(ruleset_id)})


def load(
    ruleset_id: str, dials: Mapping[str, DialValue] | None = None, content: Mapping[str, str] | None = None
) -> Ruleset:
    """The ruleset of that folder with these dials, and with tables of a campaign's own as `content`.

    Raises `UnknownRuleset`, `InvalidDials` or `InvalidContent`.
    Rulesets never change, so the latest ones are kept: everybody who asks for the same gets the same object.
    """
    _folder(ruleset_id)
    chosen = tuple((name, *_typed(value)) for name, value in sorted((dials or {}).items()))
    return _load(ruleset_id, chosen, tuple(sorted((content or {}).items())))


def load_opened(opened: TableOpened) -> Ruleset:
    """The ruleset that a table was opened with."""
    return load(opened.ruleset, opened.dials, opened.content)


def _typed(value: object) -> tuple[type, DialValue]:
    """The value with its type, because 1 and True are equal but not the same dial; bad values are refused later."""
    return type(value), value if isinstance(value, str | int) else repr(value)


@lru_cache(maxsize=MOST_KEPT)
def _load(
    ruleset_id: str, dials: tuple[tuple[str, type, DialValue], ...], content: tuple[tuple[str, str], ...]
) -> Ruleset:
    import msgspec

    from fatetable.mechanics.book.dials import TABLE_DIALS, TableDials, check_dials

    given = {name: value for name, _, value in dials}
    check_dials((*_dials(ruleset_id), *TABLE_DIALS), given)
    of_the_table = {dial.name: given.pop(dial.name) for dial in TABLE_DIALS if dial.name in given}
    built: Ruleset = import_module(f"{__name__}.{ruleset_id}.ruleset").build(given, dict(content))
    return built.at_a_table(msgspec.convert(of_the_table, TableDials))


def _dials(ruleset_id: str) -> tuple[Dial, ...]:
    """The options of a ruleset."""
    found: tuple[Dial, ...] = import_module(f"{__name__}.{ruleset_id}.dials").DIALS
    return found


def scenes(ruleset_id: str) -> dict[str, str]:
    """The ready-made scenes of a ruleset: the name of each and the text of the file that sets it up."""
    return _texts(ruleset_id, "scenes")


def playthroughs(ruleset_id: str) -> dict[str, str]:
    """The playthroughs of a ruleset: the name of each and the text of its file."""
    return _texts(ruleset_id, "playthroughs")


def _texts(ruleset_id: str, folder: str) -> dict[str, str]:
    place = _folder(ruleset_id) / folder
    files = sorted(place.iterdir(), key=lambda file: file.name) if place.is_dir() else []
    return {
        file.name.removesuffix(".yaml"): file.read_text(encoding="utf-8")
        for file in files
        if file.name.endswith(".yaml")
    }


@cache
def attribution(ruleset_id: str) -> str:
    """The text that the licence of the book requires beside our own copyright notice: the quoted lines of a file."""
    page = (_folder(ruleset_id) / rulebook(ruleset_id).book.attribution).read_text(encoding="utf-8")
    return "\n".join(line.removeprefix(">").strip() for line in page.splitlines() if line.startswith(">"))


def ladder(ruleset_id: str) -> Ladder:
    """The words a ruleset has for numbers, read without loading the ruleset; it may have none."""
    import tomllib

    from fatetable.mechanics.book.ladder import Ladder

    table = _folder(ruleset_id) / "data" / "ladder.toml"
    rungs = tomllib.loads(table.read_text(encoding="utf-8"))["rung"] if table.is_file() else ()
    return Ladder.of({rung["number"]: rung["word"] for rung in rungs})


def _folder(ruleset_id: str) -> Traversable:
    known = folders()
    if ruleset_id not in known:
        raise UnknownRuleset(ruleset_id, known)
    return PLACE / ruleset_id
