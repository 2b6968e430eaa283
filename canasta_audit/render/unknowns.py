"""What could not be judged, gathered by check: how often, where first, of whom, and what the record lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from canasta_audit.render.style import plural
from canasta_audit.report import Unjudged, Why

_WORDS: dict[Why, str] = {
    "hand-not-listed": "the hand was not written down",
    "cards-unseen": "cards were not seen",
    "suit-not-noted": "the colour of a three was not noted",
    "draw-not-noted": "the draw was not written down",
    "melds-not-noted": "melds may not be written down",
    "discard-not-noted": "discards may not be written down",
    "pile-not-noted": "what lies in the pile was not written down",
    "stock-not-counted": "the stock cannot be counted",
    "question-not-noted": "questions may not be written down",
    "score-open": "the score may be more than one",
    "totals-not-noted": "the totals may be more than one",
    "lot-not-noted": "what was drawn for seats is not noted",
    "dealer-not-noted": "who dealt is not noted",
}


class Row(NamedTuple):
    """One check: how often it could not tell, the first line and turn, the seats or sides, and why, each once."""

    id: str
    name: str
    times: int
    line: int
    turn: int | None
    whose: tuple[str, ...]
    why: tuple[Why, ...]

    @property
    def reasons(self) -> str:
        """Why, in words."""
        return "; ".join(_WORDS[why] for why in self.why)


def gathered(unjudged: Iterable[Unjudged]) -> list[Row]:
    """The rows of a deal, or of the end of a match, by id."""
    by_id: dict[str, list[Unjudged]] = {}
    for one in unjudged:
        by_id.setdefault(one.id, []).append(one)
    return [_row(by_id[id]) for id in sorted(by_id)]


def _row(same: Sequence[Unjudged]) -> Row:
    first = min(same, key=lambda one: one.line)
    lacks = [lack for one in same for lack in one.lacks]
    whose = sorted({lack.side or lack.seat or "" for lack in lacks} - {""})
    return Row(
        first.id, first.name, len(same), first.line, first.turn, tuple(whose), tuple(dict.fromkeys(one.why for one in lacks))
    )


def unknown_lines(unjudged: Sequence[Unjudged], what: str) -> Iterator[str]:
    """The rows for people; ``what`` names the deal or match. Nothing where all was judged."""
    rows = gathered(unjudged)
    if not rows:
        return
    checks = plural(len(rows), "check")
    yield f"could not be judged in {what}: {checks}\n"
    for row in rows:
        whose = f", {' '.join(row.whose)}" if row.whose else ""
        often = "once" if row.times == 1 else f"{row.times} times"
        yield f"  {row.id} {row.name}: {often}, first at line {row.line}{whose}: {row.reasons}\n"
    yield "\n"
