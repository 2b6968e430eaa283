"""Two runs of the suite side by side: what has become better, and what worse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from canasta_audit.conform.outcome import BAD, REPORT_VERSION

Change = Literal["worse", "better", "other", "added", "removed", "asked otherwise"]

CHANGES: tuple[Change, ...] = ("worse", "better", "other", "added", "removed", "asked otherwise")
"""Kinds of change. ``other``: a change that is neither, as from ``skipped`` to ``unsupported``; ``asked otherwise``: the case
itself is not the same, so that its outcomes cannot be held against one another."""


class Changed(NamedTuple):
    """A question whose outcome is not what it was; ``""`` where one run has not got it."""

    id: str
    change: Change
    before: str
    after: str
    reason: str


class NoRun(ValueError):
    """The data is no report of a run."""


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Changed]:
    """Yield what has changed between two reports in their JSON form, in the order of the new one. Raises ``NoRun``."""
    before, after = _results(old), _results(new)
    for id, result in after.items():
        was = before.get(id)
        if was is None:
            yield Changed(id, "added", "", result["outcome"], result.get("reason", ""))
        elif was["digest"] != result["digest"]:
            yield Changed(id, "asked otherwise", was["outcome"], result["outcome"], result.get("reason", ""))
        elif was["outcome"] != result["outcome"]:
            yield Changed(
                id, _direction(was["outcome"], result["outcome"]), was["outcome"], result["outcome"], result.get("reason", "")
            )
    for id in (id for id in before if id not in after):
        yield Changed(id, "removed", before[id]["outcome"], "", "")


def _direction(before: str, after: str) -> Change:
    """``pass`` is best, no answer that was due is worst, and what was not asked is between them."""
    if _rank(before) == _rank(after):
        return "other"
    return "better" if _rank(after) > _rank(before) else "worse"


def _rank(outcome: str) -> int:
    return 2 if outcome == "pass" else 0 if outcome in BAD else 1


def _results(report: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    try:
        if report["schema_version"] != REPORT_VERSION:
            raise NoRun(f"version {report['schema_version']} of the report is not known")
        return {result["id"]: result for result in report["results"] if isinstance(result["outcome"], str) and result["digest"]}
    except (KeyError, TypeError) as error:
        raise NoRun(f"no report of `conform run --format json`: {error!r}") from None
