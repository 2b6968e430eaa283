"""``witness``: the smallest recorded games on which two rulesets disagree."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.options import color_option, language_option, sources_option, split_lists
from canasta_audit.cli.outputs import ColorChoice, columns, use_color, whole_file
from canasta_audit.cli.trouble import CLEAN, Trouble, did_you_mean
from canasta_audit.compare.matrix import common_players
from canasta_audit.compare.witness_cases import file_of
from canasta_audit.compare.witness_log import log_of
from canasta_audit.compare.witness_search import SEED, Absent, Witness, differing, search
from canasta_audit.render.stream import Options
from canasta_audit.render.witness import FORMATS
from canasta_audit.ruleset.keys import chapter_keys


@click.command("witness", short_help="Find the smallest games on which two rulesets disagree.")
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option(
    "--key", "keys", multiple=True, metavar="KEY", callback=split_lists, help="Only for this key, such as /melds/wild_cap."
)
@click.option("--seed", "-s", type=int, default=SEED, show_default=True, help="Of the simulated games that are searched.")
@click.option("--output", "-o", "folder", metavar="DIR", help="Write each game into a folder that is there, one file a key.")
@click.option("--format", "-f", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@color_option
@language_option
@sources_option
def command(
    left: str,
    right: str,
    keys: tuple[str, ...],
    seed: int,
    folder: str | None,
    form: str,
    color: ColorChoice,
    language: str,
    sources: str,
) -> int:
    """Show for every key in which rulesets A and B differ a game that is lawful by one of them, and by the other is not or has
    another score, because of this key alone.

    Games are looked for among the cases of the suite, the logs that explain the checks, and simulated matches, and made as small as
    they can be. The same seed finds the same games.
    """
    wanted = _wanted(left, right, keys)
    if folder is not None and not os.path.isdir(folder):
        raise Trouble(f"--output {folder}: there is no such folder")
    found: Iterable[Witness | Absent] = search((left, right), wanted, seed)
    if folder is not None:
        found = _writing(found, folder)
    options = Options(use_color(color), columns(), language=language, sources=sources)
    for piece in FORMATS[form](found, options):
        sys.stdout.write(piece)
        if form == "text":
            sys.stdout.flush()
    return CLEAN


def _wanted(left: str, right: str, keys: Iterable[str]) -> list[str] | None:
    """The keys that are meant, ``None`` for all. Raises ``Trouble`` for one in which the rulesets do not differ."""
    rulesets = load(left), load(right)
    if not common_players(rulesets):
        raise Trouble(f"{left} and {right} have no game for the same number of players")
    differ = differing(*rulesets)
    wanted = []
    for word in keys:
        key = "/" + word.strip("/").replace(".", "/")
        if key not in chapter_keys():
            raise Trouble(f"--key {word}: no key is called this{did_you_mean(key, chapter_keys())}")
        if key not in differ:
            raise Trouble(f"--key {word}: {left} and {right} do not differ in it")
        wanted.append(key)
    return wanted or None


def _writing(found: Iterable[Witness | Absent], folder: str) -> Iterator[Witness | Absent]:
    """Hand on what is found, and write its log into ``folder``."""
    for one in found:
        if isinstance(one, Witness):
            with whole_file(os.path.join(folder, file_of(one.key).removesuffix(".yaml") + ".cgn")) as stream:
                stream.write(log_of(one))
        yield one
