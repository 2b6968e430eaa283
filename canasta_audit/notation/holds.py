"""Which cards a line or a play speaks of, in the order they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter

from canasta_audit.cards import Card
from canasta_audit.notation import model as m


def cards_of_play(play: m.Play) -> Iterable[Card]:
    """Cards that move or are shown, those claimed to lie on the pile included; addresses are no cards.

    >>> list(cards_of_play(m.Take(top="KD", how="with", cards=("KS", "KH"))))
    ['KD', 'KS', 'KH']
    """
    match play:
        case m.Draw(chains=chains) | m.Red(chains=chains):
            return chain.from_iterable(chains)
        case m.Take(top=top, cards=cards):
            return cards if top is None else (top, *cards)
        case m.Meld(cards=cards) | m.Add(cards=cards) | m.Shift(cards=cards):
            return cards
        case m.Discard(card=card):
            return (card,)
        case m.TurnOver(leave=leave) if leave is not None:
            return (leave,)
    return ()


def cards_of_line(line: m.Line) -> Iterable[Card]:
    """Cards of a line, those of a turn's plays included."""
    if isinstance(line, m.Turn):
        return chain.from_iterable(map(cards_of_play, line.plays))
    reader = LISTS.get(type(line))
    return reader(line) if reader else ()


LISTS: dict[type[m.Line], Callable[..., Iterable[Card]]] = {
    m.HandLine: attrgetter("cards"),
    m.FootLine: attrgetter("cards"),
    m.CardsLine: attrgetter("cards"),
    m.Left: attrgetter("cards"),
    m.Exposed: attrgetter("cards"),
    m.MeldsLine: lambda line: chain.from_iterable(line.melds),
    m.RedLine: lambda line: chain.from_iterable(line.chains),
    m.Director: lambda line: chain.from_iterable(ruling.cards for ruling in line.rulings if isinstance(ruling, m.Move)),
}
"""Readers of the cards of those lines, turns apart, that hold any."""
