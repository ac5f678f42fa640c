"""A creation procedure whose characters have a history of phases with ranks, and powers built of parts of parts.

The figures are those of two books: four ranks a phase under a pyramid, and skills priced by what they can do.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

import msgspec

from fatetable.builder.drafts import held
from fatetable.engine.offers import Choice
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.creation import (
    ChooseInput,
    CreationProcedure,
    EntriesInput,
    EntryForm,
    Figure,
    FlagInput,
    NumberInput,
    Quote,
    QuoteLine,
    RanksInput,
    Step,
    TextInput,
)
from fatetable.mechanics.characters.effects import Feature
from fatetable.mechanics.characters.ranks import RankRules, Stretch, rank_problems, together
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.mechanics.characters.text_checks import text_problems

LADDER = Ladder.of(dict(enumerate(("Mediocre", "Average", "Fair", "Good", "Great", "Superb", "Epic"), start=-1)))
RULES = RankRules(start=-1, bottom=0)
RANKS = 4
SKILLS = tuple(
    Choice(name.lower().replace(" ", "-"), name)
    for name in (
        *("Alertness", "Bluff", "Healing", "Herb Lore", "Hide", "Knife", "Move Silently", "Pick Locks", "Pickpocket"),
        *("Riding", "Streetwise"),
    )
)
BOXES = {"information": 1, "research": 1, "languages": 1, "wealth": 1, "esteem": 1, "networking": 1, "strike": 2}
LINES = (("networking", "wealth", 1), ("networking", "esteem", 1), ("information", "research", 1))
FREE = ("information", "networking")
EXTRAS = {"range": 1, "zone": 2}
POWER = EntryForm(
    kind="power",
    label="Power",
    inputs=(
        TextInput("name", "Name"),
        TextInput("texts.theme", "Theme", optional=True),
        NumberInput("numbers.rating", "Rating", 1, 5, preset=1),
        FlagInput("numbers.unique", "Unique"),
        EntriesInput(
            path="entries.trappings",
            label="Trappings",
            forms=(
                EntryForm(
                    kind="trapping",
                    label="Trapping",
                    names=tuple(Choice(name, name.title()) for name in BOXES),
                    inputs=(
                        ChooseInput(
                            "lists.extras", "Extras", tuple(Choice(name, name.title()) for name in EXTRAS), repeats=True
                        ),
                    ),
                ),
            ),
            least=1,
        ),
        EntriesInput(
            path="entries.drawbacks",
            label="Drawbacks",
            forms=(
                EntryForm(kind="minor", label="Minor drawback", inputs=(TextInput("name", "What it is"),)),
                EntryForm(kind="major", label="Major drawback", inputs=(TextInput("name", "What it is"),)),
            ),
        ),
    ),
)


def steps(phases: int, sheet: Sheet) -> Iterator[Step]:
    yield Step(id="who", title="Who", help="What is the character called?", inputs=(TextInput("name", "Name"),))
    history = sheet.entries.get("phases", ())
    for place in range(phases):
        path = f"entries.phases.{place}"
        yield Step(
            id=f"phase-{place + 1}",
            title=f"Phase {place + 1}",
            help="What happened, which aspect came of it, and what was learnt?",
            inputs=(
                TextInput(f"{path}.texts.story", "What happened"),
                TextInput(f"{path}.name", "Aspect"),
                RanksInput(
                    path=f"{path}.numbers",
                    label="Ranks",
                    ranks=RANKS,
                    rules=RULES,
                    traits=SKILLS,
                    held=together(phase.numbers for phase in history[:place]),
                ),
            ),
        )
    powers = EntriesInput(path="entries.powers", label="Powers", forms=(POWER,), most=3, is_ordered=True)
    yield Step(id="powers", title="Powers", help="What else can the character do?", inputs=(powers,), optional=True)


def problems(phases: int, sheet: Sheet) -> Iterator[Problem]:
    yield from text_problems(sheet)
    if not sheet.name:
        yield Problem("error", "name-missing", "name", "There is no name.", "Give one.")
    history = (*sheet.entries.get("phases", ()), *(Entry() for _ in range(phases)))[:phases]
    for place, phase in enumerate(history):
        if not phase.name.strip():
            yield Problem("error", "aspect-missing", f"entries.phases.{place}.name", "This phase has no aspect.")
    stretches = (Stretch(f"entries.phases.{n}.numbers", phase.numbers, RANKS) for n, phase in enumerate(history))
    yield from rank_problems(RULES, stretches, LADDER.label)
    for place, power in enumerate(sheet.entries.get("powers", ())):
        if not power.name.strip():
            yield Problem("error", "power-unnamed", f"entries.powers.{place}.name", "This power has no name.")


def finish(sheet: Sheet) -> Sheet:
    """Traits, aspects and levels come from the phases, and powers are traits too."""
    history = sheet.entries.get("phases", ())
    names = [phase.name.strip() for phase in history if phase.name.strip()]
    ranks = together(phase.numbers for phase in history)
    powers = {power.name: power.numbers.get("rating", 1) for power in sheet.entries.get("powers", ()) if power.name}
    return msgspec.structs.replace(
        sheet,
        traits={**RULES.ratings(ranks), **powers},
        aspects={slot_of(name): name for name in names},
        levels={slot_of(name): names.count(name) for name in names},
    )


def slot_of(name: str) -> str:
    return name.lower().replace(" ", "-")


def figures(phases: int, sheet: Sheet) -> tuple[Figure, ...]:
    """An aspect of one level is Fair; five phases give three points to start with."""
    worded = (Figure(f"levels.{slot}", slot, LADDER.word(level)) for slot, level in sheet.levels.items())
    return (*worded, Figure("points", "Fate points", str(-(-phases // 2))))


def quote(sheet: Sheet, path: str) -> Quote | None:
    """The price of a power: its rating, its boxes, the lines between them, its extras, and its drawbacks off."""
    power = held(sheet, path)
    if not (isinstance(power, Entry) and power.kind == "power"):
        return None
    rating = QuoteLine("Rating", power.numbers.get("rating", 1), f"{path}.numbers.rating")
    more = (*_trapping_lines(power, path), *_drawback_lines(power, path))
    least = -min(0, sum(line.amount for line in more))
    floor = (QuoteLine("Never less than the rating", least),) if least else ()
    return Quote("Cost", (rating, *more, *floor))


def _trapping_lines(power: Entry, path: str) -> Iterator[QuoteLine]:
    trappings = power.entries.get("trappings", ())
    names = {trapping.name for trapping in trappings}
    for place, trapping in enumerate(trappings):
        here = f"{path}.entries.trappings.{place}"
        is_free = bool(power.numbers.get("unique")) and trapping.name in FREE
        yield QuoteLine(trapping.name.title(), 0 if is_free else BOXES.get(trapping.name, 1), here)
        for extra in trapping.lists.get("extras", ()):
            yield QuoteLine(f"{trapping.name.title()}: {extra}", EXTRAS.get(extra, 0), f"{here}.lists.extras")
    for one, other, amount in LINES:
        if {one, other} <= names:
            yield QuoteLine(f"{one.title()} to {other.title()}", amount)


def _drawback_lines(power: Entry, path: str) -> Iterator[QuoteLine]:
    for place, drawback in enumerate(power.entries.get("drawbacks", ())):
        amount = 2 if drawback.kind == "major" else 1
        yield QuoteLine(drawback.name or "Drawback", -amount, f"{path}.entries.drawbacks.{place}")


def no_features(_template: str, _values: Mapping[str, str]) -> Feature:
    raise NotImplementedError("Nobody has features here.")


def procedure(phases: int) -> CreationProcedure:
    return CreationProcedure(
        kinds=(Choice("hero", "Hero"),),
        steps=lambda sheet: tuple(steps(phases, sheet)),
        blank=lambda kind: Sheet(ruleset="phased", name="", kind=kind),
        problems=lambda sheet: tuple(problems(phases, sheet)),
        compose=no_features,
        finish=finish,
        figures=functools.partial(figures, phases),
        quote=quote,
    )


def phase(aspect: str, *skills: str, story: str = "") -> Entry:
    texts = {"story": story} if story else {}
    return Entry(name=aspect, numbers=together({slot_of(skill): 1} for skill in skills), texts=texts)


SYBIL = Sheet(
    ruleset="phased",
    name="Sybil",
    entries={
        "phases": (
            phase("Herbalist", "Knife", "Healing", "Herb Lore", "Alertness", story="Raised by the healer of Simbul."),
            phase("Gypsy", "Knife", "Bluff", "Pickpocket", "Healing"),
            phase("Gypsy", "Knife", "Bluff", "Move Silently", "Hide"),
            phase("Guild Thief", "Pick Locks", "Pickpocket", "Bluff", "Hide"),
            phase("Hunted", "Knife", "Hide", "Alertness", "Streetwise"),
        )
    },
)
PROFESSOR = Entry(
    name="Oxford Professor",
    kind="power",
    numbers={"rating": 3, "unique": 1},
    texts={"theme": "Teaching and knowing."},
    entries={
        "trappings": tuple(
            Entry(name=name, kind="trapping")
            for name in ("information", "research", "languages", "wealth", "esteem", "networking")
        ),
        "drawbacks": (Entry(name="Too Smart for His Own Good", kind="minor"),),
    },
)
