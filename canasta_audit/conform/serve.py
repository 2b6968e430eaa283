"""Our own engine at the other end: answers the harness as any program under test does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from canasta_audit.audit import audit
from canasta_audit.conform import protocol
from canasta_audit.conform.judge import plain
from canasta_audit.conform.protocol import Message
from canasta_audit.notation.json_form import from_json
from canasta_audit.notation.model import Log
from canasta_audit.notation.parse import parse
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.ruleset.variant import with_values
from canasta_audit.source import InputError
from canasta_audit.version import VERSION


class Unheard(ValueError):
    """A line that is no message of the harness's."""


def serve(lines: Iterable[str], *, plain_data: bool = False) -> Iterator[str]:
    """Yield the answer to each message, until ``stop`` or the end; with ``plain_data`` the log is read in its JSON form.

    Raises ``Unheard``.
    """
    ruleset: Ruleset | None = None
    for line in lines:
        if not line.strip():
            continue
        message = _message(line)
        seq, cmd = message["seq"], message["cmd"]
        if cmd == "stop":
            return
        if cmd == "start":
            answer = _started(message)
        elif cmd == "ruleset":
            ruleset, answer = _ready(message)
        elif ruleset is None:
            answer = {"errored": "no ruleset has been told"}
        else:
            answer = _judged(message["case"], ruleset, plain_data)
        yield protocol.line({"seq": seq, **answer})


def _message(line: str) -> Message:
    try:
        message = json.loads(line)
        known = message["cmd"] in ("start", "ruleset", "run", "stop") and isinstance(message["seq"], int)
    except (ValueError, KeyError, TypeError, RecursionError):
        known = False
    if not known:
        raise Unheard(f"this is no message of the harness: {line.strip()[:80]}")
    found: Message = message
    return found


def _started(message: Mapping[str, Any]) -> Message:
    about = {"name": "canasta-audit", "version": VERSION, "language": "python"}
    return {
        "protocol": protocol.PROTOCOL,
        "program": about,
        "answers": list(protocol.KINDS),
        "chapters": "all",
        "rulesets": "all",
        "players": "all",
    }


def _ready(message: Mapping[str, Any]) -> tuple[Ruleset | None, Message]:
    try:
        return with_values(message["name"], message["set"]), {"ok": True}
    except RulesetError as error:
        return None, {"ok": False, "why": str(error)}
    except KeyError as error:
        return None, {"ok": False, "why": f"no key {error}"}


def _judged(case: Mapping[str, Any], ruleset: Ruleset, plain_data: bool) -> Message:
    try:
        log: Log = from_json(case["log"]) if plain_data else parse(case["text"])
    except InputError as error:
        return {"errored": str(error)}
    report = audit(log, ruleset)
    findings = [
        {"id": finding.id, "line": finding.line, "data": {key: plain(value) for key, value in finding.data.items()}}
        for finding in report.findings
        if finding.follows is None and finding.severity != "note"
    ]
    answer: Message = {"verdict": "fault" if findings else "legal", "findings": findings}
    deals = [deal for match in report.matches for deal in match.deals]
    if "scores" in case["asks"]:
        answer["scores"] = {score.side: score.total for score in deals[-1].scores if score.known} if deals else {}
    return answer
