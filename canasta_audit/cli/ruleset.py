"""``ruleset list``, ``show`` and ``check``: the rulesets there are, one as it is in effect, and what is wrong with a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.options import color_option
from canasta_audit.cli.outputs import ColorChoice, columns, use_color, write_reports
from canasta_audit.cli.trouble import FOUND
from canasta_audit.finding import Finding
from canasta_audit.render.registry import FORMATS
from canasta_audit.render.stream import FileBegins, Options, StreamItem


@click.group("ruleset", short_help="List, show or check rulesets.")
def command() -> None:
    """Rulesets: what is shipped, what is in effect, and what is wrong with a file."""


@command.command("list", short_help="List the rulesets that are shipped.")
@color_option
def list_command(color: ColorChoice) -> int:
    """List name and title of the rulesets that are shipped."""
    from canasta_audit.render.rules import list_rulesets as render
    from canasta_audit.ruleset.load import list_rulesets

    _write(render(list_rulesets(), use_color(color)))
    return 0


@command.command("show", short_help="Show the rules in effect, with their sources.")
@click.argument("reference", metavar="NAME[+OPTION]|FILE")
@click.option("--origin", is_flag=True, help="Show the file and line that set each value.")
@color_option
def show_command(reference: str, origin: bool, color: ColorChoice) -> int:
    """Show every rule in effect: options applied, what other numbers of players change, the source of each value."""
    from canasta_audit.render.rules import show_ruleset

    _write(show_ruleset(load(reference), origin=origin, color=use_color(color)))
    return 0


@command.command("check", short_help="Check ruleset files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--format", "-f", "format_name", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@color_option
def check_command(files: tuple[str, ...], format_name: str, color: ColorChoice) -> int:
    """Check ruleset files: YAML, schema, inheritance, and what the keys mean together. Exits with 1 if there is an error."""
    from canasta_audit.ruleset.check import check_ruleset

    items: list[StreamItem] = []
    for file in files:
        items += [FileBegins(file), *check_ruleset(file)]
    write_reports(items, format_name, Options(use_color(color), columns()))
    return FOUND if any(isinstance(item, Finding) and item.severity == "error" for item in items) else 0


def _write(pieces: Iterable[str]) -> None:
    for piece in pieces:
        sys.stdout.write(piece)
