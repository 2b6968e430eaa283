"""Pass or fail: an answer is judged as deep as the program can answer, and no deeper."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_audit.conform.case import Expected, Outcome
from canasta_audit.conform.compare import beyond, compare, complete
from canasta_audit.conform.protocol import KINDS, Breach
from canasta_audit.conform.question import GAMES
from tests.conform.asked import FAULT, LEGAL, SCORED, question

TWO = Outcome((Expected("MELD-004", 2, {"have": 4}), Expected("DRAW-001", 2, {})), {"NS": 20, "EW": 0})


def fault(*findings: tuple[str, int, dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"verdict": "fault", "findings": [{"id": id, "line": line, "data": data} for id, line, data in findings], **more}


RIGHT = fault(("DRAW-001", 2, {"have": 1}), ("MELD-004", 2, {"have": 4, "max": 3}), scores={"NS": 20, "EW": 0, "other": 1})


def test_the_right_answer_in_any_order_with_more_data_than_asked() -> None:
    found = compare(TWO, RIGHT, KINDS)
    assert found.differs == ()
    assert set(found.judged) == set(KINDS)


@pytest.mark.parametrize(
    ("answer", "differs"),
    [
        ({"verdict": "legal"}, {"verdict", "lines", "ids", "data", "scores"}),
        ({**RIGHT, "scores": {"NS": 25, "EW": 0}}, {"scores"}),
        ({**RIGHT, "scores": {"NS": 20}}, {"scores"}),
        ({**RIGHT, **fault(("DRAW-001", 1, {}), ("MELD-004", 2, {"have": 4}))}, {"lines"}),
        ({**RIGHT, **fault(("DRAW-001", 2, {}), ("MELD-004", 2, {"have": 5}))}, {"data"}),
        ({**RIGHT, **fault(("DRAW-001", 2, {}), ("MELD-004", 2, {}))}, {"data"}),
        ({**RIGHT, **fault(("MELD-004", 2, {"have": 4}))}, {"lines", "ids", "data"}),
        ({**RIGHT, **fault(("DRAW-001", 2, {}), ("MELD-004", 2, {"have": 4}), ("MELD-001", 2, {}))}, {"lines", "ids"}),
    ],
)
def test_what_differs_is_named(answer: dict[str, Any], differs: set[str]) -> None:
    assert set(compare(TWO, answer, KINDS).differs) == differs


def test_only_what_a_program_can_answer_is_judged() -> None:
    bare = {"verdict": "fault"}
    assert compare(TWO, bare, ["verdict"]) == (("verdict",), ())
    assert compare(LEGAL, bare, ["verdict"]).differs == ("verdict",)
    assert compare(TWO, {**bare, "scores": {"NS": 20, "EW": 0}}, ["verdict", "scores"]).differs == ()


def test_lines_without_ids_may_stand_for_several_faults_in_a_line() -> None:
    one = {"verdict": "fault", "findings": [{"line": 2}]}
    assert compare(TWO, one, ["verdict", "lines"]).differs == ()
    assert compare(TWO, {"verdict": "fault", "findings": [{"line": 3}]}, ["verdict", "lines"]).differs == ("lines",)
    assert compare(TWO, {"verdict": "fault", "findings": [{"line": 2}, {"line": 3}]}, ["verdict", "lines"]).differs == ("lines",)


def test_a_verdict_alone_shows_nothing_where_the_case_is_about_scores() -> None:
    assert beyond(question("s", SCORED), ["verdict"])
    assert not beyond(question("s", SCORED), ["verdict", "scores"])
    assert not beyond(question("s", TWO), ["verdict"])
    assert not beyond(question("s", LEGAL), ["verdict"])
    assert not beyond(question("g", SCORED, shelf=GAMES), ["verdict"])


def test_an_answer_keeps_what_the_program_has_promised() -> None:
    scored, plainly = question("s", TWO), question("f", FAULT)
    complete(scored, RIGHT, KINDS)
    complete(plainly, {"verdict": "fault"}, ["verdict"])
    for asked, answer in (
        (scored, {key: value for key, value in RIGHT.items() if key != "scores"}),
        (plainly, {"verdict": "fault", "findings": []}),
        (plainly, {"verdict": "fault", "findings": [{"id": "MELD-004"}]}),
        (plainly, {"verdict": "fault", "findings": [{"line": 2}]}),
        (plainly, {"verdict": "legal", "findings": [{"id": "MELD-004", "line": 2}]}),
    ):
        with pytest.raises(Breach):
            complete(asked, answer, KINDS)
