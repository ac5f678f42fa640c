"""Harm in Skein: damage comes off Health or Composure, one Consequence a hit may lessen it, zero is out.

How somebody gets well again is in the folder `recovery`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, TrackUse, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    CONSEQUENCE,
    SITUATION,
    AspectId,
    AspectReworded,
    add_free,
    new_card,
    place,
)
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.harm.hits import Hit, HitRules
from fatetable.mechanics.harm.state import HARM_EVOLVES, TAKEN_OUT, Mark, condition_of, in_a_row, set_condition
from fatetable.mechanics.moments import ActorIsOut, ConsequencesTaken
from fatetable.mechanics.rolls.procedure import finish_roll
from fatetable.mechanics.rolls.state import ROLLS, Modifier, Roll, RollId
from fatetable.mechanics.scenes.state import CALENDAR
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.combat.scores import score_name, score_of, scores_of, set_score
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls import STUNT, ScoreDamaged, attack_kind, read_trait
from fatetable.rulesets.skein.sheet import (
    COMPOSURE,
    HEALTH,
    UNARMED,
    absorption,
    armour,
    melee_weapon,
    natural_damage,
    ranged_weapon,
)

SCORE_OF = {"hand-to-hand": HEALTH, "ranged": HEALTH, "composure": COMPOSURE, "curse": COMPOSURE, "magic": COMPOSURE}


def off_score(score: str, damage: int, left: int) -> str:
    """What damage does to a score that has so much left, said before it is taken; at zero one is out (SK-DMG-08)."""
    name = score.capitalize()
    if not damage:
        return f"{name} stays at {left}"
    return f"{damage} off {name}, {left - damage} left" if damage < left else f"{damage} off {name}, none left: out"


def still_free(names: Sequence[str], room: int, falls: bool) -> str:
    """Which Consequences the next hit could be lessened by, said before this one is taken; nothing where one is out."""
    if falls:
        return ""
    if not names or room <= 0:
        return "leaves no Consequence for the next hit"
    is_choice = room < len(names)
    many = "s" * (len(names) > 1 and not is_choice)
    return f"leaves {in_a_row([name.capitalize() for name in names], 'or' if is_choice else 'and')} Consequence{many}"


# -- the size of a hit -----------------------------------------------------------------------------------------------


def damage_parts(tables: Tables, attacker: Actor, defender: Actor, trait: str) -> tuple[Modifier, ...]:
    """Everything that is added to or taken from the degree of a hit (SK-CBT-12, SK-CBT-31)."""
    if read_trait(trait).weapon == STUNT or attack_kind(tables, trait) in ("composure", "curse"):
        return ()  # SK-STYPE-03, SK-CBT-16, SK-SPIRIT-04: neither weapon nor armour counts.
    parts = list(_weapon_damage(tables, attacker, trait))
    blocked = absorption(tables, defender.sheet)
    weapon = melee_weapon(tables, read_trait(trait).weapon)
    if weapon is not None and weapon.ignores_absorption and read_trait(trait).skill != "brawling":
        blocked = max(0, blocked - weapon.ignores_absorption)
    if blocked:
        parts.append(Modifier("armour", "absorption", -blocked, ("SK-EQUIP-01",)))
    return tuple(parts)


def _weapon_damage(tables: Tables, attacker: Actor, trait: str) -> Iterator[Modifier]:
    means, skill = read_trait(trait).weapon, read_trait(trait).skill
    melee, ranged, shield = melee_weapon(tables, means), ranged_weapon(tables, means), armour(tables, means)
    figures = tables.combat.figures
    if attack_kind(tables, trait) == "ranged":
        thrown = ranged_weapon(tables, melee.thrown) if melee is not None and melee.thrown else ranged
        amount = thrown.damage if thrown else 0
    elif melee is not None and skill == "brawling" and "brawling" not in melee.skills:
        amount = figures.big_club_damage if melee.two_handed else figures.club_damage  # SK-EQUIP-03
    elif means == UNARMED:
        amount = natural_damage(tables, attacker.sheet)
    elif melee is not None:
        amount = melee.damage
    else:
        amount = shield.weapon_damage if shield else 0
    if amount:
        yield Modifier("weapon", means or "weapons", amount, ("SK-EQUIP-03",))


# -- taking it -------------------------------------------------------------------------------------------------------


class DamageToTake(PromptContext, frozen=True, tag="harm"):
    """Damage to a score, done by somebody or by nobody in particular, in a roll or outside of any."""

    roll: str
    actor: ActorId
    by: ActorId
    damage: int
    score: str
    cause: str


class TakenOut(PromptContext, frozen=True, tag="taken-out"):
    """What happens to somebody who is taken out; the roll that did it, if any, is finished then."""

    roll: str
    actor: ActorId


class HarmlessHit(PromptContext, frozen=True, tag="harmless-hit"):
    """The Aspect after a hit without damage; `aspect` is the one that is there already and may be named."""

    roll: RollId
    placer: ActorId
    bearer: ActorId
    aspect: AspectId = AspectId("")


UNNAMED_HIT = "Off balance"


class SlotsOf(Protocol):
    """The Consequences there are for somebody, each with the damage it takes."""

    def __call__(self, actor: Actor, /) -> Mapping[str, int]: ...


class MostAtATime(Protocol):
    """How many Consequences somebody has at a time."""

    def __call__(self, actor: Actor, /) -> int: ...


class DamageSource(Protocol):
    """What something adds to the damage of an attack with this trait."""

    def __call__(self, state: State, attacker: Actor, defender: Actor, trait: str, /) -> Iterable[Modifier]: ...


class TakesUnasked(Protocol):
    """Does this character take damage in the way that is best for them, without being asked?"""

    def __call__(self, actor: Actor, /) -> bool: ...


class WarbandHarm(Protocol):
    """What an attack does to a warband, whose numbers take it instead of a score."""

    def hurt(self, decision: Decision, actor: Actor, damage: int, by: ActorId, roll_id: str) -> None: ...

    def rout(self, decision: Decision, roll: Roll, degree: int) -> bool:
        """Deal with a frightened warband; false if the roll is not about one."""


class Harm(Struct, frozen=True, kw_only=True):
    """Deals damage to people and asks them how they take it."""

    tables: Tables
    dials: Dials
    slots: SlotsOf
    most: MostAtATime
    more_damage: DamageSource
    warbands: WarbandHarm
    takes_unasked: TakesUnasked

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="harm",
            evolves=HARM_EVOLVES,
            answers={DamageToTake: self._taken, TakenOut: self._narrated, HarmlessHit: self._aspect_named},
        )

    def hit_rules(self) -> HitRules:
        return HitRules(aim=self._aim, parts=self._parts)

    def _aim(self, _: State, roll: Roll) -> tuple[str, str]:
        return SCORE_OF[attack_kind(self.tables, roll.efforts[0].trait)], ""

    def _parts(self, state: State, hit: Hit) -> tuple[Modifier, ...]:
        cast, trait = state.get(CAST), state.get(ROLLS)[hit.roll].efforts[0].trait
        parts = damage_parts(self.tables, cast[hit.by], cast[hit.target], trait)
        return (*parts, *self.more_damage(state, cast[hit.by], cast[hit.target], trait))

    def land_hit(self, decision: Decision, hit: Hit) -> None:
        """A hit: its damage is taken, or, where nothing comes through, the attacker places an Aspect (SK-CBT-14)."""
        roll = decision.state.get(ROLLS)[hit.roll]
        if self.warbands.rout(decision, roll, hit.amount):
            return
        if not hit.size:
            self.ask_aspect(decision, roll, hit.by, hit.target)
            return
        self.hurt(decision, hit.target, hit.track, hit.size, by=hit.by, roll=hit.roll)

    def hurt(
        self,
        decision: Decision,
        actor_id: ActorId,
        score: str,
        damage: int,
        *,
        by: ActorId = NOBODY,
        roll: str = "",
        topic: str = "damage",
        cause: str = "",
    ) -> None:
        """Ask how damage is taken: off the score, or lessened by one free Consequence first (SK-DMG-03, SK-DMG-05)."""
        actor = decision.state.get(CAST)[actor_id]
        if actor.kind == "warband":
            self.warbands.hurt(decision, actor, damage, by, roll)
            return
        score = score_name(decision.state, actor_id, score)
        left = score_of(decision.state, actor_id, score)
        marks = condition_of(decision.state, actor_id).marks
        slots = self.slots(actor)
        room = self.most(actor) - sum(name in slots for name in marks)
        free = [name for name in slots if room > 0 and name not in marks]
        rests = {"score": damage, **{name: max(0, damage - slots[name]) for name in free}}
        hit = DamageToTake(roll=roll, actor=actor_id, by=by, damage=damage, score=score, cause=cause)
        falls = {name: rest >= left for name, rest in rests.items()}
        off = off_score(score, damage, left)
        options = [Option("score", off, note=still_free(free, room, falls["score"]), uses=TrackUse())]
        for name in free:
            label = f"{name.capitalize()} Consequence, {off_score(score, rests[name], left)}"
            words = TextHole("fill", f"{name} Consequence", key="words", is_description=True)
            others = [other for other in free if other != name]
            note = still_free(others, room - 1, falls[name])
            options.append(Option(name, label, (words,), note=note, uses=TrackUse(slots=(name,))))
        # Answers that keep somebody on their feet come before those that do not.
        options.sort(key=lambda option: falls[option.id])
        has_choice = len(options) > 1 or decision.engine.needs_descriptions
        if self.takes_unasked(actor) or not has_choice:
            self._take(decision, hit, options[0].id, "")
            return
        ask(
            decision,
            hit,
            address_of(decision.state, actor_id),
            f"{actor.name} takes {damage} damage",
            tuple(options),
            cites=decision.cites(topic),
        )

    def _taken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        hit = prompt.read(DamageToTake)
        self._take(decision, hit, answer.option, answer.text("words"))
        if hit.roll:
            finish_roll(decision, RollId(hit.roll))

    def _take(self, decision: Decision, hit: DamageToTake, way: str, words: str) -> None:
        actor, damage = decision.state.get(CAST)[hit.actor], hit.damage
        if way != "score":
            damage = max(0, damage - self.slots(actor)[way])
            self.write(decision, actor, way, words or f"{way.capitalize()} Consequence", hit.score, hit.by)
            decision.moment(ConsequencesTaken(actor.id, 1))
        self.lower(decision, actor.id, hit.score, damage, hit.cause)
        if score_of(decision.state, actor.id, hit.score) <= 0:
            self.take_out(decision, actor.id, hit.by, hit.roll)

    def lower(self, decision: Decision, actor: ActorId, score: str, damage: int, cause: str = "") -> None:
        before = scores_of(decision.state, actor).get(score, 0)
        left = max(0, before - damage)
        set_score(decision, actor, score, left, "damage")
        if left < before:
            decision.moment(ScoreDamaged(actor, score, before - left, cause))

    def write(self, decision: Decision, actor: Actor, slot: str, words: str, score: str, by: ActorId) -> None:
        """Fill a slot; an opponent's first use of it is free (SK-DMG-06)."""
        card = new_card(decision, words, CONSEQUENCE, bearer=actor.id, slot=slot, score=score)
        place(decision, card)
        marks = condition_of(decision.state, actor.id).marks
        mark = Mark(card.id, decision.state.get(CALENDAR).session)
        set_condition(decision, actor.id, slot, marks={**marks, slot: mark})
        # Whatever dealt it, any opponent of its bearer may use it (SK-FP-15).
        add_free(decision, card.id, by, self.tables.figures.consequences.free_uses, card.id)

    def take_out(self, decision: Decision, target: ActorId, by: ActorId, roll: str = "") -> None:
        """The victor tells how the loser leaves, and whether and how they can come back (SK-DMG-08, SK-DMG-09)."""
        set_condition(decision, target, TAKEN_OUT, out=TAKEN_OUT)
        needs_words = decision.engine.needs_descriptions
        if needs_words or not self.takes_unasked(decision.state.get(CAST)[target]):
            self._ask_fate(decision, target, by, roll, blocking=needs_words)
        decision.moment(ActorIsOut(target, TAKEN_OUT))

    def _ask_fate(self, decision: Decision, target: ActorId, by: ActorId, roll: str, *, blocking: bool) -> None:
        fate = TextHole("fill", "fate", key="fate", is_description=True)
        comes_back = TextHole("fill", "return", key="return", is_description=True)
        ask(
            decision,
            TakenOut(roll, target),
            address_of(decision.state, by or target),
            f"{name_of(decision.state, target)} is out. How, and can they come back?",
            (Option("tell", "Save", (fate, comes_back)),),
            cites=decision.cites("taken-out"),
            blocking=blocking,
        )

    def _narrated(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        taken_out = prompt.read(TakenOut)
        told, back = answer.text("fate"), answer.text("return")
        fate = f"{told} ({back})" if told and back else told or back
        set_condition(decision, taken_out.actor, "narrated", fate=fate)
        if taken_out.roll:
            finish_roll(decision, RollId(taken_out.roll))

    def ask_aspect(self, decision: Decision, roll: Roll, placer: ActorId, bearer: ActorId) -> None:
        """The Aspect is there at once, and named when they like; a table that requires words waits for them."""
        needs_words = decision.engine.needs_descriptions
        aspect = AspectId("") if needs_words else self._place_aspect(decision, UNNAMED_HIT, roll.id, placer, bearer)
        label = "Place an Aspect" if needs_words else "Name the Aspect"
        ask(
            decision,
            HarmlessHit(roll.id, placer, bearer, aspect),
            address_of(decision.state, placer),
            f"No damage. Which Aspect does {name_of(decision.state, bearer)} get?",
            (Option("aspect", label, (TextHole("fill", "Aspect", key="words", is_description=True),)),),
            cites=decision.cites("harmless-hit"),
            blocking=needs_words,
        )

    def _aspect_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        hit, words = prompt.read(HarmlessHit), answer.text("words")
        if not hit.aspect:
            self._place_aspect(decision, words or UNNAMED_HIT, hit.roll, hit.placer, hit.bearer)
            finish_roll(decision, hit.roll)
        elif words and hit.aspect in decision.state.get(ASPECTS):
            decision.emit(AspectReworded(hit.aspect, words))

    def _place_aspect(self, decision: Decision, words: str, roll: RollId, placer: ActorId, bearer: ActorId) -> AspectId:
        card = new_card(decision, words, SITUATION, bearer=bearer, lasts="manoeuvre")
        place(decision, card)
        add_free(decision, card.id, placer, self.tables.combat.figures.harmless_hit_free_uses, roll)
        return card.id
