"""What may be wrong with the belongings a new character of Skein starts with.

After the first session nobody checks belongings; buying in play is in `possessions/trading.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.mechanics.characters.sheet import Problem, Sheet
from fatetable.rulesets.skein.book import Possess, Tables
from fatetable.rulesets.skein.creation.checks.reports import advice, counted, error, quoted
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet import Item, Taken, all_effects, aspects_of, level, read_item, taken

OCCUPATION = "occupation"
ITEMS = "items"
POWERS = ("power-1", "power-2")


def starting_gear_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    yield from _occupation_problems(tables, sheet)
    yield from _item_problems(tables, sheet, dials)


def _entries(tables: Tables, sheet: Sheet, name: str) -> list[Item]:
    return [read_item(tables, entry) for entry in sheet.lists.get(name, ()) if entry.strip()]


def _occupation_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """The basic gear of the character's occupation, of plain quality and cheap (SK-CHAR-32)."""
    most = tables.figures.gear.occupation_cost
    where = f"lists.{OCCUPATION}"
    items = _entries(tables, sheet, OCCUPATION)
    if not items:
        message = "The character has none of the gear of an occupation."
        yield advice("occupation-gear-missing", where, message, "List what the work takes.", "SK-CHAR-32")
    for item in items:
        yield from _common_problems(item, where, "SK-CHAR-32")
        if item.aspect:
            message = f"{quoted(item.name)} has an Aspect, but the gear of an occupation is of plain quality."
            yield error("gear-not-plain", where, message, "Make it one of the other items.", "SK-CHAR-32")
        elif item.cost is not None and item.cost > most:
            message = f"{quoted(item.name)} costs {item.cost}, but the gear of an occupation costs at most {most}."
            yield error("gear-too-dear", where, message, "Make it one of the other items.", "SK-CHAR-32")


def _item_problems(tables: Tables, sheet: Sheet, dials: Dials) -> Iterator[Problem]:
    """As many further items as Wealth, none dearer than that (SK-CHAR-33)."""
    wealth = level(tables, sheet, "wealth")
    where = f"lists.{ITEMS}"
    items = _entries(tables, sheet, ITEMS)
    if len(items) > wealth:
        message = f"There are {counted(len(items), 'further item')}, but Wealth at {wealth} allows {wealth}."
        yield error("too-many-items", where, message, "Leave some to be bought in play.", "SK-CHAR-33")
    elif len(items) < wealth:
        message = f"{counted(wealth - len(items), 'further item')} may still be picked."
        yield advice("items-open", where, message, f"Pick things of a cost up to {wealth}.", "SK-CHAR-33")
    for item in items:
        yield from _common_problems(item, where, "SK-CHAR-33")
        yield from _fine_problems(item, where, dials)
        if item.cost is not None and item.cost > wealth:
            message = f"{quoted(item.name)} costs {item.cost}, more than Wealth, which is {wealth}."
            yield error("item-too-dear", where, message, "Pick something cheaper.", "SK-CHAR-33")


def _common_problems(item: Item, where: str, cite: str) -> Iterator[Problem]:
    if item.is_service:
        message = f"{quoted(item.name)} is hired or rented, not owned."
        yield error("item-is-service", where, message, "Pick a thing.", cite, "SK-EQUIP-08")
    elif item.costs is None:
        message = f"{quoted(item.name)} is in none of the tables, so its cost must be agreed on."
        yield error("item-cost-missing", where, message, "Write it like this: Old map (cost 2).", cite)
    elif item.ware is None:
        message = f"{quoted(item.name)} is in none of the tables."
        yield advice("item-unlisted", where, message, "Ask the Storyteller whether the cost is right.", cite)
    elif item.has_wrong_cost:
        low, high = item.costs
        wanted = f"{low}" if low == high else f"{low} to {high}"
        message = f"{quoted(item.name)} cannot cost {item.stated_cost}, only {wanted}."
        yield error("item-cost-wrong", where, message, "Correct the cost.", cite, "SK-EQUIP-12")
    elif item.cost is None:
        low, high = item.costs
        message = f"{quoted(item.name)} costs {low} to {high}, depending on its quality."
        fix = f"Say which, such as {item.name} (cost {low})."
        yield error("item-quality-missing", where, message, fix, cite)


def _fine_problems(item: Item, where: str, dials: Dials) -> Iterator[Problem]:
    if item.aspect and not dials.fine_items:
        message = f"{quoted(item.name)} has an Aspect, but such things are not sold at this table."
        yield error("fine-item", where, message, "Pick a plain one.", "SK-EQUIP-12")


# -- what the stunt of ownership brings ------------------------------------------------------------------------------


def belonging_problems(tables: Tables, sheet: Sheet) -> Iterator[Problem]:
    """An item above the owner's Wealth; each time the stunt is taken for it, it may cost more (SK-STUNT-12)."""
    limits = {
        found.entry.id: effect.above_wealth
        for found, effect in all_effects(tables, sheet)
        if isinstance(effect, Possess)
    }
    times: dict[str, int] = {}
    for place, feature in enumerate(sheet.features):
        found = taken(tables, feature)
        if found is None or found.entry.id not in limits or not found.choice("item"):
            continue
        name = read_item(tables, found.choice("item")).name.casefold()
        times[name] = times.get(name, 0) + 1
        where = f"features.{place}"
        if is_magic_item(found):
            yield from _magic_item_problems(tables, sheet, found, where)
        elif times[name] == _times_in_all(tables, sheet, name):
            yield from _cost_problems(tables, sheet, found, limits[found.entry.id], times[name], where)


def _times_in_all(tables: Tables, sheet: Sheet, name: str) -> int:
    owned = [found for feature in sheet.features if (found := taken(tables, feature)) and found.choice("item")]
    return sum(read_item(tables, found.choice("item")).name.casefold() == name for found in owned)


def is_magic_item(found: Taken) -> bool:
    return any(found.choice(name) for name in ("item-aspect", *POWERS)) and found.entry.id == "belonging"


def _cost_problems(
    tables: Tables, sheet: Sheet, found: Taken, above_wealth: tuple[int, ...], times: int, where: str
) -> Iterator[Problem]:
    item = read_item(tables, found.choice("item"))
    yield from _common_problems(item, where, "SK-STUNT-12")
    most = level(tables, sheet, "wealth") + above_wealth[min(times, len(above_wealth)) - 1]
    if item.cost is not None and item.cost > most:
        message = f"{quoted(item.name)} costs {item.cost}, but the stunt allows things of up to {most}."
        fix = "Pick something cheaper, take the stunt twice for it, or tie it to an Aspect as a magic item."
        yield error("belonging-too-dear", where, message, fix, "SK-STUNT-12")
    if times > 1:
        message = f"{quoted(item.name)} was paid for with {times} stunts, which needs the table's agreement."
        yield advice("belonging-twice", where, message, "Ask.", "SK-STUNT-12")


def _magic_item_problems(tables: Tables, sheet: Sheet, found: Taken, where: str) -> Iterator[Problem]:
    """A magic item is tied to its owner by an Aspect, and has one of its own and two Powers (SK-MITEM-03)."""
    item = quoted(read_item(tables, found.choice("item")).name)
    figures = tables.figures.gear
    if found.choice("aspect") not in aspects_of(sheet):
        message = f"{item} is a magic item, so an Aspect must tie the character to it."
        yield error("magic-item-aspect", where, message, "Say which Aspect does.", "SK-MITEM-02", "SK-STUNT-12")
    if not found.choice("item-aspect"):
        message = f"{item} is a magic item, but has no Aspect of its own."
        yield error("magic-item-parts", where, message, "Give it one.", "SK-MITEM-03")
    powers = sum(bool(found.choice(name)) for name in POWERS)
    if powers != figures.item_powers:
        message = f"{item} is a magic item, but has {counted(powers, 'Power')} instead of {figures.item_powers}."
        yield error("magic-item-parts", where, message, "Describe two Powers, each like a stunt.", "SK-MITEM-03")
