"""Reports for people: every fault with its line, its reason, the rule and the source, and beneath it what only follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from canasta_audit.batch.items import StreamItem
from canasta_audit.finding import SEVERITIES, Finding, SeverityName
from canasta_audit.render.frame import frame
from canasta_audit.render.ledger import ledger_rows
from canasta_audit.render.place import citation_texts, coordinates, parameter_text, place, reconstructed_note
from canasta_audit.render.stream import Count, Options, Tally, folded
from canasta_audit.render.style import paint, plural, printable
from canasta_audit.render.unknowns import unknown_lines
from canasta_audit.report import DealReport, MatchReport

READS = "findings"
_MOST_FILES = 10
_MOST_KINDS = 8
_INDENT = "  "
_MOST_FOLLOWERS = 8


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the report deal by deal, then a summary by severity and file."""
    tally = Tally(options.left_out, _MOST_FILES)
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
    """What was found by file, and of several files, by finding and ruleset; of many, only the worst files are named."""
    tally.close()
    total = tally.total()
    if tally.number > 1:
        yield from _by_kind(tally, options)
    shown = tally.files if tally.number <= _MOST_FILES else tally.worst(_MOST_FILES)
    for count in shown:
        if not count.unusable or tally.number > 1:
            yield f"{printable(count.file)}: {_counts(count, options, _unread(count))}\n"
    if tally.number > 1:
        if tally.broken and tally.number > _MOST_FILES:
            yield from _unread_files(tally)
        worst = f" (of these, the {len(shown)} with the most are named)" if len(shown) < tally.number and shown else ""
        unread = f"{plural(tally.broken, 'file')} not audited, or not to the end" if tally.broken else ""
        yield f"{plural(tally.number, 'file')}: {_counts(total, options, unread)}{worst}\n"
    for note in tally.notes():
        yield f"{paint('note', 'note', options.color)}: {note}\n"
    yield from reconstructed_note(total.reconstructed.values(), options.color)


def _by_kind(tally: Tally, options: Options) -> Iterator[str]:
    """Which findings there are most of, and which rulesets the matches were judged by."""
    faults = sorted((row for row in tally.faults.items() if row[1]), key=lambda row: (-row[1], row[0]))
    if faults:
        told = [f"{id} {name} {count}" for (id, name), count in faults[:_MOST_KINDS]]
        rest = f", and {plural(len(faults) - _MOST_KINDS, 'other kind')}" if len(faults) > _MOST_KINDS else ""
        yield f"{_label('most', options)} {', '.join(told)}{rest}\n"
    rulesets = sorted(tally.rulesets.items(), key=lambda row: (-row[1][1], row[0]))
    if rulesets:
        told = [
            f"{printable(name)} {plural(matches, 'match', 'matches')}, {plural(deals, 'deal')}"
            for name, (matches, deals) in rulesets[:_MOST_KINDS]
        ]
        rest = f"; and {plural(len(rulesets) - _MOST_KINDS, 'other')}" if len(rulesets) > _MOST_KINDS else ""
        yield f"{_label('by', options)} {'; '.join(told)}{rest}\n"


def _unread(count: Count) -> str:
    """What must be said of a file that could not be used."""
    if not count.unusable:
        return ""
    return "not audited to its end" if any(count.severities.values()) or count.deals else "not audited"


def _unread_files(tally: Tally) -> Iterator[str]:
    named = ", ".join(printable(count.file) for count in tally.broken_files)
    rest = tally.broken - len(tally.broken_files)
    yield f"not audited, or not to the end: {named}{f', and {rest} more' if rest else ''}\n"


def _counts(count: Count, options: Options, unread: str) -> str:
    found = [_severity(severity, count, options) for severity in reversed(SEVERITIES) if count.severities[severity]]
    parts = [", ".join(found)] if found else []
    if not found and (count.deals or not unread):
        parts.append(paint("no faults", "good", options.color))
    if count.follows:
        parts.append(f"{count.follows} more {'follows' if count.follows == 1 else 'follow'} from these")
    text = "; ".join([*parts, *([unread] if unread else [])])
    read = f"{plural(count.deals, 'deal')}, {plural(count.turns, 'turn')}"
    rulesets = f"{printable(count.judged_by)}; " if count.rulesets else ""
    return f"{text} ({rulesets}{read})"


def _severity(severity: SeverityName, count: Count, options: Options) -> str:
    return paint(plural(count.severities[severity], severity), severity, options.color)
