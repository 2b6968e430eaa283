"""``audit``: every illegal play and scoring error of one or more logs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from canasta_audit.batch.items import Aside, BatchItem, FileEnds, Interrupted, StreamItem, Unusable
from canasta_audit.batch.limit import limited
from canasta_audit.batch.task import Reads, Settings
from canasta_audit.checks.registry import matches
from canasta_audit.cli.choose import chooser
from canasta_audit.cli.cluster import cluster_option, opener_for, runner_at
from canasta_audit.cli.ending import stopping
from canasta_audit.cli.known import Known, known_options
from canasta_audit.cli.options import color_option, encoding_option, language_option, list_option, ruleset_option, sources_option
from canasta_audit.cli.outputs import ColorChoice, columns, parse_outputs, use_color, write_reports
from canasta_audit.cli.store import keeping, store_option
from canasta_audit.cli.trouble import CLEAN, FOUND, INTERRUPTED, OURS, UNUSABLE, Trouble, complain, did_you_mean
from canasta_audit.cli.work import Work
from canasta_audit.finding import SEVERITIES, Finding, SeverityName, severity_at_least
from canasta_audit.render.registry import FORMATS, reads, without_notes, writes
from canasta_audit.render.stream import Options, Tally
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.source import container

if TYPE_CHECKING:
    from canasta_audit.render.explain import Topic

Words = tuple[str, ...]


class Audit:
    """What is reported of a batch, and the exit code it comes to."""

    def __init__(
        self,
        batch: Iterable[BatchItem],
        select: Words = (),
        ignore: Words = (),
        fail_on: str = "error",
        show_follows: bool = False,
        before: Callable[[], None] = lambda: None,
        compare: Callable[[Iterable[StreamItem]], Iterable[StreamItem]] = lambda items: items,
    ) -> None:
        """Keep what is selected and not ignored; ``fail_on``: a severity or ``never``.

        What follows from an ignored finding goes with it, unless ``show_follows``. ``before`` is called before something is told.
        ``compare`` holds what was kept against a baseline, and leaves what is new.
        """
        self.batch = batch
        self.before = before
        self.compare = compare
        self.select = select
        self.ignore = ignore
        self._gone = set() if show_follows else {topic.id for topic in _named(ignore)}
        self.fail_on: SeverityName | None = next((severity for severity in SEVERITIES if severity == fail_on), None)
        self.code = CLEAN

    def __iter__(self) -> Iterator[StreamItem]:
        """Yield the stream; what is to be told beside it goes to standard error."""
        for item in self.compare(self._kept()):
            if self.fail_on is not None and isinstance(item, Finding) and severity_at_least(item.severity, self.fail_on):
                self.code = max(self.code, FOUND)
            yield item

    def _kept(self) -> Iterator[StreamItem]:
        for item in self.batch:
            if isinstance(item, Finding):
                if self._keeps(item):
                    yield item
            elif isinstance(item, (DealReport, MatchReport)):
                yield self._selected(item) if item.unjudged else item
            elif isinstance(item, Aside):
                self._tell(item.message, CLEAN)
            elif not isinstance(item, FileEnds):
                if isinstance(item, Unusable):
                    self._tell(item.told or f"{item.file}: {item.message}", UNUSABLE)
                elif isinstance(item, Interrupted):
                    self._tell(f"{item.why or 'interrupted'}: {item.extent} were audited", UNUSABLE if item.why else INTERRUPTED)
                yield item

    def _tell(self, message: str, code: int) -> None:
        self.before()
        self.code = max(self.code, complain(message, code))

    def _selected(self, item: DealReport | MatchReport) -> DealReport | MatchReport:
        """A report with what could not be judged by the checks that are reported."""
        unjudged = [
            one
            for one in item.unjudged
            if not matches(one.id, one.name, self.ignore) and (not self.select or matches(one.id, one.name, self.select))
        ]
        if isinstance(item, DealReport):
            return item._replace(unjudged=tuple(unjudged))
        return replace(item, unjudged=tuple(unjudged))

    def _keeps(self, finding: Finding) -> bool:
        """Tell whether a finding is reported. What could not be read is, unless it is ignored by name: it was not audited."""
        if self.ignore and matches(finding.id, finding.name, self.ignore):
            return False
        if finding.follows is not None and finding.follows.id in self._gone:
            return False
        if finding.grade == "internal":
            self.code = max(self.code, OURS)
        unread = finding.grade in ("unreadable", "internal")
        return not self.select or unread or matches(finding.id, finding.name, self.select)


def _topics() -> list[Topic]:
    """Everything an audit can find; few runs ask for it."""
    from canasta_audit.cli.catalogue import log_topics

    return log_topics()


def _named(selectors: Words) -> list[Topic]:
    """What ``selectors`` mean."""
    return [topic for topic in _topics() if matches(topic.id, topic.name, selectors)] if selectors else []


def not_selected(select: Words) -> frozenset[str]:
    """Ids that ``select`` leaves out of the report: what follows from them stands by itself there."""
    if not select:
        return frozenset()
    unread = {topic.id for topic in _topics() if topic.grade in ("unreadable", "internal")}
    return frozenset({topic.id for topic in _topics()} - {topic.id for topic in _named(select)} - unread)


def known_selectors() -> set[str]:
    """Ids, names and chapters of everything an audit can find."""
    return {word for topic in _topics() for word in (topic.id, topic.name, topic.id.split("-")[0])}


def check_selectors(option: str, given: Iterable[str]) -> None:
    """Raise ``Trouble`` for a selector that means nothing."""
    words = list(given)
    if not words:
        return
    known = known_selectors()
    lowered = {word.lower() for word in known}
    for word in words:
        if word.lower() not in lowered:
            raise Trouble(f"{option} {word}: no check has this id, name or chapter{did_you_mean(word, known)}")


@click.command("audit", short_help="Find every illegal play and scoring error of logs.")
@click.argument("logs", metavar="LOG...", nargs=-1)
@click.option(
    "--files-from", "lists", metavar="FILE", multiple=True, help="Audit the files that FILE lists, too; - is standard input."
)
@ruleset_option
@click.option(
    "--format", "-f", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="Of standard output."
)
@click.option("--output", "-o", "outputs", metavar="FORMAT=PATH", multiple=True, help="Write the report to a file too; repeatable.")
@list_option("--select", "Report only these checks; comma lists, repeatable.")
@list_option("--ignore", "Do not report these checks; comma lists, repeatable.")
@known_options
@click.option(
    "--fail-on",
    type=click.Choice([*reversed(SEVERITIES), "never"]),
    default="error",
    show_default=True,
    help="Exit with 1 if there is a finding of this severity or above.",
)
@click.option("--max-findings", type=click.IntRange(min=0), metavar="N", help="Show the first N findings, and count the others.")
@click.option("--show-follows", is_flag=True, help="Show in full what only follows from another finding.")
@click.option("--alternatives/--no-alternatives", default=True, help="Name what would be lawful, where it is little (default).")
@click.option("--show-unknown", is_flag=True, help="Tell after each deal what could not be judged, and why.")
@click.option(
    "--jobs", "-j", type=click.IntRange(min=1), metavar="N", help="Audit in so many processes; as many as are of use by default."
)
@cluster_option
@store_option
@encoding_option
@color_option
@language_option
@sources_option
def command(
    logs: Words,
    lists: Words,
    reference: str | None,
    format_name: str,
    outputs: Words,
    select: Words,
    ignore: Words,
    known: Known,
    fail_on: str,
    max_findings: int | None,
    show_follows: bool,
    alternatives: bool,
    show_unknown: bool,
    jobs: int | None,
    address: str,
    store: str,
    encoding: str | None,
    color: ColorChoice,
    language: str,
    sources: str,
) -> int:
    """Replay logs and report what was played or scored against the rules: where, by which rule, and what would be right.

    LOG is a file in the notation (suffix .cgn), as it is or compressed; a zip archive of such files, or one member of it
    (season.zip/a.cgn); a folder, for all of these in it and in its folders; a pattern (season/**/*.cgn); or - for
    standard input. With the extra `remote`, it is also a URL of these (s3://club/season/**/*.cgn). The order of the
    reports is that of the logs, whatever the number of processes.
    """
    check_selectors("--select", select)
    check_selectors("--ignore", ignore)
    ignore += known.prepare(lambda: ((topic.id, topic.name) for topic in _topics()), (*logs, *lists))
    left_out = not_selected(select)
    known.hold(lambda id, name: id not in left_out and not matches(id, name, ignore), left_out)
    files = parse_outputs(outputs, (*map(container, (*logs, *lists)), *known.files, *([store] if store else [])))
    formats = (format_name, *(name for name, _ in files))
    settings = Settings(
        reference,
        encoding,
        unknowns=show_unknown,
        alternatives=alternatives and (store != "" or set(formats) != {"concise"}),
        reads=_reads(formats, store),
        digest=store != "",
        opener=opener_for(logs, lists),
        raises=os.environ.get("CANASTA_AUDIT_DEBUG") == "1",
        write=None if store else writes(formats),
    )
    choose = chooser(reference)
    work = Work(logs, lists, settings)
    with keeping(store, settings, choose) as (found_before, taken_down):
        runner = runner_at(address, jobs, settings, choose, work.draw)
        batch = work.batch(jobs, choose, found_before, runner)
        never = "never" if known.accept else fail_on
        audit = Audit(known.regraded(taken_down(batch)), select, ignore, never, show_follows, work.hide, known.compared)
        options = Options(use_color(color), columns(), show_follows, left_out, language, sources, bool(known.files))
        items = audit if max_findings is None else _first(max_findings, audit, left_out, formats, work.hide)
        with known.written(), stopping(batch.stop):
            write_reports(work.watched(items), format_name, options, files, work.hide)
    return audit.code


def _first(
    most: int, items: Iterable[StreamItem], left_out: frozenset[str], formats: Words, before: Callable[[], None]
) -> Iterator[StreamItem]:
    """The stream with the first ``most`` findings; what a report has no place to tell of the others is told at the end."""
    tally = Tally(left_out, 0)
    for item in limited(items, most, left_out):
        tally.add(item)
        yield item
    for name in without_notes(formats):
        for note in tally.held_back():
            before()
            complain(f"{name}: {note}", CLEAN)


def _reads(formats: Words, store: str) -> Reads:
    """What is needed of deals: a store takes down the scores of all, whatever the report shows."""
    asked = reads(formats)
    return "deals" if store and asked == "findings" else asked
