"""The report for a pull request or a wiki, in GitHub's Markdown: a table of the files, then each file's findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.finding import SEVERITIES, Finding
from canasta_audit.render.frame import frame
from canasta_audit.render.ledger import between, ledger_of, rows_of
from canasta_audit.render.place import citation_texts, coordinates, parameter_text, reconstructed_note
from canasta_audit.render.stream import Count, Options, Tally, folded
from canasta_audit.render.style import plural, printable
from canasta_audit.report import DealReport

READS = "findings"
"""What of a stream a report is made from."""

_HEADS = ("file", "errors", "warnings", "notes", "follow", "deals", "turns", "rulesets")
_MOST_FILES = 100


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield nothing before the stream has ended, for the table stands above all; then the table and what was found."""
    tally = Tally(options.left_out, keep=_MOST_FILES)
    waiting: list[Finding] = []
    pieces: list[str] = []
    file, begun = "", True
    for item in items:
        tally.add(item)
        if isinstance(item, FileBegins):
            file, begun = item.file, False
        elif isinstance(item, Finding):
            waiting.append(item)
        if not isinstance(item, Finding):
            text = "".join([*_group(waiting, options), *_differences(item)])
            waiting.clear()
            if text:
                pieces.append(text if begun else f"\n## {inline(file)}\n{text}")
                begun = True
        yield ""
    yield "# Audit of recorded games\n\n"
    yield from [f"{inline(note)}\n\n" for note in tally.notes()]
    yield from _summary(tally)
    yield from pieces
    yield from _group(waiting, options)


def inline(text: str) -> str:
    r"""Text on one line that means nothing to Markdown; it names nobody on a site where ``@name`` and ``#7`` would call for them.

    >>> inline("a|b *c* <d>"), inline("@north #7")
    ('a\\|b \\*c\\* \\<d\\>', '@<!-- -->north \\#<!-- -->7')
    """
    escaped = re.sub(r"([\\`*_\[\]<>|#~&$])", r"\\\1", printable(" ".join(text.split())))
    return re.sub(r"@|#(?=[0-9])", r"\g<0><!-- -->", escaped)


def _summary(tally: Tally) -> Iterator[str]:
    tally.close()
    yield f"| {' | '.join(_HEADS)} |\n|---{'|---:' * (len(_HEADS) - 2)}|---|\n"
    shown = tally.files if tally.number <= _MOST_FILES else tally.worst(_MOST_FILES)
    for count in shown:
        yield _count_row(inline(count.file), count)
    if tally.number > 1:
        others = f" ({tally.number - len(shown)} of them not shown)" if len(shown) < tally.number else ""
        yield _count_row(f"**{plural(tally.number, 'file')}**{others}", tally.total())
    if tally.broken:
        yield "\nNot audited, or not to the end:\n\n"
        yield from [f"- {inline(count.file)}: {inline(count.unusable)}\n" for count in tally.broken_files]
        rest = tally.broken - len(tally.broken_files)
        yield f"- and {rest} more\n" if rest else ""
    yield from [f"\n{inline(note)}\n" for note in reconstructed_note(tally.total().reconstructed.values())]


def _count_row(name: str, count: Count) -> str:
    severities = [count.severities[severity] for severity in reversed(SEVERITIES)]
    cells = [name, *severities, count.follows, count.deals, count.turns, inline(count.judged_by) or "-"]
    return f"| {' | '.join(map(str, cells))} |\n"


def _group(findings: Sequence[Finding], options: Options) -> Iterator[str]:
    """The findings of one deal; what follows from one of them is folded beneath it."""
    for finding, followers in folded(findings, options):
        if options.folds(finding) and finding.follows is not None:
            root = finding.follows
            place = f"line {finding.line}, follows from `{root.id}` at line {root.line}"
            yield f"\n- `{finding.id}` {inline(finding.name)}, {place}\n"
        else:
            yield from _full(finding, followers, options)


def _full(finding: Finding, followers: Sequence[Finding], options: Options) -> Iterator[str]:
    yield f"\n### {finding.severity} `{finding.id}` {inline(finding.name)}\n\n"
    where = ", ".join(part for part in (f"line {finding.line}" if finding.line else "", inline(coordinates(finding))) if part)
    yield f"{finding.grade}{f' ({where})' if where else ''}: {inline(finding.message)}\n"
    if finding.line and finding.text:
        rows = frame(finding.line, finding.text, finding.column, finding.end_column, width=options.width)
        yield "\n```text\n" + "".join(f"{row}\n" for row in rows) + "```\n"
    yield from _ledger(finding)
    points = [f"follows from `{finding.follows.id}` at line {finding.follows.line}"] if finding.follows is not None else []
    points += [f"rule: {inline(parameter_text(finding.parameter))}"] if finding.parameter is not None else []
    points += [f"law: {inline(citation)}" for citation in citation_texts(finding.citation)]
    for related in finding.related:
        file = "" if related.file == finding.file else f"{inline(related.file)}, "
        points.append(f"see {file}line {related.line}: {inline(related.label)}")
    points += [f"help: {inline(finding.help)}"] if finding.help else []
    yield "\n" + "".join(f"- {point}\n" for point in points) if points else ""
    if followers:
        verb = "follows" if len(followers) == 1 else "follow"
        yield f"\n<details><summary>{len(followers)} more {verb} from this</summary>\n\n"
        for one in followers:
            yield f"- `{one.id}` {inline(one.name)}, line {one.line}: {inline(one.message)}\n"
        yield "\n</details>\n"


def _ledger(finding: Finding) -> Iterator[str]:
    """What the points of a wrong claim come from."""
    rows = list(ledger_of(finding))
    if rows:
        yield "\n| item | points | from |\n|---|---:|---|\n"
        yield from [f"| {inline(row.name)} | {between(row.found)} | {inline(' '.join(row.why)) or '-'} |\n" for row in rows]


def _differences(item: StreamItem) -> Iterator[str]:
    """Where the score sheet of a deal claims what cannot be."""
    if not isinstance(item, DealReport):
        return
    rows = [(score.side, row) for score in item.scores for row in rows_of(score) if row.off]
    if rows:
        yield f"\n#### Score of deal {item.number}\n\n| side | item | claimed | computed | off by |\n|---|---|---:|---:|---:|\n"
    for side, row in rows:
        yield f"| {inline(side)} | {inline(row.name)} | {row.claimed} | {between(row.found)} | {row.off:+} |\n"
