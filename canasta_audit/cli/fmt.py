"""``fmt``: logs in canonical notation."""

from __future__ import annotations

import sys

import click

from canasta_audit.cli.inputs import explained, lines_of, log_of, name_of, once_only
from canasta_audit.cli.options import encoding_option
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, complain
from canasta_audit.notation.write import write
from canasta_audit.source import BrokenLine, InputError, is_plain


@click.command("fmt", short_help="Write logs in canonical notation.")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, and exit with 1 if there are any.")
@encoding_option
def command(logs: tuple[str, ...], check: bool, encoding: str | None) -> int:
    """Rewrite logs in canonical notation, in place and only where something changes; lines that cannot be read stay as they are.

    With - standard input is written to standard output, always in UTF-8; that is the way for logs that are compressed or in
    another encoding, which are not rewritten.
    """
    once_only(logs)
    return max(_format(path, check, encoding) for path in logs)


def _format(path: str, check: bool, encoding: str | None) -> int:
    file = name_of(path)
    try:
        lines = list(lines_of(path, encoding))
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    for number, line in enumerate(lines, 1):
        if isinstance(line, BrokenLine):
            trouble = _TROUBLE[line.code].format(encoding=line.encoding)
            # Only a part of such a line was read: writing it back would lose the rest.
            return complain(f"{file}:{number}:{line.column}: this line is {trouble}; nothing was changed", UNUSABLE)
    after = write(log_of(path, lines))
    plain = path != "-" and encoding in (None, "UTF-8") and is_plain(path)
    if path == "-" and not check:
        sys.stdout.write(after)
        return CLEAN
    if _as_it_is(path if plain else "-", lines) == after:
        return CLEAN
    if check:
        sys.stdout.write(f"would change: {file}\n")
        return FOUND
    if not plain:
        return complain(f"{file}: only plain UTF-8 files are rewritten: use `fmt -` with this as standard input", UNUSABLE)
    with whole_file(path) as stream:
        stream.write(after)
    return CLEAN


def _as_it_is(path: str, lines: list[str]) -> str:
    """The text with its own line ends, as far as they can still be seen."""
    if path == "-":
        return "".join(line + "\n" for line in lines)
    with open(path, encoding="utf-8", newline="") as stream:
        return stream.read()


_TROUBLE = {"line-too-long": "too long to be a line of a log", "badly-encoded": "not {encoding}"}
