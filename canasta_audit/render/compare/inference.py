"""Which ruleset explains a record, as blocks: the ranking, what remains, what rules the others out, what cannot be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta_audit.compare.infer import Explanation, Inference, Open
from canasta_audit.finding import Finding
from canasta_audit.render.compare.blocks import Block, Entry, Heading, Para, Table
from canasta_audit.render.compare.words import decided, where
from canasta_audit.render.style import plural

_MOST = 12
"""Lines of findings that are told of one ruleset; the other formats have all."""


def inference_blocks(found: Inference) -> Iterator[Block]:
    """Yield the ranking, then each explanation by itself."""
    best = found.explanations[0]
    yield Heading(1, " or ".join(one.ruleset.reference for one in found.first))
    if found.ties > 1:
        others = ", ".join(one.ruleset.reference for one in found.tied if one is not best)
        why = " The first stands there because it needs fewest options and allows least of what could have been done and was not."
        told = f"A tie: {others} explain{'s' if found.ties == 2 else ''} the record as well."
        yield Para(told + (why if len(found.first) == 1 else ""))
    if len(found.first) > 1:
        shared = ", ".join(one.ruleset.reference for one in found.first)
        yield Para(f"The first place is shared by {shared}: the record does not tell which it was.")
    rows = [[one.ruleset.reference, str(one.weight), *map(str, _counts(one)), f"{one.missed:.1f}"] for one in found.explanations]
    yield Table(["ruleset", "against it", "errors", "warnings", "missed"], rows)
    yield Para(
        "missed: plays that the record should have by this ruleset, as often as there was a chance and by how its players use such,"
        " that another ruleset as good forbids, and that are not there."
    )
    yield Heading(2, f"What remains under {best.ruleset.reference}")
    yield from _findings(best.findings, "Nothing: every play and score of the record is explained.")
    yield from _open(best)
    for one in found.explanations[1:]:
        yield Heading(2, f"What speaks against {one.ruleset.reference}")
        yield from _findings(one.against, "Nothing in the record.")
    if found.untouched:
        yield Heading(2, "Keys that the record does not touch")
        yield Para(", ".join(found.untouched))


def _counts(one: Explanation) -> tuple[int, int]:
    return sum(x.severity == "error" for x in one.findings), sum(x.severity == "warning" for x in one.findings)


def _findings(findings: Sequence[Finding], none: str) -> Iterator[Block]:
    told = [one for one in findings if one.severity != "note"]
    if not told:
        yield Para(none)
    for one in told[:_MOST]:
        yield Entry(where(one.line, one.match, one.deal, one.turn), decided(one), [(one.text.strip(), "")] if one.text else [])
    if len(told) > _MOST:
        yield Para(f"and {plural(len(told) - _MOST, 'other')}")


def _open(best: Explanation) -> Iterator[Block]:
    on = [row for row in best.open if row.chosen]
    off = [row for row in best.open if not row.chosen]
    if on:
        yield Heading(2, "Options that are on because nothing that they forbid was done")
        yield Entry("", "", [(f"+{row.option}", f"{', '.join(row.keys)}; expected {row.expected:g}, found none") for row in on])
    if off:
        yield Heading(2, "Options that the record does not tell of")
        yield Entry("On or off, it is explained alike", "", [(_named(row), ", ".join(row.keys)) for row in off])


def _named(row: Open) -> str:
    return f"+{row.option}" + (f" for +{row.instead}" if row.instead else "")
