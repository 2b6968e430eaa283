"""What the suite asks: every case as it stands, once more for each key that decides it, and the recorded games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from canasta_audit.conform.case import SHELVES, Case, Expected, Outcome, cases
from canasta_audit.resources import data_path
from canasta_audit.ruleset.load import split_reference
from canasta_audit.ruleset.variant import nested

GAMES = "games"
"""Shelf and chapter of the recorded games."""


class Alternative(NamedTuple):
    """What the plays come to when ``reading``, a key with another value, holds."""

    reading: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Question:
    """A log to be judged by a ruleset, and what the answer ought to be.

    ``case`` is the id of the case that it belongs to, and ``id`` itself where nothing is changed in it; ``set`` are values put
    over those of ``ruleset``; the plays begin at line ``first_line`` of ``text``. Lines of ``outcome`` are those of ``text``.
    """

    id: str
    case: str
    title: str
    shelf: str
    chapter: str
    ruleset: str
    set: Mapping[str, Any]
    cite: tuple[tuple[str, int], ...]
    text: str
    first_line: int
    outcome: Outcome
    others: tuple[Alternative, ...] = ()

    @property
    def changed(self) -> bool:
        """Tell whether a key of the case is put otherwise."""
        return self.id != self.case

    @property
    def digest(self) -> str:
        """Digest of what is asked and expected: it stays when a title or a citation is mended."""
        return digest_of(
            [self.id, self.ruleset, self.set, self.text, self.first_line, *map(expected_record, [self.outcome, *self._others])]
        )

    @property
    def _others(self) -> list[Outcome]:
        return [other.outcome for other in self.others]


@dataclass(frozen=True, slots=True)
class Selection:
    """Which questions are wanted; an empty tuple wants all. ``ids`` are patterns with ``*``, for a case or one of its questions;
    ``rulesets`` are names, options let go, or references with options; ``changed``: also with keys put otherwise."""

    shelves: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    changed: bool = True

    def wants(self, question: Question) -> bool:
        """Tell whether a question is wanted."""
        return (
            (not self.shelves or question.shelf in self.shelves)
            and (not self.chapters or question.chapter in self.chapters)
            and (not self.rulesets or any(name in self.rulesets for name in (question.ruleset, _name_in(question.ruleset))))
            and (not self.ids or any(_like(name, one) for one in self.ids for name in (question.id, question.case)))
            and (self.changed or not question.changed)
        )


def questions(selection: Selection | None = None) -> Iterator[Question]:
    """Yield the questions of the suite in order: shelf, chapter, file; last the recorded games."""
    wanted = selection or Selection()
    if not wanted.shelves or set(wanted.shelves) & set(SHELVES):
        yield from filter(wanted.wants, of_cases())
    if not wanted.shelves or GAMES in wanted.shelves:
        yield from filter(wanted.wants, games())


@cache
def of_cases() -> tuple[Question, ...]:
    """The questions of every case, which do not change while we run either."""
    return tuple(question for case in cases() for question in of_case(case))


def of_case(case: Case) -> Iterator[Question]:
    """Yield a case as it stands, then with each key that decides it put otherwise."""
    above = case.first_line - 1
    plainly = _moved(case.outcome, above)
    put = [(f"{one.key}={_compact(one.value)}", nested(one.key, one.value), _moved(one.outcome, above)) for one in case.decides]
    others = tuple(Alternative(reading, outcome) for reading, _, outcome in put)
    about = (case.title, case.shelf, case.chapter, case.ruleset)
    log = (case.cite, case.text, case.first_line)
    yield Question(case.id, case.id, *about, case.set, *log, plainly, others)
    for reading, values, outcome in put:
        back = (Alternative(f"{reading.partition('=')[0]} as it was", plainly),)
        yield Question(f"{case.id}:{reading}", case.id, *about, _merged(case.set, values), *log, outcome, back)


def games() -> Iterator[Question]:
    """Yield the recorded games that have an expectation: what is found in the whole log, and the scores of its last deal."""
    root = data_path("fixtures", GAMES)
    for path in sorted(root.rglob("*.expected.json")):
        name = path.relative_to(root).as_posix().removesuffix(".expected.json")
        data = json.loads(path.read_text(encoding="utf-8"))
        text = (root / f"{name}.cgn").read_text(encoding="utf-8")
        found = tuple(Expected(one["id"], one["line"], one.get("data", {})) for one in data["findings"])
        deals = [deal for match in data["matches"] for deal in match["deals"]]
        scores = {side: score["total"] for side, score in deals[-1]["scores"].items() if score} if deals else {}
        id = f"{GAMES}/{name}"
        yield Question(id, id, data["shows"], GAMES, GAMES, data["ruleset"], {}, (), text, 1, Outcome(found, scores))


def expected_record(outcome: Outcome) -> dict[str, Any]:
    """What is expected as plain data, as the export and reports have it."""
    findings = [{"id": one.id, "line": one.line, **({"data": one.data} if one.data else {})} for one in outcome.findings]
    return {"verdict": outcome.verdict, "findings": findings, **({"scores": outcome.scores} if outcome.scores else {})}


def digest_of(data: object) -> str:
    """Digest of plain data, the same on every machine."""
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def by_ruleset(asked: Iterable[Question]) -> list[Question]:
    """The same questions with those of one ruleset side by side, so that a program is told it once."""
    groups: dict[str, list[Question]] = {}
    for question in asked:
        groups.setdefault(_compact([question.ruleset, question.set]), []).append(question)
    return [question for group in groups.values() for question in group]


def _name_in(reference: str) -> str:
    return split_reference(reference)[0]


def _like(name: str, pattern: str) -> bool:
    """Tell whether an id fits a pattern, in which ``*`` alone means more than itself: ids hold brackets.

    >>> _like("a:/k=[1]", "a:*=[1]"), _like("a:/k=1", "a:/k=[1]")
    (True, False)
    """
    return fnmatchcase(name, pattern.replace("[", "[[]").replace("?", "[?]"))


def _moved(outcome: Outcome, lines: int) -> Outcome:
    return outcome._replace(findings=tuple(one._replace(line=one.line + lines) for one in outcome.findings))


def _merged(data: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(data)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
