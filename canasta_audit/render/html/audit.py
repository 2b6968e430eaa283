"""The report of an audit as a page: a summary, and every match deal by deal, with the faults in the margin of the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from markupsafe import Markup

from canasta_audit.batch.items import FileBegins, StreamItem, Unusable
from canasta_audit.finding import SEVERITIES, Finding, SeverityName
from canasta_audit.language import words
from canasta_audit.law import TEXTS
from canasta_audit.notation import model as n
from canasta_audit.render.html.audit_parts import Parts
from canasta_audit.render.html.page import page
from canasta_audit.render.html.page import render as fill
from canasta_audit.render.html.stepper import SIGNS
from canasta_audit.render.ledger import between, rows_of
from canasta_audit.render.place import parameter_text
from canasta_audit.render.score import total_text
from canasta_audit.render.stream import Options, Tally
from canasta_audit.render.style import printable
from canasta_audit.render.unknowns import gathered
from canasta_audit.report import DealReport, MatchReport

READS = "recorded"
_WORST_FIRST = tuple(reversed(SEVERITIES))
_WHOLE = 200
"""Deals of a page that are shown play by play whatever was found; behind them only those with faults, lest no browser open it."""


def render(items: Iterable[StreamItem], options: Options) -> Iterator[str]:
    """Yield the page: nothing before the stream has ended, for the summary stands above all; what was read of a deal is let go when
    its part is written.
    """
    report = _Report(options)
    for item in items:
        report.add(item)
        yield ""
    report.close_file()
    w = report.parts.words
    yield from page(w("audit-title"), w, [report.summary(), *report.pieces, report.troubles()], extra="audit.css")


class _Report:
    """Collects the pieces of a page item by item."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.parts = Parts(words(options.language), options)
        self.pieces: list[Markup] = []
        self.tally = Tally(options.left_out)
        self.chapters: dict[str, Counter[SeverityName]] = {}
        self._deals = 0
        self._waiting: list[Finding] = []
        self._file: str | None = None
        self._match: int | None = None

    def add(self, item: StreamItem) -> None:
        """Take one item of the stream."""
        self.tally.add(item)
        if isinstance(item, FileBegins):
            self._open_file(item.file)
        elif isinstance(item, Finding):
            if self._file is None:
                self._open_file(item.file)
            self._count(item)
            self._waiting.append(item)
        elif isinstance(item, DealReport):
            self._deal(item)
        elif isinstance(item, MatchReport):
            self._result(item)
        elif isinstance(item, Unusable):
            self._unusable(item)

    def summary(self) -> Markup:
        """What stands above all."""
        total = self.tally.total()
        rests = [parameter_text(total.reconstructed[pointer]) for pointer in sorted(total.reconstructed)]
        return self._fill(
            "audit-summary.html", files=self.tally.files, total=total, chapters=sorted(self.chapters.items()),
            faults=self.parts.faults, rests=rests, severities=_WORST_FIRST, signs=SIGNS,
            notes=self.tally.notes(),
        )  # fmt: skip

    def troubles(self) -> Markup:
        """What keeps texts from being quoted."""
        quotes = self.parts.quotes
        if quotes is None or not quotes.troubles:
            return Markup("")
        return self._fill("troubles.html", troubles=list(quotes.troubles.values()), texts=TEXTS)

    def close_file(self) -> None:
        """End what is open."""
        self._close_match()
        self._lay_down()
        if self._file is not None:
            self.pieces.append(Markup("</section>\n"))
        self._file = None

    def _open_file(self, file: str) -> None:
        self.close_file()
        self._file = file
        self.parts.file += 1
        self.parts.lines.clear()
        self.pieces.append(self._fill("audit-file.html", file=file, anchor=f"f{self.parts.file}"))

    def _unusable(self, item: Unusable) -> None:
        if self._file != item.file:
            self._open_file(item.file)
        self._close_match()
        self._lay_down()
        told = self.parts.words("audit-unusable", why=Markup("{}").format(printable(item.message)))
        self.pieces.append(Markup('<p class="severity error">{}</p>\n').format(told))

    def _count(self, finding: Finding) -> None:
        if finding.follows is None or finding.follows.id in self.options.left_out:
            self.chapters.setdefault(finding.id.split("-")[0], Counter())[finding.severity] += 1

    def _lay_down(self) -> None:
        """Write the findings that wait, each with its line."""
        if self._waiting:
            self.pieces.append(self.parts.findings(self._waiting))
            self._waiting = []

    def _anchor(self, deal: int | None = None, line: int = 0) -> str:
        match = f"f{self.parts.file}-match-{self._match}"
        return match if deal is None else f"{match}-deal-{deal}-{line}"

    def _open_match(self, number: int, ruleset: str, tags: Iterable[tuple[str, str]], head: Iterable[n.Line]) -> None:
        self._close_match()
        self._match = number
        given = dict(tags)
        faulty = {finding.line for finding in self._waiting}
        shown = [line for line in head if line.line in faulty or line.kind not in ("tag", "blank")]
        there = {line.line for line in shown}
        mine = [finding for finding in self._waiting if finding.line in there]
        self._waiting = [finding for finding in self._waiting if finding.line not in there]
        lines, _ = self.parts.record(shown, mine)
        event = given.pop("Event", "")
        if given.get("Ruleset") == ruleset:
            del given["Ruleset"]
        told = {"number": number, "event": event, "ruleset": ruleset, "tags": list(given.items())}
        self.pieces.append(self._fill("audit-match.html", **told, lines=lines, anchor=self._anchor()))

    def _close_match(self) -> None:
        if self._match is not None:
            self._lay_down()
            self.pieces.append(Markup("</section>\n"))
        self._match = None

    def _deal(self, deal: DealReport) -> None:
        recorded = deal.recorded
        if self._file is None:
            self._open_file("")
        if self._match != deal.match:
            ruleset = "" if recorded is None else "+".join((recorded.ruleset.name, *recorded.ruleset.chosen))
            head = recorded.head if recorded is not None else n.Match()
            self._open_match(deal.match, ruleset, head.tags.items(), head.head)
        found, self._waiting = self._waiting, []
        anchor = self._anchor(deal.number, deal.line)
        self._deals += 1
        short = self._deals > _WHOLE and not found
        if short:
            recorded = None
        film = self.parts.film(recorded, found, f"{anchor}-table") if recorded is not None and deal.turns else Markup("")
        read = _without_blank_ends(recorded.deal.lines) if recorded is not None else ()
        lines, loose = self.parts.record(read, found, f"{anchor}-table" if film else "")
        severities = Counter(one.severity for one in found if not self.options.folds(one))
        shown = self._fill(
            "audit-deal.html", deal=deal, anchor=anchor, ending=self._ending(deal), loose=loose, lines=lines, film=film,
            sheets=[(score.side, list(rows_of(score))) for score in deal.scores], between=between, open=bool(found),
            counts=[(name, severities[name]) for name in _WORST_FIRST if severities[name]], signs=SIGNS,
            unjudged=gathered(deal.unjudged), short=short,
        )  # fmt: skip
        self.pieces.append(shown)

    def _ending(self, deal: DealReport) -> str:
        if deal.out:
            return self.parts.words("audit-out-concealed" if deal.concealed else "audit-out", seat=deal.out)
        return self.parts.words(f"audit-{deal.ended}")

    def _result(self, match: MatchReport) -> None:
        if self._file is None:
            self._open_file("")
        if self._match != match.number:
            self._open_match(match.number, match.ruleset, match.tags.items(), ())
        # What is wrong with the head of the next match is known before this one has ended.
        later = [finding for finding in self._waiting if (finding.match or 0) > match.number]
        loose = self.parts.findings([finding for finding in self._waiting if finding not in later])
        self._waiting = later
        totals = [total_text(side, match) for side in match.totals]
        unjudged = gathered(match.unjudged)
        shown = self._fill(
            "audit-result.html", totals=totals, bounds=match.bounds, between=between, winner=match.winner, loose=loose,
            unjudged=unjudged,
        )  # fmt: skip
        self.pieces.append(shown)
        self._match = None

    def _fill(self, template: str, **data: object) -> Markup:
        return fill(template, self.parts.words, **data)


def _without_blank_ends(lines: list[n.Line]) -> list[n.Line]:
    """The lines of a deal without the empty ones at its end."""
    last = max((i for i, line in enumerate(lines) if line.text.strip() or line.kind != "blank"), default=-1)
    return lines[: last + 1]
