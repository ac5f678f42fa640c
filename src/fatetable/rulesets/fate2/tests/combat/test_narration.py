"""What the log tells of a fight."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.fate2.combat.arms import TakeArms
from fatetable.rulesets.fate2.combat.manoeuvres import Manoeuvre
from fatetable.rulesets.fate2.combat.off_guard import CatchOffGuard
from fatetable.rulesets.fate2.combat.stances import FightDefensively
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.tabletop.words.chronicle import Chronicle

CYRUS, WATCH = ActorId("cyrus"), ActorId("city-watch")


def told(g: Game) -> list[str]:
    chronicle = Chronicle(g.table, "ana")
    chronicle.hear_news()
    return [told.line for told in chronicle.lines]


def test_the_log_tells_what_happens_to_whom() -> None:
    g = Game(foes=("City Watch",), weapons="simple", armour="simple")
    g.do("ana", TakeArms(actor=CYRUS, weapon="Sword", armour="Leather"))
    g.fight_by_turns()
    g.do("ana", FightDefensively(CYRUS))
    g.blow(0)
    g.come_to("cyrus")
    g.do("ana", Manoeuvre(actor=CYRUS, target=WATCH, trait="footman", description="kicks", words="out of the door"))
    g.answer("gm", "fate2-result-needed", "row", row="Clipped")
    g.answer("gm", "defend", "defend", trait="watchman", description="parries")
    g.throw_for(3)
    g.answer("ana", "fate2-effect-or-wound", "effect")
    g.do("gm", CatchOffGuard(WATCH))
    lines = " ".join(told(g))
    for sentence in (
        "has in hand: Sword and wears Leather.",
        "City Watch expects no attack.",
        "Cyrus fights defensively.",
        "City Watch is Hurt.",
        "Cyrus succeeds against City Watch: out of the door.",
    ):
        assert sentence in lines


def test_what_all_do_is_told_once_the_last_has_said_it() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_exchanges()
    g.intend("cyrus", "manoeuvre", "city-watch", effect="on the floor", description="kicks the bench")
    assert not any("manoeuvres" in line for line in told(g))
    g.intend("finn", "evade")
    g.intend("city-watch", "attack", "finn")
    lines = told(g)
    assert "Cyrus manoeuvres against City Watch: on the floor; kicks the bench." in lines
    assert "Finn evades: so." in lines
    assert "City Watch attacks Finn: so." in lines
