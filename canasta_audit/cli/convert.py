"""``convert``: games that another program recorded, as logs in the notation."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from canasta_audit.cli.inputs import explained, name_of, raw_lines_of
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, Trouble, complain
from canasta_audit.finding import Finding
from canasta_audit.notation.events import read_events
from canasta_audit.notation.model import Match
from canasta_audit.notation.write import write_line
from canasta_audit.render.concise import render
from canasta_audit.render.stream import Options
from canasta_audit.source import InputError


@click.command("convert", short_help="Turn games recorded by a program into logs.")
@click.argument("file", metavar="FILE")
@click.option("--from", "source", type=click.Choice(["events"]), required=True, help="Format of FILE: events (JSON Lines).")
@click.option("--output", "-o", metavar="PATH", default="-", help="Where the log goes; standard output by default.")
@click.option("--ruleset", "-r", "reference", metavar="NAME[+OPTION]", help="What the games were played by, for the Ruleset tag.")
def command(file: str, source: str, output: str, reference: str | None) -> int:
    """Convert FILE (or - for standard input) to the notation. Scores and flags in it become claims of the log.

    What cannot be converted is told on standard error; exits with 1 if there is any such line. A file in which there
    is nothing to convert gives no output and exits with 2.
    """
    found: list[Finding] = []
    try:
        if output == "-":
            _convert(file, sys.stdout, found, reference)
        else:
            with whole_file(output) as stream:
                _convert(file, stream, found, reference)
    except InputError as error:
        _tell(found)
        return complain(explained(error), UNUSABLE)
    _tell(found)
    return FOUND if any(finding.severity == "error" for finding in found) else CLEAN


def _tell(found: list[Finding]) -> None:
    for piece in render(found, Options()):
        sys.stderr.write(piece)


def _convert(file: str, stream: TextIO, found: list[Finding], reference: str | None) -> None:
    """Write what is read deal by deal. A match's head may still change until the match ends, so it waits for that.

    Raises ``Trouble`` where nothing comes out.
    """
    head: Match | None = None
    for part in read_events(raw_lines_of(file), name_of(file), found.append, reference):
        if isinstance(part, Match):
            _flush(head, stream)
            head = part
        elif head is not None:
            head.deals.append(part)
    if head is None:
        first = found[0]
        where = f" (line {first.line}: {first.message})" if first.line else ""
        raise Trouble(f"{name_of(file)}: no line of this file is an event{where}")
    _flush(head, stream)


def _flush(match: Match | None, stream: TextIO) -> None:
    if match is not None:
        for line in [*match.head, *(line for deal in match.deals for line in deal.lines)]:
            stream.write(write_line(line) + "\n")
