"""The start of a deal in short: where all cards are there nothing is asked, and no other audit comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import canasta_audit as ca
from canasta_audit import outset
from tests.games import CLEAN, ruleset_of, text_of
from tests.table.long_way import is_as_the_long_way

GAMES = {name.split("/")[0]: name for name in CLEAN if "/" in name and "\nhand" in text_of(name)}
"""One game of each folder that lists hands."""

STARTS = ("hand", "red", "up", "stock", "down", "foot", "deal")
EXTRA = ("up: 2C", "up: 3H back", "up: 9D KS", "down: ?x3", "down: 4C back", "foot N: 4C", "hand F: 4C 5C", "red F: 3H>5C")


def slips(text: str) -> Iterator[str]:
    """The log with one slip each in what stands before the first turn of a deal, in one line of every kind."""
    dice, lines = random.Random(text), text.split("\n")
    places = [[at for at, line in enumerate(lines) if line.startswith(kind)] for kind in STARTS]
    for index in [dice.choice(at) for at in places if at]:
        line, before, after = lines[index], lines[:index], lines[index + 1 :]
        fewer, other = line.rpartition(" ")[0], line.rpartition(" ")[0] + " *"
        for changed in ([], [line, line], [fewer], [other], [f"{line} 4C"], *([line, extra] for extra in EXTRA)):
            yield "\n".join([*before, *changed, *after])


@pytest.mark.parametrize("name", GAMES.values())
def test_slips_at_the_start_are_found_as_without_short_cuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_as_the_long_way(monkeypatch, slips(text_of(name)), ruleset_of(name))


def test_most_starts_are_as_they_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    due = []
    dealt_out = outset.is_dealt_out
    monkeypatch.setattr(outset, "is_dealt_out", lambda *given: due.append(dealt_out(*given)) or due[-1])
    name = GAMES["uk-regency"]
    ca.audit(ca.parse(text_of(name)), ruleset_of(name))
    assert due
    assert all(due)
