"""A case of the suite: a position, plays, and what is to be found.

Cases lie in ``fixtures/must``, ``fixtures/may`` and ``fixtures/disputed``, in one folder a chapter, and in
``fixtures/witnesses``, in one a pair of rulesets; ``schemas/case.schema.json`` describes them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from canasta_audit.resources import data_path

WITNESSES = "witnesses"
SHELVES = ("must", "may", "disputed", WITNESSES)
"""Folders of cases: settled by a text, allowed either way, contested between readings, and games on which two rulesets
disagree: folders of the last are pairs of rulesets, not chapters."""


class Expected(NamedTuple):
    """One root finding: its id, its line counted from the first line of the plays (0 or less: in the position), and the data
    that it carries at least."""

    id: str
    line: int
    data: Mapping[str, Any]


class Outcome(NamedTuple):
    """What a case comes to: the root findings above a note in order of place, and the computed total of the last deal by side
    (empty where a case does not ask for scores)."""

    findings: tuple[Expected, ...]
    scores: Mapping[str, int]

    @property
    def verdict(self) -> str:
        """``"legal"``, or ``"fault"`` where something is found."""
        return "fault" if self.findings else "legal"


class Otherwise(NamedTuple):
    """What the case comes to when one key has another value: the key decides."""

    key: str
    value: Any
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Case:
    """One case; ``set`` are values put over those of ``ruleset`` (a name with options), as in a ruleset file; ``cite`` are places
    as (text id, line)."""

    id: str
    title: str
    shelf: str
    chapter: str
    ruleset: str
    set: Mapping[str, Any]
    cite: tuple[tuple[str, int], ...]
    position: str
    plays: str
    outcome: Outcome
    decides: tuple[Otherwise, ...]

    @property
    def text(self) -> str:
        """The log: the position and the plays."""
        return f"{self.position}{self.plays}"

    @property
    def first_line(self) -> int:
        """1-based line of the log at which the plays begin."""
        return self.position.count("\n") + 1


def files() -> Iterator[tuple[str, str, str]]:
    """Yield (shelf, chapter, path) of every file of cases, in order."""
    for shelf in SHELVES:
        root = str(data_path("fixtures", shelf))
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".yaml"):
                    yield shelf, os.path.basename(folder), os.path.join(folder, name)


def load(shelf: str, chapter: str, path: str) -> Iterator[Case]:
    """Yield the cases of one file.

    Raises ``ValueError`` where the file is no YAML or does not fit the schema.
    """
    data = _read(path)
    for misfit in _schema().iter_errors(data):
        raise ValueError(f"{path}: {'/'.join(map(str, misfit.absolute_path))}: {misfit.message}")
    yield from taken(shelf, chapter, path)


def taken(shelf: str, chapter: str, path: str) -> Iterator[Case]:
    """Yield the cases of a file that is taken to fit the schema: whether those that are shipped do, which takes as long as to read
    them, is for the lint to say.
    """
    for entry in _read(path)["cases"]:
        outcome = _outcome(entry["expect"])
        decides = tuple(Otherwise(one["key"], one["instead"], _outcome(one["expect"])) for one in entry.get("decides", ()))
        yield Case(
            entry["id"],
            entry["title"],
            shelf,
            chapter,
            entry["ruleset"],
            entry.get("set", {}),
            tuple((place.partition(" ")[0], int(place.partition(" ")[2])) for place in entry["cite"]),
            entry["position"],
            entry["plays"],
            outcome,
            decides,
        )


@cache
def cases() -> tuple[Case, ...]:
    """Every case of the suite, in the order of their files, which do not change while we run."""
    return tuple(case for place in files() for case in taken(*place))


def _outcome(expect: Mapping[str, Any]) -> Outcome:
    found = tuple(Expected(one["id"], one["line"], one.get("data", {})) for one in expect.get("findings", ()))
    return Outcome(found, expect.get("scores", {}))


def _read(path: str) -> Any:
    """What a file holds; nobody may change it."""
    told = os.stat(path)
    return _as_of(path, told.st_mtime_ns, told.st_size)


@cache
def _as_of(path: str, time: int, size: int) -> Any:
    """What a file held then: to read all of them again takes a second."""
    # It is heavy, and only this needs it here.
    import yaml

    with open(path, encoding="utf-8") as stream:
        try:
            return yaml.load(stream, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except yaml.YAMLError as error:
            raise ValueError(f"{path}: {error}") from None


@cache
def _schema() -> Any:
    """The schema of a file of cases, ready to be asked."""
    import json

    import jsonschema

    from canasta_audit.resources import read_text

    return jsonschema.Draft202012Validator(json.loads(read_text("schemas", "case.schema.json")))
