"""Options that several verbs share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from canasta_audit.cli.trouble import Trouble, did_you_mean

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


def _encoding(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The encoding that is meant; raises ``Trouble`` for one that is not known."""
    if value is None:
        return None
    from canasta_audit.source.encoded import encoding_named, known_encodings

    named = encoding_named(value)
    if named is None:
        raise Trouble(f"--encoding {value}: no encoding of texts is called this{did_you_mean(value, known_encodings())}")
    return named


encoding_option: Decorator = click.option(
    "--encoding",
    metavar="NAME",
    callback=_encoding,
    help="Encoding of texts without a byte order mark, such as cp1251; UTF-8 by default.",
)

language_option: Decorator = click.option(
    "--lang",
    "language",
    type=click.Choice(["en", "uk", "ro", "ru"]),
    default="en",
    show_default=True,
    help="Language of the labels of pages; what is found is told in English.",
)


def _folder(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value and not os.path.isdir(value):
        raise Trouble(f"--sources {value}: there is no such folder")
    return value


sources_option: Decorator = click.option(
    "--sources",
    metavar="DIR",
    default="",
    callback=_folder,
    help="Folder with your own copies of the source texts: pages quote the cited lines from them.",
)

log_argument: Decorator = click.argument("log", metavar="LOG")


def split_lists(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Take comma lists of a repeatable option apart."""
    return tuple(word.strip() for given in value for word in given.split(",") if word.strip())


def list_option(name: str, help: str) -> Decorator:
    """A repeatable option whose values may be comma lists."""
    return click.option(name, multiple=True, metavar="ID|NAME|CHAPTER", callback=split_lists, help=help)
