"""Making a magic item: an ordinary thing, an epic quest that the whole table finds worthy, an Aspect and two Powers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.encounters import ENCOUNTER
from fatetable.mechanics.rolls import a_roll_is_open
from fatetable.mechanics.sheet_texts import PHRASE_LIMIT
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.armies import BATTLE
from fatetable.rulesets.skein.arms import carried
from fatetable.rulesets.skein.belongings import add_item, drop_item
from fatetable.rulesets.skein.gear import read_item
from fatetable.rulesets.skein.phrases import WORDS_LIMIT
from fatetable.rulesets.skein.spellwork import is_there


class ForgeMagicItem(Command, frozen=True, kw_only=True, tag="forge-magic-item"):
    """`quest` is what it took; the Powers are like stunts, in words."""

    actor: ActorId
    item: str
    words: str
    first_power: str
    second_power: str
    quest: str


class MagicItem(Struct, frozen=True, kw_only=True):
    item: str
    aspect: str
    powers: tuple[str, ...]
    quest: str
    maker: ActorId


class MagicItemMade(Event, frozen=True, tag="magic-item-made/1"):
    item: MagicItem


MAGIC_ITEMS: Key[tuple[MagicItem, ...]] = Key("magic-items", tuple[MagicItem, ...], ())


def _made(items: tuple[MagicItem, ...], event: MagicItemMade) -> tuple[MagicItem, ...]:
    return (*items, event.item)


class Forging(Struct, frozen=True):
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="magic items",
            decides={ForgeMagicItem: self._forge},
            evolves=folds(MAGIC_ITEMS, {MagicItemMade: _made}),
            answers={"magic-item": self._voted},
            offers=self._offers,
        )

    def _things(self, state: State, actor: Actor) -> tuple[str, ...]:
        """Ordinary things somebody carries; nothing is made into two magic items, nor at a bad time."""
        if not actor.is_pc or not is_there(state, actor.id):
            return ()  # What others carry is the Storyteller's secret, and theirs to make anything of.
        is_fighting = state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None or a_roll_is_open(state)
        if is_fighting or is_asked(state, "forging", "yes"):
            return ()
        return _plain_things(actor.sheet)

    def _forge(self, decision: Decision, command: ForgeMagicItem) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(
            command.item in self._things(decision.state, actor),
            "no-such-thing",
            f"{actor.name} cannot make a magic item of that now.",
            "magic-item",
        )
        told = (command.words, command.first_power, command.second_power, command.quest)
        decision.require(all(text.strip() for text in told), "no-words", "Say its Aspect, both Powers and the quest.")
        is_short = len(command.words) <= WORDS_LIMIT
        decision.require(is_short, "text-too-long", f"That is more than {WORDS_LIMIT} characters.")
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        ask(
            decision,
            "magic-item",
            others,
            f"{actor.name} has made a magic item of {command.item}: {command.words.strip()}, by "
            f"{command.first_power.strip()} and {command.second_power.strip()}. "
            f"Was this quest great enough? {command.quest.strip()}",
            (Option("yes", "It was"), Option("no", "Not yet")),
            about={
                "forging": "yes",
                "maker": actor.id,
                "item": command.item,
                "words": command.words.strip(),
                "first": command.first_power.strip(),
                "second": command.second_power.strip(),
                "quest": command.quest.strip(),
            },
            cites=decision.cites("magic-item"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        """Everybody has to find so (SK-MITEM-01); the thing stays what it was, with an Aspect (SK-MITEM-03)."""
        about = {key: str(value) for key, value in prompt.about.items()}
        maker, entry = ActorId(about["maker"]), about["item"]
        has_it = entry in carried(decision.state.get(CAST)[maker].sheet)
        if not has_it or any(option == "no" for option in prompt.answered.values()):
            return
        drop_item(decision, maker, entry, "becomes a magic item")
        add_item(decision, maker, f"{entry}: {about['words']}", "a magic item")
        powers = (about["first"], about["second"])
        made = MagicItem(item=entry, aspect=about["words"], powers=powers, quest=about["quest"], maker=maker)
        decision.emit(MagicItemMade(made))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._things(state, actor):
                yield self._offer(actor)

    @remembered(limit=2048)
    def _offer(self, actor: Actor) -> Offer:
        return Offer(
            command=ForgeMagicItem(actor=actor.id, item="", words="", first_power="", second_power="", quest=""),
            label=f"{actor.name}: make a magic item, if the table finds the quest worthy",
            holes=(
                ChoiceHole("item", "of", tuple(Choice(item) for item in _plain_things(actor.sheet))),
                TextHole("words", "its Aspect", limit=WORDS_LIMIT),
                TextHole("first_power", "its first Power"),
                TextHole("second_power", "its second Power"),
                TextHole("quest", "the quest for it"),
            ),
            cites=self.cites("magic-item"),
            group="belongings",
        )


@remembered(limit=2048)
def _plain_things(sheet: Sheet) -> tuple[str, ...]:
    """What somebody carries that is ordinary, with a name short enough for an Aspect beside it."""
    plain = (entry for entry in carried(sheet) if not read_item(entry).aspect)
    return tuple(dict.fromkeys(entry for entry in plain if len(entry) + WORDS_LIMIT < PHRASE_LIMIT))
