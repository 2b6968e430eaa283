"""What may be played in a position, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from canasta_audit.legal.listing import Branch, Listing
from canasta_audit.render.records import SCHEMA_VERSION, TOOL, Record
from canasta_audit.render.style import paint, plural, printable

_TIE = "_"
"""Stands for the blanks of a play while rows are broken."""

_WORDS = 10
"""Columns for the word in front of a row."""


def text(found: Listing, where: Record, *, width: int = 110, color: bool = False) -> Iterator[str]:
    """Yield a paragraph for each way to begin the turn, after who plays and how many turns there are."""
    moment = paint(f"deal {where['deal']}, turn {where['turn']}", "strong", color)
    yield f"{moment}  {found.seat} to play, {printable(where['ruleset'])}\n"
    if not found.known:
        yield f"  the hand of {found.seat} is not known to its last card: more may be lawful\n"
    if found.count is None:
        yield "  there are too many turns to try them all: below stand single plays that are lawful by themselves\n"
    else:
        yield f"  {plural(found.count, 'lawful turn')}\n"
    for branch in found.branches:
        count = f"  {plural(branch.turns, 'turn')}" if found.complete else ""
        yield f"\n{paint(branch.begins, 'strong', color)}{count}\n"
        for word, plays in (("meld", branch.melds), ("add", branch.lay_offs), ("discard", branch.discards)):
            yield from _row(word, [play.removeprefix(f"{word} ") for play in plays], width)
        ends = [words for words, so in (("without a discard", branch.no_discard), ("going out", branch.goes_out)) if so]
        yield from _row("may end", ends, width)


def _row(word: str, items: Iterable[str], width: int) -> Iterator[str]:
    whole = "; ".join(item.replace(" ", _TIE) for item in items)
    for index, row in enumerate(wrap(whole, max(40, width - _WORDS - 2), break_long_words=False)):
        yield f"  {word if index == 0 else '':<{_WORDS}}{row.replace(_TIE, ' ')}\n"


def record(found: Listing, where: Record) -> Record:
    """The same as a JSON object; ``count`` is ``null`` where not all turns were tried."""
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": TOOL,
        **where,
        "seat": found.seat,
        "count": found.count,
        "complete": found.complete,
        "hand_known": found.known,
        "begins": [_branch(branch, found.complete) for branch in found.branches],
    }


def _branch(branch: Branch, complete: bool) -> Record:
    return {
        "plays": branch.begins,
        "turns": branch.turns if complete else None,
        "melds": list(branch.melds),
        "lay_offs": list(branch.lay_offs),
        "discards": list(branch.discards),
        "without_discard": branch.no_discard,
        "goes_out": branch.goes_out,
    }
