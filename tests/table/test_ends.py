"""The end of a deal in short: where all that is written down is as it is due nothing is asked, and no other audit comes of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import canasta_audit as ca
from canasta_audit import closing
from canasta_audit.table.rests import Rests
from canasta_audit.table.score import Item, claims_hold, is_copy, total_of
from tests.games import CLEAN, ruleset_of, text_of
from tests.table.long_way import is_as_the_long_way

GAMES = {name.split("/")[0]: name for name in CLEAN if "/" in name and "\ntotals" in text_of(name)}
"""One game of each folder that has scores and totals."""

ENDS = [*[f"end: {seat} out{how}" for seat in "NESW" for how in ("", " concealed")], "end: N out, S out", "end: stock", "end: stop"]
SUMS = ("before", "minimum", "end", "left", "score", "totals")


def slips(text: str) -> Iterator[str]:
    """The log with one slip each in what is written down of a deal besides its turns, in one line of every kind."""
    dice, lines = random.Random(text), text.split("\n")
    places = [[at for at, line in enumerate(lines) if line.startswith(kind)] for kind in SUMS]
    ends = places[SUMS.index("end")]
    for index in dice.sample(ends, min(3, len(ends))):
        for end in ENDS:
            yield "\n".join([*lines[:index], end, *lines[index + 1 :]])
    for index in [dice.choice(at) for at in places if at]:
        line, before, after = lines[index], lines[:index], lines[index + 1 :]
        counted = re.sub(r"\d+(?=[^0-9]*$)", lambda found: str(int(found[0]) + 5), line)
        shorter = re.sub(r", [^,]*$|out|stock", "", line)
        for changed in ([], [line, line], [counted], [line, counted], [counted, line], [shorter]):
            yield "\n".join([*before, *changed, *after])
        yield "\n".join([*before, *after[:1], line, *after[1:]])


@pytest.mark.parametrize("name", GAMES.values())
def test_slips_at_the_end_are_found_as_without_short_cuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_as_the_long_way(monkeypatch, slips(text_of(name)), ruleset_of(name))


def test_most_ends_are_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = []
    scores_of = closing._plain_scores
    monkeypatch.setattr(closing, "_plain_scores", lambda asker: plain.append(scores_of(asker)) or plain[-1])
    name = GAMES["uk-regency"]
    ca.audit(ca.parse(text_of(name)), ruleset_of(name))
    assert plain
    assert None not in plain


LEDGER = [Item("natural", 500), Item("threes", 0), Item("held", -500), Item("out", 100), Item("concealed", 100)]


def test_claims_that_copy_the_ledger_hold() -> None:
    for number in range(1 << len(LEDGER)):
        items = [item for at, item in enumerate(LEDGER) if number >> at & 1]
        total = total_of(items)
        claims = (*[(item.item, item.points) for item in items], ("total", total))
        assert is_copy(claims, items, total)
        assert claims_hold(dict(claims), items)
        for changed in (claims[:-1], claims[1:], (*claims[:-1], ("total", total + 5)), (*claims, ("hand", 0)), claims[::-1]):
            assert is_copy(changed, items, total) is (changed == claims)


def test_scores_rest_on_the_keys_of_their_items() -> None:
    canastas = ["/canastas/natural", "/canastas/natural_aces", "/canastas/wild_twos"]
    lost = ["/values/ace", "/opening/bands", *canastas, "/red_threes/held"]
    rests = Rests(lost)
    natural = Item("natural", 1000, ("K", "A"))
    expected = {
        "": ([], False),
        "/opening/bands": ([], True),
        "/canastas/natural": ([Item("natural", 500, ("K",)), Item("concealed", 100)], False),
        "/canastas/natural /canastas/natural_aces": ([natural], False),
        "/canastas/natural_aces /canastas/wild_twos": ([Item("natural", 500, ("A",)), Item("wild", 5, ("*",))], False),
        "/canastas/natural_aces": ([Item("natural", 1000, ("A:1000",), "/canastas/natural_aces")], False),
        "/red_threes/held /values/ace": ([Item("held", -500, ("3H",)), Item("hand", -5, ("N:-5",))], False),
    }
    for pointers, (items, melded) in expected.items():
        assert rests.among(rests.used([items], melded)) == pointers.split()
        assert rests.among(rests.used([[item] for item in items], melded)) == pointers.split()
