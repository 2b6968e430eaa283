"""``ruleset``: the rulesets there are, one as it is in effect, its open questions, a new one, and what is wrong with a file."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import Any

import click

from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.cli.choose import load
from canasta_audit.cli.options import color_option
from canasta_audit.cli.outputs import ColorChoice, columns, use_color, write_reports
from canasta_audit.cli.trouble import FOUND, Trouble
from canasta_audit.finding import Finding
from canasta_audit.render.registry import FORMATS
from canasta_audit.render.stream import Options

_reference = click.argument("reference", metavar="NAME[+OPTION]|FILE")


@click.group("ruleset", short_help="List, show, begin or check rulesets.")
def command() -> None:
    """Rulesets: what is shipped, what is in effect, what the texts leave open, a file of one's own, and what is wrong with it."""


@command.command("list", short_help="List the rulesets that are shipped.")
@color_option
def list_command(color: ColorChoice) -> int:
    """List name and title of the rulesets that are shipped."""
    from canasta_audit.render.rules import list_rulesets as render
    from canasta_audit.ruleset.load import list_rulesets

    _write(render(list_rulesets(), use_color(color)))
    return 0


@command.command("show", short_help="Show the rules in effect, with their sources.")
@_reference
@click.option("--format", "-f", "form", type=click.Choice(["text", "yaml", "json"]), default="text", show_default=True)
@click.option("--players", type=int, metavar="N", help="Show the game for so many players only.")
@click.option("--origin", is_flag=True, help="Show the file and line that set each value.")
@color_option
def show_command(reference: str, form: str, players: int | None, origin: bool, color: ColorChoice) -> int:
    """Show every rule in effect: options applied, what other numbers of players change, the source of each value.

    As yaml or json it is a complete ruleset file with nothing extended and no options left.
    """
    ruleset = load(reference)
    if players is not None and players not in ruleset.tables:
        known = ", ".join(map(str, sorted(ruleset.tables)))
        raise Trouble(f"--players {players}: {ruleset.name} has games for {known} players")
    if form != "text":
        from canasta_audit.render.effective import effective

        if origin:
            raise Trouble("--origin goes with the text; a file in yaml or json has no room for it")
        sys.stdout.write(_document(effective(ruleset, players), form))
        return 0
    from canasta_audit.render.rules import show_ruleset

    _write(show_ruleset(ruleset, players=players, origin=origin, color=use_color(color)))
    return 0


@command.command("readings", short_help="Show what a text leaves open, and how it is read.")
@_reference
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@color_option
def readings_command(reference: str, form: str, color: ColorChoice) -> int:
    """Show the questions that the text leaves open, the reading chosen, and the options that read it otherwise."""
    from canasta_audit.render.rules import reading_records, show_readings

    ruleset = load(reference)
    if form == "json":
        data = {"ruleset": ruleset.reference, "text": ruleset.text, "readings": reading_records(ruleset)}
        sys.stdout.write(_document(data, form))
    else:
        _write(show_readings(ruleset, use_color(color)))
        if not ruleset.readings:
            sys.stdout.write(f"{ruleset.reference} has no readings\n")
    return 0


@command.command("new", short_help="Begin a file for rules of your own.")
@click.argument("name")
@click.option("--from", "base", metavar="NAME|FILE", default="uk-regency", show_default=True, help="The ruleset to extend.")
@click.option("--output", "-o", metavar="FILE", help="Where to write it; default: NAME.yaml.")
def new_command(name: str, base: str, output: str | None) -> int:
    """Write a ruleset file called NAME that extends another and holds all its keys as comments, with meaning and values.

    A file that is there already is not overwritten.
    """
    from canasta_audit.render.template import template
    from canasta_audit.ruleset.load import is_path, split_reference
    from canasta_audit.ruleset.twin import shipped

    if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
        raise Trouble(f"{name} is no name: small letters and digits, joined by hyphens")
    if name in shipped():
        raise Trouble(f"{name} is shipped: choose another name")
    path = output or f"{name}.yaml"
    if not path.lower().endswith((".yaml", ".yml")):
        raise Trouble(f"{path}: the name of a ruleset file ends in .yaml")
    if split_reference(base)[1]:
        raise Trouble(f"--from {base}: a file extends a ruleset without options; set in it what the options set")
    ruleset = load(base)
    extends = _relative(base, path) if is_path(base) else base
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as stream:
            stream.writelines(template(ruleset, name, extends, path))
    except FileExistsError:
        raise Trouble(f"{path} is there already; nothing was written") from None
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror}") from None
    sys.stdout.write(f"written: {path}\n")
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


def _relative(base: str, path: str) -> str:
    """The reference by which a file at ``path`` extends the file ``base``."""
    found = os.path.relpath(base, os.path.dirname(path) or ".").replace(os.sep, "/")
    return found if found.startswith("../") else f"./{found}"


def _document(data: dict[str, Any], form: str) -> str:
    if form == "json":
        import json

        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    import yaml

    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
    return text


def _write(pieces: Iterable[str]) -> None:
    for piece in pieces:
        sys.stdout.write(piece)
