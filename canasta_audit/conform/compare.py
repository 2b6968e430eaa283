"""Holds a program's answer against what is expected: as deep as the program can answer, and no deeper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from canasta_audit.conform.case import Outcome
from canasta_audit.conform.judge import plain
from canasta_audit.conform.protocol import Breach
from canasta_audit.conform.question import GAMES, Question


class Comparison(NamedTuple):
    """The kinds of answer that were compared, and those that differ."""

    judged: tuple[str, ...]
    differs: tuple[str, ...]


def beyond(question: Question, kinds: Sequence[str]) -> str:
    """Why a program that answers only ``kinds`` cannot be asked this, ``""`` where it can.

    Where nothing is to be found and scores are, the scores are what the case is about: a verdict alone shows nothing.
    """
    about_scores = question.outcome.scores and not question.outcome.findings and question.shelf != GAMES
    return "the case is about scores" if about_scores and "scores" not in kinds else ""


def complete(question: Question, answer: Mapping[str, Any], kinds: Sequence[str]) -> None:
    """Raise ``Breach`` where an answer contradicts itself, or lacks what the program has said that it answers."""
    findings = answer.get("findings", [])
    if answer["verdict"] == "legal" and findings:
        raise Breach("the verdict is legal, and there are findings")
    if answer["verdict"] == "fault" and not findings and {"ids", "lines"} & set(kinds):
        raise Breach("the verdict is fault, and there are no findings, which the program says it gives")
    for kind, key in (("ids", "id"), ("lines", "line")):
        if kind in kinds and any(key not in finding for finding in findings):
            raise Breach(f"a finding has no {key}, which the program says it gives")
    if "scores" in kinds and question.outcome.scores and "scores" not in answer:
        raise Breach("there are no scores, which were asked for and the program says it gives")


def compare(expected: Outcome, answer: Mapping[str, Any], kinds: Sequence[str]) -> Comparison:
    """Compare a complete answer with what is expected.

    Findings are compared without regard to their order. Where a program gives lines but no ids, one of its faults may stand for
    several in a line.
    """
    checks = {"verdict": answer["verdict"] == expected.verdict}
    if "scores" in kinds and expected.scores:
        given = answer.get("scores", {})
        checks["scores"] = all(given.get(side) == points for side, points in expected.scores.items())
    found = answer.get("findings", [])
    if "ids" in kinds:
        checks["ids"] = sorted(one["id"] for one in found) == sorted(one.id for one in expected.findings)
    if "lines" in kinds:
        checks["lines"] = _lines(expected, found, "ids" in kinds)
    if "data" in kinds and "ids" in kinds and any(one.data for one in expected.findings):
        checks["data"] = _data(expected, found, checks.get("lines", False))
    return Comparison(tuple(checks), tuple(kind for kind, right in checks.items() if not right))


def _lines(expected: Outcome, found: Sequence[Mapping[str, Any]], with_ids: bool) -> bool:
    if with_ids:
        return sorted((one["line"], one["id"]) for one in found) == sorted((one.line, one.id) for one in expected.findings)
    return {one["line"] for one in found} == {one.line for one in expected.findings}


def _data(expected: Outcome, found: Sequence[Mapping[str, Any]], placed: bool) -> bool:
    """Tell whether each finding expected has one of its own among those found that carries its data.

    Where lines are wrong they say nothing of what belongs together, and are left alone.
    """
    left = list(found)
    for want in sorted(expected.findings, key=lambda one: -len(one.data)):
        for have in left:
            same = have["id"] == want.id and (not placed or have["line"] == want.line)
            if same and _carries(have.get("data", {}), want.data):
                left.remove(have)
                break
        else:
            return False
    return True


def _carries(have: Mapping[str, Any], want: Mapping[str, Any]) -> bool:
    return all(key in have and have[key] == plain(value) for key, value in want.items())
