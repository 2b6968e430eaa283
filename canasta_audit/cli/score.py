"""``score``: the itemised score sheet of a log, claimed beside computed."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from canasta_audit.batch.items import StreamItem
from canasta_audit.batch.read import name_of
from canasta_audit.batch.stream import Batch, Here
from canasta_audit.batch.task import Settings, Task
from canasta_audit.cli.audit import Audit
from canasta_audit.cli.choose import chooser, strictly
from canasta_audit.cli.options import color_option, encoding_option, log_argument, ruleset_option
from canasta_audit.cli.outputs import ColorChoice, use_color
from canasta_audit.cli.trouble import FOUND
from canasta_audit.finding import Finding
from canasta_audit.render.concise import render as concise
from canasta_audit.render.score import render
from canasta_audit.render.stream import Options
from canasta_audit.report import DealReport, SideScore


class Sheet:
    """The deals of an audit, and whether a claimed total is not what it can be or something could not be read."""

    def __init__(self, audit: Audit) -> None:
        """Read ``audit``."""
        self.audit = audit
        self.differs = False

    def __iter__(self) -> Iterator[StreamItem]:
        """Yield the stream, having looked at its deals."""
        for item in self.audit:
            if isinstance(item, DealReport):
                self.differs = self.differs or any(map(_differs, item.scores))
            elif isinstance(item, Finding) and item.grade == "unreadable" and item.severity == "error":
                # The sheet leaves findings to the audit, but not what was left out of it.
                self.differs = True
                sys.stderr.writelines(concise([item], Options()))
            yield item


def _differs(score: SideScore) -> bool:
    return score.verdict("total") in ("wrong", "out-of-bounds")


@click.command("score", short_help="Show the score sheet of a log, claimed beside computed.")
@log_argument
@ruleset_option
@encoding_option
@color_option
def command(log: str, reference: str | None, encoding: str | None, color: ColorChoice) -> int:
    """Show every deal's score item by item, claimed beside computed.

    LOG is a file in the notation, or - for standard input. Where it does not show every card, the least and the
    most that an item can be stand there, and a claim between them is not judged. Exits with 1 if a claimed total
    differs from the computed one or is not between these, or something could not be read.
    """
    here = Here(Settings(encoding=encoding, sole=True, raises=True), strictly(chooser(reference)))
    audit = Audit(Batch([Task(name_of(log), log)], here), fail_on="never")
    sheet = Sheet(audit)
    for piece in render(sheet, Options(use_color(color))):
        sys.stdout.write(piece)
    return max(audit.code, FOUND if sheet.differs else 0)
