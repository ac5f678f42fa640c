"""Harm in Skein: damage comes off Health or Composure, one Consequence a hit may lessen it, zero is out.

What an attack's damage is made of is worked out here; how somebody gets well again is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.offers import TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects import CONSEQUENCE, SITUATION, add_free, new_card, place
from fatetable.mechanics.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.harm import HARM_EVOLVES, TAKEN_OUT, Mark, condition_of, in_a_row, set_condition
from fatetable.mechanics.moments import ActorIsOut, ConsequencesTaken
from fatetable.mechanics.rolls import ROLLS, Modifier, Roll, RollId
from fatetable.mechanics.scenes import CALENDAR
from fatetable.mechanics.sheets import Sheet
from fatetable.rulesets.skein.arms import UNARMED, absorption, armour, melee_weapon, ranged_weapon
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.figures import PEOPLE, SCORES, natural_damage, single_stress, stress
from fatetable.rulesets.skein.rolling import STUNT, attack_kind, means_of, skill_part
from fatetable.rulesets.skein.tables import tables

HEALTH = "health"
COMPOSURE = "composure"
SINGLE = "stress"
SCORE_OF = {"hand-to-hand": HEALTH, "ranged": HEALTH, "composure": COMPOSURE, "curse": COMPOSURE, "magic": COMPOSURE}


@remembered(limit=2048)
def stress_scores(sheet: Sheet) -> Mapping[str, int]:
    """Two scores for people, a single one for animals and for each member of a warband (SK-NPC-14)."""
    if sheet.kind in PEOPLE:
        return {score: stress(sheet, score) for score in SCORES}
    if sheet.kind == "army":
        return {}  # Stress of an army depends on whom it meets (SK-BATTLE-07).
    return {SINGLE: single_stress(sheet)}


def score_of(state: State, actor: ActorId, score: str) -> int:
    """What is left of a score; whoever has a single one takes everything on it."""
    scores = condition_of(state, actor).scores
    return scores.get(score, next(iter(scores.values()), 0))


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


def score_name(state: State, actor: ActorId, score: str) -> str:
    scores = condition_of(state, actor).scores
    return score if score in scores else next(iter(scores), score)


# -- the size of a hit -----------------------------------------------------------------------------------------------


def damage_parts(attacker: Actor, defender: Actor, trait: str) -> tuple[Modifier, ...]:
    """Everything that is added to or taken from the degree of a hit (SK-CBT-12, SK-CBT-31)."""
    if means_of(trait) == STUNT or attack_kind(trait) in ("composure", "curse"):
        return ()  # SK-STYPE-03, SK-CBT-16, SK-SPIRIT-04: neither weapon nor armour counts.
    parts = list(_weapon_damage(attacker, trait))
    blocked = absorption(defender.sheet)
    weapon = melee_weapon(means_of(trait))
    if weapon is not None and weapon.ignores_absorption and skill_part(trait) != "brawling":
        blocked = max(0, blocked - weapon.ignores_absorption)
    if blocked:
        parts.append(Modifier("armour", "absorption", -blocked, ("SK-EQUIP-01",)))
    return tuple(parts)


def _weapon_damage(attacker: Actor, trait: str) -> Iterator[Modifier]:
    means, skill = means_of(trait), skill_part(trait)
    melee, ranged, shield = melee_weapon(means), ranged_weapon(means), armour(means)
    figures = tables().combat.figures
    if attack_kind(trait) == "ranged":
        thrown = ranged_weapon(melee.thrown) if melee is not None and melee.thrown else ranged
        amount = thrown.damage if thrown else 0
    elif melee is not None and skill == "brawling" and "brawling" not in melee.skills:
        amount = figures.big_club_damage if melee.two_handed else figures.club_damage  # SK-EQUIP-03
    elif means == UNARMED:
        amount = natural_damage(attacker.sheet)
    elif melee is not None:
        amount = melee.damage
    else:
        amount = shield.weapon_damage if shield else 0
    if amount:
        yield Modifier("weapon", means or "weapons", amount, ("SK-EQUIP-03",))


# -- taking it -------------------------------------------------------------------------------------------------------


class ScoreDamaged(Struct, frozen=True):
    """The moment after damage has come off a score; `cause` is what keeps it from getting well, if anything does."""

    actor: ActorId
    score: str
    damage: int
    cause: str


class Hurting(Struct, frozen=True, kw_only=True):
    """`slots` are the Consequences there are for somebody, `most` how many they have at a time; `finish` ends rolls."""

    dials: Dials
    slots: Callable[[Actor], Mapping[str, int]]
    most: Callable[[Actor], int]
    finish: Callable[[Decision, RollId], None]
    more_damage: Callable[[State, Actor, Actor, str], Iterable[Modifier]]
    """What the circumstances add to the damage of an attack with this trait."""
    hurt_band: Callable[[Decision, Actor, int, ActorId, str], None]
    """Nobody is asked how a warband takes damage; it goes through its members."""
    rout: Callable[[Decision, Roll, int], bool]
    """Whether a success was none that hurts but one that puts people to flight."""

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="harm",
            evolves=HARM_EVOLVES,
            answers={"harm": self._taken, "taken-out": self._narrated, "harmless-hit": self._aspect_named},
        )

    def land_hit(self, decision: Decision, roll_id: RollId, degree: int) -> None:
        """A hit: its damage is taken, or, where nothing comes through, the attacker places an Aspect (SK-CBT-14)."""
        roll = decision.state.get(ROLLS)[roll_id]
        if self.rout(decision, roll, degree):
            return
        cast = decision.state.get(CAST)
        parts = damage_parts(cast[roll.actor], cast[roll.defender], roll.efforts[0].trait)
        more = self.more_damage(decision.state, cast[roll.actor], cast[roll.defender], roll.efforts[0].trait)
        damage = degree + sum(part.amount for part in (*parts, *more))
        if damage <= 0:
            self.ask_aspect(decision, roll, roll.actor, roll.defender)
            return
        score = SCORE_OF[attack_kind(roll.efforts[0].trait)]
        self.hurt(decision, roll.defender, score, damage, by=roll.actor, roll=roll_id)

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
            self.hurt_band(decision, actor, damage, by, roll)
            return
        score = score_name(decision.state, actor_id, score)
        left = score_of(decision.state, actor_id, score)
        marks = condition_of(decision.state, actor_id).marks
        slots = self.slots(actor)
        room = self.most(actor) - sum(name in slots for name in marks)
        free = [name for name in slots if room > 0 and name not in marks]
        rests = {"score": damage, **{name: max(0, damage - slots[name]) for name in free}}
        falls = {name: rest >= left for name, rest in rests.items()}
        options = [Option("score", off_score(score, damage, left), note=still_free(free, room, falls["score"]))]
        for name in free:
            label = f"{name.capitalize()} Consequence, {off_score(score, rests[name], left)}"
            words = TextHole("fill", f"{name} Consequence", key="words")
            others = [other for other in free if other != name]
            options.append(Option(name, label, (words,), note=still_free(others, room - 1, falls[name])))
        # Whoever can stay on their feet is shown how before they are shown how to fall.
        options.sort(key=lambda option: falls[option.id])
        ask(
            decision,
            "harm",
            address_of(decision.state, actor_id),
            f"{actor.name} takes {damage} damage",
            tuple(options),
            about={"roll": roll, "actor": actor_id, "by": by, "damage": damage, "score": score, "cause": cause},
            cites=decision.cites(topic),
        )

    def _taken(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        about = prompt.about
        actor = decision.state.get(CAST)[ActorId(str(about["actor"]))]
        damage, score, by = int(about["damage"]), str(about["score"]), ActorId(str(about["by"]))
        if answer.option != "score":
            damage = max(0, damage - self.slots(actor)[answer.option])
            self.write(decision, actor, answer.option, answer.text("words"), score, by)
            decision.moment(ConsequencesTaken(actor.id, 1))
        self.lower(decision, actor.id, score, damage, str(about["cause"]))
        if score_of(decision.state, actor.id, score) <= 0:
            self.take_out(decision, actor.id, by, str(about["roll"]))
        if about["roll"]:
            self.finish(decision, RollId(str(about["roll"])))

    def lower(self, decision: Decision, actor: ActorId, score: str, damage: int, cause: str = "") -> None:
        scores = condition_of(decision.state, actor).scores
        before = scores.get(score, 0)
        left = max(0, before - damage)
        set_condition(decision, actor, "damage", scores={**scores, score: left})
        if left < before:
            decision.moment(ScoreDamaged(actor, score, before - left, cause))

    def write(self, decision: Decision, actor: Actor, slot: str, words: str, score: str, by: ActorId) -> None:
        """Fill a slot; an opponent's first use of it is free (SK-DMG-06)."""
        card = new_card(decision, words, CONSEQUENCE, bearer=actor.id, slot=slot, lasts=score)
        place(decision, card)
        marks = condition_of(decision.state, actor.id).marks
        mark = Mark(card.id, decision.state.get(CALENDAR).session)
        set_condition(decision, actor.id, slot, marks={**marks, slot: mark})
        # Whoever or whatever dealt it: any opponent of whom it is on may use it (SK-FP-15).
        add_free(decision, card.id, by, tables().figures.consequences.free_uses, card.id)

    def take_out(self, decision: Decision, target: ActorId, by: ActorId, roll: str = "") -> None:
        """The victor tells how the loser leaves, and whether and how they can come back (SK-DMG-08, SK-DMG-09)."""
        set_condition(decision, target, TAKEN_OUT, out=TAKEN_OUT)
        teller = address_of(decision.state, by or target)
        ask(
            decision,
            "taken-out",
            teller,
            f"{name_of(decision.state, target)} is out. How, and can they come back?",
            (
                Option(
                    "tell",
                    "Tell",
                    (
                        TextHole("fill", "what becomes of them", key="fate"),
                        TextHole("fill", "whether and how they return", key="return"),
                    ),
                ),
            ),
            about={"roll": roll, "actor": target},
            cites=decision.cites("taken-out"),
        )
        decision.moment(ActorIsOut(target, TAKEN_OUT))

    def _narrated(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        fate = f"{answer.text('fate')} ({answer.text('return')})"
        set_condition(decision, ActorId(str(prompt.about["actor"])), "narrated", fate=fate)
        if prompt.about["roll"]:
            self.finish(decision, RollId(str(prompt.about["roll"])))

    def ask_aspect(self, decision: Decision, roll: Roll, placer: ActorId, bearer: ActorId) -> None:
        ask(
            decision,
            "harmless-hit",
            address_of(decision.state, placer),
            f"The hit does no damage. What does it leave on {name_of(decision.state, bearer)}?",
            (Option("aspect", "An Aspect", (TextHole("fill", "the Aspect", key="words"),)),),
            about={"roll": roll.id, "placer": placer, "bearer": bearer},
            cites=decision.cites("harmless-hit"),
        )

    def _aspect_named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        roll, placer, bearer = (str(prompt.about[name]) for name in ("roll", "placer", "bearer"))
        card = new_card(decision, answer.text("words"), SITUATION, bearer=bearer, lasts="manoeuvre")
        place(decision, card)
        add_free(decision, card.id, ActorId(placer), tables().combat.figures.harmless_hit_free_uses, roll)
        self.finish(decision, RollId(roll))
