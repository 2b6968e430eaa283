"""A run as JUnit XML, which continuous integrations show: a suite of tests a chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from canasta_audit.conform.outcome import Result, Run, tally
from canasta_audit.render.conform.words import heard, program_name

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(run: Run, color: bool) -> Iterator[str]:
    """Yield the document. ``unsupported`` and ``skipped`` are skipped tests, and whatever is no answer is an error."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites name={_attribute(program_name(run.program))} {_numbers(run.results)}>\n"
    for chapter in run.chapters():
        results = [result for result in run.results if result.chapter == chapter]
        yield f" <testsuite name={_attribute(chapter)} {_numbers(results)}>\n"
        for result in results:
            yield from _test(result)
        yield " </testsuite>\n"
    yield "</testsuites>\n"


def _numbers(results: list[Result]) -> str:
    counts = tally(results).outcomes
    skipped = counts["skipped"] + counts["unsupported"]
    errors = counts.total() - counts["pass"] - counts["fail"] - skipped
    seconds = sum(result.seconds for result in results)
    return f'tests="{counts.total()}" failures="{counts["fail"]}" errors="{errors}" skipped="{skipped}" time="{seconds:.3f}"'


def _test(result: Result) -> Iterator[str]:
    place = f"{result.shelf}.{result.chapter}"
    head = f'  <testcase classname={_attribute(place)} name={_attribute(result.id)} time="{result.seconds:.3f}"'
    if result.outcome == "pass":
        yield f"{head}/>\n"
        return
    lines = list(heard(result))
    kind = {"fail": "failure", "skipped": "skipped", "unsupported": "skipped"}.get(result.outcome, "error")
    first = _attribute(f"{result.outcome}: {lines[0]}" if lines else result.outcome)
    yield f"{head}>\n"
    if kind == "skipped":
        yield f"   <skipped message={first}/>\n"
    else:
        cite = [f"law: {', '.join(result.cite)}"] if result.cite else []
        body = escape(_clean("\n".join([*lines, *cite])))
        yield f'   <{kind} type="{result.outcome}" message={first}>{body}</{kind}>\n'
    yield "  </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    """Text without the signs that XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)
