"""What is sent fits its schema and gives nothing away; our own engine answers; the export says the same with expectations."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from canasta_audit.conform import protocol
from canasta_audit.conform.export import export
from canasta_audit.conform.question import Question, Selection, by_ruleset, questions
from canasta_audit.conform.serve import Unheard, serve
from canasta_audit.notation.json_form import from_json
from canasta_audit.notation.parse import parse
from canasta_audit.resources import read_text

SOME = [question for number, question in enumerate(questions()) if number % 40 == 0]


@cache
def schema() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(read_text("schemas", "conform.schema.json"))
    return data


@cache
def validator(name: str = "") -> Draft202012Validator:
    whole = schema()
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]} if name else whole)


def test_the_schema_is_one_and_its_objects_are_closed() -> None:
    Draft202012Validator.check_schema(schema())
    for name, definition in schema()["$defs"].items():
        for one in definition.get("oneOf", [definition]):
            assert "$ref" in one or one["additionalProperties"] is False, name
            assert set(one.get("required", ())) <= set(one["properties"]), name


@pytest.mark.parametrize("question", SOME, ids=lambda question: question.id)
def test_messages_fit_the_schema_and_hold_no_expectation(question: Question) -> None:
    for name, message in (("run", protocol.run(3, question)), ("ruleset", protocol.ruleset(2, question))):
        validator(name).validate(json.loads(protocol.line(message)))
        validator().validate(json.loads(protocol.line(message)))
    case = protocol.case_record(question)
    assert not {"expect", "expected", "outcome", "findings", "title", "decides", "cite"} & set(case)
    assert from_json(case["log"]) == parse(question.text)
    assert case["players"] == len(case["seats"]) == sum(map(len, case["sides"]))


@pytest.mark.parametrize("plain_data", [False, True], ids=["text", "json"])
def test_our_own_engine_answers_in_form(plain_data: bool) -> None:
    lines = [protocol.line(protocol.start(1, "1.0.0"))]
    for question in SOME[:10]:
        lines += [protocol.line(protocol.ruleset(2, question)), protocol.line(protocol.run(3, question))]
    answers = list(serve([*lines, "", protocol.line(protocol.stop(4)), "never read"], plain_data=plain_data))
    assert len(answers) == 21
    assert protocol.program(protocol.read(answers[0].encode(), "started", 1)).answers == protocol.KINDS
    for ready, answer in zip(answers[1::2], answers[2::2], strict=True):
        assert protocol.read(ready.encode(), "ready", 2)["ok"]
        assert protocol.read(answer.encode(), "answer", 3)["verdict"] in ("legal", "fault")


def test_our_own_engine_before_a_ruleset_and_with_one_that_is_not() -> None:
    run = protocol.line(protocol.run(2, SOME[0]))
    assert "errored" in json.loads(next(serve([run])))
    unknown = {"cmd": "ruleset", "seq": 1, "name": "no-such-game", "set": {}}
    wrong_key = {"cmd": "ruleset", "seq": 2, "name": "uk-regency", "set": {"melds": {"no_such": 1}}}
    assert [json.loads(answer)["ok"] for answer in serve(map(json.dumps, (unknown, wrong_key)))] == [False, False]


@pytest.mark.parametrize("line", ["hello", "[]", '{"cmd": "run"}', '{"cmd": "dance", "seq": 1}', "[" * 100_000])
def test_our_own_engine_refuses_what_is_no_message(line: str) -> None:
    with pytest.raises(Unheard):
        list(serve([line]))


def test_the_export_fits_the_schema_and_tells_a_ruleset_before_its_cases() -> None:
    told: set[int] = set()
    cases = 0
    for text in export(SOME):
        line = json.loads(text)
        validator("exported").validate(line)
        if line["type"] == "ruleset":
            told.add(line["number"])
        elif line["type"] == "case":
            cases += 1
            assert line["ruleset"] in told
            assert all(1 <= one["line"] <= line["text"].count("\n") + 1 for one in line["expect"]["findings"])
    assert cases == len(SOME)


def test_questions_of_one_ruleset_stand_together() -> None:
    sorted_ones = by_ruleset(SOME)
    assert sorted(question.id for question in sorted_ones) == sorted(question.id for question in SOME)
    keys = [json.dumps([question.ruleset, question.set], sort_keys=True) for question in sorted_ones]
    assert sum(one != other for one, other in pairwise(keys)) == len(set(keys)) - 1


def test_a_case_is_asked_again_for_every_key_that_decides_it() -> None:
    found = list(questions(Selection(ids=("uk-regency-red-threes-for",))))
    assert [question.changed for question in found] == [False, True, True]
    assert found[1].id == "uk-regency-red-threes-for:/red_threes/each=50"
    assert found[1].set == {"red_threes": {"each": 50}}
    assert found[0].outcome.scores != found[1].outcome.scores
    assert len({question.digest for question in found}) == 3
    assert [question.id for question in questions(Selection(ids=("uk-regency-red-threes-for",), changed=False))] == [found[0].id]
    assert list(questions(Selection(ids=(found[2].id,)))) == [found[2]]


def test_selections_narrow() -> None:
    chosen = Selection(shelves=("must",), chapters=("pile",), rulesets=("uk-regency",), changed=False)
    found = list(questions(chosen))
    assert found
    assert {(question.shelf, question.chapter, question.ruleset.partition("+")[0]) for question in found} == {
        ("must", "pile", "uk-regency")
    }
    assert {question.shelf for question in questions(Selection(shelves=("games",)))} == {"games"}


def test_a_line_that_cannot_be_read_is_told_in_form() -> None:
    (game,) = questions(Selection(ids=("games/faulty-final",)))
    log = protocol.case_record(game)["log"]
    assert from_json(log) == parse(game.text)
    assert any(line["kind"] == "bad" for deal in log["matches"][0]["deals"] for line in deal["lines"])
