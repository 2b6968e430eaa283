"""What the tests of unknown cards share: the findings of a whole log that its redacted form has not, and does not name as open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import canasta_audit as ca
from canasta_audit.checks.chapters import all_checks
from canasta_audit.finding import Finding
from canasta_audit.notation import model as n
from canasta_audit.report import Report
from tests.redact.views import OTHER_DECK, Seen, View, views


class Silence(NamedTuple):
    """A finding of a whole log of which a redacted one says nothing, though not that it could not tell."""

    view: View
    id: str
    deal: int | None
    turn: int | None
    line: int


def unjudged(report: Report) -> set[tuple[str, int | None, int | None]]:
    """Id, deal and turn of all that could not be judged; deal and turn are ``None`` at the end of a match."""
    of_deals = {(one.id, one.deal, one.turn) for match in report.matches for deal in match.deals for one in deal.unjudged}
    return of_deals | {(one.id, None, None) for match in report.matches for one in match.unjudged}


def silences(log: n.Log | Seen, ruleset: ca.Ruleset | None = None, who: Iterable[View] | None = None) -> Iterator[Silence]:
    """Yield what a log as ``who`` (all) saw it is silent about. What only follows from another finding goes with that.

    Where it is asked what is open, the same has to be found.
    """
    shown = log if isinstance(log, Seen) else Seen(log, ruleset)
    whole = shown.findings
    if any(finding.id == OTHER_DECK for finding in whole):
        # It is judged by a deck that nobody sees who sees less.
        return
    judged = [finding for finding in whole if finding.id in all_checks()]
    slips = {(one.id, one.line) for one in judged if one.grade == "impossible"}
    for view in views(shown.log) if who is None else who:
        found = {(one.id, one.line) for one in shown.found_by(view)}
        lost = {(one.id, one.line) for one in judged if one.follows is None} - found
        passed = []
        for one in judged:
            root = one.follows and (one.follows.id, one.follows.line)
            # Of a card that cannot be there more follows for whoever sees more.
            if not (root in lost or root in slips or (one.id, one.line) in found):
                passed.append(one)
        # What is open matters only where something is passed over.
        if passed:
            report = ca.audit(shown.by(view), shown.ruleset, unknowns=True)
            assert tuple(report.findings) == shown.found_by(view)
            open_ = unjudged(report)
            yield from (Silence(view, one.id, one.deal, one.turn, one.line) for one in passed if not _is_open(one, open_))


def _is_open(finding: Finding, open_: set[tuple[str, int | None, int | None]]) -> bool:
    places = {(finding.id, finding.deal, finding.turn), (finding.id, finding.deal, None), (finding.id, None, None)}
    return not places.isdisjoint(open_)
