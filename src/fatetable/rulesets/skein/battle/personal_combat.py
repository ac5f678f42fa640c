"""Personal combat around a battle: champions before it, and getting personal in its midst.

The combat itself is a conflict like any other; the battle waits for it and takes up what it has changed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, ManyHole, Offer, Price, Target
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, is_blocked
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, actor_of, controls, name_of, require_control
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.conflicts import Conflicts
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.state import TAKEN_OUT, condition_of
from fatetable.mechanics.moments import ConflictEnds
from fatetable.mechanics.rolls.state import a_roll_is_open
from fatetable.mechanics.scenes.joining import Joining
from fatetable.mechanics.scenes.state import SCENE, PresenceChanged
from fatetable.rulesets.skein.battle.fallen_generals import FallenGenerals
from fatetable.rulesets.skein.battle.rolls import BattleRolls
from fatetable.rulesets.skein.battle.state import (
    BATTLE,
    CHAMPIONS,
    HEROICS,
    OF_A_BATTLE,
    Battle,
    Duel,
    Melee,
    able,
    army_name,
    battle_of,
    cannot_act_as_hero,
    change_battle,
    is_able,
    is_caller,
    is_idle,
    name_sides,
    require_caller,
    stress_left,
)
from fatetable.rulesets.skein.book import RULESET, Tables
from fatetable.rulesets.skein.sheet import ARMY_SKILL, COMBAT_SKILL

COMBAT = "combat"
MAJOR = ("hero", "major")


class StartDuel(Command, frozen=True, tag="start-duel"):
    """Champions of both sides step forth and fight before the battle; each side is named in the order of acting."""

    first: tuple[ActorId, ...]
    second: tuple[ActorId, ...]


class GetPersonal(Command, frozen=True, tag="get-personal"):
    """Go for one enemy of name in the midst of the battle, and for their bodyguard."""

    actor: ActorId
    target: ActorId


class JoinMelee(Command, frozen=True, tag="join-melee"):
    """Go with somebody who gets personal."""

    actor: ActorId


class BeginMelee(Command, frozen=True, tag="begin-melee"):
    """Everybody who comes along is there: the combat begins."""


class BestChampions(PromptContext, frozen=True, tag="best-champions"):
    battle: str


class PersonalCombat(Struct, frozen=True, kw_only=True):
    """Opens personal combats in a battle and takes up what came of them."""

    tables: Tables
    rolls: BattleRolls
    generals: FallenGenerals
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle melees",
            decides={
                StartDuel: self._duel,
                GetPersonal: self._get_personal,
                JoinMelee: self._join,
                BeginMelee: self._begin,
            },
            answers={BestChampions: self._best_named},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ConflictEnds,),
        )

    # -- champions -----------------------------------------------------------------------------------------------

    def _duel(self, decision: Decision, command: StartDuel) -> None:
        battle = battle_of(decision, CHAMPIONS)
        require_caller(decision, battle)
        for force, champions in zip(battle.forces, (command.first, command.second), strict=True):
            there = able(decision.state, force.people)
            is_fit = bool(champions) and set(champions) <= set(there) and len(set(champions)) == len(champions)
            decision.require(is_fit, "no-champion", "A duel takes champions of both armies who can fight.")
        self._fight(decision, Melee(attackers=command.first, defenders=command.second, is_running=True))

    def _fight(self, decision: Decision, melee: Melee) -> None:
        battle = change_battle(decision, melee=melee)
        fighters = (*melee.attackers, *melee.defenders)
        first = battle.force_of(melee.attackers[0])
        sides = {a: battle.forces[first if a in melee.attackers else 1 - first].army for a in fighters}
        decision.service(Conflicts).open(decision, COMBAT, {actor: str(side) for actor, side in sides.items()})

    def _judge_duel(self, decision: Decision, battle: Battle, melee: Melee) -> None:
        """The side left standing has won; where both are, the caller says (SK-BATTLE-14)."""
        standing = [able(decision.state, side) for side in (melee.attackers, melee.defenders)]
        winner = -1
        if bool(standing[0]) != bool(standing[1]):
            winner = 0 if standing[0] else 1
        champion = standing[winner][0] if winner >= 0 else NOBODY
        duels = (*battle.duels, Duel(winner, champion))
        change_battle(decision, melee=None, duels=duels, is_due=False, is_done=True)

    def award_champions(self, decision: Decision) -> None:
        """One Aspect in all, for the side that did best; of a single clear duel that needs no ruling."""
        battle = decision.state.get(BATTLE)
        assert battle is not None
        won = {duel.winner for duel in battle.duels}
        if not battle.duels:
            return
        if len(won) == 1 and (winner := won.pop()) >= 0:
            self._award(decision, winner)
            return
        ask(
            decision,
            BestChampions(OF_A_BATTLE),
            tuple(dict.fromkeys((battle.caller, GM))),
            "Whose champions did best?",
            (
                Option("0", army_name(decision.state, battle, 0)),
                Option("1", army_name(decision.state, battle, 1)),
                Option("none", "Name neither army"),
            ),
            cites=decision.cites("champions"),
        )

    def _best_named(self, decision: Decision, _: Prompt, answer: Answer) -> None:
        if answer.option != "none":
            self._award(decision, int(answer.option))

    def _award(self, decision: Decision, index: int) -> None:
        battle = decision.state.get(BATTLE)
        assert battle is not None
        champions = [duel.champion for duel in battle.duels if duel.winner == index]
        placer = next((actor for actor in champions if is_able(decision.state, actor)), battle.forces[index].general)
        why = f"The champions of {army_name(decision.state, battle, index)} did best."
        free = self.tables.battle.figures.free_uses
        self.rolls.ask_aspect(decision, placer, index, free, why, "champions")

    # -- getting personal ----------------------------------------------------------------------------------------

    def _cannot_go(self, state: State, battle: Battle, actor: ActorId) -> Refusal | None:
        """Heroes of the side whose step it is may, instead of heroics (SK-BATTLE-19, SK-BATTLE-22)."""
        return cannot_act_as_hero(state, battle, actor, "cannot-get-personal")

    def _get_personal(self, decision: Decision, command: GetPersonal) -> None:
        battle = battle_of(decision, HEROICS)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_go(decision.state, battle, actor.id))
        enemies = able(decision.state, battle.forces[1 - battle.side].people)
        decision.require(command.target in enemies, "bad-target", "Go for somebody of name on the other side.")
        melee = Melee(attackers=(actor.id,), defenders=(command.target,), target=command.target)
        news = f"{actor.name} goes for {name_of(decision.state, command.target)}"
        change_battle(decision, news, melee=melee, spent=(*battle.spent, actor.id))

    def _gathering(self, state: State) -> tuple[Battle, Melee] | None:
        """The battle and the people who are getting personal, before they come to blows."""
        battle = state.get(BATTLE)
        is_free = conflict_of(state) is None and not is_blocked(state) and not a_roll_is_open(state)
        if battle is None or battle.melee is None or battle.melee.is_running or not is_free:
            return None
        return battle, battle.melee

    def _gathered(self, decision: Decision) -> tuple[Battle, Melee]:
        found = self._gathering(decision.state)
        if found is None:
            why = "Nobody is about to duel; somebody has to go for an enemy first."
            raise decision.violation("no-melee", why)
        return found

    def _join(self, decision: Decision, command: JoinMelee) -> None:
        battle, melee = self._gathered(decision)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require_allowed(self._cannot_go(decision.state, battle, actor.id))
        joined = msgspec.structs.replace(melee, attackers=(*melee.attackers, actor.id))
        change_battle(decision, melee=joined, spent=(*battle.spent, actor.id))

    def _begin(self, decision: Decision, _: BeginMelee) -> None:
        battle, melee = self._gathered(decision)
        require_caller(decision, battle)
        guard = self._call_guard(decision, battle, melee.target)
        defenders = (melee.target, guard)
        change_battle(decision, guards=(*battle.guards, guard))
        self._fight(decision, msgspec.structs.replace(melee, defenders=defenders, is_running=True))

    def _call_guard(self, decision: Decision, battle: Battle, target: ActorId) -> ActorId:
        """Twice as many as the army has stress, with its skill and its arms (SK-BATTLE-22)."""
        force = battle.forces[1 - battle.side]
        army = decision.state.get(CAST)[force.army].sheet
        number = self.tables.battle.figures.bodyguard_per_stress * stress_left(decision.state, force)
        sheet = Sheet(
            ruleset=RULESET,
            name=f"Bodyguard of {name_of(decision.state, target)}",
            kind="warband",
            traits={COMBAT_SKILL: army.traits.get(ARMY_SKILL, 0)},
            numbers={"size": number},
            lists=army.lists,
        )
        guard = decision.service(Joining).add(decision, sheet)
        decision.emit(PresenceChanged((*decision.state.get(SCENE).present, guard)))
        return guard

    # -- back to the battle --------------------------------------------------------------------------------------

    def _on_moment(self, decision: Decision, moment: object) -> None:
        battle = decision.state.get(BATTLE)
        if battle is None or battle.melee is None or not isinstance(moment, ConflictEnds):
            return
        melee = battle.melee
        if melee.target:
            change_battle(decision, melee=None)
            here = decision.state.get(SCENE).present
            decision.emit(PresenceChanged(tuple(actor for actor in here if actor not in battle.guards)))
        else:
            self._judge_duel(decision, battle, melee)
        name_sides(decision)
        if melee.target:
            self._reward_kills(decision, battle, melee)
        self.generals.replace_fallen(decision)

    def _reward_kills(self, decision: Decision, battle: Battle, melee: Melee) -> None:
        """Somebody who takes out somebody major of the other side places an Aspect for it (SK-BATTLE-23)."""
        cast = decision.state.get(CAST)
        for fallen in (*melee.attackers, melee.target):
            index = 1 - battle.force_of(fallen)
            if cast[fallen].kind not in MAJOR or condition_of(decision.state, fallen).out != TAKEN_OUT:
                continue
            victors = able(decision.state, melee.attackers if fallen == melee.target else (melee.target,))
            placer = victors[0] if victors else battle.forces[index].general
            free = self.tables.battle.figures.fallen_enemy_free_uses
            self.rolls.ask_aspect(decision, placer, index, free, f"{cast[fallen].name} has fallen.", "fallen-enemy")

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None:
            return
        if self._gathering(state) is not None:
            yield from self._gathering_offers(state, seat, battle)
        elif is_idle(state) and battle.stage == CHAMPIONS and is_caller(battle, seat):
            yield from self._duel_offers(state, battle)
        elif is_idle(state) and battle.stage == HEROICS:
            yield from self._personal_offers(state, seat, battle)

    def _duel_offers(self, state: State, battle: Battle) -> Iterator[Offer]:
        sides = [
            tuple(Choice(actor, name_of(state, actor)) for actor in able(state, force.people))
            for force in battle.forces
        ]
        if all(sides):
            yield Offer(
                command=StartDuel((), ()),
                label="Send in champions",
                verb="start",
                holes=tuple(
                    ManyHole(field, f"champions of {army_name(state, battle, index)}", sides[index], least=1)
                    for index, field in enumerate(("first", "second"))
                ),
                cites=self.cites("champions"),
                group="moment",
            )

    def _personal_offers(self, state: State, seat: Seat, battle: Battle) -> Iterator[Offer]:
        enemies = able(state, battle.forces[1 - battle.side].people)
        targets = tuple(Choice(actor, name_of(state, actor)) for actor in enemies)
        for actor in state.get(CAST).values():
            if targets and controls(seat, actor) and self._cannot_go(state, battle, actor.id) is None:
                yield Offer(
                    command=GetPersonal(actor.id, NOBODY),
                    label="duel",
                    actor=actor.id,
                    verb="attack",
                    target=Target("actor"),
                    holes=(ChoiceHole("target", "with", targets),),
                    price=Price(self.tables.battle.figures.personal_price),
                    cites=self.cites("getting-personal"),
                    group="battle",
                )

    def _gathering_offers(self, state: State, seat: Seat, battle: Battle) -> Iterator[Offer]:
        cites = self.cites("getting-personal")
        if is_caller(battle, seat):
            yield Offer(command=BeginMelee(), label="Begin the combat", verb="start", cites=cites, group="moment")
        for actor in state.get(CAST).values():
            if controls(seat, actor) and self._cannot_go(state, battle, actor.id) is None:
                yield Offer(
                    command=JoinMelee(actor.id),
                    label="join the duel",
                    actor=actor.id,
                    verb="attack",
                    cites=cites,
                    group="battle",
                )
