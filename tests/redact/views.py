"""What the tests of redacted records share: who sees a log, the log as he saw it, and what is found in it beyond the whole log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import canasta_audit as ca
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.redact import redacted
from canasta_audit.table.deal import seats_of

View = n.Seat | None

OTHER_DECK = "MATCH-007"
"""Which deck it is may be told by cards that lie too often, as other contradictions are; a log is judged anew after it."""

OF_THE_DECK = frozenset(("RECORD-007", "RECORD-008", "RECORD-009", "RECORD-010"))
"""Contradictions about which cards there are and in which order they come, whoever has them."""


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


class Seen:
    """A log with the ruleset that it is judged by: what is found in the whole of it, and how others saw it, worked out once.

    ``by_others``: how others saw it, where that is kept for several rulesets.
    """

    def __init__(self, log: n.Log, ruleset: ca.Ruleset | None = None, by_others: dict[View, n.Log] | None = None) -> None:
        """Begin with the whole log."""
        self.log = log
        self.ruleset = ruleset
        self._seen = {} if by_others is None else by_others
        self._found: dict[View, tuple[Finding, ...]] = {}

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What is found in the whole log."""
        return tuple(ca.audit(self.log, self.ruleset).findings)

    def by(self, view: View) -> n.Log:
        """The log as ``view`` saw it."""
        if view not in self._seen:
            self._seen[view] = seen(self.log, view)
        return self._seen[view]

    def found_by(self, view: View) -> tuple[Finding, ...]:
        """What is found in the log as ``view`` saw it."""
        if view not in self._found:
            self._found[view] = tuple(ca.audit(self.by(view), self.ruleset).findings)
        return self._found[view]


def beyond(log: n.Log | Seen, ruleset: ca.Ruleset | None = None, who: Iterable[View] | None = None) -> Iterator[Beyond]:
    """Yield what is found in the log as ``who`` (all) saw it and not in the whole log at the same line.

    Let pass are contradictions between lines that the whole log shows sooner, and claims of scores that follow from what both have.
    """
    shown = log if isinstance(log, Seen) else Seen(log, ruleset)
    whole = shown.findings
    found = {(finding.id, finding.line) for finding in whole}
    for view in views(shown.log) if who is None else who:
        for finding in shown.found_by(view):
            if not ((finding.id, finding.line) in found or shown_sooner(finding, whole) or told_with(finding, whole)):
                yield Beyond(view, finding.id, finding.line)


def shown_sooner(finding: Finding, whole: Iterable[Finding]) -> bool:
    """Tell whether ``finding`` says that lines contradict each other, or a claim what they come to, where the whole log contradicts
    itself in the same deal, at the same line or above: the fewer cards are seen, the later that shows, and of which hand only where
    it is that hand's cards that contradict each other, for any hand may have had a card that is counted. Where the whole log is
    judged by another deck, cards are counted too often without it.
    """
    if finding.grade not in ("impossible", "misscored"):
        return False
    return any(
        one.match == finding.match
        and ((one.id == OTHER_DECK and finding.id in OF_THE_DECK) or (one.grade == "impossible" and _explains(one, finding)))
        for one in whole
    )


def _explains(one: Finding, finding: Finding) -> bool:
    """Tell whether ``one``, a contradiction, may show later as ``finding``."""
    seats = {one.seat, finding.seat}
    of_hand = len(seats) == 1 or None in seats or not OF_THE_DECK.isdisjoint((one.id, finding.id))
    return one.deal == finding.deal and one.line <= finding.line and of_hand


def told_with(finding: Finding, whole: Iterable[Finding]) -> bool:
    """Tell whether ``finding`` is a claim of scores that follows from a root which the whole log has above it: what counts after
    that may differ for one who counts cards and for one who sees them.
    """
    root = finding.follows
    return (
        root is not None
        and finding.grade == "misscored"
        and any((one.id, one.line, one.follows) == (root.id, root.line, None) and one.line <= finding.line for one in whole)
    )
