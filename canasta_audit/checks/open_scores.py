"""What of scores could not be judged: which checks of a score line leave something open, and which sides and sums do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Side
from canasta_audit.report import Lack
from canasta_audit.table.bounds import NOTHING, sum_of
from canasta_audit.table.score import ITEMS, stands_for

_CLAIMS: Mapping[str, tuple[str, ...]] = {
    "SCORE-001": ("cards",), "SCORE-002": ("natural",), "SCORE-003": ("mixed",), "SCORE-004": ("canastas", "bonuses"),
    "SCORE-005": ("threes", "red-threes"), "SCORE-006": ("held",), "SCORE-007": ("out",), "SCORE-008": ("concealed",),
    "SCORE-009": ("hand",), "SCORE-010": ("total",), "SCORE-016": ("wild",), "SCORE-017": ("opponents-threes",),
    "SCORE-018": ("partner",),
}  # fmt: skip
"""Which claimed items each check of a score line judges."""


def open_scores(step: Step) -> tuple[Lack, ...]:
    """The sides whose scores are not known."""
    return tuple([Lack("score", "score-open", None, side) for side, known in step.known.items() if not known])


def settled(step: Step, line: n.ScoreLine) -> Iterator[str]:
    """The checks of a score line that leave nothing open: what they judge is not claimed, or can be but one number."""
    claims = dict(line.items)
    for id, items in _CLAIMS.items():
        if not any(item in claims and _may_differ(step, line.side, item, claims) for item in items):
            yield id


def _may_differ(step: Step, side: Side, item: str, claims: Mapping[str, int]) -> bool:
    """Tell whether a claimed item of a side whose score is open can be more than one number."""
    found = step.bounds.get(side)
    if found is None:
        return item == "total" or bool(stands_for(item, claims))
    if item != "total":
        names = stands_for(item, claims)
    elif found["total"].low != found["total"].high or len(claims) == 1:
        names = ("total",)
    else:
        # The total is held against the claimed items, too, and what the others can be.
        covered = {name for other in claims for name in stands_for(other, claims)}
        names = tuple([name for name in ITEMS if name not in covered])
    low, high = sum_of([found.get(name, NOTHING) for name in names])
    return low != high


def open_sums(step: Step, scores: Collection[Lack]) -> tuple[Lack, ...]:
    """What running totals hang on that the record does not tell."""
    told = step.sheet.keys()
    sides = [lack.side for lack in scores if lack.side not in told]
    return tuple([Lack("sums", "totals-not-noted", None, side) for side in dict.fromkeys((*sides, *sorted(step.match.slack)))])
