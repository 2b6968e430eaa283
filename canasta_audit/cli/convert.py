"""``convert``: games that another program recorded, and score sheets kept as a table, as logs in the notation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import click

from canasta_audit.cli.inputs import Given, explained, text_given
from canasta_audit.cli.options import encoding_option
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, Trouble, complain
from canasta_audit.finding import Finding
from canasta_audit.notation.events import read_events
from canasta_audit.notation.model import Deal, Match
from canasta_audit.notation.scoresheet import read_scoresheet
from canasta_audit.notation.scoresheet_columns import WrongSheet
from canasta_audit.notation.write import write_line
from canasta_audit.render.concise import render
from canasta_audit.render.stream import Options
from canasta_audit.source import InputError

Reader = Callable[[Iterable[str], str, Callable[[Finding], None], str | None], Iterator[Match | Deal]]

_READERS: dict[str, tuple[Reader, str]] = {"events": (read_events, "an event"), "scoresheet": (read_scoresheet, "a row of scores")}
"""By format, what reads it, and what a line of it is."""

_SOURCES = "Format of FILE: events (JSON Lines), or scoresheet (CSV, a row for each deal and side)."


@click.command("convert", short_help="Turn games recorded by a program, and score sheets, into logs.")
@click.argument("file", metavar="FILE")
@click.option("--from", "source", type=click.Choice(list(_READERS)), required=True, help=_SOURCES)
@click.option("--output", "-o", metavar="PATH", default="-", help="Where the log goes; standard output by default.")
@click.option("--ruleset", "-r", "reference", metavar="NAME[+OPTION]", help="What the games were played by, for the Ruleset tag.")
@encoding_option
def command(file: str, source: str, output: str, reference: str | None, encoding: str | None) -> int:
    """Convert FILE (or - for standard input) to the notation. Scores and flags in it become claims of the log.

    What cannot be converted is told on standard error; exits with 1 if there is any such line. A file in which there
    is nothing to convert gives no output and exits with 2.
    """
    found: list[Finding] = []
    try:
        given = text_given(file, encoding)
        if output == "-":
            _convert(source, given, sys.stdout, found, reference)
        else:
            with whole_file(output) as stream:
                _convert(source, given, stream, found, reference)
    except InputError as error:
        _tell(found)
        return complain(explained(error), UNUSABLE)
    _tell(found)
    return given.ended(FOUND if any(finding.severity == "error" for finding in found) else CLEAN)


def _tell(found: list[Finding]) -> None:
    for piece in render(found, Options()):
        sys.stderr.write(piece)


def _convert(source: str, given: Given, stream: TextIO, found: list[Finding], reference: str | None) -> None:
    """Write what is read deal by deal. A match's head may still change until the match ends, so it waits for that.

    Raises ``Trouble`` where nothing comes out.
    """
    head: Match | None = None
    read, kind = _READERS[source]
    try:
        for part in read(given, given.file, found.append, reference):
            if isinstance(part, Match):
                _flush(head, stream)
                head = part
            elif head is not None:
                head.deals.append(part)
    except WrongSheet as wrong:
        place = f":{wrong.line}:{wrong.column}" if wrong.line else ""
        raise Trouble(f"{given.file}{place}: {wrong}") from None
    if head is None:
        first = found[0]
        where = f" (line {first.line}: {first.message})" if first.line else ""
        raise Trouble(f"{given.file}: no line of this file is {kind}{where}")
    _flush(head, stream)


def _flush(match: Match | None, stream: TextIO) -> None:
    if match is not None:
        for line in [*match.head, *(line for deal in match.deals for line in deal.lines)]:
            stream.write(write_line(line) + "\n")
