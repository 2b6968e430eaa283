"""A run as a matrix by chapter in Markdown, with the questions that were answered wrongly or not at all under it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from canasta_audit.conform.outcome import BAD, OUTCOMES, Run, Tally
from canasta_audit.render.conform.words import heard, percent, program_name
from canasta_audit.render.style import printable


def render(run: Run, color: bool) -> Iterator[str]:
    """Yield title, matrix and list."""
    yield f"# {_safe(program_name(run.program))}\n\nSuite {run.suite}\n\n"
    yield f"| chapter | questions | legal | fault | balanced | {' | '.join(OUTCOMES)} |\n"
    yield "|---" + "|---:" * (len(OUTCOMES) + 4) + "|\n"
    for chapter, found in run.chapters().items():
        yield _row(chapter, found)
    yield _row("**all**", run.tally())
    bad = [result for result in run.results if result.outcome in BAD or result.reading]
    if bad:
        yield "\n| question | outcome | law | what |\n|---|---|---|---|\n"
    for result in bad:
        cells = (f"`{printable(result.id)}`", result.outcome, ", ".join(result.cite), _safe("; ".join(heard(result))))
        yield f"| {' | '.join(cells)} |\n".replace("|  |", "| |")


def _row(name: str, tally: Tally) -> str:
    counts = [str(tally.outcomes[outcome]) for outcome in OUTCOMES]
    pairs = [f"{passed}/{answered}" for passed, answered in (tally.legal, tally.fault)]
    return f"| {' | '.join([name, str(tally.total), *pairs, percent(tally.balanced), *counts])} |\n"


def _safe(text: str) -> str:
    """Text that neither ends a cell nor means anything to Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", printable(" ".join(text.split())))
