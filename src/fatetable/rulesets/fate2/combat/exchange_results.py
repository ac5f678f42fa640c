"""Reading the one roll of an exchange, pair by pair (F2-COMB-21, F2-MOD-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.state import REVEALED, Intent, Revealed
from fatetable.mechanics.harm.penalties import penalties_now, wounds_in
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.modifiers.menus import chosen_modifiers
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import Reading, one_against_each, read_by_bands
from fatetable.mechanics.rolls.state import Comparison, Modifier, Roll
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.combat.exchange import AFAR, HARMFUL
from fatetable.rulesets.fate2.combat.modifiers import fight_menu
from fatetable.rulesets.fate2.combat.pairs import Group, groups
from fatetable.rulesets.fate2.combat.scene_fights import BY_SCENE
from fatetable.rulesets.fate2.combat.wounds import harm_rules
from fatetable.rulesets.fate2.dials import Dials


class ExchangeResults(Struct, frozen=True, kw_only=True):
    """`usual` are the rules for all other rolls, which read the margins here too."""

    tables: Tables
    dials: Dials
    usual: CheckRules

    # -- comparing -------------------------------------------------------------------------------------------------

    def compare(self, state: State, roll: Roll) -> tuple[Comparison, ...]:
        if not roll.is_of_all:
            return one_against_each(state, roll)
        revealed = state.get(REVEALED)
        is_read_otherwise = revealed.pace == BY_SCENE and self.dials.scene_fights != "pairs"
        if revealed.roll != roll.id or is_read_otherwise:
            return ()
        return tuple(self._comparisons(state, roll, revealed))

    def _comparisons(self, state: State, roll: Roll, revealed: Revealed) -> Iterator[Comparison]:
        places = {effort.actor: place for place, effort in enumerate(roll.efforts)}
        intents = {actor: intent for actor, intent in revealed.intents.items() if actor in places}
        number = 0
        for group in groups(tuple(places), intents):
            for other in group.others:
                if not is_out(state, group.one) and not is_out(state, other):
                    yield Comparison(
                        one=places[group.one],
                        other=places[other],
                        group=number,
                        modifiers=self._parts(state, roll, group, intents, group.one, other),
                        opposing=self._parts(state, roll, group, intents, other, group.one),
                    )
            number += 1
        for actor, difficulty in revealed.difficulties.items():
            if actor in places and not is_out(state, actor):
                wounds = self._new_wounds(state, roll, actor)
                yield Comparison(one=places[actor], difficulty=difficulty, group=number, modifiers=wounds)
                number += 1

    def _parts(
        self,
        state: State,
        roll: Roll,
        group: Group,
        intents: Mapping[ActorId, Intent],
        actor: ActorId,
        against: ActorId,
    ) -> tuple[Modifier, ...]:
        """What counts for somebody in this pair alone: numbers, what is claimed against this target, new wounds."""
        numbers = next(row for row in self.tables.fight_modifiers if row.of == "numbers")
        outnumbers = actor in group.attackers and against == group.one
        intent = intents[actor]
        claims = intent.claims if intent.target == against else ()
        menu = fight_menu(self.tables, self.dials, by_eye=False)
        return (
            *((Modifier("numbers", numbers.name, numbers.amount, numbers.cites),) if outnumbers else ()),
            *chosen_modifiers(menu, claims),
            *self._new_wounds(state, roll, actor),
        )

    def _new_wounds(self, state: State, roll: Roll, actor: ActorId) -> tuple[Modifier, ...]:
        """Wounds that were marked since the dice fell; each box more of an injury counts too."""
        effort = next(each for each in roll.efforts if each.actor == actor)
        found = state.get(CAST).get(actor)
        if found is None:
            return ()
        now = penalties_now(harm_rules(self.tables, self.dials)[found.kind].rows(found), state, found, effort.action)
        known = {part.label: part.amount for part in effort.modifiers if part.label in wounds_in(effort)}
        fresh = ((part, part.amount - known.get(part.label, 0)) for part in now)
        return tuple(msgspec.structs.replace(part, amount=amount) for part, amount in fresh if amount < 0)

    # -- reading ---------------------------------------------------------------------------------------------------

    def read(self, state: State, roll: Roll, comparison: Comparison, difference: int) -> Reading:
        usual = self._usual(state, roll, comparison, difference)
        if not roll.is_of_all or comparison.other < 0:
            return usual
        intents = state.get(REVEALED).intents
        one, other = (roll.efforts[place].actor for place in (comparison.one, comparison.other))
        affects = affected_by(intents, one, other) and self._beats_all(state, roll, comparison, usual.margin)
        is_affected = affected_by(intents, other, one)
        return msgspec.structs.replace(
            usual,
            outcome=usual.outcome if affects else "fail",
            opposing_outcome=usual.opposing_outcome if is_affected else "fail",
        )

    def _usual(self, state: State, roll: Roll, comparison: Comparison, difference: int) -> Reading:
        if self.usual.read is not None:
            return self.usual.read(state, roll, comparison, difference)
        return read_by_bands(self.usual.bands_for(state, roll, comparison), comparison, difference)

    def _beats_all(self, state: State, roll: Roll, comparison: Comparison, margin: int) -> bool:
        """A lone fighter affects one of several only if he beats them all; a tie beats nobody (F2-MOD-06)."""
        group = [each for each in self.compare(state, roll) if each.one == comparison.one and each.other >= 0]
        others = [each for each in group if each.group == comparison.group and each.other != comparison.other]
        if not others:
            return True
        return margin > 0 and all(self.usual.difference(state, roll, each) > 0 for each in others)


def only_one(_: State, roll: Roll, group: tuple[Comparison, ...]) -> tuple[tuple[int, int, ActorId], ...]:
    """A lone fighter who beats them all picks one of them."""
    if not roll.is_of_all or len(group) < 2:
        return ()
    return tuple(each.pair for each in group if each.outcome == "succeed")


def affected_by(intents: Mapping[ActorId, Intent], winner: ActorId, loser: ActorId) -> bool:
    """Does the loser of a comparison suffer?  If the winner attacks, and has him as target or in reach."""
    own, theirs = intents[winner], intents[loser]
    return own.stance in HARMFUL and (own.target == loser or theirs.stance != AFAR)


def with_exchanges(tables: Tables, dials: Dials, usual: CheckRules) -> CheckRules:
    """The check rules, with rolls of everybody in a fight read pair by pair."""
    reading = ExchangeResults(tables=tables, dials=dials, usual=usual)
    return msgspec.structs.replace(usual, compare=reading.compare, read=reading.read)
