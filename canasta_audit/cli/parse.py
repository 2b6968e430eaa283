"""``parse``: what the notation makes of a log, for people who debug and programs that read."""

from __future__ import annotations

import sys

import click

from canasta_audit.cli.inputs import explained, log_from, log_given
from canasta_audit.cli.options import encoding_option
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, complain
from canasta_audit.render.concise import render
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable
from canasta_audit.source import InputError


@click.command("parse", short_help="Show how a log is read; --json gives its JSON form.")
@click.argument("log", metavar="LOG")
@click.option("--json", "as_json", is_flag=True, help="Write the JSON form that schemas/log.schema.json describes.")
@encoding_option
def command(log: str, as_json: bool, encoding: str | None) -> int:
    """Show the kind of every line and its canonical text, or the whole log as JSON.

    Lines that cannot be read are told on standard error; exits with 1 if there are any.
    """
    try:
        given = log_given(log, encoding)
        parsed = log_from(given)
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    if as_json:
        import json

        from canasta_audit.notation.json_form import to_json

        sys.stdout.write(json.dumps(to_json(parsed), ensure_ascii=False, indent=1) + "\n")
    else:
        from canasta_audit.notation.write import write_line

        for line in parsed.lines():
            sys.stdout.write(f"{line.line:>5} {line.kind:<9} {printable(write_line(line))}".rstrip() + "\n")
    for piece in render(parsed.findings, Options()):
        sys.stderr.write(piece)
    return given.ended(FOUND if any(finding.severity == "error" for finding in parsed.findings) else CLEAN)
