"""From a viewer's state to blocks.  Each kind of block has a module `blocks_of_…` beside this one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from fatetable.engine.halting import HALT
from fatetable.engine.prompts import Prompt
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import Actor, ActorId, controlled
from fatetable.mechanics.harm.state import HarmRules
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import RollId
from fatetable.mechanics.scenes.zones import Border
from fatetable.mechanics.view.blocks import (
    Block,
    PointsBlock,
    PromptBlock,
    RollBlock,
    SceneBlock,
    WaitingBlock,
    ZoneMapBlock,
)
from fatetable.mechanics.view.blocks_of_cards import card_blocks
from fatetable.mechanics.view.blocks_of_encounters import encounter_blocks
from fatetable.mechanics.view.blocks_of_journals import halt_blocks, journal_blocks
from fatetable.mechanics.view.blocks_of_maps import barrier_in_words, map_blocks, no_steps
from fatetable.mechanics.view.blocks_of_points import points_blocks
from fatetable.mechanics.view.blocks_of_prompts import PromptBlocks
from fatetable.mechanics.view.blocks_of_rolls import roll_blocks
from fatetable.mechanics.view.blocks_of_scenes import prepared_blocks, scene_blocks
from fatetable.mechanics.view.blocks_of_sheets import SheetBlocks, shown_actors
from fatetable.mechanics.view.blocks_of_waiting import waiting_blocks
from fatetable.mechanics.view.headcount import Counting, one_person
from fatetable.mechanics.view.ownership import Ownership, own_sheets_first


def unchanged(value: int) -> int:
    return value


def nothing_underway(_: State, __: Seat) -> tuple[Block, ...]:
    return ()


def nothing_to_note(_: State, __: Actor) -> tuple[tuple[str, str], ...]:
    return ()


def always_answerable(_: State, __: Prompt) -> bool:
    return True


def nobody_in_particular(_: State) -> WaitingBlock | None:
    return None


class Presenting(Struct, frozen=True, kw_only=True):
    """What a ruleset shows in its own way.

    `barrier` words what is in the way between two zones, and `steps` counts how many somebody has left in their turn.
    `underway` shows everything of the ruleset's own that takes its time.  A contest without `victories` is among it.
    `is_answerable` says whether a question can be answered now; until then the table waits for something else.
    `waited_for` says whom the table waits for by the ruleset's own rules, ahead of whose turn it is.
    `place_value` is the figure shown for a place in the turn order, `notes` are further lines of a sheet.
    `headcount` says how many people a character stands for.
    Unless it `tells_odds`, nobody is shown what a difficulty would mean for a roll.
    """

    rules: CheckRules
    ladder: Ladder
    harm: Callable[[Actor], HarmRules]
    refresh: Callable[[Actor], int]
    victories: int
    scenario: Callable[[State], tuple[str, ...]]
    barrier: Callable[[State, Border], str] = barrier_in_words
    steps: Callable[[State, ActorId], int | None] = no_steps
    waited_for: Callable[[State], WaitingBlock | None] = nobody_in_particular
    place_value: Callable[[int], int] = unchanged
    is_answerable: Callable[[State, Prompt], bool] = always_answerable
    underway: Callable[[State, Seat], tuple[Block, ...]] = nothing_underway
    notes: Callable[[State, Actor], tuple[tuple[str, str], ...]] = nothing_to_note
    headcount: Counting = one_person
    tells_odds: bool = True

    def present(self, state: State, seat: Seat, recollection: Recollection | None = None) -> tuple[Block, ...]:
        """Everything this viewer sees, most urgent first; blocks that stay as they are remain the same objects."""
        recollection = recollection or Recollection()
        recollection.turn_to(state, seat)
        above: list[Block] = recollection.recall_lists(
            (
                ("halt", halt_blocks),
                ("prompts", self._questions.all),
                ("waiting", self._waiting),
                ("rolls", self._rolls),
                ("scene", self._scene),
                ("encounter", self._encounter),
                ("underway", self.underway),
                ("cards", card_blocks),
                ("map", self._map),
            ),
            seat,
        )
        recall, sheet = recollection.recall, self._sheets.block
        sheets = [recall(actor, sheet, seat, actor) for actor in recall("shown", shown_actors, seat)]
        last = (("points", self._points), ("prepared", prepared_blocks), ("journal", journal_blocks))
        below: list[Block] = recollection.recall_lists(last, seat)
        return (*above, *sheets, *below)

    @property
    def totals(self) -> Ladder:
        """The ladder that totals and difficulties are told in."""
        return self.ladder if self.rules.totals is None else self.rules.totals

    @property
    def _questions(self) -> PromptBlocks:
        return PromptBlocks(self.rules, self.totals, self.tells_odds)

    @property
    def _sheets(self) -> SheetBlocks:
        return SheetBlocks(
            rules=self.rules,
            ladder=self.ladder,
            harm=self.harm,
            refresh=self.refresh,
            notes=self.notes,
            headcount=self.headcount,
        )

    def _waiting(self, state: State, _: Seat) -> Iterator[WaitingBlock]:
        # While play is halted, nobody can do what the table waits for.
        return iter(()) if state.get(HALT).is_on else waiting_blocks(state, self.is_answerable, self.waited_for)

    def _rolls(self, state: State, seat: Seat) -> Iterator[RollBlock]:
        return roll_blocks(state, seat, self.rules, self.totals, tells_odds=self.tells_odds)

    def _scene(self, state: State, seat: Seat) -> Iterator[SceneBlock]:
        return scene_blocks(state, seat, self.scenario)

    def _encounter(self, state: State, seat: Seat) -> Iterator[Block]:
        return encounter_blocks(state, seat, self.victories, self.place_value)

    def _map(self, state: State, seat: Seat) -> Iterator[ZoneMapBlock]:
        return map_blocks(state, seat, self.barrier, self.steps, self.headcount)

    def _points(self, state: State, _: Seat) -> Iterator[PointsBlock]:
        return points_blocks(state, self.refresh)

    def roll_card(self, state: State, seat: Seat, roll: RollId) -> RollBlock | None:
        """The block of one roll."""
        return next((card for card in self._rolls(state, seat) if card.id == roll), None)

    # -- blocks shared by all, and what belongs to one viewer ------------------------------------------------------

    def own(self, state: State, seat: Seat) -> Ownership:
        """What belongs to a seat in the blocks that an onlooker with the same state sees."""
        return Ownership(frozenset([actor.id for actor in controlled(state, seat)]), self.asked(state, seat))

    def asked(self, state: State, seat: Seat) -> dict[str, PromptBlock]:
        """The questions a seat is asked, as it sees them."""
        return self._questions.asked(state, seat)

    def personal(self, state: State, seat: Seat, blocks: Sequence[Block]) -> tuple[Block, ...]:
        """The blocks of an onlooker with that state as `seat` sees them, with its own sheets first."""
        own = self.own(state, seat)
        return tuple([own.seen(block) for block in own_sheets_first(blocks, own.actors)])
