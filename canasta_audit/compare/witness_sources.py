"""Games in which a witness is looked for: the cases of the suite, the logs that explain the checks, and simulated matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from canasta_audit.audit import Position, replay
from canasta_audit.checks.chapters import all_checks
from canasta_audit.conform.case import files, taken
from canasta_audit.notation import model as n
from canasta_audit.notation.parse import parse
from canasta_audit.notation.write import write_line
from canasta_audit.ruleset.model import Ruleset
from canasta_audit.simulate.bots import BOTS
from canasta_audit.simulate.match import Unlawful, numbered_match
from canasta_audit.table.state import Table

SHELF = "witnesses"
"""Folder of the witnesses among the fixtures: what was found is not looked through again."""

MOST_TURNS = 12
"""So many turns a witness may have."""

_NAMED = re.compile(r'^\[(?:Ruleset|Event) ".*"\]\n', re.MULTILINE)
_HEADING = re.compile(r"^ *(Bad|Good):\s*$", re.MULTILINE)
_REMARK = re.compile(r"(?:^|  )#.*$", re.MULTILINE)


class Game(NamedTuple):
    """A log without the name of a ruleset, where it is from, and the keys that it is known to have to do with.

    ``narrow``: it is looked at only for keys by which something is found in it.
    """

    text: str
    source: str
    keys: frozenset[str]
    narrow: bool = False


@cache
def known_games() -> tuple[Game, ...]:
    """The cases of the suite, then the logs of the checks' docstrings, each text once."""
    found: dict[str, tuple[str, set[str]]] = {}
    for place in files():
        for case in taken(*place) if place[0] != SHELF else ():
            found.setdefault(plain(case.text), (f"case {case.id}", set()))[1].update(one.key for one in case.decides)
    for check in all_checks().values():
        for number, text in enumerate(_logs(check.doc), 1):
            found.setdefault(plain(text), (f"check {check.id}, log {number}", set()))[1].update(check.reads)
    return tuple(Game(text, source, frozenset(keys)) for text, (source, keys) in found.items() if text)


def plain(text: str) -> str:
    """A log without its ruleset's name, remarks and blank lines."""
    lines = _REMARK.sub("", _NAMED.sub("", text)).split("\n")
    return "".join(f"{line.rstrip()}\n" for line in lines if line.strip())


def _logs(doc: str) -> Iterator[str]:
    """The logs behind ``Bad:`` and ``Good:``."""
    parts = _HEADING.split(doc)
    yield from (re.sub("^ +", "", part, flags=re.MULTILINE) for part in parts[2::2])


def simulated(ruleset: Ruleset, players: int, seed: int, matches: int, most_deals: int) -> Iterator[n.Log]:
    """Yield the first deals of simulated matches, each deal a log of its own; bots take turns."""
    for number in range(1, matches + 1):
        bot = sorted(BOTS)[number % len(BOTS)]
        pieces = numbered_match(ruleset, players, bot, seed, number)
        try:
            head = plain(next(pieces))
            for _, piece in zip(range(most_deals), pieces, strict=False):
                yield parse(head + plain(piece))
        except Unlawful:
            # A game that cannot be played to its end by what a table was given to try has nothing to show.
            continue


def cuts(log: n.Log, ruleset: Ruleset, turns: list[int]) -> Iterator[str]:
    """Yield records of one deal that begin in mid-deal: before each of ``turns`` (from 1), with what follows it."""
    tables: dict[int, str] = {}
    match = log.matches[0]
    lines = match.deals[0].lines
    places = [i for i, line in enumerate(lines) if line.kind == "turn"]
    wanted = {max(1, turn) for turn in turns}

    def visit(position: Position) -> None:
        # After a turn the table is as before the next one; as dealt, the first position of a deal has turn 1 before it is played.
        if position.line.kind == "turn" and position.turn + 1 in wanted:
            tables[position.turn + 1] = _record(position.table)

    replay(log, visit, ruleset)
    head = "".join(write_line(line) + "\n" for line in match.head)
    for turn, record in sorted(tables.items()):
        if turn <= len(places):
            rest = lines[places[turn - 1] :]
            first = rest[0].seat if isinstance(rest[0], n.Turn) else ""
            deal = write_line(n.DealHead(number=1, first=first))
            kept = rest[:MOST_TURNS] if len(places) - turn >= MOST_TURNS else rest
            yield head + deal + "\n" + record + "".join(write_line(line) + "\n" for line in kept)


def _record(table: Table) -> str:
    """What lies on the table, as lines of a record that begins in mid-deal."""
    lines: list[n.Line] = []
    if table.before:
        lines.append(n.Before(sums=tuple(table.before.items())))
    for seat in table.seats.order:
        melds = [tuple(meld.cards) for meld in table.melds[table.seats.side_of[seat]] if meld.seat == seat]
        if melds:
            lines.append(n.MeldsLine(seat=seat, melds=tuple(melds)))
        if table.reds[seat]:
            lines.append(n.RedLine(seat=seat, chains=tuple((card,) for card in table.reds[seat])))
    lines.append(n.CardsLine(place="pile", cards=tuple(table.pile)))
    if table.stock:
        lines.append(n.CardsLine(place="stock", cards=tuple(reversed(table.stock))))
    lines += [n.HandLine(seat=seat, cards=tuple(hand)) for seat, hand in table.hands.items()]
    return "".join(write_line(line) + "\n" for line in lines)
