"""``legal``: what may be played at one moment of a log."""

from __future__ import annotations

import re
import sys

import click

from canasta_audit.cli.choose import chooser, strictly
from canasta_audit.cli.inputs import Given, explained, log_from, log_given
from canasta_audit.cli.options import color_option, encoding_option, log_argument, ruleset_option
from canasta_audit.cli.outputs import ColorChoice, columns, use_color
from canasta_audit.cli.trouble import UNUSABLE, Trouble, complain
from canasta_audit.legal.listing import TRIES, listing
from canasta_audit.legal.position import Choose, stand_before
from canasta_audit.legal.referee import Stand
from canasta_audit.legal.turns import TooMany, legal_turns
from canasta_audit.notation import model as n
from canasta_audit.render.legal import record, text
from canasta_audit.render.records import dump
from canasta_audit.source import InputError


@click.command("legal", short_help="List what may be played before one turn of a log.")
@log_argument
@click.option(
    "--at",
    "moment",
    metavar="DEAL.TURN",
    required=True,
    help="The position before this turn; the turn after the last one is allowed.",
)
@click.option("--match", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="In the N-th match of the log.")
@click.option(
    "--format", "-f", "format_name", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Of the list."
)
@click.option("--count", is_flag=True, help="Print only the number of different lawful turns.")
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=TRIES,
    show_default=True,
    metavar="N",
    help="Give up looking for all turns after so many.",
)
@ruleset_option
@encoding_option
@color_option
def command(
    log: str,
    moment: str,
    match: int,
    format_name: str,
    count: bool,
    tries: int,
    reference: str | None,
    encoding: str | None,
    color: ColorChoice,
) -> int:
    """List every lawful way to begin the turn, and for each the melds, lay-offs and discards that occur in some lawful turn.

    The cards drawn are those of the stock, or of the turn as recorded; else unseen ones. LOG is a file in the notation, or - for
    standard input.
    """
    found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", moment)
    if found is None:
        raise Trouble(f"--at {moment}: write it as DEAL.TURN, such as 3.12")
    deal, turn = int(found[1]), int(found[2])
    try:
        given = log_given(log, encoding)
        stand = _stand(given, match, deal, turn, strictly(chooser(reference)))
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    ruleset = stand.referee.ruleset
    where = {"match": match, "deal": deal, "turn": turn, "ruleset": "+".join((ruleset.name, *ruleset.chosen))}
    if count:
        try:
            sys.stdout.write(f"{sum(1 for _ in legal_turns(stand, tries=tries))}\n")
        except TooMany:
            raise Trouble(f"there are more turns than {tries} tries can count: give --tries a higher number") from None
        return given.ended()
    plays = listing(stand, tries)
    if format_name == "json":
        sys.stdout.write(dump(record(plays, where)) + "\n")
    else:
        sys.stdout.writelines(text(plays, where, width=columns(), color=use_color(color)))
    return given.ended()


def _stand(given: Given, match: int, deal: int, turn: int, choose: Choose) -> Stand:
    """The position that is asked for. Raises ``Trouble`` where there is none."""
    log, file = log_from(given), given.file
    matches = [one for one in log.matches if one.deals]
    wanted = f"deal {deal} in match {match}"
    if len(matches) < match:
        raise Trouble(f"{file}: there is no match {match}")
    head = matches[match - 1]
    index = next((i for i, one in enumerate(head.deals) if one.head.number == deal), None)
    if index is None:
        raise Trouble(f"{file}: there is no {wanted}")
    turns = [line for line in head.deals[index].lines if isinstance(line, n.Turn) and not line.undone]
    if not 1 <= turn <= len(turns) + 1:
        raise Trouble(f"{file}: there is no turn {turn} of {wanted}; it has {len(turns)}")
    stand = stand_before(head, head.deals[: index + 1], turns[turn - 1] if turn <= len(turns) else None, choose)
    if stand is None:
        raise Trouble(f"{file}: nobody has to play before turn {turn} of {wanted}")
    return stand
