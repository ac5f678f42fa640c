"""One folder per rulebook, found by looking and never listed.

Knows what every folder must contain, and nothing about any one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fatetable.engine.errors import UnknownRuleset
from fatetable.mechanics.rulebook import Rulebook, read_rulebook

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from fatetable.mechanics.dials import Dial, DialValue
    from fatetable.mechanics.ladder import Ladder
    from fatetable.mechanics.ruleset import Ruleset

LEDGER = "rules.toml"
ASSEMBLY = "ruleset.py"

# A plain path: `importlib.resources` takes longer to import than rolling dice takes altogether.
PLACE = Path(__file__).parent


class Shelf(NamedTuple):
    """The ids of the rulesets in a place: those to play, and those whose rules are known but not assembled yet."""

    playable: tuple[str, ...]
    in_the_making: tuple[str, ...]


def look_into(place: Traversable) -> Shelf:
    """Every folder of the place that holds a ledger of rules, by whether it can be played."""
    found = sorted(folder.name for folder in place.iterdir() if (folder / LEDGER).is_file())
    playable = tuple(name for name in found if (place / name / ASSEMBLY).is_file())
    return Shelf(playable, in_the_making=tuple(name for name in found if name not in playable))


def folders() -> tuple[str, ...]:
    """The ids of the installed rulesets that can be played."""
    return look_into(PLACE).playable


def books_in_the_making() -> tuple[Rulebook, ...]:
    """The rules of the folders that cannot be played yet; they are counted, and offered to nobody."""
    place = PLACE
    return tuple(
        read_rulebook((place / ruleset_id / LEDGER).read_text(encoding="utf-8"))
        for ruleset_id in look_into(place).in_the_making
    )


@cache
def rulebook(ruleset_id: str) -> Rulebook:
    """The rules of a ruleset in our own words, as the table consults them."""
    written = read_rulebook((_folder(ruleset_id) / LEDGER).read_text(encoding="utf-8"))
    return written.with_options({dial.name: dial.meaning for dial in _dials(ruleset_id)})


def load(ruleset_id: str, dials: Mapping[str, DialValue] | None = None) -> Ruleset:
    """The ruleset of that folder with these dials; raises `UnknownRuleset` or `InvalidDials`.

    A ruleset never changes, so tables with the same dials share one.
    """
    _folder(ruleset_id)
    return _built(ruleset_id, tuple((name, *_told_apart(value)) for name, value in sorted((dials or {}).items())))


def _told_apart(value: object) -> tuple[type, DialValue]:
    """Python takes 1 and True for the same, a dial does not; what is no value of a dial at all is refused later."""
    return type(value), value if isinstance(value, str | int) else repr(value)


@lru_cache(maxsize=64)
def _built(ruleset_id: str, dials: tuple[tuple[str, type, DialValue], ...]) -> Ruleset:
    import msgspec

    from fatetable.mechanics.dials import TABLE_DIALS, TableDials, check_dials

    given = {name: value for name, _, value in dials}
    check_dials((*_dials(ruleset_id), *TABLE_DIALS), given)
    of_the_table = {dial.name: given.pop(dial.name) for dial in TABLE_DIALS if dial.name in given}
    built: Ruleset = import_module(f"{__name__}.{ruleset_id}.ruleset").build(given)
    return built.at_a_table(msgspec.convert(of_the_table, TableDials))


def _dials(ruleset_id: str) -> tuple[Dial, ...]:
    """What the book of that folder leaves to the table."""
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
    """What the licence of the book wants shown wherever our own copyright notice stands.

    The attribution file of a ruleset explains itself in prose; the words to show are its quoted lines.
    """
    page = (_folder(ruleset_id) / rulebook(ruleset_id).book.attribution).read_text(encoding="utf-8")
    return "\n".join(line.removeprefix(">").strip() for line in page.splitlines() if line.startswith(">"))


def ladder(ruleset_id: str) -> Ladder:
    """The words a ruleset has for numbers, read without assembling the ruleset; one of bare numbers has none."""
    import tomllib

    from fatetable.mechanics.ladder import Ladder

    table = _folder(ruleset_id) / "data" / "ladder.toml"
    rungs = tomllib.loads(table.read_text(encoding="utf-8"))["rung"] if table.is_file() else ()
    return Ladder.of({rung["number"]: rung["word"] for rung in rungs})


def _folder(ruleset_id: str) -> Traversable:
    known = folders()
    if ruleset_id not in known:
        raise UnknownRuleset(ruleset_id, known)
    return PLACE / ruleset_id
