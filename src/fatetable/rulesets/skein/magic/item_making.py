"""Item making: an ordinary thing becomes magical by a quest that the whole table finds worthy."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import append
from fatetable.engine.identity import remembered
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, Offer, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_asked
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of, controlled, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.text_checks import PHRASE_LIMIT
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.presence import is_active
from fatetable.rulesets.skein.battle import BATTLE
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.possessions import add_item, drop_item
from fatetable.rulesets.skein.sheet import WORDS_LIMIT, carried, read_item


class ForgeMagicItem(Command, frozen=True, kw_only=True, tag="forge-magic-item"):
    """`quest` is what it took to make it; the Powers are described in words, like stunts."""

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


class QuestJudgement(PromptContext, frozen=True, kw_only=True, tag="magic-item"):
    """Whether the quest was great enough for the item; `forging` marks that one is being made."""

    forging: str
    maker: ActorId
    item: str
    words: str
    first: str
    second: str
    quest: str


FORGING = "yes"


class ItemMaking(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="magic items",
            decides={ForgeMagicItem: self._forge},
            evolves=folds(MAGIC_ITEMS, {MagicItemMade: append("item")}),
            answers={QuestJudgement: self._voted},
            offers=self._offers,
        )

    def _cannot_forge(self, state: State, actor: Actor) -> Refusal | None:
        if not actor.is_pc:
            return _refusal(f"{actor.name} is the Storyteller's, who simply says what magic items they have.")
        if not is_active(state, actor.id):
            return _refusal(f"{actor.name} has to be in the scene for that, and not out of it.")
        if state.get(ENCOUNTER) is not None or state.get(BATTLE) is not None:
            return _refusal("There is no time in the middle of an encounter or a battle: it has to be over first.")
        if a_roll_is_open(state):
            return _refusal("Finish the open roll first.")
        if is_asked(state, "forging", FORGING):
            return _refusal("The table is still judging the quest for another magic item.")
        if not _plain_things(self.tables, actor.sheet):
            return _refusal(f"{actor.name} carries nothing ordinary that could become a magic item.")
        return None

    def _forge(self, decision: Decision, command: ForgeMagicItem) -> None:
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_forge(decision.state, actor))
        if command.item not in _plain_things(self.tables, actor.sheet):
            decision.require_allowed(_refusal(f"{actor.name} carries no such ordinary thing."))
        words, first, second, quest = (
            decision.described(told, otherwise, "no-words", "Say its Aspect, both Powers and the quest.")
            for told, otherwise in (
                (command.words, "Magic Item"),
                (command.first_power, "a first Power"),
                (command.second_power, "a second Power"),
                (command.quest, "A quest"),
            )
        )
        is_short = len(command.words) <= WORDS_LIMIT
        decision.require(is_short, "text-too-long", f"That is more than {WORDS_LIMIT} characters.")
        others = tuple(seat.id for seat in people(decision.state) if seat.id != decision.seat.id)
        ask(
            decision,
            QuestJudgement(
                forging=FORGING,
                maker=actor.id,
                item=command.item,
                words=words,
                first=first,
                second=second,
                quest=quest,
            ),
            others,
            f"Is the quest of {actor.name} great enough?",
            (Option("yes", "Agree"), Option("no", "Refuse for now")),
            detail=f"{command.item} becomes “{words}”, with {first} and {second}. {quest}",
            cites=decision.cites("magic-item"),
            every=True,
        )

    def _voted(self, decision: Decision, prompt: Prompt, _: Answer) -> None:
        """Everybody has to agree (SK-MITEM-01); the thing stays what it was, with an Aspect (SK-MITEM-03)."""
        made = prompt.read(QuestJudgement)
        maker, entry = made.maker, made.item
        has_it = entry in carried(self.tables, decision.state.get(CAST)[maker].sheet)
        if not has_it or any(option == "no" for option in prompt.answered.values()):
            return
        drop_item(self.tables, decision, maker, entry, "becomes a magic item")
        add_item(self.tables, decision, maker, f"{entry}: {made.words}", "a magic item")
        powers = (made.first, made.second)
        decision.emit(
            MagicItemMade(MagicItem(item=entry, aspect=made.words, powers=powers, quest=made.quest, maker=maker))
        )

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in controlled(state, seat):
            if self._cannot_forge(state, actor) is None:
                yield self._offer(actor)

    @remembered(limit=2048)
    def _offer(self, actor: Actor) -> Offer:
        return Offer(
            command=ForgeMagicItem(actor=actor.id, item="", words="", first_power="", second_power="", quest=""),
            actor=actor.id,
            label="make a magic item (needs approval)",
            verb="create",
            holes=(
                ChoiceHole("item", "of", tuple(Choice(item) for item in _plain_things(self.tables, actor.sheet))),
                TextHole("words", "Aspect", limit=WORDS_LIMIT, is_description=True),
                TextHole("first_power", "first Power", is_description=True),
                TextHole("second_power", "second Power", is_description=True),
                TextHole("quest", "quest", is_description=True),
            ),
            cites=self.cites("magic-item"),
            group="belongings",
        )


@remembered(limit=2048)
def _plain_things(tables: Tables, sheet: Sheet) -> tuple[str, ...]:
    """What somebody carries that is ordinary, with a name short enough for an Aspect beside it."""
    plain = (entry for entry in carried(tables, sheet) if not read_item(tables, entry).aspect)
    return tuple(dict.fromkeys(entry for entry in plain if len(entry) + WORDS_LIMIT < PHRASE_LIMIT))


def _refusal(message: str) -> Refusal:
    return Refusal("no-such-thing", message, "magic-item")
