"""Spirit Magic: blessings, curses that may last, and the last curse of somebody who dies.

Attacks by spirits are attacks like others; `magic.wards` has wards and barriers.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import ChoiceHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CONSEQUENCE
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.moments import ActorIsOut, ConsequencesTaken, RollIsOver
from fatetable.mechanics.rolls.state import Modifier, Roll, a_roll_is_open, open_rolls
from fatetable.mechanics.scenes.presence import is_active, people_there
from fatetable.mechanics.undertakings.state import Undertaking
from fatetable.mechanics.undertakings.undertaking import finished
from fatetable.rulesets.skein.book import RollBonus, StrongAspect, Tables
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.magic.enchantments import BLESSING, CURSE, FOREVER, SCENE_LONG, lay, lay_aspect
from fatetable.rulesets.skein.magic.workings import Workings, knows, succeeded, target_of
from fatetable.rulesets.skein.points import can_pay, cannot_pay, pay
from fatetable.rulesets.skein.rolls import PLAIN, attack_kind
from fatetable.rulesets.skein.sheet import powers

SKILL = "spirit-magic"
BLESS, LAY_CURSE = "bless", "curse"
CURSED = "curse"
"""The mode of a roll that its target resists as a curse."""
DYING = "own-death"


class Bless(Command, frozen=True, kw_only=True, tag="bless"):
    actor: ActorId
    target: ActorId
    words: str
    description: str
    features: tuple[str, ...] = ()


class LayCurse(Command, frozen=True, kw_only=True, tag="lay-curse"):
    actor: ActorId
    target: ActorId
    words: str
    description: str
    features: tuple[str, ...] = ()


class LastingCurse(PromptContext, frozen=True, kw_only=True, tag="lasting-curse"):
    """Whether a curse lasts for the scene or for long; with `last` it was laid with the maker's last breath."""

    maker: ActorId
    target: ActorId
    words: str
    result: int
    source: str
    last: int = 0


class Dying(PromptContext, frozen=True, tag="dying"):
    """Whether somebody who is out dies."""

    dying: ActorId


class LastBreath(PromptContext, frozen=True, tag="last-breath"):
    """Whom somebody curses or blesses as they die."""

    dying: ActorId


class SpiritMagic(Struct, frozen=True, kw_only=True):
    tables: Tables
    work: Workings
    dials: Dials

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="spirit magic",
            decides={Bless: self._bless, LayCurse: self._curse},
            answers={
                LastingCurse: self._lasting_answered,
                Dying: self._death_ruled,
                LastBreath: self._last_breath,
            },
            gates={LastingCurse: self._cannot_last, LastBreath: self._cannot_breathe},
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(ActorIsOut, ConsequencesTaken, RollIsOver),
        )

    # -- blessing and cursing ------------------------------------------------------------------------------------

    def _bless(self, decision: Decision, command: Bless) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        self.bless(decision, actor, command.target, command.words, command.description, command.features)

    def bless(
        self,
        decision: Decision,
        actor: Actor,
        target: ActorId,
        words: str,
        how: str,
        features: tuple[str, ...] = (),
        *,
        more: tuple[Modifier, ...] = (),
        is_action: bool = True,
    ) -> None:
        found = target_of(decision, target)
        words = decision.described(words, "Blessed", "no-words", "Word the blessing.")
        working = Undertaking(
            purpose=BLESS,
            maker=actor.id,
            target=found.id,
            words=words,
            difficulty=self.tables.magic.spirit_magic.blessing_difficulty,
        )
        self.work.begin(decision, actor, working, SKILL, how, features=features, modifiers=more, is_action=is_action)

    def _curse(self, decision: Decision, command: LayCurse) -> None:
        actor = self.work.require_able(decision, command.actor, SKILL)
        self.curse(decision, actor, command.target, command.words, command.description, command.features)

    def curse(
        self,
        decision: Decision,
        actor: Actor,
        target: ActorId,
        words: str,
        how: str,
        features: tuple[str, ...] = (),
        *,
        more: tuple[Modifier, ...] = (),
        is_action: bool = True,
        is_last: bool = False,
        is_trap: bool = False,
    ) -> None:
        """The target resists (SK-SPIRIT-02), unless the caster is the target."""
        found = target_of(decision, target)
        words = decision.described(words, "Cursed", "no-words", "Word the curse.")
        is_own = found.id == actor.id
        working = Undertaking(
            purpose=LAY_CURSE,
            maker=actor.id,
            target=found.id,
            words=words,
            difficulty=self.tables.magic.spirit_magic.blessing_difficulty if is_own else None,
            details={"last": int(is_last), "trap": int(is_trap)},
        )
        self.work.begin(
            decision,
            actor,
            working,
            SKILL,
            how,
            features=features,
            mode=PLAIN if is_own else CURSED,
            modifiers=more,
            is_action=is_action,
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case ActorIsOut(actor):
                self._ask_whether_dying(decision, ActorId(actor))
            case ConsequencesTaken(actor):
                self._mark_curse(decision, ActorId(actor))
            case _:
                if done := finished(decision, moment, (BLESS, LAY_CURSE)):
                    self._settled(decision, *done)

    def _settled(self, decision: Decision, roll: Roll, working: Undertaking) -> None:
        if not succeeded(roll):
            return
        if working.purpose == BLESS:
            free = self.tables.magic.spirit_magic.free_uses
            aspect = lay_aspect(decision, working.words, working.target, working.target, free, roll.id)
            lay(
                decision,
                kind=BLESSING,
                skill=SKILL,
                maker=working.maker,
                name=working.words,
                target=working.target,
                result=roll.efforts[0].total,
                aspect=aspect,
            )
            return
        actor = decision.state.get(CAST)[working.maker]
        price = self.tables.magic.spirit_magic.lasting_price
        if self.dials.long_term_curses and can_pay(decision.state, actor, price) and not working.number("trap"):
            self._ask_lasting(decision, roll, working, price)
        else:
            self._lay_curse(decision, roll.efforts[0].total, working, roll.id, is_lasting=False)

    def _lay_curse(
        self, decision: Decision, result: int, working: Undertaking, source: str, *, is_lasting: bool
    ) -> None:
        self.place_curse(
            decision,
            working.maker,
            working.target,
            working.words,
            result,
            source,
            is_lasting=is_lasting,
            is_last=bool(working.number("last")),
        )

    def place_curse(
        self,
        decision: Decision,
        maker: ActorId,
        target: ActorId,
        words: str,
        result: int | None,
        source: str,
        *,
        is_lasting: bool,
        is_last: bool = False,
    ) -> None:
        """Lay the curse; its free use is for the victim's enemies (SK-SPIRIT-03)."""
        figures = self.tables.magic.spirit_magic
        aspect = lay_aspect(decision, words, target, maker, figures.free_uses, source, lasting=is_lasting)
        strong = self._strong(decision.state.get(CAST)[maker]) if is_last else 0
        lay(
            decision,
            kind=CURSE,
            skill=SKILL,
            maker=maker,
            name=words,
            target=target,
            result=result,
            aspect=aspect,
            lasts=figures.lasting_time if is_lasting else SCENE_LONG,
            amount=strong,
        )

    def _strong(self, actor: Actor) -> int:
        """What a curse laid with somebody's last breath gives instead of the usual (SK-STUNT-27)."""
        found = [
            e.amount
            for _, e in powers(self.tables, actor, StrongAspect)
            if isinstance(e, StrongAspect) and e.of == "curse"
        ]
        return max(found, default=0)

    # -- curses that last ----------------------------------------------------------------------------------------

    def _ask_lasting(self, decision: Decision, roll: Roll, working: Undertaking, price: int) -> None:
        ask(
            decision,
            LastingCurse(
                maker=working.maker,
                target=working.target,
                words=working.words,
                result=roll.efforts[0].total,
                source=roll.id,
                last=working.number("last"),
            ),
            address_of(decision.state, working.maker),
            f"How long is {name_of(decision.state, working.target)} cursed?",
            (
                Option("scene", "Curse for this scene"),
                Option("lasting", "Curse for a week", price=Price(price)),
            ),
            detail=f"“{working.words}”",
            cites=decision.cites("lasting-curse"),
        )

    def _cannot_last(self, state: State, prompt: Prompt, option: str) -> Refusal | None:
        actor = state.get(CAST)[prompt.read(LastingCurse).maker]
        price = self.tables.magic.spirit_magic.lasting_price
        return None if option == "scene" else cannot_pay(state, actor, price)

    def _lasting_answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        curse = prompt.read(LastingCurse)
        maker = decision.state.get(CAST)[curse.maker]
        is_lasting = answer.option == "lasting"
        if is_lasting:
            pay(decision, maker, self.tables.magic.spirit_magic.lasting_price, "a curse that lasts")
        self.place_curse(
            decision,
            maker.id,
            curse.target,
            curse.words,
            curse.result,
            curse.source,
            is_lasting=is_lasting,
            is_last=bool(curse.last),
        )

    def _mark_curse(self, decision: Decision, victim: ActorId) -> None:
        """A Consequence of an attack by spirits is a curse, which magic can cure (SK-SPIRIT-04)."""
        hit = next((roll for roll in open_rolls(decision.state) if roll.defender == victim), None)
        if hit is None or hit.stage != "settled" or hit.declaration.action != "attack":
            return
        if attack_kind(self.tables, hit.efforts[0].trait) != "curse":
            return
        cards = decision.state.get(ASPECTS).values()
        card = [each for each in cards if each.kind == CONSEQUENCE and each.bearer == victim][-1]
        lay(
            decision,
            kind=CURSE,
            skill=SKILL,
            maker=hit.actor,
            name=card.text,
            target=victim,
            result=hit.efforts[0].total,
            aspect=card.id,
            lasts=FOREVER,  # As long as the Consequence it is.
        )

    # -- the last breath -----------------------------------------------------------------------------------------

    def _last_bonus(self, actor: Actor) -> tuple[str, int]:
        for found, effect in powers(self.tables, actor, RollBonus):
            if isinstance(effect, RollBonus) and effect.trigger == DYING and SKILL in effect.skills:
                return found.feature.name, effect.amount
        return "", 0

    def _ask_whether_dying(self, decision: Decision, actor_id: ActorId) -> None:
        actor = decision.state.get(CAST)[actor_id]
        if not self._last_bonus(actor)[1] or not knows(self.tables, actor, SKILL):
            return
        ask(
            decision,
            Dying(actor_id),
            (GM,),
            f"{actor.name} is out. Is this their death?",
            (Option("yes", "Let them die"), Option("no", "Let them live")),
            cites=decision.cites("death-curse"),
        )

    def _death_ruled(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "yes":
            self._ask_last_breath(decision, prompt.read(Dying).dying)

    def _ask_last_breath(self, decision: Decision, actor: ActorId) -> None:
        targets = people_there(decision.state, besides=actor)
        if not targets:
            return
        holes = (
            ChoiceHole("fill", "whom", targets, key="target"),
            TextHole("fill", "Aspect", key="words", is_description=True),
            TextHole("fill", "last words", key="description", is_description=True),
        )
        ask(
            decision,
            LastBreath(actor),
            address_of(decision.state, actor),
            f"{name_of(decision.state, actor)} dies. Spirit Magic, once more?",
            (Option("curse", "Curse", holes), Option("bless", "Bless", holes), Option("none", "Die in silence")),
            cites=decision.cites("death-curse"),
        )

    def _cannot_breathe(self, state: State, _prompt: Prompt, option: str) -> Refusal | None:
        """The blow that kills is settled first."""
        waits = option != "none" and a_roll_is_open(state)
        return Refusal("not-finished", "Finish the open roll first.") if waits else None

    def _last_breath(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "none":
            return
        actor = decision.state.get(CAST)[prompt.read(LastBreath).dying]
        name, amount = self._last_bonus(actor)
        more = (Modifier("feature", name, amount, decision.cites("death-curse")),)
        target, words, how = ActorId(answer.text("target")), answer.text("words"), answer.text("description")
        if not is_active(decision.state, target):
            # They have left or fallen since the question was put.
            self._ask_last_breath(decision, actor.id)
            return
        if answer.option == "bless":
            self.bless(decision, actor, target, words, how, more=more, is_action=False)
        else:
            self.curse(decision, actor, target, words, how, more=more, is_action=False, is_last=True)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for actor in self.work.able(state, seat, SKILL):
            target = ChoiceHole("target", "whom", people_there(state))
            words = TextHole("words", "Aspect", is_description=True)
            for features, suffix in self.work.claims(actor, SKILL):
                bless = Bless(actor=actor.id, target=NOBODY, words="", description="", features=features)
                yield self.work.offer(actor, f"bless{suffix}", bless, "bless", target, words)
                curse = LayCurse(actor=actor.id, target=NOBODY, words="", description="", features=features)
                yield self.work.offer(actor, f"curse{suffix}", curse, "curse", target, words)
