"""Faults of the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from canasta_audit.notation import model as n
from canasta_audit.simulate.spoil import Clean, Spoilt, injector


@injector("SCORE-001")
def cards_melded(clean: Clean, source: Random) -> Iterator[Spoilt]:
    """The points of the cards melded are added up wrongly, and the total with them."""
    yield from _claimed_wrongly(clean, source, "cards")


def _claimed_wrongly(clean: Clean, source: Random, item: str) -> Iterator[Spoilt]:
    places = [i for i, line in enumerate(clean.lines) if isinstance(line, n.ScoreLine) and item in dict(line.items)]
    source.shuffle(places)
    for place in places:
        line = clean.lines[place]
        assert isinstance(line, n.ScoreLine)
        items = tuple((name, points + 10 if name == item else points) for name, points in line.items)
        yield clean.put(place, replace(line, items=items, text=""))
