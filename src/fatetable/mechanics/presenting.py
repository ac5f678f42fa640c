"""From a viewer's state to blocks.  Knows what is worth showing, not how it looks; the state holds no secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.engine.prompts import PROMPTS, Prompt
from fatetable.engine.recollection import Recollection
from fatetable.engine.seats import SEATS, Seat, gm_seat, is_addressed
from fatetable.engine.state import State
from fatetable.mechanics.aspects import ASPECTS, BOOST, CHARACTER, CONSEQUENCE, SITUATION, AspectCard, borne_by
from fatetable.mechanics.blocks import (
    AspectCardsBlock,
    Block,
    BorderView,
    CardView,
    CompelView,
    EffortView,
    FeatureView,
    PlaceView,
    PointsBlock,
    PreparedBlock,
    PreparedPartView,
    PreparedSceneView,
    PromptBlock,
    PurseView,
    RollBlock,
    SceneBlock,
    SheetBlock,
    SlotView,
    TallyBlock,
    TasksBlock,
    TaskView,
    TokenView,
    TraitRow,
    TurnOrderBlock,
    WaitingBlock,
    ZoneMapBlock,
    ZoneView,
)
from fatetable.mechanics.cast import CAST, Actor, ActorId, controlled, controls, name_of, seat_of, whose
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.compels import COMPELS
from fatetable.mechanics.encounters import ENCOUNTER, Challenge, Conflict, Contest, contest_of
from fatetable.mechanics.fate_points import DEFERRED, POOL, balance, purse
from fatetable.mechanics.features import uses_left
from fatetable.mechanics.gathering import FRAME
from fatetable.mechanics.harm import HarmRules, Slot, condition_of, is_out
from fatetable.mechanics.ladder import Ladder
from fatetable.mechanics.personal import Own, own_sheets_first
from fatetable.mechanics.preparing import PREPARED, PreparedScene
from fatetable.mechanics.prospects import prospects
from fatetable.mechanics.rolls import ROLLS, Declaration, Effort, Roll, RollId
from fatetable.mechanics.scenes import CALENDAR, SCENE
from fatetable.mechanics.staging import FACTS
from fatetable.mechanics.zones import ZONES, Border, place_of


def barrier_in_words(state: State, border: Border) -> str:
    """What or who is in the way between two zones."""
    return border.barrier or (name_of(state, border.blocker) if border.blocker else "")


def no_battle(_: State) -> tuple[Block, ...]:
    return ()


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
    """`barrier` is what is shown of a border.

    `is_answerable` says of a question whether it can be answered now; until then the table waits for something else.
    `battle` shows a fight of masses, where a ruleset has such.
    `waited_for` says whom the table waits for by rules of the ruleset's own, ahead of whose turn it is.
    `place_value` is the figure shown of what decides somebody's place in the order of turns.
    `underway` shows whatever else takes its time, and `notes` what a sheet has to say beyond what all sheets have.
    Where no victories are counted, a contest is among what is underway.
    Unless it `tells_odds`, nobody is shown what a difficulty would mean for a roll.
    """

    rules: CheckRules
    ladder: Ladder
    harm: Callable[[Actor], HarmRules]
    refresh: Callable[[Actor], int]
    victories: int
    scenario: Callable[[State], tuple[str, ...]]
    barrier: Callable[[State, Border], str] = barrier_in_words
    battle: Callable[[State], tuple[Block, ...]] = no_battle
    waited_for: Callable[[State], WaitingBlock | None] = nobody_in_particular
    place_value: Callable[[int], int] = unchanged
    is_answerable: Callable[[State, Prompt], bool] = always_answerable
    underway: Callable[[State, Seat], tuple[Block, ...]] = nothing_underway
    notes: Callable[[State, Actor], tuple[tuple[str, str], ...]] = nothing_to_note
    tells_odds: bool = True

    def present(self, state: State, seat: Seat, recollection: Recollection | None = None) -> tuple[Block, ...]:
        """Everything this viewer sees, most urgent first; blocks that stay as they are remain the same objects."""
        recollection = recollection or Recollection()
        recollection.turn_to(state, seat)
        above: list[Block] = recollection.recall_lists(
            (
                ("prompts", self._prompts),
                ("waiting", self._waiting),
                ("rolls", self._rolls),
                ("scene", self._scene),
                ("battle", self._battle),
                ("encounter", self._encounter),
                ("underway", self.underway),
                ("cards", self._cards),
                ("map", self._map),
            ),
            seat,
        )
        recall = recollection.recall
        sheets = [recall(actor, self._sheet, seat, actor) for actor in recall("shown", self._shown, seat)]
        below: list[Block] = recollection.recall_lists((("points", self._points), ("prepared", _prepared)), seat)
        return (*above, *sheets, *below)

    def _battle(self, state: State, _: Seat) -> tuple[Block, ...]:
        return self.battle(state)

    def _scene(self, state: State, seat: Seat) -> Iterator[SceneBlock]:
        scene = state.get(SCENE)
        facts = tuple(f"{fact.aspect}: {fact.fact}" for fact in state.get(FACTS))
        yield SceneBlock(
            title=scene.title,
            number=scene.number,
            session=state.get(CALENDAR).session,
            is_open=scene.is_open,
            facts=facts,
            genre=state.get(FRAME).genre,
            setting=state.get(FRAME).setting,
            scenario=self.scenario(state) if seat.is_gm else (),
        )

    # -- cards ---------------------------------------------------------------------------------------------------

    def _view(self, state: State, seat: Seat, card: AspectCard) -> CardView:
        zone = state.get(ZONES).zones.get(card.zone)  # type: ignore[call-overload]
        return CardView(
            id=card.id,
            text=card.text,
            kind=card.kind,
            bearer=name_of(state, card.bearer) if card.bearer else "",
            zone=zone.name if zone else "",
            owner=name_of(state, card.owner) if card.owner else "",
            free=tuple(name_of(state, free.lent_to or free.holder) for free in card.free),
            is_hidden=card.known_to is not None,
            bearer_id=card.bearer or "",
            zone_id=card.zone if zone else "",
            owner_id=card.owner or "",
            is_mine=any(_is_mine(state, seat, actor) for actor in (card.bearer, card.owner) if actor),
        )

    def _cards(self, state: State, seat: Seat) -> Iterator[AspectCardsBlock]:
        known = state.get(ASPECTS).values()
        situation = tuple(self._view(state, seat, card) for card in known if card.kind == SITUATION)
        boosts = tuple(self._view(state, seat, card) for card in known if card.kind == BOOST)
        if situation:
            yield AspectCardsBlock("Situation", situation)
        if boosts:
            yield AspectCardsBlock("Boosts", boosts)

    def _shown(self, state: State, seat: Seat) -> tuple[ActorId, ...]:
        scene = state.get(SCENE)
        cast = state.get(CAST)
        shown = [actor for actor in cast.values() if not scene.is_open or actor.id in scene.present or actor.is_hidden]
        shown.sort(key=lambda actor: (not controls(seat, actor), not actor.is_pc))
        return tuple(actor.id for actor in shown)

    def _sheet(self, state: State, seat: Seat, actor_id: ActorId) -> SheetBlock:
        actor = state.get(CAST)[actor_id]
        condition = condition_of(state, actor.id)
        cards = borne_by(state, actor.id)
        taken = [(card.slot, self._view(state, seat, card)) for card in cards if card.kind == CONSEQUENCE]
        zone = state.get(ZONES).zones.get(place_of(state, actor.id))
        has_figures = bool(actor.sheet.traits or actor.sheet.lists)
        return SheetBlock(
            actor=actor.id,
            name=actor.name,
            kind=actor.kind,
            description=actor.sheet.description,
            is_mine=controls(seat, actor),
            points=balance(state, purse(actor.id)) if actor.is_pc else None,
            refresh=self.refresh(actor) if actor.is_pc else None,
            aspects=tuple(self._view(state, seat, card) for card in cards if card.kind == CHARACTER),
            traits=self._traits(actor) if has_figures else (),
            features=tuple(FeatureView(f.name, f.text, uses_left(state, actor, f)) for f in actor.sheet.features),
            boxes=condition.boxes,
            scores={
                name: (condition.scores.get(name, whole), whole)
                for name, whole in (self.harm(actor).scores(actor) if has_figures else condition.whole).items()
            },
            slots=tuple(_slots(self.harm(actor).slots(actor), taken)),
            out=condition.out,
            zone=zone.name if zone else "",
            is_pc=actor.is_pc,
            is_hidden=actor.is_hidden,
            zone_id=zone.id if zone else "",
            seat=seat_of(state, actor.id),
            notes=self.notes(state, actor),
        )

    @remembered(limit=2048)
    def _traits(self, actor: Actor) -> tuple[TraitRow, ...]:
        word = self.ladder.word
        return tuple(TraitRow(t.id, t.label, t.rating, word(t.rating)) for t in self.rules.traits(actor, ""))

    def _points(self, state: State, _: Seat) -> Iterator[PointsBlock]:
        rows = [(actor.name, balance(state, purse(actor.id))) for actor in state.get(CAST).values() if actor.is_pc]
        rows.append(("pool", balance(state, POOL)))
        if deferred := balance(state, DEFERRED):
            rows.append(("next scene's pool", deferred))
        purses = [
            PurseView(
                label=actor.name,
                points=balance(state, purse(actor.id)),
                actor=actor.id,
                seat=seat_of(state, actor.id),
                refresh=self.refresh(actor),
            )
            for actor in state.get(CAST).values()
            if actor.is_pc
        ]
        pools = rows[len(purses) :]
        purses += (PurseView(label=label, points=points, seat=gm_seat(state).id) for label, points in pools)
        yield PointsBlock(tuple(rows), tuple(purses))

    def _map(self, state: State, seat: Seat) -> Iterator[ZoneMapBlock]:
        area = state.get(ZONES)
        if not area.zones:
            return
        present = state.get(SCENE).present
        standing = [(actor, place) for actor, place in area.places.items() if actor in present]
        zones = tuple(
            ZoneView(
                id=zone.id,
                name=zone.name,
                actors=tuple(name_of(state, actor) for actor, place in standing if place == zone.id),
                aspects=tuple(card.text for card in state.get(ASPECTS).values() if card.zone == zone.id),
                is_hidden=zone.is_hidden,
                tokens=tuple(self._token(state, seat, actor) for actor, place in standing if place == zone.id),
                at=zone.at,
            )
            for zone in area.zones.values()
        )
        borders = tuple(
            BorderView(
                area.zones[border.one].name,
                area.zones[border.other].name,
                self.barrier(state, border),
                border.one,
                border.other,
            )
            for border in area.borders
            if border.one in area.zones and border.other in area.zones
        )
        yield ZoneMapBlock(zones, borders)

    def _token(self, state: State, seat: Seat, actor_id: ActorId) -> TokenView:
        actor = state.get(CAST)[actor_id]
        conflict = state.get(ENCOUNTER)
        turn = ""
        if isinstance(conflict, Conflict):
            turn = next((_turn_state(state, conflict, *at) for at in _places(conflict) if at[1] == actor_id), "")
        return TokenView(
            actor=actor_id,
            name=actor.name,
            is_pc=actor.is_pc,
            is_mine=controls(seat, actor),
            is_hidden=actor.is_hidden,
            points=balance(state, purse(actor_id)) if actor.is_pc else None,
            state="out" if is_out(state, actor_id) else turn,
        )

    # -- encounters ----------------------------------------------------------------------------------------------

    def _encounter(self, state: State, seat: Seat) -> Iterator[Block]:
        match state.get(ENCOUNTER):
            case Conflict() as conflict:
                yield self._turn_order(state, seat, conflict)
            case Contest() as contest if self.victories:
                victories = {name_of(state, actor): won for actor, won in contest.tally.items()}
                yield TallyBlock(contest.goal, contest.exchange, victories, self.victories)
            case Challenge() as challenge:
                tasks = tuple(
                    TaskView(
                        name=task.name,
                        result=task.result,
                        is_hidden=task.is_hidden,
                        outcome=task.outcome,
                        by=name_of(state, task.by) if task.by else "",
                    )
                    for task in challenge.tasks
                )
                yield TasksBlock(challenge.situation, tasks)
            case Contest() | None:
                return

    def _turn_order(self, state: State, seat: Seat, conflict: Conflict) -> TurnOrderBlock:
        values = {actor: place.value for place in conflict.order for actor in place.actors}
        places = tuple(
            PlaceView(
                name_of(state, actor),
                self.place_value(values[actor]),
                _turn_state(state, conflict, index, actor),
                actor,
                _is_mine(state, seat, actor),
            )
            for index, actor in _places(conflict)
        )
        return TurnOrderBlock(conflict.kind, conflict.exchange, places)

    # -- rolls and questions -------------------------------------------------------------------------------------

    def roll_card(self, state: State, seat: Seat, roll: RollId) -> RollBlock | None:
        """One roll as it lies on the table."""
        return next((card for card in self._rolls(state, seat) if card.id == roll), None)

    def _rolls(self, state: State, seat: Seat) -> Iterator[RollBlock]:
        for roll in state.get(ROLLS).values():
            yield RollBlock(
                id=roll.id,
                action=roll.declaration.action,
                stage=roll.stage,
                sides=tuple(self._side(state, seat, effort) for effort in roll.efforts),
                difficulty=roll.difficulty,
                against=self._against(roll),
                margin=roll.margin_now() if roll.stage != "declared" and _is_compared(roll) else roll.margin,
                outcome=roll.outcome or self._outcome_now(roll),
                waiting=roll.waiting,
                target=_target(state, roll.declaration),
            )

    def _against(self, roll: Roll) -> str:
        if roll.difficulty is None:
            return ""
        return self.ladder.label(roll.difficulty + roll.efforts[0].hindrance)

    def _outcome_now(self, roll: Roll) -> str:
        if roll.stage != "thrown" or not _is_compared(roll):
            return ""
        return self.rules.bands.outcome(roll.margin_now())

    def _side(self, state: State, seat: Seat, effort: Effort) -> EffortView:
        actor = state.get(CAST).get(effort.actor)
        kept = effort.throws[effort.kept] if effort.throws else None
        return EffortView(
            id=effort.id,
            name=name_of(state, effort.actor),
            trait=effort.trait,
            description=effort.description,
            faces=kept.values if kept else (),
            earlier=tuple(throw.values for throw in effort.throws if throw is not kept),
            modifiers=effort.modifiers,
            hindrances=effort.hindrances,
            total=effort.total,
            word=self.ladder.label(effort.total),
            actor=effort.actor,
            is_mine=actor is not None and controls(seat, actor),
        )

    def _prompts(self, state: State, seat: Seat) -> Iterator[PromptBlock]:
        return (self._prompt(state, seat, prompt) for prompt in state.get(PROMPTS).values())

    def _prompt(self, state: State, seat: Seat, prompt: Prompt) -> PromptBlock:
        for_me = is_asked(seat, prompt)
        return PromptBlock(
            id=prompt.id,
            question=prompt.question,
            for_me=for_me,
            names=tuple(s.name or s.id for s in state.get(SEATS).values() if is_addressed(s, prompt.seats)),
            answers=tuple(option.label for option in prompt.options),
            cites=prompt.cites,
            kind=prompt.kind,
            roll=str(prompt.about.get("roll", "")),
            actor=str(prompt.about.get("actor", "")),
            compel=_compel(state, str(prompt.about.get("compel", ""))),
            is_blocking=prompt.blocking,
            prospects=prospects(self.rules, self.ladder, state, prompt) if for_me and self.tells_odds else (),
        )

    # -- the same for everybody, and what is somebody's own ------------------------------------------------------------

    def own(self, state: State, seat: Seat) -> Own:
        """What is the own of somebody with that state in what an onlooker with the same state sees."""
        return Own(frozenset([actor.id for actor in controlled(state, seat)]), self.asked(state, seat))

    def asked(self, state: State, seat: Seat) -> dict[str, PromptBlock]:
        """The questions somebody is asked, as they see them."""
        prompts = state.get(PROMPTS).values()
        return {prompt.id: self._prompt(state, seat, prompt) for prompt in prompts if is_asked(seat, prompt)}

    def personal(self, state: State, seat: Seat, blocks: Sequence[Block]) -> tuple[Block, ...]:
        """What an onlooker with that state sees as `seat` sees it, whose own sheets come first."""
        own = self.own(state, seat)
        return tuple([own.seen(block) for block in own_sheets_first(blocks, own.actors)])

    def _waiting(self, state: State, seat: Seat) -> Iterator[WaitingBlock]:
        """One line: the first thing the table waits for."""
        for prompt in state.get(PROMPTS).values():
            if prompt.blocking and self.is_answerable(state, prompt):
                seats = tuple(s.id for s in state.get(SEATS).values() if is_addressed(s, prompt.seats))
                yield WaitingBlock(tuple(s for s in seats if s not in prompt.answered), prompt.question)
                return
        for roll in state.get(ROLLS).values():
            if roll.stage == "over":
                continue
            if roll.waiting:
                why = "change the roll, or pass" if roll.stage == "thrown" else "help, step in, or go ahead"
                yield WaitingBlock(roll.waiting, why)
                return
            if roll.stage == "declared" and not (roll.is_contest and _yet_to_compete(state)):
                thrower = roll.efforts[max(roll.active, 0)].actor
                yield WaitingBlock((seat_of(state, thrower),), "throw the dice")
                return
        encounter = state.get(ENCOUNTER)
        if missing := _yet_to_compete(state):
            yield WaitingBlock(
                tuple(dict.fromkeys(seat_of(state, actor) for actor in missing)), "say how to compete", ("contend",)
            )
        elif waiting := self.waited_for(state):
            yield waiting
        elif isinstance(encounter, Conflict):
            if not encounter.is_running or encounter.turn >= len(encounter.order):
                yield WaitingBlock((gm_seat(state).id,), "begin the next exchange")
            else:
                place = encounter.order[encounter.turn]
                acting = tuple(a for a in place.actors if a not in encounter.done and not is_out(state, a))
                if acting:
                    yield WaitingBlock((seat_of(state, acting[0]),), f"{whose(name_of(state, acting[0]))} turn")


def is_asked(seat: Seat, prompt: Prompt) -> bool:
    return is_addressed(seat, prompt.seats) and seat.id not in prompt.answered


def _yet_to_compete(state: State) -> tuple[ActorId, ...]:
    """Who has not said yet what they do in this exchange of a contest."""
    contest = contest_of(state)
    if contest is None:
        return ()
    roll = state.get(ROLLS).get(contest.roll)
    if roll is None or roll.stage == "over":
        return tuple(actor for actor in contest.tally if actor not in contest.entered)
    entered = {effort.actor for effort in roll.efforts}
    return tuple(actor for actor in contest.tally if actor not in entered)


def _prepared(state: State, seat: Seat) -> Iterator[PreparedBlock]:
    drawer = state.get(PREPARED)
    if drawer and seat.is_gm:
        yield PreparedBlock(tuple(map(_prepared_scene, drawer.values())))


def _prepared_scene(scene: PreparedScene) -> PreparedSceneView:
    names = {zone.id: zone.name for zone in scene.zones}
    return PreparedSceneView(
        id=scene.id,
        title=scene.title,
        aspects=tuple(
            PreparedPartView(id=each.id, text=each.words, where=names.get(each.zone, ""), is_hidden=each.is_hidden)
            for each in scene.aspects
        ),
        zones=tuple(
            PreparedPartView(
                id=each.id,
                text=each.name,
                where=", ".join(names[other] for other in each.next_to),
                is_hidden=each.is_hidden,
            )
            for each in scene.zones
        ),
        opponents=tuple(
            PreparedPartView(id=each.id, text=each.sheet.name, where=names.get(each.zone, ""), is_hidden=each.is_hidden)
            for each in scene.opponents
        ),
    )


def _target(state: State, declaration: Declaration) -> str:
    """Whom, or else which aspect, it is about, to those who know of them."""
    actor = state.get(CAST).get(declaration.target)
    card = state.get(ASPECTS).get(declaration.aspect)
    return actor.name if actor else card.text if card else ""


def _is_compared(roll: Roll) -> bool:
    """Is there one result by now: not before the other side has answered, nor where many compete."""
    return roll.has_opposition and not roll.is_contest


def _is_mine(state: State, seat: Seat, actor_id: ActorId) -> bool:
    actor = state.get(CAST).get(actor_id)
    return actor is not None and controls(seat, actor)


def _places(conflict: Conflict) -> Iterator[tuple[int, ActorId]]:
    """Everybody in the order of turns, with the number of the turn."""
    return ((index, actor) for index, place in enumerate(conflict.order) for actor in place.actors)


def _turn_state(state: State, conflict: Conflict, index: int, actor: ActorId) -> str:
    if is_out(state, actor):
        return "out"
    if actor in conflict.done:
        return "done"
    return "acting" if conflict.is_running and index == conflict.turn else "waiting"


def _compel(state: State, compel_id: str) -> CompelView | None:
    compel = state.get(COMPELS).get(compel_id)
    if compel is None:
        return None
    by = state.get(SEATS).get(compel.by)
    card = state.get(ASPECTS).get(compel.aspect)
    return CompelView(
        id=compel.id,
        by=by.name or by.id if by else compel.by,
        target=name_of(state, compel.target),
        aspect=card.text if card else "",
        text=compel.text,
        kind=compel.kind,
        takes_action=compel.takes_action,
        reward=compel.reward,
        price=compel.price,
    )


def _slots(slots: tuple[Slot, ...], taken: list[tuple[str, CardView]]) -> Iterator[SlotView]:
    """Each slot with the consequence in it; what lies above the limit comes last, and absorbs nothing."""
    left = list(taken)
    for slot in slots:
        place = next((number for number, (name, _) in enumerate(left) if name == slot.name), None)
        yield _slot(slot, left.pop(place)[1] if place is not None else None)
    for name, card in left:
        yield SlotView(name, 0, card.text, card.free, card.id)


def _slot(slot: Slot, taken: CardView | None) -> SlotView:
    if taken is None:
        return SlotView(slot.name, slot.absorbs, "")
    return SlotView(slot.name, slot.absorbs, taken.text, taken.free, taken.id)
