"""The session in ``fixtures/README.md`` is one that happens: our messages are as they are sent, and the answers are in form."""

from __future__ import annotations

import json
import re
from typing import Any

from canasta_audit.conform import protocol
from canasta_audit.conform.compare import compare, complete
from canasta_audit.conform.question import Selection, questions
from canasta_audit.resources import read_text

LINES = re.findall(r"^([<>]) (\{.*\})$", read_text("fixtures", "README.md"), re.MULTILINE)


def parsed(line: str) -> dict[str, Any]:
    """A line of the session; what was cut short at the dots is left out."""
    data: dict[str, Any] = json.loads(line.replace(", ...", ""))
    return data


def part_of(told: Any, real: Any) -> bool:
    if isinstance(told, dict) and isinstance(real, dict):
        return all(key in real and part_of(value, real[key]) for key, value in told.items())
    return told in ("...", real)


def test_the_session_in_the_readme() -> None:
    sent = [parsed(line) for way, line in LINES if way == ">"]
    said = [line for way, line in LINES if way == "<"]
    (question,) = questions(Selection(ids=(sent[2]["case"]["id"],), changed=False))
    real = [protocol.start(1, sent[0]["suite"]), protocol.ruleset(2, question), protocol.run(3, question), protocol.stop(4)]
    assert [list(message) for message in sent] == [list(message) for message in real]
    assert all(part_of(told, message) for told, message in zip(sent, real, strict=True))
    assert sent[2] == real[2]
    program = protocol.program(protocol.read(said[0].encode(), "started", 1))
    assert protocol.read(said[1].encode(), "ready", 2)["ok"]
    answer = protocol.read(said[2].encode(), "answer", 3)
    complete(question, answer, program.answers)
    assert compare(question.outcome, answer, program.answers).differs == ()
