"""The battle being fought, if any: two forces, whose step it is, and what is left of each army.

A battle is no encounter of its own: a combat may run inside it, as an encounter, and the battle waits meanwhile.
How it goes on is in `turns`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.folds import set_to
from fatetable.engine.messages import GM, Event, SeatId
from fatetable.engine.prompts import is_blocked
from fatetable.engine.seats import Seat, is_addressed
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import folds
from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.rolls.state import Effort, EffortId, Modifier, a_roll_is_open
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import SidesNamed
from fatetable.rulesets.skein.book import Inspire, Tables, support
from fatetable.rulesets.skein.combat import scores_of, set_score
from fatetable.rulesets.skein.rolls import SUPPORT, has_spin
from fatetable.rulesets.skein.sheet import ARMY_SKILL, PEOPLE, all_effects, level, skill_name

ARMY = "army"
STRESS = "stress"
LASTS = "battle"
"""How long cards last that are laid for one battle."""

MUSTER = "muster"
MANOEUVRING = "manoeuvring"
MAGIC = "magic"
CHAMPIONS = "champions"
HEROICS = "heroics"
ATTACKS = ("smaller-attacks", "larger-attacks")
WITHDRAWAL = "withdrawal"
AFTERMATH = "aftermath"

STAGES = {
    MUSTER: "the armies draw up",
    MANOEUVRING: "the armies manoeuvre",
    MAGIC: "magicians struggle",
    CHAMPIONS: "champions step forth",
    HEROICS: "heroics",
    ATTACKS[0]: "the smaller army attacks",
    ATTACKS[1]: "the larger army attacks",
    WITHDRAWAL: "withdraw, surrender or fight on",
    AFTERMATH: "after the battle",
}
"""What happens in each step, in words."""

WIPED_OUT = "wiped-out"
WITHDREW = "withdrew"
SURRENDERED = "surrendered"


OF_A_BATTLE = "yes"
"""The field `battle` of every question that a battle asks; they are withdrawn when it ends."""


class Force(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army, its general and other people of note who fight for it; `stress` is what it began with."""

    army: ActorId
    general: ActorId = NOBODY
    fighters: tuple[ActorId, ...] = ()
    stress: int = 0
    can_withdraw: bool = True
    magician: ActorId = NOBODY
    magic: str = ""
    working: str = ""
    """What the coordinating magician does, in words."""
    has_attacked: bool = False
    is_counted: bool = False

    @property
    def people(self) -> tuple[ActorId, ...]:
        return (self.general, *self.fighters) if self.general else self.fighters


class Melee(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A personal combat in the midst of a battle, or, without a target, one between champions before it."""

    attackers: tuple[ActorId, ...]
    defenders: tuple[ActorId, ...]
    target: ActorId = NOBODY
    is_running: bool = False


class Duel(Struct, frozen=True):
    """How a fight of champions went: the force that won it, or -1, and who placed its Aspect if that settled it."""

    winner: int
    champion: ActorId


class Battle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`forces[0]` acts first: the smaller army, or the one that goes as the smaller.

    `is_due` says that the step cannot be left yet, `is_done` that its roll has been made; `side` whose heroes act;
    `spent` are heroes who have acted in this turn.  Before it is fought, `prepared` have done something plain in this
    step, and `passing` are the Aspects that end with it.  Afterwards, `untested` have yet to come through it.
    """

    forces: tuple[Force, Force]
    stage: str = MUSTER
    turn: int = 0
    caller: SeatId = GM
    side: int = 0
    is_due: bool = False
    is_done: bool = False
    is_even: bool = False
    spent: tuple[ActorId, ...] = ()
    aided: tuple[ActorId, ...] = ()
    prepared: tuple[ActorId, ...] = ()
    passing: tuple[AspectId, ...] = ()
    rallied: tuple[ActorId, ...] = ()
    guards: tuple[ActorId, ...] = ()
    duels: tuple[Duel, ...] = ()
    melee: Melee | None = None
    loser: int = -1
    how: str = ""
    untested: tuple[ActorId, ...] = ()

    @property
    def is_fought(self) -> bool:
        return self.stage in (HEROICS, *ATTACKS, WITHDRAWAL)

    @property
    def is_prepared_for(self) -> bool:
        return self.stage in (MUSTER, MANOEUVRING, MAGIC, CHAMPIONS)

    def force_of(self, actor: ActorId) -> int:
        """Which force somebody, or an army, belongs to; -1 for neither."""
        return next((i for i, force in enumerate(self.forces) if actor == force.army or actor in force.people), -1)


BATTLE: Key[Battle | None] = Key("battle", Battle | None, None)


class BattleSet(Event, frozen=True, tag="battle-set/1"):
    """The battle as it stands from here on."""

    battle: Battle
    news: str = ""


class ArmyCounted(Event, frozen=True, tag="army-counted/1"):
    """How many an army has lost and won back; outsiders are told only that it has been counted."""

    army: ActorId
    lost: int = 0
    recovered: int = 0


class BattleEnded(Event, frozen=True, tag="battle-ended/1"):
    result: str = ""


def _counted(battle: Battle | None, event: ArmyCounted) -> Battle | None:
    if battle is None:
        return None
    one, other = (
        msgspec.structs.replace(force, is_counted=True) if force.army == event.army else force
        for force in battle.forces
    )
    return msgspec.structs.replace(battle, forces=(one, other))


BATTLE_EVOLVES = folds(BATTLE, {BattleSet: set_to("battle"), ArmyCounted: _counted, BattleEnded: lambda _, __: None})


# -- questions -------------------------------------------------------------------------------------------------------


def battle_of(decision: Decision, *stages: str) -> Battle:
    """The battle, at one of these steps of it and with nothing else under way."""
    battle = decision.state.get(BATTLE)
    if battle is None:
        raise decision.violation("no-battle", "No battle is being fought.")
    decision.require(
        not stages or battle.stage in stages,
        "wrong-step",
        f"That is for another step of the battle; now it is this one: {STAGES[battle.stage]}.",
    )
    decision.require(
        is_idle(decision.state), "not-finished", "A fight, a roll or a question is still open; finish it first."
    )
    return battle


def is_idle(state: State) -> bool:
    """Is the battle itself what the table is at, with no roll, question or combat before it?"""
    battle = state.get(BATTLE)
    has_melee = battle is not None and battle.melee is not None
    return not (has_melee or state.get(ENCOUNTER) is not None or a_roll_is_open(state) or is_blocked(state))


def is_caller(battle: Battle, seat: Seat) -> bool:
    """The caller who was named, and the Storyteller in any case (SK-BATTLE-18)."""
    return seat.is_gm or is_addressed(seat, (battle.caller,))


def require_caller(decision: Decision, battle: Battle) -> None:
    decision.require(is_caller(battle, decision.seat), "not-the-caller", "The caller runs the sequence of a battle.")


def is_able(state: State, actor: ActorId) -> bool:
    found = state.get(CAST).get(actor)
    return found is not None and found.kind in PEOPLE and is_active(state, actor)


def able(state: State, actors: tuple[ActorId, ...]) -> tuple[ActorId, ...]:
    return tuple(actor for actor in actors if is_able(state, actor))


def people_there(state: State) -> Iterator[Actor]:
    return (actor for actor in state.get(CAST).values() if is_able(state, actor.id))


def cannot_act_as_hero(state: State, battle: Battle, actor: ActorId, code: str) -> Refusal | None:
    """Why somebody has no deed of their own now: that is for heroes of one side, once a turn (SK-BATTLE-19)."""
    name, force = name_of(state, actor), battle.forces[battle.side]
    if battle.stage != HEROICS:
        return Refusal(code, f"{name} waits for the step of heroics.")
    if actor not in force.fighters:
        return Refusal(code, f"Now the fighters of {name_of(state, force.army)} act, and no general.")
    if actor in battle.spent:
        return Refusal(code, f"{name} has acted in this turn of the battle; wait for the next.")
    if not is_able(state, actor):
        return Refusal(code, f"{name} is not in the scene, or is out of it, and does no deeds.")
    return None


def ready_heroes(state: State, battle: Battle) -> tuple[ActorId, ...]:
    """The fighters of the side whose step it is who have neither acted nor held back in this turn."""
    if battle.stage != HEROICS:
        return ()
    fighters = battle.forces[battle.side].fighters
    return tuple(actor for actor in fighters if cannot_act_as_hero(state, battle, actor, "no-deed") is None)


def size_of(actor: Actor) -> int:
    return actor.sheet.numbers.get("size", 0)


def stress_left(state: State, force: Force) -> int:
    return scores_of(state, force.army).get(STRESS, 0)


def stress_lost(state: State, force: Force) -> int:
    return force.stress - stress_left(state, force)


def owners_of(state: State, force: Force) -> tuple[SeatId, ...]:
    """Who knows an army's figures: the Storyteller, and a player who leads it."""
    leader = address_of(state, force.general) if force.general in state.get(CAST) else ()
    return tuple(dict.fromkeys((GM, *leader)))


# -- changes ---------------------------------------------------------------------------------------------------------


def set_battle(decision: Decision, battle: Battle, news: str = "") -> None:
    if battle != decision.state.get(BATTLE):
        decision.emit(BattleSet(battle, news))


def change_battle(decision: Decision, news: str = "", **changes: object) -> Battle:
    battle = decision.state.get(BATTLE)
    assert battle is not None
    set_battle(decision, msgspec.structs.replace(battle, **changes), news)
    return msgspec.structs.replace(battle, **changes)


def change_force(decision: Decision, index: int, **changes: object) -> Battle:
    battle = decision.state.get(BATTLE)
    assert battle is not None
    forces = list(battle.forces)
    forces[index] = msgspec.structs.replace(forces[index], **changes)
    return change_battle(decision, forces=tuple(forces))


def set_stress(decision: Decision, army: ActorId, left: int, reason: str) -> None:
    set_score(decision, army, STRESS, left, reason)


def name_sides(decision: Decision) -> None:
    """Everybody with an army is on its side."""
    battle = decision.state.get(BATTLE)
    assert battle is not None
    sides = {actor: force.army for force in battle.forces for actor in (force.army, *force.people)}
    decision.emit(SidesNamed({actor: str(side) for actor, side in sides.items()}))


def army_name(state: State, battle: Battle, index: int) -> str:
    return name_of(state, battle.forces[index].army)


# -- what an army rolls ----------------------------------------------------------------------------------------------


def army_effort(
    tables: Tables, decision: Decision, force: Force, effort: EffortId, words: str, *, attacks: bool
) -> Effort:
    """Army Skill and what the general adds; the general rolls, and pays for Aspects (SK-BATTLE-24, SK-BATTLE-25)."""
    cast = decision.state.get(CAST)
    army, general = cast[force.army], cast[force.general]
    rating = army.sheet.traits.get(ARMY_SKILL, 0)
    name = skill_name(tables, ARMY_SKILL)
    modifiers = [Modifier("trait", f"{name} ({rating})", rating, decision.cites("army-roll"), name)]
    figures = tables.battle.figures
    for skill in figures.supported_by:
        if support(tables, rating, level(tables, general.sheet, skill)):
            modifiers.append(
                Modifier(SUPPORT, skill_name(tables, skill), figures.support, decision.cites("army-support"))
            )
    if has_spin(decision.state, army.id) or has_spin(decision.state, general.id):
        modifiers.append(Modifier("spin", "Spin", tables.rolling.figures.spin, decision.cites("army-spin")))
    if attacks and not force.has_attacked:
        modifiers += first_attack_bonuses(tables, general)
    action = "army-attack" if attacks else "army-defence"
    return Effort(
        id=effort, actor=general.id, action=action, trait=ARMY_SKILL, description=words, modifiers=tuple(modifiers)
    )


def first_attack_bonuses(tables: Tables, general: Actor) -> Iterator[Modifier]:
    """What a general's stunts add to the first attack of a battle (SK-STUNT-04, SK-STUNT-58)."""
    for found, effect in all_effects(tables, general.sheet):
        if isinstance(effect, Inspire) and effect.army_attack:
            cites = found.stunt.cites if found.stunt else ()
            yield Modifier("feature", found.feature.name, effect.army_attack, cites)
