"""What the tests of redacted records share: who sees a log, the log as he saw it, and what is found in it beyond the whole log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import canasta_audit as ca
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.redact import redacted
from canasta_audit.table.deal import seats_of

View = n.Seat | None

OTHER_DECK = "MATCH-007"
"""Which deck it is may be told by cards that lie too often, as other contradictions are; a log is judged anew after it."""

OF_A_HAND = frozenset(("RECORD-006", "RECORD-013", "RECORD-019", "PILE-015", "IRREG-004"))
"""Contradictions about the cards of one hand: what is wrong about one explains nothing about another."""


class Beyond(NamedTuple):
    """A finding of a redacted log that the whole one has not."""

    view: View
    id: str
    line: int


def views(log: n.Log) -> list[View]:
    """The table, and every seat of a log."""
    seats = (seat for match in log.matches for deal in match.deals for seat in seats_of(match.tags, deal.lines).order)
    return [None, *dict.fromkeys(seats)]


def seen(log: n.Log, view: View) -> n.Log:
    """The log as ``view`` saw it, written down and read anew."""
    return ca.parse(ca.write(n.Log([redacted(match, view) for match in log.matches])))


def beyond(log: n.Log, ruleset: ca.Ruleset | None = None, who: Iterable[View] | None = None) -> Iterator[Beyond]:
    """Yield what is found in the log as ``who`` (all) saw it and not in the whole log at the same line.

    Let pass are contradictions between lines that the whole log shows sooner, and consequences of what is found in both.
    """
    whole = ca.audit(log, ruleset).findings
    found = {(finding.id, finding.line) for finding in whole}
    for view in views(log) if who is None else who:
        for finding in ca.audit(seen(log, view), ruleset).findings:
            if not ((finding.id, finding.line) in found or shown_sooner(finding, whole) or told_with(finding, whole)):
                yield Beyond(view, finding.id, finding.line)


def shown_sooner(finding: Finding, whole: Iterable[Finding]) -> bool:
    """Tell whether ``finding`` says that lines contradict each other, or a claim what they come to, where the whole log contradicts
    itself above it: the fewer cards are seen, the later that shows.
    """
    return (finding.grade in ("impossible", "misscored") or finding.id == OTHER_DECK) and any(
        one.match == finding.match
        and (one.id == OTHER_DECK or (one.grade == "impossible" and one.deal == finding.deal and _explains(one, finding)))
        for one in whole
    )


def _explains(one: Finding, finding: Finding) -> bool:
    """Tell whether ``one``, a contradiction, may show later as ``finding``."""
    another_hand = {one.id, finding.id} <= OF_A_HAND and one.seat != finding.seat
    return _above(one, finding) and not another_hand


def _above(one: Finding, finding: Finding) -> bool:
    """Tell whether ``one`` stands above ``finding``; what is counted for the deal as a whole stands anywhere."""
    return finding.turn is None or one.line <= finding.line


def told_with(finding: Finding, whole: Iterable[Finding]) -> bool:
    """Tell whether ``finding`` follows from one that the whole log has, too: what cannot be counted on after it, for one who counts
    cards or for one who sees them, may differ. No play is called unlawful for that.
    """
    root = finding.follows
    return root is not None and finding.grade != "illegal" and any((one.id, one.line) == (root.id, root.line) for one in whole)
