"""Small questions for programs under test, and a way to ask them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from canasta_audit.conform.case import Expected, Outcome
from canasta_audit.conform.outcome import Result, Run
from canasta_audit.conform.question import Alternative, Question
from canasta_audit.conform.run import Limits, Runner

FAKES = str(Path(__file__).with_name("fakes.py"))
POSITION = "deal 1: dealer W, first N\n"
LEGAL, FAULT = Outcome((), {}), Outcome((Expected("MELD-004", 2, {"have": 4}),), {})
SCORED = Outcome((), {"NS": 20, "EW": 0})
QUICK = Limits(start=20, answer=15, stop=1)


def question(id: str = "one", outcome: Outcome = LEGAL, **more: object) -> Question:
    """A question about one turn."""
    given = {"chapter": "melds", "shelf": "must", "ruleset": "uk-regency", "set": {}, "others": (), "case": id, **more}
    return Question(
        id=id, title="", cite=(("uk-wiki", 62),), text=f"{POSITION}N: draw ?, discard 5C\n", first_line=2, outcome=outcome, **given
    )  # type: ignore[arg-type]


FOUR = [question("a"), question("b"), question("c"), question("d")]


def reading(outcome: Outcome) -> Alternative:
    return Alternative("/melds/wild_cap=4", outcome)


def ask(way: str, questions: Sequence[Question] = FOUR, limits: Limits = QUICK, *args: str) -> tuple[Runner, list[Result]]:
    """Ask a fake."""
    with Runner([sys.executable, FAKES, way, *args], "1.0.0", limits) as runner:
        results = list(runner.results(questions))
    return runner, results


def outcomes(way: str, questions: Sequence[Question] = FOUR, limits: Limits = QUICK) -> list[str]:
    """How the questions ended."""
    return [result.outcome for result in ask(way, questions, limits)[1]]


def run_of(way: str, questions: Sequence[Question]) -> Run:
    """A whole run of a fake."""
    runner, results = ask(way, questions)
    return Run({**runner.about, "command": ["fake"]}, "1.0.0", results, runner.restarts)
