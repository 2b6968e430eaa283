"""``simulate``: matches that bots play, lawful by construction, as logs with full claims; and faults put into them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from canasta_audit.cli.choose import load
from canasta_audit.cli.options import color_option, split_lists
from canasta_audit.cli.outputs import ColorChoice, use_color, whole_file
from canasta_audit.cli.trouble import CLEAN, FOUND, Trouble, complain, did_you_mean
from canasta_audit.ruleset.model import Ruleset

if TYPE_CHECKING:
    from canasta_audit.simulate.campaign import Clear
    from canasta_audit.simulate.spoil import Injector

_BOTS = ("random", "greedy")


@click.command("simulate", short_help="Write lawful random matches, or such with one fault each.")
@click.option(
    "--ruleset", "-r", "reference", metavar="NAME[+OPTION]|FILE", default="uk-regency", show_default=True, help="The game."
)
@click.option("--players", "-p", type=click.IntRange(2, 6), help="Number of players; the most the game is for by default.")
@click.option("--matches", "-n", "count", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="How many matches.")
@click.option("--seed", "-s", type=int, default=1, show_default=True, help="Any whole number.")
@click.option("--bot", type=click.Choice(_BOTS), default="greedy", show_default=True, help="Who plays.")
@click.option(
    "--output", "-o", metavar="DIR|FILE", default="-", help="One file for all, or a folder that is there, for a file a match."
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    metavar="ID|NAME|CHAPTER|any",
    callback=split_lists,
    help="Put this fault into each match; of several, or of any, as many matches are written for each.",
)
@click.option("--report", is_flag=True, help="Write no logs: audit them, and count the faults found by chapter.")
@click.option(
    "--check",
    type=click.IntRange(1, 10_000_000),
    metavar="DEALS",
    help="Write no logs: audit so many clean deals of the game, or of each game, and tell what was found.",
)
@click.option(
    "--seen-by",
    type=click.Choice(["public", *"NESWABCDEF"]),
    help="With --report: audit each log as this player saw the game, or as the table alone showed it.",
)
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of a report.")
@color_option
@click.pass_context
def command(
    context: click.Context,
    reference: str,
    players: int | None,
    count: int,
    seed: int,
    bot: str,
    output: str,
    faults: tuple[str, ...],
    report: bool,
    check: int | None,
    seen_by: str | None,
    form: str,
    color: ColorChoice,
) -> int:
    """Play whole matches and write them down with every draw, hand and claim.

    Match K of seed S is the same whatever else is asked for; a log passes ``audit`` without a finding.

    With --fault a log has exactly one fault, and in a folder stands beside what is to be found in it. The fault chooses the game.
    """
    if check is not None:
        _unless(context, "--check", "faults", "report", "count", "output", "seen_by")
        chosen = _given(context, "reference")
        clears = _clears(reference if chosen else None, players, bot if _given(context, "bot") else None, seed, check)
        return _tell_clears(clears, form, use_color(color))
    if seen_by is not None and not report:
        raise Trouble("--seen-by tells for whom faults are counted: it stands beside --report")
    if report and not faults:
        raise Trouble("--report tells how faults were found: say which with --fault, or --fault any")
    if faults:
        _unless(context, "--fault", "reference", "players", "bot")
        injectors = _injectors(faults)
        if report:
            _unless(context, "--report", "output")
            return _report(injectors, seed, count, seen_by, form, use_color(color))
        return _write_faults(injectors, seed, count, output)
    ruleset = load(reference)
    _write_matches(ruleset, _seats(ruleset, players), count, seed, bot, output)
    return CLEAN


def _given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _unless(context: click.Context, option: str, *names: str) -> None:
    """Raise ``Trouble`` where one of the parameters ``names`` was given, which mean nothing beside ``option``."""
    for parameter in context.command.params:
        if parameter.name in names and _given(context, parameter.name or ""):
            raise Trouble(f"{parameter.opts[0]} cannot stand beside {option}")


def _seats(ruleset: Ruleset, players: int | None) -> int:
    seats = players if players is not None else max(ruleset.tables)
    if seats not in ruleset.tables:
        known = ", ".join(map(str, sorted(ruleset.tables)))
        raise Trouble(f"{ruleset.reference} has no game for {seats} players; it has games for {known}")
    return seats


def _write_matches(ruleset: Ruleset, seats: int, count: int, seed: int, bot: str, output: str) -> None:
    from canasta_audit.simulate.match import numbered_match

    if os.path.isdir(output):
        for number in range(1, count + 1):
            name = f"{ruleset.reference}-{seats}p-{bot}-{seed}-{number:0{len(str(count))}}.cgn"
            with whole_file(os.path.join(output, name)) as stream:
                stream.writelines(numbered_match(ruleset, seats, bot, seed, number))
        return
    pieces = _all(numbered_match(ruleset, seats, bot, seed, number) for number in range(1, count + 1))
    if output == "-":
        sys.stdout.writelines(pieces)
    else:
        with whole_file(output) as stream:
            stream.writelines(pieces)


def _all(matches: Iterator[Iterator[str]]) -> Iterator[str]:
    """Yield the pieces of all matches, with a blank line between two."""
    for number, match in enumerate(matches):
        if number:
            yield "\n"
        yield from match


def _injectors(faults: Iterable[str]) -> list[Injector]:
    from canasta_audit.checks.chapters import all_checks
    from canasta_audit.simulate.campaign import ANY, chosen_injectors

    try:
        return chosen_injectors(faults)
    except KeyError as error:
        word = error.args[0]
        known = [ANY, *all_checks(), *(check.name for check in all_checks().values())]
        raise Trouble(f"--fault {word}: no such fault can be injected{did_you_mean(word, known)}") from None


def _write_faults(injectors: list[Injector], seed: int, count: int, output: str) -> int:
    """Write the logs with a fault. Returns ``FOUND`` where one could not be made."""
    from canasta_audit.simulate.campaign import injections

    folder = os.path.isdir(output)
    wanted = count * len(injectors)
    if wanted > 1 and not folder:
        raise Trouble(f"{wanted} logs with a fault each go into a folder that is there: name one with --output")
    written = 0
    for injected in injections(injectors, seed, count):
        written += 1
        if output == "-":
            sys.stdout.write(injected.text)
            continue
        stem = os.path.join(output, f"{injected.injector.id}-{seed}-{injected.number:0{len(str(count))}}")
        with whole_file(f"{stem}.cgn" if folder else output) as stream:
            stream.write(injected.text)
        if folder:
            with whole_file(f"{stem}.expected.json") as stream:
                json.dump(injected.expected, stream, ensure_ascii=False, indent=2)
                stream.write("\n")
    if written < wanted:
        return complain(
            f"{wanted - written} of {wanted} logs could not be made: no simulated match has a place for the fault", FOUND
        )
    return CLEAN


def _report(injectors: list[Injector], seed: int, count: int, seen_by: str | None, form: str, color: bool) -> int:
    from canasta_audit.render.campaign import as_json, text
    from canasta_audit.simulate.campaign import run_campaign

    campaign = run_campaign(injectors, seed, count, seen_by)
    sys.stdout.writelines(as_json(campaign) if form == "json" else text(campaign, color))
    return CLEAN if campaign.good else FOUND


def _clears(reference: str | None, players: int | None, bot: str | None, seed: int, deals: int) -> Iterator[Clear]:
    """Audit ``deals`` clean deals of each game, spread over its numbers of players and the bots."""
    from canasta_audit.ruleset.load import list_rulesets
    from canasta_audit.simulate.campaign import check_clean

    rulesets = [load(reference)] if reference is not None else [load(name) for name, _ in list_rulesets()]
    for ruleset in rulesets:
        games = [_seats(ruleset, players)] if players is not None else sorted(ruleset.tables)
        kinds = [(seats, who) for seats in games for who in ([bot] if bot is not None else _BOTS)]
        for seats, who in kinds:
            yield check_clean(ruleset, seats, who, seed, -(-deals // len(kinds)))


def _tell_clears(clears: Iterator[Clear], form: str, color: bool) -> int:
    from canasta_audit.render.campaign import clear_json, clear_text

    faulty = False
    for clear in clears:
        faulty = faulty or bool(clear.found)
        sys.stdout.writelines(clear_json([clear]) if form == "json" else clear_text(clear, color))
        sys.stdout.flush()
    return FOUND if faulty else CLEAN
