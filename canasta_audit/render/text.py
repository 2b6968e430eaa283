"""Reports for people: every fault with its line, its reason, the rule and the source, and beneath it what only follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.finding import SEVERITIES, Finding, SeverityName
from canasta_audit.render.frame import frame
from canasta_audit.render.ledger import ledger_rows
from canasta_audit.render.place import citation_texts, coordinates, parameter_text, place, reconstructed_note
from canasta_audit.render.stream import Count, Options, StreamItem, Tally, folded
from canasta_audit.render.style import paint, plural, printable
from canasta_audit.render.unknowns import unknown_lines
from canasta_audit.report import DealReport, MatchReport

_INDENT = "  "
_MOST_FOLLOWERS = 8


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the report deal by deal, then a summary by severity and file."""
    tally = Tally(options.left_out)
    waiting: list[Finding] = []
    for item in items:
        tally.add(item)
        if isinstance(item, Finding):
            waiting.append(item)
            yield ""
            continue
        yield "".join([*_group(waiting, options), *_unknown(item)])
        waiting.clear()
    yield "".join(_group(waiting, options))
    yield from _summary(tally, options)


def _unknown(item: StreamItem) -> Iterator[str]:
    """What could not be judged of a deal, or at the end of a match, where that was asked for."""
    if isinstance(item, DealReport):
        yield from unknown_lines(item.unjudged, f"deal {item.number}")
    elif isinstance(item, MatchReport):
        yield from unknown_lines(item.unjudged, f"match {item.number}")


def _group(findings: Sequence[Finding], options: Options) -> Iterator[str]:
    """Write the findings of one deal; what follows from one of them goes beneath it."""
    for finding, followers in folded(findings, options):
        if options.folds(finding):
            yield from _one_line(finding, options)
        else:
            yield from _full(finding, followers, options)


def _full(finding: Finding, followers: Sequence[Finding], options: Options) -> Iterator[str]:
    color, severity = options.color, finding.severity
    where = coordinates(finding)
    yield (
        f"{paint(severity, severity, color)} {paint(finding.id, 'strong', color)} {finding.name} [{finding.grade}]"
        f"  {place(finding)}{'  ' if where else ''}{where}\n"
    )
    if finding.line and finding.text:
        for row in frame(
            finding.line, finding.text, finding.column, finding.end_column, width=options.width, color=color, role=severity
        ):
            yield row + "\n"
    yield f"{_INDENT}{printable(finding.message)}\n"
    for row in ledger_rows(finding):
        yield f"{_INDENT}{_INDENT}{row}\n"
    if finding.follows is not None:
        yield f"{_INDENT}{_label('from', options)} {finding.follows.id} at {finding.follows.line}:{finding.follows.column}\n"
    if finding.parameter is not None:
        yield f"{_INDENT}{_label('rule', options)} {parameter_text(finding.parameter)}\n"
    for citation in citation_texts(finding.citation):
        yield f"{_INDENT}{_label('law', options)} {citation}\n"
    for related in finding.related:
        file = "" if related.file == finding.file else f"{printable(related.file)}:"
        yield f"{_INDENT}{_label('see', options)} {file}{related.line}: {printable(related.label)}\n"
    if finding.help:
        yield f"{_INDENT}{_label('help', options)} {printable(finding.help)}\n"
    if followers:
        yield f"{_INDENT}{_followers(followers)}\n"
    yield "\n"


def _label(word: str, options: Options) -> str:
    return paint(f"{word}:", "faint", options.color) + " " * (4 - len(word))


def _followers(followers: Sequence[Finding]) -> str:
    shown = ", ".join(f"{one.id} at {one.line}:{one.column}" for one in followers[:_MOST_FOLLOWERS])
    rest = len(followers) - _MOST_FOLLOWERS
    verb = "follows" if len(followers) == 1 else "follow"
    return f"{len(followers)} more {verb} from this: {shown}{f' and {rest} others' if rest > 0 else ''}"


def _one_line(finding: Finding, options: Options) -> Iterator[str]:
    """A finding that follows from one of an earlier deal."""
    root = finding.follows
    if root is not None:
        word = paint("follows", "faint", options.color)
        yield f"{word} {finding.id} {finding.name}  {place(finding)}  from {root.id} at {root.line}:{root.column}\n\n"


def _summary(tally: Tally, options: Options) -> Iterator[str]:
    for count in tally.files:
        if not count.unusable or len(tally.files) > 1:
            yield f"{printable(count.file)}: {_counts(count, options)}\n"
    if len(tally.files) > 1:
        yield f"{plural(len(tally.files), 'file')}: {_counts(tally.total(), options)}\n"
    yield from reconstructed_note(tally.total().reconstructed.values(), options.color)


def _counts(count: Count, options: Options) -> str:
    found = [_severity(severity, count, options) for severity in reversed(SEVERITIES) if count.severities[severity]]
    text = ", ".join(found) or ("not audited" if count.unusable else paint("no faults", "good", options.color))
    if count.follows:
        text += f"; {count.follows} more {'follows' if count.follows == 1 else 'follow'} from these"
    read = f"{plural(count.deals, 'deal')}, {plural(count.turns, 'turn')}"
    rulesets = f"{', '.join(map(printable, count.rulesets))}; " if count.rulesets else ""
    return f"{text} ({rulesets}{read})"


def _severity(severity: SeverityName, count: Count, options: Options) -> str:
    return paint(plural(count.severities[severity], severity), severity, options.color)
