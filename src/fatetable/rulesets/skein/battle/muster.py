"""Before a battle: which armies meet, who leads them and fights for them, what they hold, and how large they are.

What the two sides then do to each other is in `preliminaries` and `turns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat, people
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controls,
    name_of,
)
from fatetable.mechanics.scenes.state import SCENE, is_present
from fatetable.rulesets.skein.battle.command import end_battle, take_command, with_fighter
from fatetable.rulesets.skein.battle.rolls import lay
from fatetable.rulesets.skein.battle.state import (
    AFTERMATH,
    ARMY,
    BATTLE,
    BATTLE_EVOLVES,
    MANOEUVRING,
    MUSTER,
    Battle,
    Force,
    battle_of,
    change_battle,
    change_force,
    is_able,
    is_caller,
    is_idle,
    name_sides,
    people_there,
    require_caller,
    set_battle,
    set_stress,
    size_of,
)
from fatetable.rulesets.skein.book import Tables, army_stress, outnumbers


class StartBattle(Command, frozen=True, tag="start-battle"):
    """Two armies meet; the first is the one that offers battle."""

    challenger: ActorId
    challenged: ActorId


class LeadArmy(Command, frozen=True, tag="lead-army"):
    army: ActorId
    general: ActorId


class FightFor(Command, frozen=True, tag="fight-for"):
    """Somebody of note fights in an army's ranks, or, with none named, keeps out of the battle."""

    actor: ActorId
    army: ActorId


class NameBattleCaller(Command, frozen=True, tag="name-battle-caller"):
    """Who runs the sequence of the battle."""

    seat: SeatId


class Fortify(Command, frozen=True, tag="fortify"):
    """An army fights from fortifications: good ones, or, in words, partial or hasty ones."""

    army: ActorId
    words: str = ""


class SetRetreat(Command, frozen=True, tag="set-retreat"):
    """Whether an army could withdraw at all; defenders of fortifications often cannot."""

    army: ActorId
    is_possible: bool


class OpenBattle(Command, frozen=True, tag="open-battle"):
    """Both armies are led: their stress is reckoned and the preliminaries begin."""


class CallOffBattle(Command, frozen=True, tag="call-off-battle"):
    """The armies part without a decision."""

    reason: str


class Muster(Struct, frozen=True):
    tables: Tables
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle muster",
            decides={
                StartBattle: self._start,
                LeadArmy: self._lead,
                FightFor: self._fight_for,
                NameBattleCaller: self._name_caller,
                Fortify: self._fortify,
                SetRetreat: self._set_retreat,
                OpenBattle: self._open,
                CallOffBattle: self._call_off,
            },
            evolves=BATTLE_EVOLVES,
            offers=self._offers,
        )

    # -- who -----------------------------------------------------------------------------------------------------

    def _armies(self, state: State) -> tuple[Actor, ...]:
        if state.get(BATTLE) is not None or not is_idle(state):
            return ()
        return tuple(a for a in state.get(CAST).values() if a.kind == ARMY and is_present(state, a.id))

    def _start(self, decision: Decision, command: StartBattle) -> None:
        decision.require_gm()
        decision.require(decision.state.get(BATTLE) is None, "battle-running", "A battle is being fought already.")
        there = {army.id for army in self._armies(decision.state)}
        pair = {command.challenger, command.challenged}
        decision.require(
            len(pair) == 2 and pair <= there,
            "bad-sides",
            "A battle needs two armies that are there, and nothing else going on.",
        )
        forces = (Force(army=command.challenger), Force(army=command.challenged))
        names = " and ".join(name_of(decision.state, force.army) for force in forces)
        set_battle(decision, Battle(forces=forces), f"{names} draw up for battle")

    def _army(self, decision: Decision, battle: Battle, army: ActorId) -> int:
        index = next((i for i, force in enumerate(battle.forces) if force.army == army), -1)
        decision.require(index >= 0, "unknown-army", f"{army!r} is no army of this battle.")
        return index

    def _lead(self, decision: Decision, command: LeadArmy) -> None:
        decision.require_gm()
        battle = battle_of(decision, MUSTER)
        index = self._army(decision, battle, command.army)
        general = actor_of(decision, command.general)
        decision.require(
            general.id in self._could_lead(decision.state, battle, index),
            "cannot-lead",
            f"{general.name} cannot lead that army: it takes somebody who is there and does not lead the other.",
        )
        take_command(decision, index, general)

    def _could_lead(self, state: State, battle: Battle, index: int) -> tuple[ActorId, ...]:
        """Anybody but the general of the other army."""
        return tuple(a.id for a in people_there(state) if a.id != battle.forces[1 - index].general)

    def _fight_for(self, decision: Decision, command: FightFor) -> None:
        battle = battle_of(decision)
        actor = actor_of(decision, command.actor)
        decision.require(decision.seat.is_gm or controls(decision.seat, actor), "not-yours", "It is not yours to say.")
        decision.require_allowed(self._cannot_fight(decision.state, battle, actor))
        index = self._army(decision, battle, command.army) if command.army else -1
        forces = tuple(
            msgspec.structs.replace(force, fighters=with_fighter(force.fighters, actor.id, belongs=place == index))
            for place, force in enumerate(battle.forces)
        )
        change_battle(decision, forces=forces)
        if battle.stage != MUSTER:
            name_sides(decision)

    def _cannot_fight(self, state: State, battle: Battle, actor: Actor) -> Refusal | None:
        """Generals lead; once it has begun, people who are in it stay where they are."""
        if battle.stage == AFTERMATH:
            return Refusal("cannot-fight", "The battle is over; nobody takes sides any more.")
        if not is_able(state, actor.id):
            return Refusal("cannot-fight", f"{actor.name} is not there, or is nobody who fights beside an army.")
        if battle.stage != MUSTER and battle.force_of(actor.id) >= 0:
            return Refusal("cannot-fight", f"{actor.name} is in the battle already, and stays where they are.")
        if any(actor.id == force.general for force in battle.forces):
            return Refusal("cannot-fight", f"{actor.name} leads an army; name another general first.")
        return None

    def _could_fight(self, state: State, battle: Battle) -> tuple[ActorId, ...]:
        return tuple(a.id for a in people_there(state) if self._cannot_fight(state, battle, a) is None)

    def _name_caller(self, decision: Decision, command: NameBattleCaller) -> None:
        decision.require_gm()
        battle_of(decision)
        seats = {seat.id for seat in people(decision.state)}
        decision.require(command.seat in seats, "unknown-seat", f"There is no seat {command.seat!r} to call.")
        change_battle(decision, caller=command.seat)

    # -- what they hold ------------------------------------------------------------------------------------------

    def _fortify(self, decision: Decision, command: Fortify) -> None:
        """Good ones are an Aspect with a free use; partial ones always cost a point (SK-BATTLE-17)."""
        decision.require_gm()
        battle = battle_of(decision, MUSTER)
        index = self._army(decision, battle, command.army)
        general = battle.forces[index].general
        figures = self.tables.battle.figures
        decision.require(bool(general), "no-general", "First say who leads that army.")
        words = command.words.strip()
        is_taken = self._is_fortified(decision.state, command.army)
        decision.require(bool(words) or not is_taken, "fortified-already", "That army has its fortifications.")
        free = figures.hasty_fortifications_free_uses if words else figures.fortifications_free_uses
        lay(decision, words or figures.fortifications_aspect, command.army, general, free)

    def _is_fortified(self, state: State, army: ActorId) -> bool:
        words = self.tables.battle.figures.fortifications_aspect
        return any(card.bearer == army and card.text == words for card in state.get(ASPECTS).values())

    def _set_retreat(self, decision: Decision, command: SetRetreat) -> None:
        decision.require_gm()
        battle = battle_of(decision)
        decision.require(battle.stage != AFTERMATH, "wrong-step", "The battle is over.")
        change_force(decision, self._army(decision, battle, command.army), can_withdraw=command.is_possible)

    # -- how large they are --------------------------------------------------------------------------------------

    def _open(self, decision: Decision, _: OpenBattle) -> None:
        battle = battle_of(decision, MUSTER)
        require_caller(decision, battle)
        decision.require(
            all(is_able(decision.state, force.general) for force in battle.forces),
            "no-general",
            "Somebody must lead each army.",
        )
        cast = decision.state.get(CAST)
        sizes = {force.army: size_of(cast[force.army]) for force in battle.forces}
        # The smaller army goes first throughout; of equal ones, until they have manoeuvred, the one that offers
        # battle (SK-BATTLE-19).
        one, other = sorted(battle.forces, key=lambda force: sizes[force.army])
        forces = tuple(
            msgspec.structs.replace(force, stress=army_stress(self.tables, sizes[force.army], sizes[enemy.army]))
            for force, enemy in ((one, other), (other, one))
        )
        is_even = sizes[one.army] == sizes[other.army]
        change_battle(decision, "The armies manoeuvre", forces=forces, stage=MANOEUVRING, is_even=is_even, is_due=True)
        for force in forces:
            set_stress(decision, force.army, force.stress, "mustered")
        if outnumbers(self.tables, sizes[other.army], sizes[one.army]):
            figures = self.tables.battle.figures
            lay(decision, figures.outnumbers_aspect, other.army, other.general, figures.free_uses)
        name_sides(decision)

    def _call_off(self, decision: Decision, command: CallOffBattle) -> None:
        decision.require_gm()
        battle_of(decision)
        decision.require_described(command.reason, "no-reason", "Say why.")
        end_battle(decision, command.reason.strip())

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None:
            if seat.is_gm and state.get(SCENE).is_open:
                yield from self._start_offers(state)
            return
        if not is_idle(state):
            return
        yield from self._fighter_offers(state, seat, battle)
        is_led = all(is_able(state, force.general) for force in battle.forces)
        if battle.stage == MUSTER and is_caller(battle, seat) and is_led:
            yield Offer(
                command=OpenBattle(),
                label="Begin the battle",
                verb="start",
                cites=self.cites("army-stress"),
                group="moment",
            )
        if seat.is_gm:
            yield from self._general_offers(state, battle)
            yield from self._ground_offers(state, battle)
            yield from self._caller_offers(state)

    def _start_offers(self, state: State) -> Iterator[Offer]:
        for one, other in permutations(self._armies(state), 2):
            yield Offer(
                command=StartBattle(one.id, other.id),
                label=f"Start a battle of {one.name} and {other.name}",
                verb="start",
                target=Target("actor", other.id),
                cites=self.cites("battle"),
                group="moment",
            )

    def _general_offers(self, state: State, battle: Battle) -> Iterator[Offer]:
        if battle.stage != MUSTER:
            return
        for index, force in enumerate(battle.forces):
            leaders = self._could_lead(state, battle, index)
            if leaders:
                choices = tuple(Choice(actor, name_of(state, actor)) for actor in leaders)
                yield Offer(
                    command=LeadArmy(force.army, NOBODY),
                    **one_of_a_family("Name the leader of …", name_of(state, force.army)),
                    verb="change",
                    target=Target("actor", force.army),
                    holes=(ChoiceHole("general", "general", choices),),
                    cites=self.cites("battle"),
                    group="moment",
                )

    def _fighter_offers(self, state: State, seat: Seat, battle: Battle) -> Iterator[Offer]:
        sides = tuple(Choice(force.army, name_of(state, force.army)) for force in battle.forces)
        for actor in self._could_fight(state, battle):
            if seat.is_gm or controls(seat, state.get(CAST)[actor]):
                yield Offer(
                    command=FightFor(actor, NOBODY),
                    **one_of_a_family("Choose a side for …", name_of(state, actor)),
                    verb="join",
                    target=Target("actor", actor),
                    holes=(ChoiceHole("army", "for", (*sides, Choice(NOBODY, "neither"))),),
                    cites=self.cites("battle"),
                    group="table",
                )

    def _ground_offers(self, state: State, battle: Battle) -> Iterator[Offer]:
        for force in battle.forces:
            name = name_of(state, force.army)
            if battle.stage == MUSTER and force.general:
                cites = self.cites("fortifications")
                if not self._is_fortified(state, force.army):
                    yield Offer(
                        command=Fortify(force.army),
                        **one_of_a_family("Give … good fortifications", name),
                        verb="place",
                        target=Target("actor", force.army),
                        cites=cites,
                        group="gm",
                    )
                yield Offer(
                    command=Fortify(force.army),
                    **one_of_a_family("Give … partial fortifications", name),
                    verb="place",
                    target=Target("actor", force.army),
                    holes=(TextHole("words", "Aspect", suggestion="Hasty Earthworks"),),
                    cites=cites,
                    group="gm",
                )
            if battle.stage != AFTERMATH:
                yield Offer(
                    command=SetRetreat(force.army, True),
                    **one_of_a_family("Allow … to withdraw", name),
                    verb="change",
                    target=Target("actor", force.army),
                    holes=(FlagHole("is_possible", "allowed"),),
                    cites=self.cites("withdrawal"),
                    group="gm",
                )

    def _caller_offers(self, state: State) -> Iterator[Offer]:
        seats = tuple(Choice(seat.id, seat.name or seat.id) for seat in people(state))
        yield Offer(
            command=NameBattleCaller(SeatId("")),
            label="Name the battle caller",
            verb="change",
            target=Target("seat"),
            holes=(ChoiceHole("seat", "caller", seats),),
            cites=self.cites("battle-caller"),
            group="gm",
        )
        yield Offer(
            command=CallOffBattle(""),
            label="Call off the battle",
            verb="end",
            holes=(TextHole("reason", "reason", is_description=True),),
            group="overrule",
        )
