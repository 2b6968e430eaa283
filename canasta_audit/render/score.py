"""The itemised score sheet of a match, claimed beside computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from canasta_audit.batch.items import StreamItem
from canasta_audit.notation.model import Side
from canasta_audit.render.ledger import ITEM_WIDTH, between, sheet
from canasta_audit.render.place import reconstructed_note
from canasta_audit.render.stream import Options, Tally
from canasta_audit.render.style import paint, printable
from canasta_audit.report import DealReport, MatchReport


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the sheet of every deal and the result of every match; findings are left to the audit."""
    tally = Tally()
    for item in items:
        tally.add(item)
        if isinstance(item, DealReport):
            yield from _deal(item, options)
        elif isinstance(item, MatchReport):
            yield _result(item, options)
        else:
            yield ""
    yield from reconstructed_note(tally.total().reconstructed.values(), options.color)


def _deal(deal: DealReport, options: Options) -> Iterator[str]:
    yield paint(f"deal {deal.number}", "strong", options.color) + f" (line {deal.line}): {ending(deal)}\n"
    for score in deal.scores:
        yield f"  {paint(f'{printable(score.side):<{ITEM_WIDTH}}', 'strong', options.color)}  claimed  computed\n"
        for row in sheet(score, options.color):
            yield f"  {row}\n"
    yield "\n"


def ending(deal: DealReport) -> str:
    """How the deal ended, in words."""
    if deal.out:
        return f"{printable(deal.out)} went out{' concealed' if deal.concealed else ''}"
    words = {
        "stock": "the stock ran out",
        "void": "void",
        "stop": "stopped",
        "stuck": "nobody could play on",
        "unfinished": "not played to its end",
    }
    return words.get(deal.ended, deal.ended)


def total_text(side: Side, match: MatchReport) -> str:
    """The total of a side, and where it is not exactly known, what it can be."""
    open_ = f" ({between(match.bounds[side])})" if side in match.bounds else ""
    return f"{printable(side)} {match.totals[side]}{open_}"


def _result(match: MatchReport, options: Options) -> str:
    totals = ", ".join(total_text(side, match) for side in match.totals)
    winner = f"; {printable(match.winner)} won" if match.winner else ""
    head = paint(f"match {match.number}", "strong", options.color)
    return f"{head} ({printable(match.ruleset)}): {totals}{winner}\n\n"
