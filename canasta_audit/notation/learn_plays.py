"""How plays in plain spelling are read once one of the same form has been: card by card, without the expressions.

As with lines (see ``learn``), nothing is taken for granted: a form (``add``, cards, ``to``, a meld) and what a meld is called are
known only from a play that the expressions derived from the grammar took.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from canasta_audit.cards import EXACT, Card
from canasta_audit.notation import model as m
from canasta_audit.notation.holds import cards_of_play

EXACT_CARD: dict[str, Card] = {card: card for card in EXACT}
"""Every word that is a card known to rank and suit, or a joker, in plain spelling."""
_LIMIT = 1 << 12
_forms: set[str] = set()
"""Forms that were met: the word of the play and, behind it, the words between its cards."""
_melds: dict[str, m.Address] = {}
"""Addresses of melds by their text."""


class Chains(dict[str, m.Chain]):
    """Chains of cards known exactly, by their text; one as long must have been met before (``lengths``)."""

    def __init__(self) -> None:
        self.lengths: set[int] = set()

    def __missing__(self, text: str) -> m.Chain:
        chain = tuple([EXACT_CARD[word] for word in text.split(">")])
        if len(chain) not in self.lengths:
            raise KeyError(text)
        if len(self) > _LIMIT:
            self.clear()
        self[text] = chain
        return chain


_chains = Chains()


def known_play(text: str) -> m.Play | None:
    """The play, if one of its form was met, it is spelled plainly, and all its cards are known exactly."""
    kind, _, rest = text.partition(" ")
    make = _MAKERS.get(kind)
    if make is None:
        return None
    try:
        return make(rest)
    except KeyError:
        return None


def learn_play(play: m.Play, text: str) -> None:
    """Remember of what form a play is that was read of ``text``, if that is spelled plainly."""
    if play.remark is not None or not EXACT.issuperset(cards_of_play(play)):
        return
    form = str(play.kind)
    cards: tuple[Card, ...] = ()
    match play:
        case m.Meld(cards=cards) | m.Add(cards=cards, onto=None):
            plain = " ".join((form, *cards))
        case m.Draw(chains=chains) | m.Red(chains=chains):
            plain = " ".join((form, *(">".join(chain) for chain in chains)))
            if text == plain:
                _chains.lengths.update(map(len, chains))
        case m.Discard(card=card):
            plain = f"{form} {card}"
        case m.Add(cards=cards, onto=onto):
            form, (plain, _, name) = "add to", text.partition(" to ")
            if plain == " ".join(("add", *cards)) and onto is not None:
                if len(_melds) > _LIMIT:
                    _melds.clear()
                _melds[name] = onto
                plain = text
        case m.Take(top=str(top), only=False, how="with", cards=cards, onto=None):
            form, plain = "take with", f"take {top} with {' '.join(cards)}"
        case _:
            return
    if text == plain:
        _forms.add(form)


def _cards(text: str) -> tuple[Card, ...]:
    words = text.split(" ")
    cards: tuple[Card, ...] = itemgetter(*words)(EXACT_CARD) if len(words) > 1 else (EXACT_CARD[text],)
    return cards


def _met(form: str) -> None:
    if form not in _forms:
        raise KeyError(form)


def _meld(rest: str) -> m.Play:
    _met("meld")
    return m.Meld(_cards(rest))


def _add(rest: str) -> m.Play:
    cards, to, meld = rest.partition(" to ")
    _met("add to" if to else "add")
    return m.Add(_cards(cards), _melds[meld] if to else None)


def _take(rest: str) -> m.Play:
    _met("take with")
    top, _, cards = rest.partition(" with ")
    return m.Take(EXACT_CARD[top], False, "with", _cards(cards))


def _discard(rest: str) -> m.Play:
    _met("discard")
    return m.Discard(EXACT_CARD[rest])


def _chained(kind: Any) -> Callable[[str], m.Play]:
    """What makes a draw, or red threes that are laid."""

    def make(rest: str) -> m.Play:
        _met(kind.kind)
        made: m.Play = kind(tuple(map(_chains.__getitem__, rest.split(" "))))
        return made

    return make


_MAKERS: dict[str, Callable[[str], m.Play]] = {
    "draw": _chained(m.Draw),
    "red": _chained(m.Red),
    "take": _take,
    "meld": _meld,
    "add": _add,
    "discard": _discard,
}
"""What makes a play of the text behind its word; it raises ``KeyError`` for what is not met yet, or not plain."""
