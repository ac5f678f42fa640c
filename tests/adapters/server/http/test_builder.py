"""The builder over HTTP: drafts are answered and never refused, what cannot be read is said in one sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fatetable import rulesets
from fatetable.adapters.server.http.builder_answers import ENTRIES
from fatetable.adapters.server.http.downloads import file_name
from tests.adapters.server.support.visiting import PLENTY, Server

JSON = {"content-type": "application/json"}
EVERY = pytest.mark.parametrize("ruleset_id", rulesets.folders())


def ask(server: Server, ruleset_id: str, what: str, **asked: Any) -> dict[str, Any]:
    answer = server.post(f"/api/rulesets/{ruleset_id}/{what}", asked)
    assert answer.status_code == 200, answer.text
    content: dict[str, Any] = answer.json()
    return content


def heroes(server: Server, ruleset_id: str) -> list[dict[str, Any]]:
    samples = server.http.post(f"/api/rulesets/{ruleset_id}/samples", json={"form": "hero"}).json()["samples"]
    return [sample["sheet"] for sample in samples]


@EVERY
def test_a_blank_draft_of_every_kind_has_steps_and_lists_what_is_missing(server: Server, ruleset_id: str) -> None:
    for kind in ask(server, ruleset_id, "draft")["kinds"]:
        answer = ask(server, ruleset_id, "draft", kind=kind["value"])
        assert answer["kind"] == kind["value"]
        assert set(answer["progress"]) == {step["id"] for step in answer["steps"]}
        assert any(problem["code"] == "name-missing" and problem["step"] for problem in answer["problems"])


@EVERY
def test_steps_the_page_knows_already_are_not_sent_again(server: Server, ruleset_id: str) -> None:
    first = ask(server, ruleset_id, "draft")
    again = ask(server, ruleset_id, "draft", known=first["mark"])
    assert again["steps"] is None
    assert again["progress"] == first["progress"]


@EVERY
def test_every_rule_that_a_problem_cites_comes_with_its_text(server: Server, ruleset_id: str) -> None:
    answer = ask(server, ruleset_id, "draft")
    cited = {rule for problem in answer["problems"] for rule in problem.get("cites", ())}
    assert cited
    assert all(answer["rules"][rule]["text"] for rule in cited)


@EVERY
def test_a_ready_made_hero_goes_through_draft_and_finish_unharmed(server: Server, ruleset_id: str) -> None:
    for sheet in heroes(server, ruleset_id):
        draft = ask(server, ruleset_id, "draft", sheet=sheet)
        assert [problem for problem in draft["problems"] if problem["severity"] == "error"] == []
        finished = ask(server, ruleset_id, "finish", sheet=draft["sheet"])
        assert finished["sheet"]["name"] == sheet["name"]
        assert finished["page"]["title"] == sheet["name"]


@EVERY
def test_an_unfinished_sheet_is_refused_with_every_error(server: Server, ruleset_id: str) -> None:
    answer = server.http.post(f"/api/rulesets/{ruleset_id}/finish", json={"sheet": {"name": "Bo"}})
    assert answer.status_code == 409
    content = answer.json()
    assert content["code"] == "unfinished-sheet"
    assert content["message"]
    assert content["cites"]
    assert len(content["problems"]) > 1
    assert {problem["severity"] for problem in content["problems"]} == {"error"}


@EVERY
def test_samples_for_opponents_are_no_heroes_and_name_the_kinds_to_build(server: Server, ruleset_id: str) -> None:
    answer = server.http.post(f"/api/rulesets/{ruleset_id}/samples", json={"form": "opponent"}).json()
    kinds = {kind["value"] for kind in answer["kinds"]}
    assert kinds == {sample["sheet"]["kind"] for sample in answer["samples"]}
    assert "hero" not in kinds


@EVERY
def test_a_sheet_comes_as_pdf_markdown_and_json_under_a_safe_name(server: Server, ruleset_id: str) -> None:
    sheet = heroes(server, ruleset_id)[0] | {"name": '../"Bad" Name\n'}
    for what, beginning in {"pdf": b"%PDF-", "markdown": b"# ", "json": b"{"}.items():
        answer = server.http.post(f"/api/rulesets/{ruleset_id}/{what}", json={"sheet": sheet})
        assert answer.content.startswith(beginning)
        assert 'filename="bad-name.' in answer.headers["content-disposition"]


@EVERY
def test_a_downloaded_sheet_can_be_imported_again(server: Server, ruleset_id: str) -> None:
    sheet = heroes(server, ruleset_id)[0]
    saved = server.http.post(f"/api/rulesets/{ruleset_id}/json", json={"sheet": sheet}).text
    answer = ask(server, ruleset_id, "import", text=saved)
    assert (answer["sheet"], answer["source"], answer["notes"]) == (sheet, "Fatetable", [])


def test_every_template_composes_a_feature_out_of_its_fields(server: Server) -> None:
    composed = set()
    for ruleset_id in rulesets.folders():
        inputs = [each for step in ask(server, ruleset_id, "draft")["steps"] for each in step["inputs"]]
        asked = [each for each in inputs if each["type"] == "features-input"]
        for template in [template for each in asked for template in (*each["templates"], *each["listed"])]:
            values = {
                field["name"]: field["options"][0]["value"] if field["options"] else "Stealth"
                for field in template["fields"]
                if not field["optional"]
            }
            feature = ask(server, ruleset_id, "compose", template=template["id"], values=values)["feature"]
            assert feature["name"]
            composed.add(ruleset_id)
    assert {"fae", "skein"} <= composed


def test_dials_change_what_is_asked(server: Server) -> None:
    for ruleset_id in rulesets.folders():
        for dial in rulesets.load(ruleset_id).dial_info:
            for value in dial.values:
                ask(server, ruleset_id, "draft", dials={dial.name: value})


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("nonsense/draft", b"{}", 404, "unknown-ruleset"),
        ("{}/draft", b"", 400, "not-json"),
        ("{}/draft", b"[]", 400, "bad-request"),
        ("{}/draft", b"\xff", 400, "not-json"),
        ("{}/draft", b'{"sheet": 3}', 400, "bad-request"),
        ("{}/draft", b'{"sheet": {"name": 3}}', 400, "not-a-sheet"),
        ("{}/draft", b'{"sheet": {"nom": "x"}}', 400, "unknown-sheet-field"),
        ("{}/draft", b'{"kind": "ghost"}', 400, "unknown-kind"),
        ("{}/draft", b'{"sheet": {"kind": "ghost"}}', 400, "unknown-kind"),
        ("{}/draft", b'{"sheet": {"ruleset": "other"}}', 400, "wrong-ruleset"),
        ("{}/draft", b'{"dials": {"nonsense": 1}}', 422, "invalid-dials"),
        ("{}/draft", b'{"sheet": {"traits": {"wit": 99999999999}}}', 400, "number-too-large"),
        ("{}/draft", b'{"sheet": ' + b"[" * 100_000, 400, "bad-request"),
        ("{}/compose", b'{"template": "nonsense"}', 400, "unknown-template"),
        ("{}/import", b'{"text": "no"}', 400, "not-json"),
        ("{}/import", b'{"text": "{}"}', 400, "unknown-file"),
        ("{}/import", b'{"text": "[]"}', 400, "unknown-file"),
        ("{}/pdf", b'{"kind": "ghost"}', 400, "unknown-kind"),
    ],
)
def test_what_cannot_be_read_is_answered_with_a_sentence_and_a_code(
    server: Server, path: str, body: bytes, status: int, code: str
) -> None:
    for ruleset_id in rulesets.folders():
        answer = server.http.post(f"/api/rulesets/{path.format(ruleset_id)}", content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.json()["message"].endswith(".")


def nested(depth: int) -> dict[str, Any]:
    return {"a": [{"entries": nested(depth - 1)}]} if depth else {}


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ({"a": [{}] * 401}, "too-many-entries"),
        ({"a": [{"lists": {"of": ["x"] * (ENTRIES + 1)}}]}, "too-many-entries"),
        ({"a": [{"entries": {"b": [{"numbers": {"x": 10**10}}]}}]}, "number-too-large"),
        (nested(7), "entries-too-deep"),
        (nested(150), "entries-too-deep"),
    ],
)
def test_parts_beyond_any_sheet_are_not_worked_on(server: Server, entries: dict[str, Any], code: str) -> None:
    answer = server.post("/api/rulesets/fae/draft", {"sheet": {"entries": entries}})
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["message"].endswith(".")


def test_too_large_a_body_and_too_many_entries_are_not_worked_on(server: Server) -> None:
    ruleset_id = rulesets.folders()[0]
    large = server.http.post(f"/api/rulesets/{ruleset_id}/draft", content=b" " * (PLENTY.body_bytes + 1), headers=JSON)
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
    many = {"sheet": {"traits": {str(number): 1 for number in range(ENTRIES + 1)}}}
    answer = server.http.post(f"/api/rulesets/{ruleset_id}/draft", json=many)
    assert (answer.status_code, answer.json()["code"]) == (400, "too-many-entries")


def test_a_file_name_has_only_plain_letters() -> None:
    assert file_name("Zoë / ../x", "pdf") == "zo-x.pdf"
    assert file_name("…", "md") == "character.md"


WORDS = st.text(max_size=12)
NUMBERS = st.integers(-(10**12), 10**12)
KEYS = st.sampled_from(
    ["tale-1", "trouble", "oath", "careful", "wealth", "lore [x]", "size", "boxes", "refresh", "skilled"]
)
SHEETS = st.fixed_dictionaries(
    {},
    optional={
        "name": WORDS,
        "description": WORDS,
        "aspects": st.dictionaries(KEYS | WORDS, WORDS, max_size=4),
        "traits": st.dictionaries(KEYS | WORDS, NUMBERS, max_size=4),
        "numbers": st.dictionaries(KEYS | WORDS, NUMBERS, max_size=4),
        "lists": st.dictionaries(KEYS | WORDS, st.lists(WORDS, max_size=3), max_size=3),
        "texts": st.dictionaries(KEYS | WORDS, WORDS, max_size=3),
        "waived": st.lists(WORDS, max_size=2),
        "features": st.lists(
            st.fixed_dictionaries({"name": WORDS}, optional={"text": WORDS, "effects": st.lists(st.nothing())}),
            max_size=3,
        ),
    },
)


@EVERY
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), sheet=SHEETS)
def test_any_draft_is_answered(server: Server, ruleset_id: str, data: st.DataObject, sheet: dict[str, Any]) -> None:
    kinds = [kind.value for kind in rulesets.load(ruleset_id).creation.kinds]
    asked = {"sheet": sheet, "kind": data.draw(st.sampled_from(kinds))}
    for what in ("draft", "finish", "markdown"):
        answer = server.http.post(f"/api/rulesets/{ruleset_id}/{what}", content=json.dumps(asked), headers=JSON)
        assert answer.status_code in (200, 400, 409)
