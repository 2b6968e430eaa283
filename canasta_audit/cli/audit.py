"""``audit``: every illegal play and scoring error of one or more logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import click

from canasta_audit.audit import Advise, stream
from canasta_audit.checks.registry import matches
from canasta_audit.cli.choose import Choose, chooser
from canasta_audit.cli.inputs import Given, explained, logs_given, once_only
from canasta_audit.cli.options import color_option, encoding_option, language_option, list_option, ruleset_option, sources_option
from canasta_audit.cli.outputs import ColorChoice, columns, parse_outputs, use_color, write_reports
from canasta_audit.cli.trouble import CLEAN, FOUND, OURS, UNUSABLE, Trouble, complain, did_you_mean
from canasta_audit.finding import SEVERITIES, Finding, SeverityName, severity_at_least
from canasta_audit.notation import model as n
from canasta_audit.render.explain import Topic
from canasta_audit.render.registry import FORMATS
from canasta_audit.render.stream import FileBegins, Options, StreamItem, Unusable
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.source import InputError, container

Words = tuple[str, ...]


class Audit:
    """The audit of several logs as one stream, and the exit code it comes to."""

    def __init__(
        self,
        paths: Words,
        choose: Choose,
        select: Words = (),
        ignore: Words = (),
        fail_on: str = "error",
        show_follows: bool = False,
        alternatives: bool = False,
        encoding: str | None = None,
        unknowns: bool = False,
        sole: bool = False,
        recorded: bool = False,
    ) -> None:
        """Audit ``paths`` by what ``choose`` picks, keep what is selected and not ignored; ``fail_on``: a severity or ``never``.

        What follows from an ignored finding goes with it, unless ``show_follows``. ``alternatives``: findings name what would have
        been lawful, where that is little. ``encoding``: of texts without a byte order mark. ``unknowns``: the
        reports tell what could not be judged, too. ``sole``: an archive must hold one log only. ``recorded``: the reports
        of deals hold what was read.
        """
        self.paths = paths
        self.choose = choose
        self.alternatives = alternatives
        self.encoding = encoding
        self.unknowns = unknowns
        self.sole = sole
        self.recorded = recorded
        self.select = select
        self.ignore = ignore
        self._gone = set() if show_follows else {topic.id for topic in _named(ignore)}
        self.fail_on: SeverityName | None = next((severity for severity in SEVERITIES if severity == fail_on), None)
        self.code = CLEAN

    def __iter__(self) -> Iterator[StreamItem]:
        """Yield the stream; a file that cannot be used does not stop the others."""
        for path in self.paths:
            for given in logs_given(path, self.encoding, self.sole):
                yield from self._log(given)

    def _log(self, given: Given) -> Iterator[StreamItem]:
        file = given.file
        yield FileBegins(file)
        empty = True
        try:
            for item in stream(given, file, self.choose, self._adviser(), unknowns=self.unknowns, recorded=self.recorded):
                empty = empty and not isinstance(item, (Finding, DealReport))
                if not isinstance(item, Finding):
                    yield self._selected(item) if item.unjudged else item
                elif self._keeps(item):
                    yield item
        except InputError as error:
            yield self._unusable(file, explained(error), error.message)
            return
        if given.damage is not None:
            yield self._unusable(file, explained(given.damage), f"line {given.damage.line}: {given.damage.message}")
        elif empty:
            message = "there is no deal in this file"
            yield self._unusable(file, f"{file}: {message}", message)

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

    def _adviser(self) -> Advise | None:
        """What names the alternatives of one file's findings; it is loaded at the first fault."""
        if not self.alternatives:
            return None
        made: list[Advise] = []

        def advise(head: n.Match, deal: n.Deal, findings: list[Finding]) -> list[Finding]:
            if not made:
                from canasta_audit.legal.advice import Adviser

                made.append(Adviser(self.choose))
            return made[0](head, deal, findings)

        return advise

    def _unusable(self, file: str, told: str, message: str) -> Unusable:
        self.code = max(self.code, complain(told, UNUSABLE))
        return Unusable(file, message)

    def _keeps(self, finding: Finding) -> bool:
        """Tell whether a finding is reported. What could not be read is, unless it is ignored by name: it was not audited."""
        if self.ignore and matches(finding.id, finding.name, self.ignore):
            return False
        if finding.follows is not None and finding.follows.id in self._gone:
            return False
        if finding.grade == "internal":
            self.code = max(self.code, OURS)
        unread = finding.grade in ("unreadable", "internal")
        if self.select and not unread and not matches(finding.id, finding.name, self.select):
            return False
        if self.fail_on is not None and severity_at_least(finding.severity, self.fail_on):
            self.code = max(self.code, FOUND)
        return True


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
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@ruleset_option
@click.option(
    "--format", "-f", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="Of standard output."
)
@click.option("--output", "-o", "outputs", metavar="FORMAT=PATH", multiple=True, help="Write the report to a file too; repeatable.")
@list_option("--select", "Report only these checks; comma lists, repeatable.")
@list_option("--ignore", "Do not report these checks; comma lists, repeatable.")
@click.option(
    "--fail-on",
    type=click.Choice([*reversed(SEVERITIES), "never"]),
    default="error",
    show_default=True,
    help="Exit with 1 if there is a finding of this severity or above.",
)
@click.option("--show-follows", is_flag=True, help="Show in full what only follows from another finding.")
@click.option("--alternatives/--no-alternatives", default=True, help="Name what would be lawful, where it is little (default).")
@click.option("--show-unknown", is_flag=True, help="Tell after each deal what could not be judged, and why.")
@encoding_option
@color_option
@language_option
@sources_option
@click.pass_context
def command(
    ctx: click.Context,
    logs: tuple[str, ...],
    reference: str | None,
    format_name: str,
    outputs: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    show_follows: bool,
    alternatives: bool,
    show_unknown: bool,
    encoding: str | None,
    color: ColorChoice,
    language: str,
    sources: str,
) -> int:
    """Replay logs and report what was played or scored against the rules: where, by which rule, and what would be right.

    LOG is a file in the notation (suffix .cgn), as it is or compressed, a zip archive of such files, one member of it
    (season.zip/a.cgn), or - for standard input.
    """
    once_only(logs)
    check_selectors("--select", select)
    check_selectors("--ignore", ignore)
    files = parse_outputs(outputs, map(container, logs))
    named = alternatives and format_name != "concise"
    pages = "html" in (format_name, *(name for name, _ in files))
    audit = Audit(
        logs, chooser(reference), select, ignore, fail_on, show_follows, named, encoding, show_unknown, recorded=pages
    )  # fmt: skip
    options = Options(use_color(color), columns(), show_follows, not_selected(select), language, sources)
    write_reports(audit, format_name, options, files)
    return audit.code
