"""``replay``: the table as the players see it, turn by turn or at one moment."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from canasta_audit.audit import Position, replay
from canasta_audit.cli.choose import chooser, strictly
from canasta_audit.cli.inputs import explained, log_from, log_given, name_of
from canasta_audit.cli.options import color_option, encoding_option, log_argument, ruleset_option
from canasta_audit.cli.outputs import ColorChoice, use_color
from canasta_audit.cli.trouble import UNUSABLE, Trouble, complain
from canasta_audit.notation.write import write_line
from canasta_audit.render.position import compact, position
from canasta_audit.render.style import paint, printable
from canasta_audit.source import InputError

END = "end"


@click.command("replay", short_help="Show the table after every turn, or in full at one moment.")
@log_argument
@click.option(
    "--at",
    "moment",
    metavar="DEAL.TURN",
    help="Show the table after this turn only, in full; DEAL.0: as dealt, DEAL.end: at the end.",
)
@click.option("--match", type=click.IntRange(1), metavar="N", help="Show the N-th match of the log only (with --at: default 1).")
@ruleset_option
@encoding_option
@color_option
def command(
    log: str, moment: str | None, match: int | None, reference: str | None, encoding: str | None, color: ColorChoice
) -> int:
    """Show hands, melds, pile, stock, and what is asked for the initial meld: in full as dealt and at the end of a deal, and in
    a few rows after every turn.

    LOG is a file in the notation, or - for standard input.
    """
    if moment is not None and not re.fullmatch(rf"[0-9]{{1,6}}\.([0-9]{{1,6}}|{END})", moment):
        raise Trouble(f"--at {moment}: write it as DEAL.TURN, such as 3.12, or DEAL.{END}")
    shower = _Shower(moment, match or (None if moment is None else 1), use_color(color))
    choose = strictly(chooser(reference))
    try:
        given = log_given(log, encoding)
        replay(log_from(given), shower.visit, choose=choose)
    except InputError as error:
        return complain(explained(error), UNUSABLE)
    code = given.ended()
    if not shower.last:
        raise Trouble(f"{name_of(log)}: there is no deal in this file that can be replayed")
    if not shower.shown:
        wanted = f"{moment} in match {match or 1}" if moment else f"match {match}"
        raise Trouble(f"{name_of(log)}: there is no {wanted}; the file ends at {shower.last}")
    return code


class _Shower:
    """Writes the positions that are wanted, and remembers whether there was one."""

    def __init__(self, moment: str | None, match: int | None, color: bool) -> None:
        self.moment, self.match, self.color = moment, match, color
        self.shown = False
        self.last = ""
        self._dealt: tuple[int, int] | None = None

    def visit(self, found: Position) -> None:
        begun = (found.match, found.line.line)
        # a deal whose record is nothing but turns ends at its own head
        at_end = found.turn == 0 and (found.line.kind != "deal" or begun == self._dealt)
        if found.turn == 0 and not at_end:
            self._dealt = begun
        moment = f"{found.deal}.{END if at_end else found.turn}"
        self.last = f"{moment} in match {found.match}"
        if self.match in (None, found.match) and self.moment in (None, moment):
            self.shown = True
            for piece in _page(found, at_end, self.moment is None, self.color):
                sys.stdout.write(piece)


def _page(found: Position, at_end: bool, briefly: bool, color: bool) -> Iterator[str]:
    match = f"match {found.match}, " if found.match > 1 else ""
    when = END if at_end else f"turn {found.turn}" if found.turn else "as dealt"
    text = printable(write_line(found.line))
    for line in found.between:
        yield f"line {line.line}: {printable(write_line(line))}\n"
    yield f"{paint(f'{match}deal {found.deal}, {when}', 'strong', color)}  line {found.line.line}{': ' if text else ''}{text}\n"
    if briefly and found.turn:
        yield from compact(found.table, found.rules, color)
    else:
        yield from position(found.table, found.rules, over=at_end, color=color)
    yield "\n"
