"""``fmt``: logs in canonical notation."""

from __future__ import annotations

import sys

import click

from canasta_audit.cli.inputs import explained, lines_of, log_of, name_of, once_only
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, complain
from canasta_audit.notation.write import write
from canasta_audit.source import BrokenLine, InputError


@click.command("fmt", short_help="Write logs in canonical notation.")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and exit with 1 if there are any.")
def command(logs: tuple[str, ...], check: bool) -> int:
    """Rewrite logs in canonical notation, in place and only where something changes; lines that cannot be read stay as they are.

    With - standard input is written to standard output.
    """
    once_only(logs)
    return max(_format(path, check) for path in logs)


def _format(path: str, check: bool) -> int:
    file = name_of(path)
    try:
        lines = list(lines_of(path))
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    for number, line in enumerate(lines, 1):
        if isinstance(line, BrokenLine):
            # Only a part of such a line was read: writing it back would lose the rest.
            return complain(f"{file}:{number}:{line.column}: this line is {_TROUBLE[line.code]}; nothing was changed", UNUSABLE)
    after = write(log_of(path, lines))
    if path == "-" and not check:
        sys.stdout.write(after)
        return CLEAN
    if _as_it_is(path, lines) == after:
        return CLEAN
    if check:
        sys.stdout.write(f"would change: {file}\n")
        return FOUND
    with whole_file(path) as stream:
        stream.write(after)
    return CLEAN


def _as_it_is(path: str, lines: list[str]) -> str:
    """The text with its own line ends, as far as they can still be seen."""
    if path == "-":
        return "".join(line + "\n" for line in lines)
    with open(path, encoding="utf-8", newline="") as stream:
        return stream.read()


_TROUBLE = {"line-too-long": "too long to be a line of a log", "badly-encoded": "not UTF-8"}
