"""Positions with the number of lawful turns in each, for other programs to count as well: ``fixtures/perft``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from canasta_audit.legal.position import stand_before
from canasta_audit.legal.referee import Stand
from canasta_audit.notation.parse import parse
from canasta_audit.resources import data_path, read_text
from canasta_audit.ruleset.load import load_ruleset

SHELF = "perft"


class Counted(NamedTuple):
    """One position: ``turns`` is the number of different lawful turns of the player who is next, ``taking`` of those in which he
    takes the pile."""

    id: str
    title: str
    ruleset: str
    position: str
    turns: int
    taking: int

    def stand(self) -> Stand:
        """The position as a table. Raises ``ValueError`` where nobody has to play in it."""
        log = parse(self.position)
        ruleset = load_ruleset(self.ruleset)
        match = log.matches[0]
        stand = stand_before(match, match.deals, None, lambda tags: ruleset)
        if stand is None or log.findings:
            raise ValueError(f"{self.id}: {[finding.message for finding in log.findings] or 'nobody has to play'}")
        return stand


def files() -> list[str]:
    """Paths of all files of positions, in order."""
    root = str(data_path("fixtures", SHELF))
    return [os.path.join(root, name) for name in sorted(os.listdir(root)) if name.endswith(".yaml")]


def positions() -> Iterator[Counted]:
    """Yield every position, in the order of the files.

    Raises ``ValueError`` where a file is no YAML or does not fit the schema.
    """
    for path in files():
        for entry in _read(path):
            yield Counted(**entry)


def _read(path: str) -> list[dict[str, Any]]:
    # Both are heavy, and only this needs them here.
    import json

    import jsonschema
    import yaml

    with open(path, encoding="utf-8") as stream:
        try:
            data = yaml.safe_load(stream)
        except yaml.YAMLError as error:
            raise ValueError(f"{path}: {error}") from None
    schema = json.loads(read_text("schemas", "perft.schema.json"))
    for misfit in jsonschema.Draft202012Validator(schema).iter_errors(data):
        raise ValueError(f"{path}: {'/'.join(map(str, misfit.absolute_path))}: {misfit.message}")
    entries: list[dict[str, Any]] = data["positions"]
    return entries
