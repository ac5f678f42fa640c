"""Compels: someone offers a point for trouble; the target accepts, refuses for a point, or haggles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM, Command, Event, SeatId
from fatetable.engine.offers import Choice, ChoiceHole, FlagHole, Hole, NumberHole, Offer, Price, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, ask, is_asked, open_about, withdraw
from fatetable.engine.seats import Seat, gm_seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import OfferSource, Subsystem, folds
from fatetable.mechanics.aspects import (
    ASPECTS,
    BOOST,
    AspectCard,
    AspectId,
    aspect_choices,
    card_of,
    in_play,
    reveal,
    worded_in_play,
)
from fatetable.mechanics.cast import (
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
from fatetable.mechanics.citations import Cites
from fatetable.mechanics.fate_points import (
    BANK,
    DEFERRED,
    account_of,
    balance,
    move,
    purse,
    staked_on,
)
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls import RollId, dice_are_down, open_rolls
from fatetable.mechanics.scenes import SCENE, is_present

Kind: TypeAlias = Literal["decision", "event"]


class Compel(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An offer on the table.

    `stake_from` is where the offered points came from and go back to, `price` what it costs to refuse.
    """

    id: str
    by: SeatId
    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False
    stake_from: str = BANK
    round: int = 0
    reward: int = 1
    price: int = 1


Compels: TypeAlias = Mapping[str, Compel]
COMPELS: Key[Compels] = Key("compels", dict[str, Compel], {})


class OfferCompel(Command, frozen=True, kw_only=True, tag="offer-compel"):
    """`takes_action` says that giving way costs the target its action of this exchange; `points` is what is offered."""

    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False
    points: int = 1


class SuggestCompel(Command, frozen=True, kw_only=True, tag="suggest-compel"):
    """A player points the game master to trouble for somebody else's character, with no point to offer for it."""

    target: ActorId
    aspect: AspectId
    kind: Kind
    text: str
    takes_action: bool = False


class WithdrawCompel(Command, frozen=True, tag="withdraw-compel"):
    """By whoever offered it, or by a game master who finds that it complicates nothing."""

    compel: str


class RefuseCompel(Command, frozen=True, tag="refuse-compel"):
    """Buy it off.  A command of its own, because whether it can be afforded may change while the offer stands."""

    compel: str


class CompelOffered(Event, frozen=True, tag="compel-offered/1"):
    compel: Compel


class CompelReworded(Event, frozen=True, tag="compel-reworded/1"):
    compel: str
    text: str
    round: int


class CompelClosed(Event, frozen=True, tag="compel-closed/1"):
    """`result` is accepted, refused or withdrawn."""

    compel: str
    result: str
    text: str = ""
    target: ActorId = NOBODY


def _offered(compels: Compels, event: CompelOffered) -> Compels:
    return {**compels, event.compel.id: event.compel}


def _reworded(compels: Compels, event: CompelReworded) -> Compels:
    compel = compels.get(event.compel)
    if compel is None:
        return compels
    return {**compels, compel.id: msgspec.structs.replace(compel, text=event.text, round=event.round)}


def _closed(compels: Compels, event: CompelClosed) -> Compels:
    return {key: compel for key, compel in compels.items() if key != event.compel}


class Compelling(Struct, frozen=True, kw_only=True):
    """`reward` is what giving way earns, `price` what refusing costs.

    The game master may offer up to `most`.  Where the pool lasts for a scene only, what is won at its end is deferred.
    """

    reward: int
    price: int
    cancel_roll: Callable[[Decision, RollId, str], None]
    cites: Cites
    most: int = 1
    price_among_players: int | None = None
    """What it costs to refuse a player; `None` if that makes no difference."""
    of_own_aspects: bool = False
    """Whether a character is compelled by aspects of its own alone, and not by what surrounds it."""
    may_ask_for_own: bool = True
    defers_last: bool = True
    pays_pool_from_bank: bool = False
    """Whether points never go from a player to the game master's people, who get theirs from the bank."""
    account_of: Callable[[Actor], str] = account_of

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="compels",
            decides={
                OfferCompel: self._offer,
                SuggestCompel: self._suggest,
                RefuseCompel: self._refuse,
                WithdrawCompel: self._withdraw,
            },
            evolves=folds(COMPELS, {CompelOffered: _offered, CompelReworded: _reworded, CompelClosed: _closed}),
            answers={
                "compel": self._answered,
                "compel-terms": self._countered,
                "self-compel": self._approved,
                "compel-suggestion": self._adopted,
            },
            gates={"compel-suggestion": self._may_adopt},
            offers=(
                self._open_offers,
                _between_rolls("compels", self._target_offers),
                _between_rolls("suggestions", self._suggestion_offers),
            ),
        )

    # -- offering ------------------------------------------------------------------------------------------------

    def _stake(self, state: State, seat: Seat, target: Actor) -> str:
        """The game master and whoever compels their own character draw on the bank; a player pays out of pocket."""
        if seat.is_gm or target.controller == seat.id:
            return BANK
        own = pc_of(state, seat.id)
        return purse(own.id if own is not None else NOBODY)

    def _may_be_target(self, state: State, seat: Seat, target: Actor) -> bool:
        if not is_present(state, target.id):
            return False
        if any(compel.target == target.id for compel in state.get(COMPELS).values()):
            return False
        if not target.is_pc and seat.is_gm:
            return False  # The game master needs nobody's leave to make trouble for their own characters.
        if not self.may_ask_for_own and target.controller == seat.id:
            return False
        stake = self._stake(state, seat, target)
        return stake == BANK or balance(state, stake) >= self.reward

    def may_compel(self, state: State, seat: Seat, target: Actor) -> bool:
        """Whether a seat may offer this character a compel now."""
        return not dice_are_down(state) and self._may_be_target(state, seat, target)

    def _most(self, seat: Seat) -> int:
        return max(self.reward, self.most) if seat.is_gm else self.reward

    def _price(self, seat: Seat) -> int:
        return self.price if seat.is_gm or self.price_among_players is None else self.price_among_players

    def _fits(self, card: AspectCard, target: Actor) -> bool:
        return _compellable(card) and (card.bearer == target.id or not self.of_own_aspects)

    def _choices_for(
        self, state: State, seat: Seat, targets: Sequence[Actor]
    ) -> Iterator[tuple[Actor, tuple[Choice, ...]]]:
        """Those of the targets that have aspects to be compelled by, and which."""
        if not targets:
            return
        known, choices = worded_in_play(state, seat), aspect_choices(state)
        for target in targets:
            if found := _choices(known, choices, target.id if self.of_own_aspects else None):
                yield target, found

    def _offer(self, decision: Decision, command: OfferCompel) -> None:
        target = actor_of(decision, command.target)
        card = card_of(decision, command.aspect)
        decision.require(
            not dice_are_down(decision.state), "dice-are-down", "A compel waits until the roll on the table is settled."
        )
        decision.require(
            self._fits(card, target) and in_play(decision.state, card),
            "not-compellable",
            f"{card.text!r} cannot be compelled for {target.name}.",
        )
        decision.require(
            self.reward <= command.points <= self._most(decision.seat),
            "bad-number",
            f"You cannot offer {command.points} for a compel.",
            "compel-offer",
        )
        decision.require(bool(command.text.strip()), "no-text", "Say what happens or what the character decides.")
        decision.require(
            not any(compel.target == target.id for compel in decision.state.get(COMPELS).values()),
            "compel-open",
            f"A compel of {target.name} is on the table already.",
        )
        stake = self._stake(decision.state, decision.seat, target)
        decision.require(
            stake == BANK or balance(decision.state, stake) >= self.reward,
            "not-enough-fate-points",
            "A compel of somebody else needs a fate point to offer.",
            "compel-stake",
        )
        decision.require(
            self._may_be_target(decision.state, decision.seat, target),
            "not-compellable",
            f"{target.name} cannot be compelled by you now.",
        )
        compel = Compel(
            id=decision.new_id("c"),
            by=decision.seat.id,
            target=target.id,
            aspect=card.id,
            kind=command.kind,
            text=command.text.strip(),
            takes_action=command.takes_action,
            stake_from=stake,
            reward=command.points,
            price=self._price(decision.seat),
        )
        reveal(decision, card)
        decision.emit(CompelOffered(compel))
        move(decision, stake, staked_on(compel.id), compel.reward, f"offered with {card.text}", "compel-offer")
        if controls(decision.seat, target) and target.is_pc and not decision.seat.is_gm:
            self._ask_gm(decision, compel, target)
        else:
            self._ask(decision, compel, target)

    def _ask_gm(self, decision: Decision, compel: Compel, target: Actor) -> None:
        ask(
            decision,
            "self-compel",
            (GM,),
            f"{target.name} asks for a compel: {compel.text}",
            (Option("yes", "Fair trouble"), Option("no", "No compel")),
            about={"compel": compel.id},
            cites=decision.cites("self-compel"),
        )

    def _approved(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        compel = decision.state.get(COMPELS)[str(prompt.about["compel"])]
        if answer.option == "yes":
            self._accept(decision, compel, closes_scene=False)
        else:
            self._close(decision, compel, "withdrawn")

    def _ask(self, decision: Decision, compel: Compel, target: Actor) -> None:
        card = card_text(decision.state, compel.aspect)
        options = [Option("accept", "Accept", price=Price(-compel.reward), cites=decision.cites("compel-accept"))]
        if not target.is_pc and self.defers_last:
            options.append(
                Option(
                    "accept-last",
                    "Accept; it closes the scene",
                    price=Price(-compel.reward),
                    cites=decision.cites("pool-grows"),
                )
            )
        haggle = TextHole("fill", "what instead", suggestion=compel.text, key="text")
        options.append(Option("haggle", "Suggest something else", (haggle,), cites=decision.cites("compel-haggle")))
        ask(
            decision,
            "compel",
            address_of(decision.state, target.id),
            f"Compel of {target.name} ({card}): {compel.text}",
            tuple(options),
            about={"compel": compel.id},
            cites=decision.cites("compel"),
        )

    # -- suggesting ----------------------------------------------------------------------------------------------

    def _may_suggest(self, state: State, seat: Seat, target: Actor) -> bool:
        """Players may, about each other's characters, one suggestion at a time."""
        is_for_another = target.is_pc and target.controller != seat.id and is_present(state, target.id)
        is_free = is_for_another and not seat.is_gm and not is_asked(state, "suggested_by", seat.id)
        return is_free and not dice_are_down(state)

    def _suggest(self, decision: Decision, command: SuggestCompel) -> None:
        target = actor_of(decision, command.target)
        card = card_of(decision, command.aspect)
        decision.require(
            self._may_suggest(decision.state, decision.seat, target)
            and self._fits(card, target)
            and in_play(decision.state, card),
            "not-compellable",
            f"You cannot suggest {card.text!r} for {target.name} now.",
        )
        decision.require(bool(command.text.strip()), "no-text", "Say what happens or what the character decides.")
        reveal(decision, card)
        ask(
            decision,
            "compel-suggestion",
            (GM,),
            f"{decision.seat.name or decision.seat.id} suggests a compel of {target.name} ({card.text}): "
            f"{command.text.strip()}",
            (Option("adopt", "Make it your own"), Option("no", "Rather not")),
            about={
                "suggested_by": decision.seat.id,
                "target": target.id,
                "aspect": card.id,
                "kind": command.kind,
                "text": command.text.strip(),
                "takes_action": int(command.takes_action),
            },
            cites=decision.cites("compel-suggest"),
            blocking=False,
        )

    def _may_adopt(self, state: State, prompt: Prompt, option: str) -> bool:
        """A suggestion waits while dice are down, or while another compel of the same character is on the table."""
        if option != "adopt":
            return True
        card = state.get(ASPECTS).get(AspectId(str(prompt.about["aspect"])))
        target = state.get(CAST)[ActorId(str(prompt.about["target"]))]
        return (
            card is not None
            and in_play(state, card)
            and self._may_be_target(state, gm_seat(state), target)
            and not dice_are_down(state)
        )

    def _adopted(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        if answer.option == "adopt":
            about = prompt.about
            adopted = OfferCompel(
                target=ActorId(str(about["target"])),
                aspect=AspectId(str(about["aspect"])),
                kind="decision" if about["kind"] == "decision" else "event",
                text=str(about["text"]),
                takes_action=bool(about["takes_action"]),
            )
            self._offer(decision, adopted)

    # -- answering -----------------------------------------------------------------------------------------------

    def _answered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        compel = decision.state.get(COMPELS)[str(prompt.about["compel"])]
        match answer.option:
            case "accept" | "accept-last":
                self._accept(decision, compel, closes_scene=answer.option == "accept-last")
            case _:
                self._ask_compeller(decision, compel, answer.text("text"))

    def _is_being_asked(self, state: State, compel: Compel) -> bool:
        return any(prompt.kind == "compel" for prompt in open_about(state, compel=compel.id))

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
            "compel-terms",
            (compel.by,),
            f"Instead of “{compel.text}”: {wanted}",
            (
                Option("agree", "Agreed"),
                Option("insist", "No, as it was"),
                Option("change", "Then rather", (TextHole("fill", "what", suggestion=wanted, key="text"),)),
            ),
            about={"compel": compel.id, "wanted": wanted},
            cites=decision.cites("compel-haggle"),
        )

    def _countered(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        compel = decision.state.get(COMPELS)[str(prompt.about["compel"])]
        text = {
            "agree": str(prompt.about["wanted"]),
            "insist": compel.text,
        }.get(answer.option) or answer.text("text")
        decision.emit(CompelReworded(compel.id, text, compel.round + 1))
        changed = decision.state.get(COMPELS)[compel.id]
        self._ask(decision, changed, decision.state.get(CAST)[compel.target])

    def _accept(self, decision: Decision, compel: Compel, *, closes_scene: bool) -> None:
        target = decision.state.get(CAST)[compel.target]
        winner = DEFERRED if closes_scene else self.account_of(target)
        topic = "compel-accept" if target.is_pc else "pool-grows"
        source = staked_on(compel.id)
        if self.pays_pool_from_bank and not target.is_pc:
            move(decision, source, BANK, compel.reward, "paid for a compel", "compel-stake")
            source = BANK
        move(decision, source, winner, compel.reward, "accepted a compel", topic)
        decision.emit(CompelClosed(compel.id, "accepted", compel.text, compel.target))
        if compel.takes_action:
            for roll in tuple(open_rolls(decision.state)):
                if roll.actor == target.id and roll.stage == "declared" and not roll.is_contest:
                    self.cancel_roll(decision, roll.id, "A compel came between.")
            decision.moment(TurnLost(target.id))

    def _close(self, decision: Decision, compel: Compel, result: str) -> None:
        """The offered point goes back to where it came from."""
        move(decision, staked_on(compel.id), compel.stake_from, compel.reward, f"compel {result}", "compel-stake")
        withdraw(decision, compel=compel.id)
        decision.emit(CompelClosed(compel.id, result, compel.text, compel.target))

    def _withdraw(self, decision: Decision, command: WithdrawCompel) -> None:
        compel = decision.state.get(COMPELS).get(command.compel)
        if compel is None:
            raise decision.violation("no-such-compel", "There is no such compel on the table.")
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
                    label=f"Take back the compel: {compel.text}",
                    cites=self.cites("compel"),
                    group="react",
                )
            target = state.get(CAST)[compel.target]
            supply = self.account_of(target)
            can_pay = balance(state, supply) >= compel.price
            if can_pay and controls(seat, target) and self._is_being_asked(state, compel):
                yield Offer(
                    command=RefuseCompel(compel.id),
                    label=f"Refuse the compel: {compel.text}",
                    price=Price(compel.price, supply),
                    cites=self.cites("compel-refuse"),
                    group="answer",
                )

    def _target_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not state.get(SCENE).is_open:
            return
        targets = [target for target in state.get(CAST).values() if self._may_be_target(state, seat, target)]
        for target, aspects in self._choices_for(state, seat, targets):
            stake = self._stake(state, seat, target)
            yield Offer(
                command=OfferCompel(target=target.id, aspect=AspectId(""), kind="event", text=""),
                label=f"Compel {target.name}",
                holes=_compel_holes(aspects, self.reward, self._most(seat)),
                price=Price(0 if stake == BANK else self.reward, stake),
                cites=self.cites("compel-offer"),
                group="compel",
            )

    def _suggestion_offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat.is_gm:
            return
        targets = [target for target in state.get(CAST).values() if self._may_suggest(state, seat, target)]
        for target, aspects in self._choices_for(state, seat, targets):
            yield Offer(
                command=SuggestCompel(target=target.id, aspect=AspectId(""), kind="event", text=""),
                label=f"Suggest a compel of {target.name} to the game master",
                holes=_compel_holes(aspects),
                cites=self.cites("compel-suggest"),
                group="compel",
            )


@remembered(limit=256)
def _compel_holes(aspects: tuple[Choice, ...], least: int = 0, most: int = 0) -> tuple[Hole, ...]:
    kinds = (Choice("decision", "a decision they make"), Choice("event", "something that happens"))
    points = (NumberHole("points", "points offered", least, most),) if most > least else ()
    return (
        ChoiceHole("aspect", "aspect", aspects),
        ChoiceHole("kind", "kind", kinds),
        TextHole("text", "what happens"),
        FlagHole("takes_action", "it costs the action"),
        *points,
    )


@remembered(limit=1024)
def _choices(
    known: tuple[AspectCard, ...], choices: Mapping[AspectId, Choice], bearer: ActorId | None
) -> tuple[Choice, ...]:
    return tuple(choices[card.id] for card in known if _compellable(card) and bearer in (None, card.bearer))


def _compellable(card: AspectCard) -> bool:
    """Having an aspect or being around one may mean trouble; a boost is too fleeting for that."""
    return card.kind != BOOST


def card_text(state: State, aspect: AspectId) -> str:
    card = state.get(ASPECTS).get(aspect)
    return card.text if card else "an aspect"


def _between_rolls(name: str, source: OfferSource) -> OfferSource:
    return lambda state, seat: () if dice_are_down(state) else state.part(name, source, seat)
