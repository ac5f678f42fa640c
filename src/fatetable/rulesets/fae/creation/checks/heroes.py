"""What may be wrong with a full character of Fate Accelerated: a player's, or an important foe of the game master's.

Single stunts are checked in `sheet/stunts.py`, nameless foes in `mooks.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import HISTORY, has_history, most_stunts, refresh_of, stunt_problems

ASPECT_SLOTS = ("high-concept", "trouble", "other-1", "other-2", "other-3")
OTHER_SLOTS = ASPECT_SLOTS[2:]
NUMBERS = ("refresh", *HISTORY)


def full_character_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    yield from _appearance_problems(sheet)
    yield from aspect_problems(sheet)
    yield from _approach_problems(tables, sheet)
    yield from _number_problems(sheet)
    if sheet.kind == "hero":
        # The game master's characters have no fate points of their own, so nothing limits their stunts (FAE-NPC-01).
        yield from _refresh_problems(tables, sheet)
        yield from _starting_stunt_problems(tables, sheet, dials)
    for place, stunt in enumerate(sheet.features):
        yield from stunt_problems(tables, stunt, f"features.{place}")
    for name in repeated(stunt.name for stunt in sheet.features):
        message = f'Two stunts are called "{name[:60]}".'
        yield Problem("error", "stunt-repeated", "features", message, "Rename or drop one.", ("FAE-STUNT-01",))


def repeated(texts: Iterable[str]) -> list[str]:
    """Texts that occur more than once, case aside; blanks do not count."""
    counts = Counter(text.strip().casefold() for text in texts)
    return [text for text, count in counts.items() if text and count > 1]


def _appearance_problems(sheet: Sheet) -> Iterator[Problem]:
    if sheet.description.strip():
        return
    yield Problem(
        "error" if sheet.kind == "hero" else "advice",
        "appearance-missing",
        "description",
        "Nothing is said about how the character looks.",
        "Describe the character in a sentence.",
        ("FAE-CHAR-01", "FAE-CHAR-08"),
    )


def aspect_problems(sheet: Sheet) -> Iterator[Problem]:
    """One high concept, one trouble and one to three others (FAE-CHAR-03 to FAE-CHAR-07)."""
    written = {slot for slot, phrase in sheet.aspects.items() if phrase.strip()}
    if "high-concept" not in written:
        yield Problem(
            "error",
            "high-concept-missing",
            "aspects.high-concept",
            "The character has no high concept.",
            "Sum up in one phrase who the character is and what they do.",
            ("FAE-CHAR-04",),
        )
    if "trouble" not in written:
        yield Problem(
            "error",
            "trouble-missing",
            "aspects.trouble",
            "The character has no trouble.",
            "Say what always gets the character into difficulties.",
            ("FAE-CHAR-05",),
        )
    if not written & set(OTHER_SLOTS):
        yield Problem(
            "error",
            "third-aspect-missing",
            f"aspects.{OTHER_SLOTS[0]}",
            "Besides high concept and trouble the character needs one more aspect.",
            "Write something important or interesting about the character.",
            ("FAE-CHAR-06", "FAE-CHAR-03"),
        )
    for slot in sheet.aspects:
        if slot not in ASPECT_SLOTS:
            yield Problem(
                "error",
                "unknown-aspect-slot",
                f"aspects.{slot[:60]}",
                f'There is no room for an aspect called "{slot[:60]}": '
                "a character has a high concept, a trouble and at most three others.",
                "Move or remove it.",
                ("FAE-CHAR-03", "FAE-CHAR-07"),
            )
    for phrase in repeated(sheet.aspects.values()):
        message = f'The aspect "{phrase[:60]}" is written twice.'
        yield Problem("advice", "aspect-repeated", "aspects", message, "Reword one of them.", ("FAE-CHAR-03",))


def _approach_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """All six and nothing else, each within its range, and together as creation or advancement left them."""
    figures = tables.figures.approaches
    names = {approach.id: approach.name for approach in tables.approaches}
    for approach_id, name in names.items():
        if approach_id not in sheet.traits:
            message = f"{name} has no rating; every character has all six approaches."
            where = f"traits.{approach_id}"
            yield Problem("error", "approach-missing", where, message, "Rate it.", ("FAE-CHAR-09", "FAE-CHAR-10"))
    for trait, rating in sheet.traits.items():
        if trait not in names:
            message = f'There is no approach "{trait[:60]}", only {", ".join(names.values())}.'
            where = f"traits.{trait[:60]}"
            yield Problem("error", "unknown-approach", where, message, "Remove it.", ("FAE-CHAR-09",))
        elif not figures.lowest <= rating <= figures.highest:
            ends = f"{signed(figures.lowest)} and {signed(figures.highest)}"
            message = f"{names[trait]} is {signed(rating)}, but an approach lies between {ends}."
            where = f"traits.{trait}"
            yield Problem("error", "approach-out-of-range", where, message, "", ("FAE-APPR-02", "FAE-ADV-06"))
    ratings = tuple(sorted((sheet.traits[name] for name in names if name in sheet.traits), reverse=True))
    if len(ratings) == len(names):
        yield from _spread_problems(tables, sheet, ratings)
    else:
        yield from _partial_spread_problems(tables, sheet, ratings)


def _partial_spread_problems(tables: Tables, sheet: Sheet, ratings: tuple[int, ...]) -> Iterator[Problem]:
    """Numbers that are used up already, so that they are told together with what is missing."""
    array = tables.figures.approaches.array
    too_many = Counter(ratings) - Counter(array)
    if too_many and sheet.kind == "hero" and sheet.numbers.get("raises", 0) <= 0:
        message = f"The ratings must be {_listed(array)} in any order, which leaves none for {_listed(too_many)}."
        fix = "Hand out each number once, or take a ready-made spread."
        yield Problem("error", "approach-array", "traits", message, fix, ("FAE-CHAR-10", "FAE-APPR-02"))


def _spread_problems(tables: Tables, sheet: Sheet, ratings: tuple[int, ...]) -> Iterator[Problem]:
    array = tables.figures.approaches.array
    raises = sheet.numbers.get("raises", 0)
    if sheet.kind == "named":
        if ratings != array:
            message = f"The ratings {_listed(ratings)} differ from a starting character's {_listed(array)}."
            yield Problem("advice", "approach-array", "traits", message, "", ("FAE-NPC-01",))
    elif raises <= 0:
        if ratings != array:
            # Swapping two ratings at a milestone leaves the array as it is, so only raises may change it.
            message = f"The ratings must be {_listed(array)} in any order, not {_listed(ratings)}."
            fix = "Hand out each number once, or take a ready-made spread."
            if sum(ratings) > sum(array):
                fix += f" If the character has advanced, note raises: {sum(ratings) - sum(array)}."
            yield Problem("error", "approach-array", "traits", message, fix, ("FAE-CHAR-10", "FAE-APPR-02"))
    elif sum(ratings) != sum(array) + raises:
        message = f"After {raises} raises the ratings must add up to {sum(array) + raises}, not to {sum(ratings)}."
        fix = "Correct the ratings or the number of raises."
        yield Problem("error", "approach-sum", "traits", message, fix, ("FAE-ADV-12",))
    elif any(rating < start for rating, start in zip(ratings, array, strict=True)):
        message = f"No raises and swaps lead from {_listed(array)} to {_listed(ratings)}."
        yield Problem("advice", "approach-spread", "traits", message, "Look the ratings over.", ("FAE-ADV-12",))


def _listed(ratings: Iterable[int]) -> str:
    return ", ".join(signed(rating) for rating in ratings)


def _number_problems(sheet: Sheet) -> Iterator[Problem]:
    """Advancement as far as the sheet records it (FAE-ADV-12)."""
    for name, number in sheet.numbers.items():
        if name not in NUMBERS:
            message = f'A character has no figure called "{name[:60]}".'
            yield Problem("advice", "unknown-number", f"numbers.{name[:60]}", message, "Remove it.")
        elif name in HISTORY and number < 0:
            message = f'"{name}" is {number}, but nobody advances less than not at all.'
            yield Problem("error", "negative-number", f"numbers.{name}", message, "Make it 0.", ("FAE-ADV-12",))
    major = sheet.numbers.get("milestones-major")
    significant = sheet.numbers.get("milestones-significant")
    raises, gained = sheet.numbers.get("raises", 0), sheet.numbers.get("refresh-gained", 0)
    if (major, significant) != (None, None) and raises > (allowed := (major or 0) + (significant or 0)):
        message = f"{raises} raises are more than the {allowed} milestones that grant one."
        fix = "Correct the raises or the milestones."
        yield Problem("error", "too-many-raises", "numbers.raises", message, fix, ("FAE-ADV-12",))
    if major is not None and gained != major:
        message = f"{gained} points of refresh were gained at {major} major milestones, but each gives exactly one."
        where = "numbers.refresh-gained"
        yield Problem("error", "refresh-gained", where, message, f"Make it {major}.", ("FAE-ADV-12",))


def _refresh_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    figures = tables.figures.refresh
    refresh = refresh_of(tables, sheet)
    noted = sheet.numbers.get("refresh", refresh)
    if noted != refresh:
        fix = f"Make it {refresh}."
        if noted > refresh:
            fix += f" If it was gained at major milestones, note refresh-gained: {_gain_to_explain(tables, sheet)}."
        message = f"Refresh is noted as {noted}, but with {len(sheet.features)} stunts it is {refresh}."
        yield Problem("error", "refresh-wrong", "numbers.refresh", message, fix, ("FAE-CHAR-14", "FAE-CHAR-15"))
    if refresh < figures.lowest:
        message = (
            f"{len(sheet.features)} stunts would lower refresh to {refresh}; it may not fall below {figures.lowest}."
        )
        fix = f"Keep at most {most_stunts(tables, sheet)} stunts."
        yield Problem("error", "refresh-too-low", "features", message, fix, ("FAE-CHAR-16",))


def _gain_to_explain(tables: Tables, sheet: Sheet) -> int:
    return sheet.numbers.get("refresh-gained", 0) + sheet.numbers["refresh"] - refresh_of(tables, sheet)


def _starting_stunt_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    """More stunts than the table starts with are a matter of consent, not of the rules (FAE-CHAR-12, FAE-CHAR-13)."""
    owned = len(sheet.features)
    if has_history(sheet) or owned <= dials.starting_stunts or owned > most_stunts(tables, sheet):
        return
    agreed = "one stunt" if dials.starting_stunts == 1 else f"{dials.starting_stunts} stunts"
    free = tables.figures.refresh.free_stunts
    price = f", and those beyond the first {free} lower refresh to {refresh_of(tables, sheet)}" if owned > free else ""
    message = f"New characters at this table start with {agreed}, not {owned}{price}."
    yield Problem(
        "advice",
        "more-stunts-than-agreed",
        "features",
        message,
        "Ask the GM, or keep the others for a milestone.",
        ("FAE-CHAR-12", "FAE-CHAR-13"),
    )
