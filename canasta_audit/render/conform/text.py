"""A run for people at a terminal: what went wrong, then the counts by chapter."""

from __future__ import annotations

from collections.abc import Iterator

from canasta_audit.conform.outcome import OUTCOMES, Result, Run, Tally
from canasta_audit.render.conform.words import heard, percent, program_name
from canasta_audit.render.style import paint, plural, printable

_ROLES = {"pass": "good", "skipped": "note", "unsupported": "faint", "fail": "error"}


def render(run: Run, color: bool) -> Iterator[str]:
    """Yield the program, every result that is neither passed nor unsupported, the table, and the sum."""
    yield f"{paint(program_name(run.program), 'strong', color)}, suite {run.suite}\n\n"
    for result in run.results:
        if result.outcome not in ("pass", "unsupported") or result.reading:
            yield from _result(result, color)
    yield from _table(run)
    yield from _sum(run, color)


def _result(result: Result, color: bool) -> Iterator[str]:
    role = _ROLES.get(result.outcome, "warning")
    place = f"{result.shelf}/{result.chapter}  {result.ruleset}"
    yield f"{paint(result.outcome, role, color)} {paint(printable(result.id), 'strong', color)}  {paint(place, 'faint', color)}\n"
    for line in heard(result):
        yield f"  {printable(line)}\n"
    if result.cite:
        yield f"  law: {', '.join(result.cite)}\n"
    yield "\n"


def _table(run: Run) -> Iterator[str]:
    """Counts by chapter; columns of which nothing came are left out."""
    chapters = run.chapters()
    whole = run.tally()
    shown = [outcome for outcome in OUTCOMES if whole.outcomes[outcome] or outcome == "pass"]
    rows = [["chapter", "legal", "fault", *shown]]
    rows += [[name, *_cells(tally), *(str(tally.outcomes[one]) for one in shown)] for name, tally in chapters.items()]
    rows.append(["all", *_cells(whole), *(str(whole.outcomes[one]) for one in shown)])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip() + "\n"


def _cells(tally: Tally) -> tuple[str, str]:
    return f"{tally.legal[0]}/{tally.legal[1]}", f"{tally.fault[0]}/{tally.fault[1]}"


def _sum(run: Run, color: bool) -> Iterator[str]:
    whole = run.tally()
    counts = ", ".join(f"{whole.outcomes[outcome]} {outcome}" for outcome in OUTCOMES if whole.outcomes[outcome])
    again = f"; started again {plural(run.restarts, 'time')}" if run.restarts else ""
    role = "good" if run.clean else "error"
    yield "\n" + paint(f"{plural(whole.total, 'question')}: {counts or 'none'}", role, color)
    yield f"; balanced {percent(whole.balanced)}{again}\n"
    if run.one_sided:
        yield paint(f"every answer was `{run.one_sided}`: the program tells nothing apart", "warning", color) + "\n"
    elif not whole.outcomes["pass"] + whole.outcomes["fail"]:
        yield paint("nothing was answered", "warning", color) + "\n"
