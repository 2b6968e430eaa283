"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

ruleset_option: Decorator = click.option(
    "--ruleset",
    "-r",
    "reference",
    metavar="NAME[+OPTION]|FILE",
    help="Judge by this ruleset, not by the one each match names (uk-regency where it names none)."
    " +OPTION alone adds options to what the log names.",
)

color_option: Decorator = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colours on standard output; NO_COLOR is honoured.",
)

log_argument: Decorator = click.argument("log", metavar="LOG")


def split_lists(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Take comma lists of a repeatable option apart."""
    return tuple(word.strip() for given in value for word in given.split(",") if word.strip())


def list_option(name: str, help: str) -> Decorator:
    """A repeatable option whose values may be comma lists."""
    return click.option(name, multiple=True, metavar="ID|NAME|CHAPTER", callback=split_lists, help=help)
