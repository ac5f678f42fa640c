"""A fight in one roll for each: read by the GM, by the totals of the sides, or pair by pair (F2-COMB-06 to 10)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Event
from fatetable.engine.offers import Choice, ChoiceHole, Hole, ManyHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, withdraw_kind
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import ActorId, name_of
from fatetable.mechanics.encounters.fight_end import finish_fight
from fatetable.mechanics.encounters.state import REVEALED, Fight, Fray, fight_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.moments import RollIsOver, SceneEnds
from fatetable.mechanics.rolls.comparing.reading import AGAINST_THE_OTHER
from fatetable.mechanics.rolls.procedure import LandHit, StageHandler
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll, RollId, RollOver, roll_of
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import HEROES, OPPOSITION, side_of
from fatetable.mechanics.scenes.state import SCENE
from fatetable.rulesets.fate2.combat.troubles import Troubles
from fatetable.rulesets.fate2.kit import FateKit

BY_SCENE = "scene"
UNHURT = "nothing"
SIDES: Mapping[str, str] = {HEROES: "the heroes", OPPOSITION: "the opposition"}

SETTLED: Key[tuple[ActorId, ...]] = Key("fate2-settled-fight", tuple[ActorId, ...], ())
"""Who was in the fight that this scene has settled."""


class FightSettled(Event, frozen=True, tag="fate2-fight-settled/1"):
    actors: tuple[ActorId, ...] = ()


class FightToRead(PromptContext, frozen=True, tag="fate2-fight-to-read"):
    """Who suffers which result?"""

    roll: RollId


class LosersToName(PromptContext, frozen=True, tag="fate2-losers"):
    """Who of the sides that lost suffers their result?"""

    roll: RollId


class SettlementToTell(PromptContext, frozen=True, tag="fate2-fight-settled"):
    """What has the fight settled?"""


def cannot_repeat(state: State, code: str) -> Refusal | None:
    """Nobody tries again for luck: who was in the fight has settled it (F2-COMB-09)."""
    settled = state.get(SETTLED)
    there = {actor for actor in state.get(SCENE).present if is_active(state, actor)}
    if settled and there <= set(settled):
        return Refusal(code, "The fight of this scene is settled; go on to the next.", "scene-fight-over")
    return None


def is_by_scene(state: State) -> bool:
    fight = fight_of(state)
    return fight is not None and fight.pace == BY_SCENE


class SceneFights(Struct, frozen=True, kw_only=True):
    """`land_wound` marks what is an injury or worse."""

    kit: FateKit
    wounding: Wounding
    troubles: Troubles
    land_wound: LandHit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="scene fights",
            evolves=folds(SETTLED, {FightSettled: set_to("actors")}),
            answers={FightToRead: self._read, LosersToName: self._named, SettlementToTell: self._told},
            on_moment=self._on_moment,
            moments=(SceneEnds,),
        )

    def numbers(self, state: State, actor: ActorId) -> tuple[Modifier, ...]:
        """What everybody of the larger side has, where the roll is not read in pairs (F2-COMB-07)."""
        fight = fight_of(state)
        if fight is None or not self.is_of_sides(fight.pace):
            return ()
        sizes = _sizes(state, fight)
        own, others = sizes[side_of(state, actor)], [sizes[side] for side in sizes if side != side_of(state, actor)]
        row = next(row for row in self.kit.tables.fight_modifiers if row.of == "numbers")
        return (Modifier("numbers", row.name, row.amount, row.cites),) if own > max(others, default=0) else ()

    def is_of_sides(self, pace: str) -> bool:
        """Is the roll of all read as a whole, and not pair by pair?"""
        return pace == BY_SCENE and self.kit.dials.scene_fights != "pairs"

    # -- reading the roll --------------------------------------------------------------------------------------------

    def settle(self, decision: Decision, roll_id: RollId, proceed: StageHandler) -> None:
        """The GM says what the roll of all comes to, with or without the totals."""
        roll, revealed = decision.state.get(ROLLS)[roll_id], decision.state.get(REVEALED)
        if not roll.is_of_all or revealed.roll != roll_id or not self.is_of_sides(revealed.pace):
            proceed(decision, roll_id)
            return
        withdraw_kind(decision, FightToRead, LosersToName)
        if self.kit.dials.scene_fights == "totals":
            self._ask_losers(decision, roll)
        else:
            self._ask_all(decision, roll)

    def _ask_all(self, decision: Decision, roll: Roll) -> None:
        results = (Choice(UNHURT), *(Choice(row.name) for row in self.kit.tables.wounds if row.boxes))
        totals = self._totals(decision.state, roll)
        ladder = self.kit.checks.totals or self.kit.tables.ladder
        holes: tuple[Hole, ...] = tuple(
            ChoiceHole(
                "fill",
                f"{name_of(decision.state, actor)}, {ladder.label(total)}",
                results,
                key=actor,
                suggested=UNHURT,
            )
            for actor, total in totals.items()
        )
        ask(
            decision,
            FightToRead(roll.id),
            (GM,),
            "Everybody has rolled. Who suffers what?",
            (Option("read", "Say how it ends", holes),),
            cites=decision.cites("scene-fight"),
        )

    def _ask_losers(self, decision: Decision, roll: Roll) -> None:
        margins = self._margins(decision.state, roll)
        if not margins:
            self._over(decision, roll)
            return
        behind = (f"{SIDES.get(side, side)} by {margin} ({self._row(margin)})" for side, margin in margins.items())
        losers = tuple(each.actor for each in roll.efforts if side_of(decision.state, each.actor) in margins)
        choices = tuple(Choice(actor, name_of(decision.state, actor)) for actor in losers)
        hole = ManyHole("fill", "who suffers it", choices, key="who", suggested=losers)
        ask(
            decision,
            LosersToName(roll.id),
            (GM,),
            "Who suffers what the totals come to?",
            (Option("name", "Say who", (hole,)),),
            detail=f"Behind: {'; '.join(behind)}.",
            cites=decision.cites("scene-fight-totals"),
        )

    def _totals(self, state: State, roll: Roll) -> dict[ActorId, int]:
        return {each.actor: self.kit.checks.total(state, roll, place) for place, each in enumerate(roll.efforts)}

    def _margins(self, state: State, roll: Roll) -> dict[str, int]:
        """By how much each side is behind the best one; nothing, if they are level."""
        sums: dict[str, int] = {}
        for actor, total in self._totals(state, roll).items():
            sums[side_of(state, actor)] = sums.get(side_of(state, actor), 0) + total
        best = max(sums.values())
        behind = {side: best - total for side, total in sums.items() if total < best}
        reading = self.kit.checks.reading
        return {side: reading(state, roll, AGAINST_THE_OTHER, difference).margin for side, difference in behind.items()}

    def _row(self, margin: int) -> str:
        return [row.name for row in self.kit.tables.wounds if row.least <= margin][-1]

    def _read(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(FightToRead).roll)
        for effort in roll.efforts:
            self._suffer(decision, roll, effort.actor, answer.text(effort.actor))
        self._over(decision, roll)

    def _named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll = roll_of(decision, prompt.read(LosersToName).roll)
        margins = self._margins(decision.state, roll)
        for actor in answer.several("who"):
            self._suffer(decision, roll, ActorId(actor), self._row(margins[side_of(decision.state, ActorId(actor))]))
        self._over(decision, roll)

    def _over(self, decision: Decision, roll: Roll) -> None:
        decision.emit(RollOver(roll.id))
        decision.moment(RollIsOver(roll.id))

    # -- results -----------------------------------------------------------------------------------------------------

    def _suffer(self, decision: Decision, roll: Roll, actor: ActorId, result: str) -> None:
        rows = self.kit.tables.wounds
        at = next((place for place, row in enumerate(rows) if row.name == result), -1)
        if at >= 0 and not is_out(decision.state, actor) and not self._is_lesser(decision, actor, result):
            hit = Hit(target=actor, by=ActorId(""), amount=rows[at].least, roll=roll.id)
            self.wounding.mark(decision, hit, at)

    def land_hit(self, decision: Decision, hit: Hit) -> None:
        """A hit in a pair; at scene pace the lesser results leave no mark."""
        if is_by_scene(decision.state):
            result = self.kit.tables.wounds[self.wounding.place(decision.state, hit)].name
            if self._is_lesser(decision, hit.target, result):
                return
        self.land_wound(decision, hit)

    def _is_lesser(self, decision: Decision, actor: ActorId, result: str) -> bool:
        """Does it leave no mark because it would not outlast the scene?  Hurt is some trouble still."""
        row = next(row for row in self.kit.tables.wounds if row.name == result)
        if row.clears == "time" or row.takes_out:
            return False
        if row.clears == "scene" and row.boxes:
            self.troubles.ask_name(decision, actor)
        return True

    # -- the end -----------------------------------------------------------------------------------------------------

    def is_settled(self, decision: Decision, fray: Fray) -> bool:
        if fray.pace != BY_SCENE:
            return False
        decision.emit(FightSettled((*fray.actors, *fray.newcomers)))
        finish_fight(decision, "The fight is settled")
        ask(
            decision,
            SettlementToTell(),
            (GM,),
            "What has the fight settled?",
            (Option("tell", "Say what is so now", (TextHole("fill", "what", key="words", optional=True),)),),
            cites=decision.cites("scene-fight-over"),
            blocking=False,
        )
        return True

    def _told(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if words := answer.text("words"):
            decision.emit(FactEstablished(Fact("The fight", words)))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if isinstance(moment, SceneEnds) and decision.state.get(SETTLED):
            decision.emit(FightSettled())


def _sizes(state: State, fight: Fight) -> dict[str, int]:
    sizes: dict[str, int] = {}
    for actor in fight.actors:
        if not is_out(state, actor):
            sizes[side_of(state, actor)] = sizes.get(side_of(state, actor), 0) + 1
    return sizes
