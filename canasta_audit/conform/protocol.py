"""The messages between the harness and a program under test: one JSON object a line, each way.

``schemas/conform.schema.json`` describes them, and ``fixtures/README.md`` shows a session.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from canasta_audit.conform.question import Question
from canasta_audit.notation.json_form import to_json
from canasta_audit.notation.parse import parse
from canasta_audit.resources import read_text
from canasta_audit.ruleset.chapters import plainly
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import with_values
from canasta_audit.table.deal import seats_of

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

Message = dict[str, Any]

PROTOCOL = 1
"""Version of the protocol; raised when a program that spoke the old one would have to change."""

KINDS = ("verdict", "lines", "ids", "data", "scores")
"""What a program can answer: lawful or not; lines of the faults, their ids, the data they carry; computed scores."""

Answer = Literal["started", "ready", "answer"]

_SHOWN = 200


class Breach(Exception):
    """The program has not kept to the protocol; the message says how."""


class Program(NamedTuple):
    """What a program says of itself; ``None`` stands for all."""

    name: str
    version: str
    language: str
    answers: tuple[str, ...]
    chapters: frozenset[str] | None
    rulesets: frozenset[str] | None
    players: frozenset[int] | None


def line(message: object) -> str:
    """A message as it is sent, without its line end."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def start(seq: int, suite: str) -> Message:
    """The first message."""
    return {"cmd": "start", "seq": seq, "protocol": PROTOCOL, "suite": suite}


def ruleset(seq: int, question: Question) -> Message:
    """The ruleset by which the cases that follow are judged."""
    return {"cmd": "ruleset", "seq": seq, **ruleset_record(question)}


def run(seq: int, question: Question) -> Message:
    """A case, without what is expected of it."""
    return {"cmd": "run", "seq": seq, "case": case_record(question)}


def stop(seq: int) -> Message:
    """The last message; the program ends, and does not answer."""
    return {"cmd": "stop", "seq": seq}


def ruleset_of(question: Question) -> Ruleset:
    """The ruleset of a question, with its values set."""
    return with_values(question.ruleset, question.set)


def ruleset_record(question: Question) -> Message:
    """The ruleset as plain data: its name and the values set over it, and every rule in effect by number of players."""
    rules = ruleset_of(question)
    tables = {str(players): plainly(table) for players, table in sorted(rules.tables.items())}
    return {"name": question.ruleset, "set": dict(question.set), "digest": rules.digest, "tables": tables}


def case_record(question: Question) -> Message:
    """A case as a program sees it: the log as text and as plain data, who sits where, and what is asked."""
    log = parse(question.text)
    first = log.matches[0] if log.matches else None
    seats = seats_of(first.tags if first else {}, first.deals[0].lines if first and first.deals else ())
    return {
        "id": question.id,
        "shelf": question.shelf,
        "chapter": question.chapter,
        "players": len(seats.order),
        "seats": list(seats.order),
        "sides": list(seats.sides),
        "asks": ["verdict", "scores"] if question.outcome.scores else ["verdict"],
        "first_line": question.first_line,
        "text": question.text,
        "log": to_json(log),
    }


def read(raw: bytes, expected: Answer, seq: int) -> Message:
    """A line of the program's as the answer that was due to message ``seq``. Raises ``Breach``."""
    try:
        text = raw.decode("utf-8")
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Breach(f"not JSON on standard output: {_shown(raw)}") from None
    if not isinstance(data, dict):
        raise Breach(f"no JSON object on standard output: {_shown(raw)}")
    if expected == "started" and data.get("protocol", PROTOCOL) != PROTOCOL:
        raise Breach(f"the program speaks version {str(data['protocol'])[:20]} of the protocol, not {PROTOCOL}")
    for misfit in sorted(_validator(expected).iter_errors(data), key=lambda error: (len(error.absolute_path), error.message)):
        at = "".join(f"/{part}" for part in misfit.absolute_path) or "/"
        raise Breach(f"the answer does not fit the schema at {at}: {misfit.message[:_SHOWN]}")
    if data["seq"] != seq:
        raise Breach(f"an answer to message {data['seq']} where one to message {seq} was due")
    return data


def program(data: Message) -> Program:
    """Who the program is, by its answer to ``start``."""
    about = data["program"]
    chapters, rulesets, players = (_some(data.get(key, "all")) for key in ("chapters", "rulesets", "players"))
    answers = tuple(kind for kind in KINDS if kind in data["answers"])
    return Program(about["name"], about.get("version", ""), about.get("language", ""), answers, chapters, rulesets, players)


def _some(given: Any) -> frozenset[Any] | None:
    return None if given == "all" else frozenset(given)


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    schema = json.loads(read_text("schemas", "conform.schema.json"))
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def _shown(raw: bytes) -> str:
    text = raw.decode("utf-8", "backslashreplace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}.."
