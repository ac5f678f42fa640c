"""Compels: someone offers a point for trouble; the target accepts, refuses for a point, or haggles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import (
    Choice,
    ChoiceHole,
    FlagHole,
    Hole,
    NumberHole,
    Offer,
    Price,
    Target,
    TextHole,
    one_of_a_family,
)
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask, kind_of, open_about, withdraw
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import OfferedWhile, Subsystem
from fatetable.engine.words import with_words
from fatetable.mechanics.aspects.cards import (
    ASPECTS,
    BOOST,
    AspectCard,
    AspectId,
    card_of,
    in_play,
    lasting,
    lasting_choices,
    lasting_in_play,
    reveal,
)
from fatetable.mechanics.aspects.compel_points import CompelPoints
from fatetable.mechanics.aspects.compel_state import (
    COMPEL_EVOLVES,
    COMPELS,
    Compel,
    CompelClosed,
    CompelOffered,
    CompelReworded,
    Kind,
)
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    address_of,
    controls,
    pc_of,
    require_control,
)
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    account_of,
    move,
    purse,
    spendable,
    staked_on,
)
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import dice_are_down, no_dice_are_down, open_rolls
from fatetable.mechanics.scenes.lifecycle import SceneLifecycle
from fatetable.mechanics.scenes.state import SCENE, is_present


class OfferCompel(Command, frozen=True, kw_only=True, tag="offer-compel"):
    """`takes_action` says that giving way costs the target its action of this exchange.

    `points` is what is offered, or what the aspect earns at least if that is more.
    """

    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False
    points: int = 1


class WithdrawCompel(Command, frozen=True, tag="withdraw-compel"):
    """Withdrawn by the seat that offered it, or by a game master who finds that it complicates nothing."""

    compel: str


class RefuseCompel(Command, frozen=True, tag="refuse-compel"):
    """Buy it off.  A command of its own, because whether it can be afforded may change while the offer stands."""

    compel: str


class CompelOffer(PromptContext, frozen=True, tag="compel"):
    """The target's player accepts, or asks for something else."""

    compel: str


class CompelTerms(PromptContext, frozen=True, tag="compel-terms"):
    """The compeller is asked whether something else will do."""

    compel: str
    wanted: str


class SelfCompel(PromptContext, frozen=True, tag="self-compel"):
    """The game master is asked whether a player's compel of their own character is fair."""

    compel: str


DICE_ARE_DOWN = Refusal("dice-are-down", "Finish the open roll first.")


class Compels(Struct, frozen=True, kw_only=True):
    """`points` says what giving way earns and refusing costs.

    Where the pool lasts for a scene only, what is won at its end is deferred.
    `troubles` are slots of aspects that are mostly there to be compelled; they are listed first.
    """

    points: CompelPoints
    cites: Cites
    troubles: tuple[str, ...] = ()
    of_own_aspects: bool = False
    """Whether a character is compelled by aspects of its own alone, and not by what surrounds it."""
    by_players: bool = True
    """Whether players compel too, and not the game master alone."""
    may_ask_for_own: bool = True
    defers_last: bool = True
    pays_pool_from_bank: bool = False
    """Whether points never go from a player to the game master's people, who get theirs from the bank."""
    account_of: Callable[[Actor], str] = account_of

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="compels",
            decides={
                OfferCompel: self.offer,
                RefuseCompel: self._refuse,
                WithdrawCompel: self._withdraw,
            },
            evolves=COMPEL_EVOLVES,
            answers={
                CompelOffer: self._answered,
                CompelTerms: self._countered,
                SelfCompel: self._approved,
            },
            offers=(self._open_offers, OfferedWhile(no_dice_are_down, self._target_offers)),
        )

    # -- offering ------------------------------------------------------------------------------------------------

    def _stake(self, state: State, seat: Seat, target: Actor) -> str:
        """The game master, and players who compel their own character, draw on the bank; others pay themselves."""
        if seat.is_gm or target.controller == seat.id:
            return BANK
        own = pc_of(state, seat.id)
        return purse(own.id if own is not None else NOBODY)

    def _cannot_target(self, state: State, seat: Seat, target: Actor) -> Refusal | None:
        if not (seat.is_gm or self.by_players):
            return Refusal("gm-only", "Players compel nobody here.", "compel-offer")
        if any(compel.target == target.id for compel in state.get(COMPELS).values()):
            return Refusal("compel-open", f"{target.name} is being compelled already.")
        stake = self._stake(state, seat, target)
        if stake != BANK and spendable(state, stake) < 1:
            return Refusal(
                "not-enough-fate-points", "A compel of somebody else needs a fate point to offer.", "compel-stake"
            )
        if not is_present(state, target.id):
            return Refusal("not-compellable", f"{target.name} is not in the scene; bring them in first.")
        if not target.has_player and seat.is_gm:
            return Refusal(
                "not-compellable", f"You run {target.name}: make trouble for them without a compel and without a point."
            )
        if not self.may_ask_for_own and target.controller == seat.id:
            return Refusal("not-compellable", f"{target.name} is your own character; others may compel them.")
        return None

    def cannot_compel(self, state: State, seat: Seat, target: Actor) -> Refusal | None:
        """Why a seat may not offer this character a compel now."""
        return DICE_ARE_DOWN if dice_are_down(state) else self._cannot_target(state, seat, target)

    def may_compel(self, state: State, seat: Seat, target: Actor) -> bool:
        return self.cannot_compel(state, seat, target) is None

    def does_not_fit(self, state: State, card: AspectCard, target: Actor) -> Refusal | None:
        """Why this aspect means no trouble for this character."""
        if not _compellable(card):
            return Refusal("not-compellable", f"{card.text!r} is a boost, which is too fleeting to be compelled.")
        if self.of_own_aspects and card.bearer != target.id:
            return Refusal("not-compellable", f"{card.text!r} is not an aspect of {target.name}; choose one that is.")
        if not in_play(state, card):
            return Refusal("not-compellable", f"{card.text!r} is not part of this scene.")
        return None

    def choices_for(
        self, state: State, seat: Seat, targets: Sequence[Actor]
    ) -> Iterator[tuple[Actor, tuple[Choice, ...]]]:
        """Those of the targets that have aspects to be compelled by, and which."""
        if not targets:
            return
        known, choices = lasting_in_play(state, seat), lasting_choices(state)
        for target in targets:
            found = _nearest_first(known, target.id, self.troubles)
            if aspects := _choices(found, choices, target.id if self.of_own_aspects else None):
                yield target, aspects

    def offer(self, decision: Decision, command: OfferCompel) -> None:
        target = actor_of(decision, command.target)
        card = card_of(decision, command.aspect)
        decision.require_allowed(DICE_ARE_DOWN if dice_are_down(decision.state) else None)
        decision.require_allowed(self.does_not_fit(decision.state, card, target))
        least, most = self.points.offered(decision.seat, card)
        offered = max(least, command.points)
        points = str(most) if most == least else f"{least} to {most}"
        decision.require(
            command.points == 1 or (least < most and 1 <= command.points <= most),
            "bad-number",
            f"Offer {points} for a compel, not {command.points}."
            if command.points != least
            else f"A compel of this aspect is worth {least} without saying so.",
            "compel-offer",
        )
        decision.require_described(command.text, "no-text", "Say what happens or what the character decides.")
        decision.require_allowed(self._cannot_target(decision.state, decision.seat, target))
        stake = self._stake(decision.state, decision.seat, target)
        compel = Compel(
            id=decision.new_id("c"),
            by=decision.seat.id,
            target=target.id,
            aspect=card.id,
            kind=command.kind,
            text=command.text.strip(),
            takes_action=command.takes_action,
            stake_from=stake,
            reward=offered,
            price=self.points.refusal(decision.seat, card, offered),
        )
        reveal(decision, card)
        decision.emit(CompelOffered(compel))
        move(decision, stake, staked_on(compel.id), compel.reward, f"offered with {card.text}", "compel-offer")
        if controls(decision.seat, target) and target.has_player and not decision.seat.is_gm:
            self._ask_gm(decision, compel, target)
        else:
            self._ask(decision, compel, target)

    def _ask_gm(self, decision: Decision, compel: Compel, target: Actor) -> None:
        ask(
            decision,
            SelfCompel(compel.id),
            (GM,),
            f"{target.name} asks for a compel. Agree?",
            (Option("yes", "Accept"), Option("no", "Refuse")),
            detail=compel.text,
            cites=decision.cites("self-compel"),
        )

    def _approved(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        compel = decision.state.get(COMPELS)[prompt.read(SelfCompel).compel]
        if answer.option == "yes":
            self._accept(decision, compel, closes_scene=False)
        else:
            self._close(decision, compel, "withdrawn")

    def _ask(self, decision: Decision, compel: Compel, target: Actor) -> None:
        card = card_text(decision.state, compel.aspect)
        options = [Option("accept", "Accept", price=Price(-compel.reward), cites=decision.cites("compel-accept"))]
        if not target.has_player and self.defers_last:
            options.append(
                Option(
                    "accept-last",
                    "Accept and end the scene",
                    price=Price(-compel.reward),
                    cites=decision.cites("pool-grows"),
                )
            )
        haggle = TextHole("fill", "instead", suggestion=compel.text, key="text", is_description=True)
        options.append(Option("haggle", "Suggest something else", (haggle,), cites=decision.cites("compel-haggle")))
        ask(
            decision,
            CompelOffer(compel.id),
            address_of(decision.state, target.id),
            f"{target.name} is compelled by “{card}”. Accept?",
            tuple(options),
            detail=compel.text,
            cites=decision.cites("compel"),
        )

    # -- answering -----------------------------------------------------------------------------------------------

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        compel = decision.state.get(COMPELS)[prompt.read(CompelOffer).compel]
        match answer.option:
            case "accept" | "accept-last":
                self._accept(decision, compel, closes_scene=answer.option == "accept-last")
            case _:
                self._ask_compeller(decision, compel, answer.text("text"))

    def _is_being_asked(self, state: State, compel: Compel) -> bool:
        return any(prompt.kind == kind_of(CompelOffer) for prompt in open_about(state, compel=compel.id))

    def _refuse(self, decision: Decision, command: RefuseCompel) -> None:
        compel = decision.state.get(COMPELS).get(command.compel)
        if compel is None or not self._is_being_asked(decision.state, compel):
            raise decision.violation("no-such-compel", "There is no such compel to refuse.")
        target = decision.state.get(CAST)[compel.target]
        require_control(decision, target)
        move(decision, self.account_of(target), BANK, compel.price, "refused a compel", "compel-refuse")
        self._close(decision, compel, "refused")

    def _ask_compeller(self, decision: Decision, compel: Compel, wanted: str) -> None:
        ask(
            decision,
            CompelTerms(compel.id, wanted),
            (compel.by,),
            "Accept these terms instead?",
            (
                Option("agree", "Accept"),
                Option("insist", "Keep the compel"),
                Option(
                    "change",
                    "Suggest something else",
                    (TextHole("fill", "instead", suggestion=wanted, key="text", is_description=True),),
                ),
            ),
            detail=" ".join(filter(None, (wanted, f"(instead of “{compel.text}”)" if compel.text else ""))),
            cites=decision.cites("compel-haggle"),
        )

    def _countered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        terms = prompt.read(CompelTerms)
        compel = decision.state.get(COMPELS)[terms.compel]
        text = {"agree": terms.wanted, "insist": compel.text}.get(answer.option) or answer.text("text")
        decision.emit(CompelReworded(compel.id, text, compel.round + 1))
        changed = decision.state.get(COMPELS)[compel.id]
        self._ask(decision, changed, decision.state.get(CAST)[compel.target])

    def _accept(self, decision: Decision, compel: Compel, *, closes_scene: bool) -> None:
        target = decision.state.get(CAST)[compel.target]
        winner = DEFERRED if closes_scene else self.account_of(target)
        topic = "compel-accept" if target.has_player else "pool-grows"
        source = staked_on(compel.id)
        if self.pays_pool_from_bank and not target.has_player:
            move(decision, source, BANK, compel.reward, "paid for a compel", "compel-stake")
            source = BANK
        move(decision, source, winner, compel.reward, "accepted a compel", topic)
        decision.emit(CompelClosed(compel.id, "accepted", compel.text, compel.target))
        if compel.takes_action:
            for roll in tuple(open_rolls(decision.state)):
                if roll.actor == target.id and roll.stage == "declared" and not roll.is_contest:
                    cancel_roll(decision, roll.id, "A compel came between.")
            decision.moment(TurnLost(target.id))
        if closes_scene:
            decision.service(SceneLifecycle).close(decision)

    def _close(self, decision: Decision, compel: Compel, result: str) -> None:
        """The offered point goes back to where it came from."""
        move(decision, staked_on(compel.id), compel.stake_from, compel.reward, f"compel {result}", "compel-stake")
        withdraw(decision, compel=compel.id)
        decision.emit(CompelClosed(compel.id, result, compel.text, compel.target))

    def _withdraw(self, decision: Decision, command: WithdrawCompel) -> None:
        compel = decision.state.get(COMPELS).get(command.compel)
        if compel is None:
            raise decision.violation("no-such-compel", "There is no such compel.")
        decision.require(
            decision.seat.is_gm or compel.by == decision.seat.id, "not-yours", "It is not your compel to withdraw."
        )
        self._close(decision, compel, "withdrawn")

    # -- offers --------------------------------------------------------------------------------------------------

    def _open_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        for compel in state.get(COMPELS).values():
            if seat.is_gm or compel.by == seat.id:
                yield Offer(
                    command=WithdrawCompel(compel.id),
                    label=with_words("Take back the compel", compel.text),
                    verb="compel",
                    target=Target("actor", compel.target),
                    cites=self.cites("compel"),
                    group="react",
                )
            target = state.get(CAST)[compel.target]
            supply = self.account_of(target)
            can_pay = spendable(state, supply) >= compel.price
            if can_pay and controls(seat, target) and self._is_being_asked(state, compel):
                yield Offer(
                    command=RefuseCompel(compel.id),
                    label=with_words("Refuse the compel", compel.text),
                    verb="answer",
                    target=Target("actor", compel.target),
                    price=Price(compel.price, supply),
                    cites=self.cites("compel-refuse"),
                    group="answer",
                )

    def _target_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        targets = [target for target in state.get(CAST).values() if self._cannot_target(state, seat, target) is None]
        cards = lasting(state)
        for target, known in self.choices_for(state, seat, targets):
            stake = self._stake(state, seat, target)
            aspects, offered = known, [self.points.offered(seat, cards[AspectId(choice.value)]) for choice in known]
            if stake != BANK:
                means = spendable(state, stake)
                aspects = tuple(choice for choice, points in zip(known, offered, strict=True) if points[0] <= means)
                offered = [points for points in offered if points[0] <= means]
            if not aspects:
                continue
            # What is too little for one of them is raised to its least.
            least, most = min(low for low, _ in offered), max(high for _, high in offered)
            has_choice = all(low < high == most for low, high in set(offered))
            yield Offer(
                command=OfferCompel(target=target.id, aspect=AspectId(""), kind="event", text=""),
                **one_of_a_family("Compel …", target.name),
                verb="compel",
                target=Target("actor", target.id),
                holes=compel_holes(aspects, least, most if has_choice else 0),
                price=Price(0 if stake == BANK else least, stake),
                cites=self.cites("compel-offer"),
                group="compel",
            )


@remembered(limit=256)
def compel_holes(aspects: tuple[Choice, ...], least: int = 0, most: int = 0) -> tuple[Hole, ...]:
    kinds = (Choice("decision", "a decision they make"), Choice("event", "something that happens"))
    points = (NumberHole("points", "points", least, most),) if most > least else ()
    return (
        ChoiceHole("aspect", "aspect", aspects),
        ChoiceHole("kind", "kind", kinds),
        TextHole("text", "what happens", is_description=True),
        FlagHole("takes_action", "uses their action"),
        *points,
    )


@remembered(limit=1024, has_texts=True)
def _nearest_first(known: tuple[AspectCard, ...], target: ActorId, troubles: tuple[str, ...]) -> tuple[AspectCard, ...]:
    """The trouble of the target first, then its other aspects, those of the scene, and those of everybody else."""

    def distance(card: AspectCard) -> int:
        if card.bearer != target:
            return 3 if card.bearer else 2
        return 0 if card.slot in troubles else 1

    return tuple(sorted(known, key=distance))


@remembered(limit=1024, has_texts=True)
def _choices(
    known: tuple[AspectCard, ...], choices: Mapping[AspectId, Choice], bearer: ActorId | None
) -> tuple[Choice, ...]:
    return tuple(choices[card.id] for card in known if bearer in (None, card.bearer))


def _compellable(card: AspectCard) -> bool:
    """Having an aspect or being around one may mean trouble; a boost is too fleeting for that."""
    return card.kind != BOOST


def card_text(state: State, aspect: AspectId) -> str:
    card = state.get(ASPECTS).get(aspect)
    return card.text if card else "an aspect"
