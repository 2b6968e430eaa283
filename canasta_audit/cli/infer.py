"""``infer``: which ruleset and which options a record was played by."""

from __future__ import annotations

import sys

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.compare import shipped_for
from canasta_audit.cli.inputs import Given, explained, log_from, logs_given, once_only
from canasta_audit.cli.options import color_option, encoding_option, language_option, sources_option
from canasta_audit.cli.outputs import ColorChoice, columns, use_color
from canasta_audit.cli.trouble import CLEAN, FOUND, UNUSABLE, complain
from canasta_audit.compare.infer import infer
from canasta_audit.notation import model as n
from canasta_audit.render.compare.registry import FORMATS, format_named
from canasta_audit.render.stream import Options
from canasta_audit.source import InputError


@click.command("infer", short_help="Tell by which ruleset and options a record was played.")
@click.argument("logs", metavar="LOG...", nargs=-1, required=True)
@click.option(
    "--ruleset", "-r", "references", metavar="NAME[+OPTION]|FILE", multiple=True, help="Choose among these; all shipped by default."
)
@click.option("--format", "-f", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@encoding_option
@color_option
@language_option
@sources_option
def command(
    logs: tuple[str, ...],
    references: tuple[str, ...],
    form: str,
    encoding: str | None,
    color: ColorChoice,
    language: str,
    sources: str,
) -> int:
    """Rank rulesets by how well they explain the logs, each with the options that explain them best.

    All logs are taken for games by the same rules; what their own tags say of a ruleset does not count. LOG is a file in the
    notation, an archive of such, or - for standard input. Exits with 1 if faults remain under the best explanation.
    """
    once_only(logs)
    rulesets = [load(reference) for reference in references] or shipped_for(None)
    read: list[n.Log] = []
    code = CLEAN
    for path in logs:
        for given in logs_given(path, encoding):
            code = max(code, _read(given, read))
    if not read:
        return code
    found = infer(read, rulesets)
    options = Options(use_color(color), columns(), language=language, sources=sources)
    for piece in format_named(form).inference(found, options):
        sys.stdout.write(piece)
    return max(code, FOUND if found.explanations[0].weight else CLEAN)


def _read(given: Given, read: list[n.Log]) -> int:
    """Read one log into ``read``; the exit code of that."""
    try:
        read.append(log_from(given))
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    return given.ended()
