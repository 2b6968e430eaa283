"""``simulate``: matches that bots play, lawful by construction, as logs with full claims."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.outputs import whole_file
from canasta_audit.cli.trouble import CLEAN, Trouble


@click.command("simulate", short_help="Write lawful random matches, the same for the same seed.")
@click.option(
    "--ruleset", "-r", "reference", metavar="NAME[+OPTION]|FILE", default="uk-regency", show_default=True, help="The game."
)
@click.option("--players", "-p", type=click.IntRange(2, 6), help="Number of players; the most the game is for by default.")
@click.option("--matches", "-n", "count", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="How many matches.")
@click.option("--seed", "-s", type=int, default=1, show_default=True, help="Any whole number.")
@click.option("--bot", type=click.Choice(["random", "greedy"]), default="greedy", show_default=True, help="Who plays.")
@click.option(
    "--output", "-o", metavar="DIR|FILE", default="-", help="One file for all, or a folder that is there, for a file a match."
)
def command(reference: str, players: int | None, count: int, seed: int, bot: str, output: str) -> int:
    """Play whole matches and write them down with every draw, hand and claim.

    Match K of seed S is the same whatever else is asked for; a log passes ``audit`` without a finding.
    """
    ruleset = load(reference)
    seats = players if players is not None else max(ruleset.tables)
    if seats not in ruleset.tables:
        known = ", ".join(map(str, sorted(ruleset.tables)))
        raise Trouble(f"{ruleset.reference} has no game for {seats} players; it has games for {known}")
    from canasta_audit.simulate.match import numbered_match

    if os.path.isdir(output):
        for number in range(1, count + 1):
            name = f"{ruleset.reference}-{seats}p-{bot}-{seed}-{number:0{len(str(count))}}.cgn"
            with whole_file(os.path.join(output, name)) as stream:
                stream.writelines(numbered_match(ruleset, seats, bot, seed, number))
        return CLEAN
    pieces = _all(numbered_match(ruleset, seats, bot, seed, number) for number in range(1, count + 1))
    if output == "-":
        sys.stdout.writelines(pieces)
    else:
        with whole_file(output) as stream:
            stream.writelines(pieces)
    return CLEAN


def _all(matches: Iterator[Iterator[str]]) -> Iterator[str]:
    """Yield the pieces of all matches, with a blank line between two."""
    for number, match in enumerate(matches):
        if number:
            yield "\n"
        yield from match
