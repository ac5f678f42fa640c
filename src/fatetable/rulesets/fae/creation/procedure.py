"""How characters of Fate Accelerated are made: the steps for each kind, over a draft that is never refused.

What may be wrong with the answers is in `creation/checks`.
"""

from __future__ import annotations

import functools

import msgspec

from fatetable.engine.offers import Choice
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.creation import (
    AllocateInput,
    CreationProcedure,
    FeaturesInput,
    Figure,
    FlagInput,
    ListInput,
    NumberInput,
    Step,
    TellInput,
    TextInput,
    check_kind,
)
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fae.book import RULESET, Tables
from fatetable.rulesets.fae.creation.checks.heroes import ASPECT_SLOTS
from fatetable.rulesets.fae.creation.checks.mooks import LARGEST_GROUP, MOOK_SLOTS
from fatetable.rulesets.fae.creation.checks.whole_sheet import KINDS, problems
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import (
    compose,
    consequence_slots,
    free_stunts_left,
    most_stunts,
    refresh_of,
    stress_boxes,
    templates,
    with_inferred_history,
)

LARGEST_LIST = 1000
"""Where the rules set no limit, this one keeps a form usable."""


def creation(tables: Tables, dials: Dials) -> CreationProcedure:
    """The procedure for a table with these dials."""
    return CreationProcedure(
        kinds=tuple(Choice(kind, label) for kind, label in KINDS.items()),
        steps=functools.partial(steps, tables, dials=dials),
        blank=blank,
        problems=functools.partial(problems, tables, dials=dials),
        compose=functools.partial(compose, tables),
        finish=functools.partial(finish, tables),
        figures=functools.partial(figures, tables, dials=dials),
        adopt=functools.partial(with_inferred_history, tables),
        samples=tuple(sample.sheet for sample in (*tables.characters, *tables.opposition)),
    )


def blank(kind: str) -> Sheet:
    """An empty draft."""
    check_kind(kind, KINDS)
    return Sheet(ruleset=RULESET, name="", kind=kind)


def finish(tables: Tables, sheet: Sheet) -> Sheet:
    """The sheet tidied: parts in their usual order, blanks left out, refresh worked out (FAE-CHAR-01, step 5)."""
    numbers = dict(sheet.numbers)
    if sheet.kind == "hero":
        numbers["refresh"] = refresh_of(tables, sheet)
    if sheet.kind == "mook":
        numbers.setdefault("boxes", tables.figures.mooks.boxes[0])
    order = {slot: place for place, slot in enumerate((*ASPECT_SLOTS, *MOOK_SLOTS))}
    approaches = {approach.id: place for place, approach in enumerate(tables.approaches)}
    phrases = {slot: phrase.strip() for slot, phrase in sheet.aspects.items() if phrase.strip()}
    lists = {name: tuple(entry.strip() for entry in entries if entry.strip()) for name, entries in sheet.lists.items()}
    return msgspec.structs.replace(
        sheet,
        name=sheet.name.strip(),
        description=sheet.description.strip(),
        aspects=dict(sorted(phrases.items(), key=lambda item: order.get(item[0], len(order)))),
        traits=dict(sorted(sheet.traits.items(), key=lambda item: approaches.get(item[0], len(approaches)))),
        numbers=numbers,
        lists={name: entries for name, entries in lists.items() if entries},
    )


def figures(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[Figure, ...]:
    """What the rules work out from a sheet, for its reader (FAE-CHAR-19)."""
    boxes = stress_boxes(tables, sheet, dials)
    told = [Figure("stress", "Stress", _boxes_in_words(boxes))]
    if slots := consequence_slots(tables, sheet):
        listed = ", ".join(f"{name} ({shifts})" for name, shifts in slots.items())
        told.append(Figure("consequences", "Consequences", listed))
    if sheet.kind == "hero":
        told.append(Figure("numbers.refresh", "Refresh", str(refresh_of(tables, sheet))))
        told.append(Figure("free-stunts", "Stunts still free", str(free_stunts_left(tables, sheet))))
    return tuple(told)


def _boxes_in_words(boxes: int) -> str:
    if boxes <= 0:
        return "none: the first hit takes it out"
    return "box 1" if boxes == 1 else f"boxes 1 to {boxes}"


def steps(tables: Tables, sheet: Sheet, dials: Dials) -> tuple[Step, ...]:
    """What to ask, in the order of the book's short version (FAE-CHAR-01); the answers may come in any order."""
    kind = sheet.kind
    check_kind(kind, KINDS)
    if kind in ("mook", "group"):
        return _nameless_steps(tables, kind, dials)
    refresh = (_refresh_step(tables),) if kind == "hero" else ()
    return (*_aspect_steps(), _name_step(), _approach_step(tables), *refresh, _extras_step(tables, kind, dials))


def _aspect_steps() -> tuple[Step, ...]:
    return (
        Step(
            id="concept",
            title="High concept and trouble",
            help="Who is the character, and what keeps getting them into difficulties? "
            "Fit the setting you agreed on, and have a reason to work with the other players' characters.",
            inputs=(
                TextInput(
                    "aspects.high-concept",
                    "High concept",
                    "Who they are and what they do, such as Suncaller of the Andral Desert",
                ),
                TextInput(
                    "aspects.trouble",
                    "Trouble",
                    "A weakness, an enemy or a duty, such as Cast Now, Ask Questions Later",
                ),
            ),
            cites=("FAE-CHAR-02", "FAE-CHAR-04", "FAE-CHAR-05"),
        ),
        Step(
            id="third-aspect",
            title="Another aspect",
            help="Something else that is important or interesting about the character. "
            "The best aspects can both help and get in the way.",
            inputs=(TextInput("aspects.other-1", "Third aspect", "A motto, a quirk, a possession, a bond to someone"),),
            cites=("FAE-CHAR-06", "FAE-ASP-34"),
        ),
    )


def _name_step() -> Step:
    return Step(
        id="name",
        title="Name and appearance",
        help="What is the character called, and what do others see?",
        inputs=(TextInput("name", "Name"), TextInput("description", "Appearance", "A sentence or two")),
        cites=("FAE-CHAR-08",),
    )


def _approach_step(tables: Tables) -> Step:
    array = tables.figures.approaches.array
    label = tables.ladder.label
    return Step(
        id="approaches",
        title="Approaches",
        help=f"How does the character do things? Hand out {', '.join(label(rating) for rating in array)}.",
        inputs=(
            AllocateInput(
                "traits",
                "Approaches",
                tuple(Choice(each.id, each.name) for each in tables.approaches),
                array,
                {spread.name: spread.ratings for spread in tables.spreads},
                {each.id: f"{each.manner}, such as {each.examples[0]}" for each in tables.approaches},
            ),
        ),
        cites=("FAE-CHAR-09", "FAE-CHAR-10", "FAE-CHAR-11", "FAE-APPR-01"),
    )


def _refresh_step(tables: Tables) -> Step:
    figures = tables.figures.refresh
    return Step(
        id="refresh",
        title="Refresh",
        help=f"Refresh starts at {figures.start}; every stunt after the first {figures.free_stunts} lowers it by one, "
        f"never below {figures.lowest}.",
        inputs=(TellInput("numbers.refresh", "Refresh"),),
        cites=("FAE-CHAR-14", "FAE-CHAR-15", "FAE-CHAR-16"),
    )


def _extras_step(tables: Tables, kind: str, dials: Dials) -> Step:
    agreed = "one stunt" if dials.starting_stunts == 1 else f"up to {dials.starting_stunts} stunts"
    return Step(
        id="extras",
        title="More aspects and stunts",
        help="All of this can wait until you have played: one or two more aspects, "
        f"perhaps a bond to another character, and {agreed}.",
        inputs=(
            TextInput("aspects.other-2", "Fourth aspect", "May stay blank", optional=True),
            TextInput("aspects.other-3", "Fifth aspect", "May stay blank", optional=True),
            FeaturesInput(
                "features",
                "Stunts",
                templates(tables),
                tuple(stunt.feature for stunt in tables.stunts),
                most=most_stunts(tables, blank(kind)) if kind == "hero" else LARGEST_LIST,
            ),
        ),
        optional=True,
        cites=("FAE-CHAR-07", "FAE-CHAR-12", "FAE-CHAR-13", "FAE-CHAR-20", "FAE-STUNT-02", "FAE-STUNT-04"),
    )


def _nameless_steps(tables: Tables, kind: str, dials: Dials) -> tuple[Step, ...]:
    figures = tables.figures.mooks
    is_group = kind == "group"
    second = () if is_group else (TextInput("aspects.aspect-2", "Second aspect", "May stay blank", optional=True),)
    toughness = (
        NumberInput("numbers.size", "How many are they?", figures.members_per_box, LARGEST_GROUP, _rounding(dials), 4)
        if is_group
        else NumberInput("numbers.boxes", "Stress boxes", *figures.boxes, "None: the first hit takes it out", 0)
    )
    wanted = 2 if is_group else 1
    return (
        Step(
            id="name",
            title="Name and aspect",
            help="Simple aspects do: what it is, its strength or its weakness.",
            inputs=(TextInput("name", "Name"), TextInput("aspects.aspect-1", "Aspect"), *second),
            cites=("FAE-NPC-08",) if is_group else ("FAE-NPC-03",),
        ),
        Step(
            id="skills",
            title="Skilled at, bad at",
            help=f"It rolls {signed(figures.skilled)} at what it is skilled at, "
            f"{signed(figures.bad)} at what it is bad at, and {signed(figures.other)} at everything else.",
            inputs=(
                ListInput("lists.skilled", "Skilled at", "Ganging up may be one" if is_group else "", wanted),
                ListInput("lists.bad", "Bad at", "", wanted),
                FlagInput("numbers.catch-all", "Bad at everything else too"),
            ),
            cites=("FAE-NPC-02",),
        ),
        Step(
            id="toughness",
            title="How many, and how tough" if is_group else "How tough",
            help="Nameless foes take no consequences: when no box is left, the next hit takes them out.",
            inputs=(toughness, TellInput("stress", "Stress")),
            cites=("FAE-NPC-08",) if is_group else ("FAE-NPC-04", "FAE-NPC-05"),
        ),
    )


def _rounding(dials: Dials) -> str:
    return f"One stress box for every two, rounded {dials.odd_groups}"
