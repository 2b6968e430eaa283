"""Writes the typed log back in canonical spelling: the parser's partner.

Blank lines, comments, the order of cards and the addresses of melds stay as they are; spelling, spacing and the ten are made alike.
Output is plain ASCII but for tag values, remarks, comments and lines that could not be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import cast

from canasta_audit.cards import RANKS, UNKNOWN, Card
from canasta_audit.notation import model as m

_MOST_UNKNOWN = 99


def write(log: m.Log) -> str:
    """Canonical text of a whole log; ``parse(write(log)) == log``."""
    return "".join(write_line(line) + "\n" for line in log.lines())


def write_line(line: m.Line) -> str:
    """Canonical text of one line, without the newline; a line that could not be read stays as it stands."""
    if isinstance(line, m.Bad):
        return line.raw
    text = ("~" if line.undone else "") + _LINES[type(line)](line)
    if line.comment is None:
        return text
    return f"{text}  # {line.comment}".strip(" ") if text else f"# {line.comment}".rstrip(" ")


def write_play(play: m.Play) -> str:
    """Canonical text of one play, its remark included."""
    return _PLAYS[type(play)](play) + _remark(play.remark)


def write_cards(cards: Iterable[Card]) -> str:
    """Cards with blanks between them, equal ranks run together, many unseen cards counted.

    >>> write_cards(["KS", "K", "K", "?", "?", "?", "*"])
    'KS KK ?x3 *'
    """
    words: list[str] = []
    for card, group in groupby(cards):
        count = len(list(group))
        if card in RANKS:
            words.append(card * count)
        elif card == UNKNOWN and count > 2:
            words += [f"?x{_MOST_UNKNOWN}"] * (count // _MOST_UNKNOWN)
            words += [f"?x{count % _MOST_UNKNOWN}"] if count % _MOST_UNKNOWN else []
        else:
            words += [card] * count
    return " ".join(words)


def write_address(address: m.Address) -> str:
    """Address of a meld: ``K.2 of S``."""
    nth = "" if address.nth is None else f".{address.nth}"
    return f"{address.card}{nth}" + (f" of {address.owner}" if address.owner else "")


def _chains(chains: Iterable[m.Chain]) -> str:
    words: list[str] = []
    for replaced, group in groupby(chains, key=lambda chain: len(chain) > 1):
        if replaced:
            words += [">".join(chain) for chain in group]
        else:
            words.append(write_cards(chain[0] for chain in group))
    return " ".join(words)


def _remark(remark: str | None) -> str:
    return "" if remark is None else f" {{{remark}}}"


def _draw(play: m.Draw) -> str:
    return f"draw {_chains(play.chains)}" if play.chains else "draw"


def _take(play: m.Take) -> str:
    words = ["take"]
    if play.only:
        words.append("only")
    if play.top is not None:
        words.append(play.top)
    if play.by is not None:
        words += ["by", write_address(play.by)]
    elif play.how is not None:
        words += [play.how, write_cards(play.cards)]
    if play.onto is not None:
        words += ["to", write_address(play.onto)]
    return " ".join(words)


def _add(play: m.Add) -> str:
    return f"add {write_cards(play.cards)}" + (f" to {write_address(play.onto)}" if play.onto else "")


def _ask(play: m.Ask) -> str:
    return "ask" if play.answer is None else "ask yes" if play.answer else "ask no"


def _turnover(play: m.TurnOver) -> str:
    leave = "" if play.leave is None else f" leave {play.leave}"
    return f"turnover{leave}" + (" shuffled" if play.shuffled else "")


def _move(play: m.Shift) -> str:
    target = "hand" if play.target is None else write_address(play.target)
    return f"move {write_cards(play.cards)} from {write_address(play.source)} to {target}"


_PLAYS: dict[type[m.Play], Callable[..., str]] = {
    m.Draw: _draw,
    m.Red: lambda play: f"red {_chains(play.chains)}",
    m.Take: _take,
    m.Meld: lambda play: f"meld {write_cards(play.cards)}",
    m.Add: _add,
    m.Ask: _ask,
    m.Discard: lambda play: f"discard {play.card}",
    m.TurnOver: _turnover,
    m.Shift: _move,
} | {bare: (lambda play: str(play.kind)) for bare in (m.Pickup, m.Lock, m.Last, m.Foot, m.Pass)}


def _tag(line: m.Tag) -> str:
    value = line.value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{line.name} "{value}"]'


def _deal(line: m.DealHead) -> str:
    parts = []
    if line.dealer:
        parts.append(f"dealer {line.dealer}")
    if line.cut:
        parts.append(f"cut {line.cut}")
    elif line.uncut:
        parts.append("uncut")
    if line.first:
        parts.append(f"first {line.first}")
    return f"deal {line.number}: {', '.join(parts)}".rstrip(" ")


def _pairs(pairs: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"{left} {right}" for left, right in pairs)


def _end(line: m.End) -> str:
    outs = ", ".join(f"{seat} out{' concealed' if concealed else ''}" for seat, concealed in line.outs)
    return f"end: {outs or line.why}{_remark(line.remark)}"


def _turn(line: m.Turn) -> str:
    clock = "" if line.clock is None else f" @{line.clock}"
    return f"{line.seat}: {', '.join(map(write_play, line.plays))}{clock}"


def _penalty(line: m.Penalty) -> str:
    offence = "" if line.offence is None else f" for {line.offence}"
    return f"penalty {line.side}: {line.points}{offence}{_remark(line.remark)}"


def _director(line: m.Director) -> str:
    rulings = ", ".join(map(_ruling, line.rulings))
    return ("director:" + (f" {rulings}" if rulings else "")) + _remark(line.remark)


def _ruling(ruling: m.Ruling) -> str:
    match ruling:
        case m.Award(side, points):
            return f"score {side} {points}"
        case m.Next(seat):
            return f"next {seat}"
        case m.Move(cards, source, target):
            return f"move {write_cards(cards)} from {_place(source)} to {_place(target)}"


def _place(place: m.Place) -> str:
    if place.where == "meld":
        return f"meld {write_address(cast(m.Address, place.meld))}"
    return str(place.seat) if place.where == "hand" else place.where


_LINES: dict[type[m.Line], Callable[..., str]] = {
    m.Blank: lambda line: "",
    m.Tag: _tag,
    m.Lots: lambda line: f"lots: {_pairs(line.drawn)}",
    m.DealHead: _deal,
    m.Before: lambda line: f"before: {_pairs(line.sums)}",
    m.Minimum: lambda line: f"minimum: {_pairs(line.sums)}",
    m.HandLine: lambda line: f"hand {line.seat}: {write_cards(line.cards)}",
    m.FootLine: lambda line: f"foot {line.seat}: {write_cards(line.cards)}",
    m.MeldsLine: lambda line: f"melds {line.seat}: {', '.join(map(write_cards, line.melds))}",
    m.RedLine: lambda line: f"red {line.seat}: {_chains(line.chains)}",
    m.CardsLine: lambda line: f"{line.place}: {write_cards(line.cards)}{' back' if line.back else ''}",
    m.Turn: _turn,
    m.End: _end,
    m.Left: lambda line: f"left {line.seat}: {write_cards(line.cards) or 'none'}",
    m.ScoreLine: lambda line: f"score {line.side}: {_pairs(line.items)}{_remark(line.remark)}",
    m.Totals: lambda line: f"totals: {_pairs(line.sums)}",
    m.Penalty: _penalty,
    m.Director: _director,
    m.Exposed: lambda line: f"exposed {line.seat}: {write_cards(line.cards)}{_remark(line.remark)}",
    m.Count: lambda line: f"count {line.what}: {line.number}{_remark(line.remark)}",
}
