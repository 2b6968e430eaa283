"""What the tables of the tests of rulesets share: rows of key, value and lines, and what a ruleset says to them."""

from __future__ import annotations

from typing import Any

from canasta_audit.ruleset.chapters import Band
from canasta_audit.ruleset.keys import chapter_keys
from canasta_audit.ruleset.load import load_ruleset
from canasta_audit.ruleset.model import Ruleset

Row = tuple[str, Any, list[int]]
"""Pointer, value, and the lines of the ruleset's own text that are cited."""

TableRow = tuple[int, str, Any, list[int]]
"""Number of players in front of a row, for what differs at a smaller table."""

ReadingRow = tuple[str, list[int], set[str]]
"""Id of a reading, its lines, and the options that answer it otherwise."""

OptionRow = tuple[str, int, dict[str, Any], list[int]]
"""Name of an option, a number of players it is for, all that it changes there, and its lines."""


def plain(value: Any) -> Any:
    """A value as the tables write it: bands as pairs."""
    if value and isinstance(value, tuple) and isinstance(value[0], Band):
        return tuple((band.since, band.need) for band in value)
    return value


def said(ruleset: Ruleset, pointer: str, players: int = 4) -> tuple[Any, list[int]]:
    """The value at ``pointer`` and the lines cited; it is an error to cite another text than the ruleset's own."""
    value = None if pointer == "/players" else plain(ruleset.parameter(pointer, players).value)
    places = ruleset.citations[players].get(pointer, ())
    assert {place.text for place in places} <= {ruleset.text}
    return value, sorted(place.line for place in places)


def changed_by_option(ruleset: Ruleset, option: str, players: int) -> dict[str, Any]:
    """By pointer, what ``option`` sets at a table."""
    changed = load_ruleset(f"{ruleset.name}+{option}")
    by = [pointer for pointer, origin in changed.origins[players].items() if origin.by == option]
    return {pointer: plain(changed.parameter(pointer, players).value) for pointer in by}


def check_completeness(
    ruleset: Ruleset, facts: list[Row], tables: list[TableRow], readings: list[ReadingRow], options: list[OptionRow]
) -> None:
    """Every key, change of a smaller table, reading and option has its row, and every key its citation."""
    assert sorted(pointer for pointer, _, _ in facts) == sorted(chapter_keys())
    for players, origins in ruleset.origins.items():
        rows = {pointer for table, pointer, _, _ in tables if table == players}
        assert {pointer for pointer, origin in origins.items() if origin.by} == rows
    assert [id for id, _, _ in readings] == list(ruleset.readings)
    assert {name for name, _, _, _ in options} == set(ruleset.options)
    uncited = {pointer for pointer, _, lines in facts if not lines}
    assert uncited <= ruleset.silent[max(ruleset.tables)]
