"""``redact``: a log as one player saw it, or as the table alone showed it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import chain

import click

from canasta_audit.cli.inputs import explained, lines_of, name_of
from canasta_audit.cli.options import encoding_option
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, UNUSABLE, Trouble, complain
from canasta_audit.notation.model import Deal, Match, Seat
from canasta_audit.notation.parse import units
from canasta_audit.notation.write import write_line
from canasta_audit.redact import redact_unit
from canasta_audit.source import InputError, container
from canasta_audit.table.deal import seats_of

_SEATS = "NESWABCDEF"


@click.command("redact", short_help="Write a log as one player saw it, or as the table showed it.")
@click.argument("log", metavar="LOG")
@click.option("--seat", type=click.Choice([*_SEATS]), help="As this player saw it: his hand and what he drew stay.")
@click.option("--public", is_flag=True, help="As somebody saw it who saw nobody's hand; what is done without --seat, too.")
@click.option("--remarks", is_flag=True, help="Keep comments and remarks, which may give hands away.")
@click.option("--output", "-o", metavar="FILE", default="-", help="A file to write to, not standard output.")
@encoding_option
def command(log: str, seat: Seat | None, public: bool, remarks: bool, output: str, encoding: str | None) -> int:
    """Write LOG with the cards hidden that did not lie open: ? stands for each of them.

    What was laid, discarded, taken, shown or exposed stays, as do hands left at the end and scores. Line numbers stay the same; a
    line that cannot be read gives way to one that cannot be read either.
    """
    if public and seat is not None:
        raise Trouble("--seat cannot stand beside --public")
    if output != "-" and log != "-" and os.path.realpath(output) == os.path.realpath(container(log)):
        raise Trouble(f"--output {output}: this is the input, and what is hidden would be lost")
    try:
        pieces = _pieces(log, seat, remarks, encoding)
        # The input is opened before the output is: what cannot be read leaves nothing behind.
        pieces = chain([next(pieces, "")], pieces)
        if output == "-":
            sys.stdout.writelines(pieces)
        else:
            with whole_file(output) as stream:
                stream.writelines(pieces)
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    return CLEAN


def _pieces(path: str, seat: Seat | None, remarks: bool, encoding: str | None = None) -> Iterator[str]:
    """Yield the text of each match's head and of each deal. Raises ``Trouble`` behind the last if ``seat`` plays in no match."""
    seated, deals = False, 0
    head = Match()
    for unit in units(lines_of(path, encoding), name_of(path), lambda finding: None):
        if isinstance(unit, Match):
            head = unit
        else:
            deals += 1
            seated = seated or seat is None or seat in seats_of(head.tags, unit.lines).order
        yield _text(redact_unit(unit, seat, told=remarks))
    if deals and not seated:
        raise Trouble(f"nobody sits at {seat} in this log: it is redacted as with --public")


def _text(unit: Match | Deal) -> str:
    lines: Iterable[str] = map(write_line, unit.head if isinstance(unit, Match) else unit.lines)
    return "".join(f"{line}\n" for line in lines)
