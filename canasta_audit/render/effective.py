"""A ruleset as it is in effect, as one complete file: no ``extends`` and no options, all of them applied."""

from __future__ import annotations

import re
from typing import Any

from canasta_audit.ruleset.chapters import CHAPTERS, plainly
from canasta_audit.ruleset.document import unescape
from canasta_audit.ruleset.inherit import leaves
from canasta_audit.ruleset.model import Ruleset

Data = dict[str, Any]

_LONGEST_NAME, _LONGEST_TITLE, _MOST_CITED = 60, 120, 20
"""Signs of a name and of a title, and entries of a citation, that the schema allows."""


def effective(ruleset: Ruleset, players: int | None = None) -> Data:
    """The data of a file that loads as ``ruleset`` does, or as its game for ``players`` alone."""
    tables = {number: plainly(rules) for number, rules in ruleset.tables.items() if players in (None, number)}
    base = ruleset.data if players is None else tables[players]
    about = max(tables)
    common = dict(leaves(base))
    data: Data = {
        "name": re.sub("[^a-z0-9]+", "-", ruleset.reference.lower()).strip("-")[:_LONGEST_NAME].strip("-"),
        "title": "; ".join([ruleset.title, *(ruleset.options[name].title for name in ruleset.chosen)])[:_LONGEST_TITLE],
        "text": ruleset.text,
        "players": {str(number): _differing(common, table) for number, table in tables.items()},
    }
    for chapter in CHAPTERS:
        cites = _cites(ruleset, chapter, about)
        data[chapter] = {**base[chapter], **({"cite": cites} if cites else {})}
    data["status"] = dict.fromkeys(sorted(ruleset.reconstructed[about]), "reconstructed")
    data["readings"] = _readings(ruleset, about)
    data["facts"] = [
        {"chapter": fact.chapter, "lines": list(fact.lines), "fact": fact.fact}
        for fact in ruleset.facts
        if fact.text == ruleset.text
    ]
    return {key: value for key, value in data.items() if value not in ({}, [])}


def _differing(common: Data, table: Data) -> Data:
    """The entry for a number of players: what differs there."""
    entry: Data = {}
    for pointer, value in leaves(table):
        if common[pointer] != value:
            *parents, last = pointer[1:].split("/")
            inside = entry.setdefault("set", {})
            for part in parents:
                inside = inside.setdefault(unescape(part), {})
            inside[unescape(last)] = value
    return entry


def _cites(ruleset: Ruleset, chapter: str, players: int) -> Data:
    """What settles the keys of a chapter: lines of the ruleset's own text, readings, and the published laws."""
    cites = {}
    for pointer in ruleset.origins[players]:
        if pointer.startswith(f"/{chapter}/"):
            entries: list[Any] = [x.line for x in ruleset.citations[players].get(pointer, ()) if x.text == ruleset.text and x.line]
            entries += [name for name in ruleset.grounds[players].get(pointer, ()) if ruleset.readings[name].text == ruleset.text]
            entries += ["official"] if pointer in ruleset.silent[players] else []
            if entries:
                cites[pointer.removeprefix(f"/{chapter}/")] = list(dict.fromkeys(entries))[:_MOST_CITED]
    return cites


def _readings(ruleset: Ruleset, players: int) -> Data:
    used = {name for names in ruleset.grounds[players].values() for name in names}
    return {
        name: {"lines": list(reading.lines), "question": reading.question, "chosen": reading.chosen}
        for name, reading in ruleset.readings.items()
        if name in used and reading.text == ruleset.text
    }
