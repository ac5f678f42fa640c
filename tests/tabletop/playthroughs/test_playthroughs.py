"""Every shipped playthrough and scene goes as written, and what does not is reported with its line."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable import rulesets
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import LogRecord
from fatetable.engine.offers import FormHole
from fatetable.tabletop.playthroughs.playthrough import Playthrough, read_playthrough
from fatetable.tabletop.playthroughs.runner import Result, run
from fatetable.tabletop.playthroughs.yaml_values import Unreadable
from fatetable.tabletop.table import Table

RULESET = rulesets.folders()[0]
SHIPPED = [
    pytest.param(text, name, id=f"{ruleset}-{name}")
    for ruleset in rulesets.folders()
    for texts in (rulesets.playthroughs(ruleset), rulesets.scenes(ruleset))
    for name, text in texts.items()
]

# Lines 1 to 4 of every game below.
HEAD = f"""\
title: A game
ruleset: {RULESET}
seats: {{gm: gm, ana: player, bo: player, zoe: spectator}}
steps:
"""
# Lines 5 to 8: a scene with two aspects in it, one of them hidden.
SCENE = """\
  - {as: gm, do: start-session}
  - {as: gm, do: {type: start-scene, title: A shore}}
  - {as: gm, do: {type: place-aspect, words: White Sand}}
  - {as: gm, do: {type: place-aspect, words: Buried Gold, is_hidden: true}}
"""


def playthrough(text: str) -> Playthrough:
    return read_playthrough(text, "game.yaml")


def played(steps: str) -> Result:
    return run(playthrough(HEAD + SCENE + steps))


def mismatches(steps: str) -> list[tuple[int, str]]:
    return [(mismatch.line, mismatch.message) for mismatch in played(steps).mismatches]


# -- what is shipped -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "name"), SHIPPED)
def test_it_goes_as_written(text: str, name: str) -> None:
    assert run(read_playthrough(text, name)).mismatches == ()


@pytest.mark.parametrize(("text", "name"), SHIPPED)
def test_what_is_done_was_on_offer_and_what_is_refused_was_not(
    text: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    surprises: list[str] = []
    send = Table.send

    def watched(table: Table, seat: str, command: Any, **options: Any) -> tuple[LogRecord, ...]:
        wish = table.ruleset.codec.read_command(command)
        offered = [offer for offer in table.offers(seat) if offer.matches(wish)]
        try:
            facts = send(table, seat, command, **options)
        except RuleViolation as refusal:
            # The form checks whether a sheet is in order; the offer only says that one is wanted.
            if not all(isinstance(hole, FormHole) for offer in offered for hole in offer.holes[:1]):
                surprises.append(f"offered and refused ({refusal.code}): {wish}")
            raise
        if not offered:
            surprises.append(f"done without being offered to {seat}: {wish}")
        return facts

    monkeypatch.setattr(Table, "send", watched)
    run(read_playthrough(text, name))
    assert surprises == []


@pytest.mark.parametrize(("text", "name"), SHIPPED)
def test_its_record_can_be_kept_and_read_again(text: str, name: str) -> None:
    table = run(read_playthrough(text, name)).table
    assert Table.load(list(table.dump())).state == table.state


@pytest.mark.parametrize("ruleset", rulesets.folders())
def test_every_ruleset_has_a_playthrough_and_a_scene(ruleset: str) -> None:
    assert rulesets.playthroughs(ruleset)
    assert rulesets.scenes(ruleset)


@pytest.mark.parametrize("ruleset", rulesets.folders())
def test_every_shipped_file_is_of_its_own_ruleset_and_says_what_it_is_about(ruleset: str) -> None:
    for texts in (rulesets.playthroughs(ruleset), rulesets.scenes(ruleset)):
        for name, text in texts.items():
            found = read_playthrough(text, name)
            assert (found.ruleset, bool(found.title), bool(found.about)) == (ruleset, True, True), name


@pytest.mark.parametrize("ruleset", rulesets.folders())
def test_scenes_throw_no_dice_and_leave_something_to_do(ruleset: str) -> None:
    for name, text in rulesets.scenes(ruleset).items():
        scene = read_playthrough(text, name)
        assert not any(step.dice for step in scene.steps), name
        table = run(scene).table
        assert any(offer.group == "act" for seat in scene.seats for offer in table.offers(seat)), name
        table.seal(bytes(32))


# -- mismatches ----------------------------------------------------------------------------------------------------


def test_a_game_that_goes_as_written_has_no_mismatch() -> None:
    assert mismatches("  - {as: ana, sees: {aspects: {White Sand: {kind: situation}}}}\n") == []


def test_a_wrong_number_is_reported_with_the_line_it_stands_on() -> None:
    steps = "  - as: gm\n    state:\n      points:\n        pool: 3\n"
    assert mismatches(steps) == [(12, "'gm' sees points.pool: expected 3, found 0")]


def test_a_wrong_state_at_the_end_is_reported_with_its_line() -> None:
    end = "state:\n  aspects: {White Sand: null}\n  scene: {title: A hill}\n"
    found = [(mismatch.line, mismatch.message) for mismatch in played(end).mismatches]
    assert [line for line, _ in found] == [10, 11]
    assert found[1][1] == "'gm' sees scene.title: expected 'A hill', found 'A shore'"


def test_every_mismatch_is_reported_not_only_the_first() -> None:
    steps = "  - {as: ana, sees: {scene: {number: 7}}}\n  - {as: bo, sees: {scene: {number: 8}}}\n"
    assert [line for line, _ in mismatches(steps)] == [9, 10]


def test_something_that_must_not_be_seen_is_reported_if_it_is() -> None:
    assert mismatches("  - {as: ana, sees: {aspects: {Buried Gold: null}}}\n") == []
    assert mismatches("  - {as: gm, sees: {aspects: {Buried Gold: null}}}\n")[0][0] == 9


def test_numbers_and_truth_are_not_the_same() -> None:
    steps = "  - {as: gm, sees: {scene: {number: true}, aspects: {White Sand: {is_hidden: 0}}}}\n"
    assert len(mismatches(steps)) == 2


def test_facts_must_follow_in_their_order() -> None:
    step = "  - as: gm\n    do: end-scene\n    then: [{}]\n"
    assert mismatches(step.format("aspect-removed, aspect-removed, scene-ended")) == []
    ((line, message),) = mismatches(step.format("scene-ended, aspect-removed"))
    assert (line, message) == (11, "no 'aspect-removed' followed; what did: nothing more")


def test_a_fact_is_compared_by_the_fields_that_are_given() -> None:
    step = "  - as: gm\n    do: {{type: reveal-aspect, aspect: Buried Gold}}\n    then:\n      - {}\n"
    assert mismatches(step.format("{type: aspect-revealed, card: {text: Buried Gold}}")) == []
    assert mismatches(step.format("{type: aspect-revealed/1}")) == []
    ((line, message),) = mismatches(step.format("{type: aspect-revealed, card: {text: Old Gold}}"))
    assert (line, message) == (12, "aspect-revealed, card.text: expected 'Old Gold', found 'Buried Gold'")


def test_ids_in_facts_may_be_given_by_name_even_of_what_is_gone() -> None:
    step = "  - as: gm\n    do: {type: remove-aspect, aspect: White Sand, reason: high tide}\n"
    assert mismatches(step + "    then: [{type: aspect-removed, aspect: White Sand}]\n") == []
    assert len(mismatches(step + "    then: [{type: aspect-removed, aspect: Buried Gold}]\n")) == 1


def test_a_list_must_be_given_whole() -> None:
    step = "  - {{as: gm, do: {{type: place-aspect, words: X}}, then: [{{type: aspect-placed, card: {{free: {}}}}}]}}\n"
    assert mismatches(step.format("[]")) == []
    assert len(mismatches(step.format("[1]"))) == 1


# -- refusals ------------------------------------------------------------------------------------------------------


def test_an_expected_refusal_is_compared_by_its_code() -> None:
    step = "  - {{as: ana, do: {{type: place-aspect, words: Palms}}, refused: {}}}\n"
    assert mismatches(step.format("gm-only")) == []
    assert mismatches(step.format("no-palms")) == [
        (9, "expected the refusal 'no-palms', found 'gm-only' (Only the GM may do that.)")
    ]


def test_a_refusal_that_does_not_come_is_reported() -> None:
    assert mismatches("  - {as: gm, do: {type: place-aspect, words: Palms}, refused: gm-only}\n") == [
        (9, "expected the refusal 'gm-only', but 'gm' did it")
    ]


def test_an_unexpected_refusal_ends_the_run_there() -> None:
    steps = "  - {as: gm, do: start-session}\n  - {as: gm, do: end-scene}\n  - {as: gm, do: end-session}\n"
    assert mismatches(steps) == [
        (
            9,
            "'gm' was refused: A session is being played already. (session-running) (2 more steps were not tried)",
        )
    ]


def test_a_command_nobody_knows_and_one_that_cannot_be_read_are_refusals() -> None:
    assert mismatches("  - {as: gm, do: dance, refused: unknown-command}\n") == []
    assert mismatches("  - {as: gm, do: {type: place-aspect, wrods: X}, refused: bad-command}\n") == []


def test_an_answer_to_a_question_nobody_asked_names_the_open_ones() -> None:
    steps = (
        "  - {as: ana, do: {type: suggest-aspect, words: Palms}}\n  - {as: gm, answer: {prompt: tie, option: yes}}\n"
    )
    ((line, message),) = mismatches(steps)
    assert line == 10
    assert "No question of the kind 'tie' is open (open: suggestion)" in message


# -- offers, answers and seats -------------------------------------------------------------------------------------


def test_offers_are_compared_by_kind_by_fixed_parts_and_by_what_may_be_filled_in() -> None:
    wanted = "[end-scene, {type: remove-aspect, aspect: White Sand}, {type: place-aspect, words: X}]"
    assert mismatches(f"  - {{as: gm, offers: {wanted}}}\n") == []
    assert [line for line, _ in mismatches(f"  - {{as: gm, not_offered: {wanted}}}\n")] == [9, 9, 9]


def test_an_offer_that_is_missing_is_reported() -> None:
    step = "  - {{as: ana, {}: [end-scene, {{type: claim-fact, aspect: Buried Gold}}]}}\n"
    assert mismatches(step.format("not_offered")) == []
    assert mismatches(step.format("offers")) == [
        (9, "'ana' is not offered 'end-scene'"),
        (9, "'ana' is not offered {'type': 'claim-fact', 'aspect': 'Buried Gold'}"),
    ]


def test_an_option_is_named_by_its_id_or_its_label() -> None:
    steps = """\
  - {as: ana, do: {type: suggest-aspect, words: Palms}}
  - {as: gm, answer: {prompt: suggestion, option: Add it}}
  - {as: bo, do: {type: suggest-aspect, words: Crabs}}
  - {as: gm, answer: {prompt: suggestion, option: no}}
state: {aspects: {Palms: {}, Crabs: null}}
"""
    assert mismatches(steps) == []


def test_several_seats_do_the_same_one_after_the_other() -> None:
    steps = "  - {as: [ana, bo], do: {type: suggest-aspect, words: Palms}, then: [prompt-opened, prompt-opened]}\n"
    assert mismatches(steps) == []


def test_the_game_master_may_act_for_someone_who_is_away() -> None:
    step = "  - {{as: ana, proxy: {}, do: {{type: suggest-aspect, words: Palms}}}}\n"
    result = played(step.format("gm"))
    assert (result.mismatches, result.table.records[-1].by, result.table.records[-1].proxy) == ((), "ana", "gm")
    assert "gm-only" in mismatches(step.format("bo"))[0][1]


def test_dice_that_nobody_throws_are_reported() -> None:
    assert mismatches('  - {as: gm, do: end-scene, dice: ["++++"]}\n') == [(9, "dice left over: ++++")]


def test_what_nobody_bears_is_left_to_the_table_to_refuse() -> None:
    assert mismatches("  - {as: gm, do: {type: reveal-aspect, aspect: Silver}, refused: unknown-aspect}\n") == []


def test_a_player_who_names_a_hidden_aspect_is_refused_like_one_who_guesses() -> None:
    step = "  - {{as: ana, do: {{type: claim-fact, aspect: {}, fact: it glitters}}, refused: unknown-aspect}}\n"
    assert mismatches(step.format("Buried Gold") + step.format("Buried Silver")) == []


def test_notes_and_rules_change_nothing_and_are_kept() -> None:
    found = playthrough(
        HEAD.replace("steps", "rules: [A-B-01]\nsteps") + "  - {note: The tide comes in., rules: [A-B-02]}\n"
    )
    assert found.rules == ("A-B-01", "A-B-02")
    assert found.steps[0].note == "The tide comes in."
    assert run(found).mismatches == ()


def test_everything_a_seat_has_been_told_can_be_asked_for() -> None:
    step = "  - {as: zoe, sees: {slices: {scene: {is_open: true}, calendar: {session: 1}}}}\n"
    assert mismatches(step) == []


# -- files that cannot be read -------------------------------------------------------------------------------------

FILES = {
    "broken yaml": ("title: [\n", 2, "this is not valid YAML"),
    "a tab": ("title:\n\t- x\n", 2, "this is not valid YAML"),
    "empty": ("", 1, "the file is empty"),
    "only a comment": ("# nothing\n", 1, "the file is empty"),
    "a list": ("- title\n", 1, "a playthrough is a mapping"),
    "two documents": (HEAD + "---\nb\n", 5, "a second document begins"),
    "control characters": ("title: \x01\n", 1, "characters that do not belong in a text"),
    "an alias": ("title: *x\n", 1, "anchors and aliases are not used here"),
    "an anchor": ("title: &x y\n", 1, "anchors and aliases are not used here"),
    "a tag": ("title: !!python/name:os.system y\n", 1, "tags are not used here"),
    "a key twice": ("title: x\nseats: {}\ntitle: y\n", 3, "'title' is given twice"),
    "a list as a name": ("? [a]\n: b\n", 1, "a name cannot be a list or a mapping"),
    "very deep": ("[" * 100_000, 1, "nested too deeply"),
    "very long": ("x" * 1_000_001, 1, "too long to be read"),
    "no title": ("ruleset: x\nseats: {}\nsteps: []\n", 1, "a playthrough needs 'title'"),
    "unknown key": (HEAD + "ruels: []\n", 5, "a playthrough has no 'ruels'; it may have title, about"),
    "a title that is a list": (HEAD.replace("A game", "[a]"), 1, "'title' is a text"),
    "rules that are a text": (HEAD + "rules: x\n", 5, "'rules' is a list"),
    "rules that are lists": (HEAD + "rules: [[x]]\n", 5, "'rules' is a list of texts"),
    "a role nobody has": (HEAD.replace("spectator", "king"), 3, "a seat is one of gm, player, spectator"),
    "a reserved seat": (HEAD.replace("zoe", "asked"), 3, "'asked' stands for whoever is asked"),
    "steps that are a text": (HEAD.replace("steps:", "steps: x"), 4, "'steps' is a list"),
    "a step that is a text": (HEAD + "  - x\n", 5, "a step is a mapping"),
    "unknown key in a step": (HEAD + "  - {as: gm, doo: pass}\n", 5, "a step has no 'doo'"),
    "nobody does it": (HEAD + "  - {do: pass}\n", 5, "this step does not say who does it"),
    "nothing is done": (HEAD + "  - {as: gm, then: [x]}\n", 5, "'then' needs something that is done"),
    "two things are done": (
        HEAD + "  - {as: gm, do: pass, answer: {prompt: a, option: b}}\n",
        5,
        "either 'do' or 'answer'",
    ),
    "a command without a type": (HEAD + "  - {as: gm, do: {roll: last}}\n", 5, "a mapping with a 'type'"),
    "an answer without an option": (HEAD + "  - {as: gm, answer: {prompt: tie}}\n", 5, "a 'prompt' and an 'option'"),
    "an answer that is a text": (HEAD + "  - {as: gm, answer: yes}\n", 5, "'answer' is a mapping"),
    "facts after a refusal": (HEAD + "  - {as: gm, do: x, refused: y, then: [z]}\n", 5, "nothing follows"),
    "a fact without a type": (HEAD + "  - as: gm\n    do: x\n    then:\n      - {a: b}\n", 8, "with a 'type'"),
    "an offer that is a number": (HEAD + "  - {as: gm, offers: [5]}\n", 5, "an entry here is a name"),
    "a state that is a list": (HEAD + "state: []\n", 5, "'state' is a mapping"),
}


@pytest.mark.parametrize(("text", "line", "reason"), FILES.values(), ids=FILES.keys())
def test_a_file_that_cannot_be_read_is_one_sentence_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        playthrough(text)
    assert (refusal.value.line, refusal.value.code) == (line, "unreadable-file")
    assert str(refusal.value).startswith(f"game.yaml, line {line}: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (RULESET, "weave", 2, 'There is no ruleset "weave"'),
        ("gm: gm, ", "", 3, "exactly one seat with the role 'gm'"),
        ("steps:", "dials: {gravity: 9}\nsteps:", 4, "gravity"),
        ("steps:", "dials: {gravity: [9]}\nsteps:", 4, "gravity"),
    ],
)
def test_a_table_that_cannot_be_opened_is_told_with_the_line_to_blame(
    old: str, new: str, line: int, reason: str
) -> None:
    with pytest.raises(Unreadable, match=reason) as refusal:
        run(playthrough(HEAD.replace(old, new, 1)))
    assert refusal.value.line == line


def test_words_that_look_like_something_else_stay_words() -> None:
    steps = '  - {as: gm, do: {type: place-aspect, words: no}}\n  - {as: gm, do: {type: place-aspect, words: "5"}}\n'
    assert mismatches(steps + "state: {aspects: {no: {}, '5': {}}}\n") == []
