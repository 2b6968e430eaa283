"""How lines and plays in plain spelling are read once one like them has been: their pieces are looked up among those met so far.

Nothing is taken for granted of what a line may hold: a piece (a card, ``NS 165``, ``3H>3D``) is known only from a line that the
expressions derived from the grammars took, and stands there between the same separators.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from operator import itemgetter
from typing import Any

from canasta_audit.cards import EXACT, Card
from canasta_audit.notation import model as m
from canasta_audit.notation.learn_plays import Chains
from canasta_audit.notation.order import Place, place_of

Words = Mapping[str, Card]
"""Words that are one card each, and that card."""


Make = Callable[[str, Words], m.Line]
"""What makes a line of the text behind its colon, and of the words that may be cards in it; it raises ``KeyError`` for a piece not
met so far."""
Known = tuple[Make, Place]
"""What makes a line, and where it has its place. (These are plain tuples, which are taken apart in a third of the time.)"""
Again = tuple[type[m.Line], tuple[Any, ...], Place | None]
"""Class and fields of a line, and where it has its place, if it belongs to a deal."""
Heads = MutableMapping[str, Known]
"""What is known of lines by what stands before the colon."""
Whole = MutableMapping[str, Again]
"""What makes a line again by its whole text."""

BLANK: Again = (m.Blank, (), place_of(m.Blank()))
"""What makes a line without content."""

_LIMIT = 1 << 12
_CHAINS = Chains()
"""Red threes and what was drawn for each."""
_NOTHING: dict[type[m.Line], set[str]] = {}
"""What stands for no cards at all, by the class of the line."""
_new = object.__new__


class _Numbers(dict[str, int]):
    """Numbers by their text, as usually spelled; as many digits must have been met before, and such a sign."""

    def __init__(self) -> None:
        self._forms: set[tuple[int, bool]] = set()

    def __missing__(self, text: str) -> int:
        if (len(text), text[:1] == "-") not in self._forms:
            raise KeyError(text)
        try:
            number = int(text)
        except ValueError:
            raise KeyError(text) from None
        if str(number) != text:
            raise KeyError(text)
        if len(self) > _LIMIT:
            self.clear()
        self[text] = number
        return number

    def add(self, number: int) -> None:
        """Remember the form of a number that was met."""
        self._forms.add((len(str(number)), number < 0))


class _Pairs(dict[str, tuple[str, int]]):
    """Pairs of a word and a number by their text; one of a word that was met before and a number like one met is made of them."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}
        self._numbers = _Numbers()

    def __missing__(self, text: str) -> tuple[str, int]:
        word, _, number = text.partition(" ")
        pair = self._words[word], self._numbers[number]
        if len(self) > _LIMIT:
            self.clear()
        self[text] = pair
        return pair

    def add(self, pairs: tuple[tuple[str, int], ...], rest: str) -> bool:
        """Remember pairs by their text, which is ``rest``, if that is spelled plainly; tell whether it is."""
        if ", ".join([f"{word} {number}" for word, number in pairs]) != rest:
            return False
        if len(self._words) > _LIMIT:
            self._words.clear()
        for word, number in pairs:
            self._words[word] = word
            self._numbers.add(number)
        return True


_SUMS = _Pairs()
"""Sides and totals."""
_ITEMS = _Pairs()
"""Items of a score and their points."""
_DEALS: dict[str, tuple[Any, ...]] = {}
"""Fields of the heads of deals, but for the number, by what stands behind the colon."""
_DEAL_NUMBERS = _Numbers()


def learn(line: m.Line, head: str, rest: str, text: str, heads: Heads, whole: Whole) -> None:
    """Remember of ``line``, read of ``text`` (``head``, colon, ``rest``), what makes others like it, if it is spelled plainly."""
    if type(line) in _AS_WHOLE:
        _whole(line, text, whole)
        if isinstance(line, m.DealHead) and head == f"{line.kind} {line.number}":
            if len(_DEALS) > _LIMIT:
                _DEALS.clear()
            _DEALS[rest] = line.dealer, line.cut, line.uncut, line.first
            _DEAL_NUMBERS.add(line.number)
    elif len(heads) < _LIMIT and type(line) in _MAKERS:
        make = _MAKERS[type(line)](line, head, rest)
        if make is not None:
            heads[head] = make, place_of(line)


def deal_head(head: str, rest: str) -> m.DealHead | None:
    """The head of a deal, if one like it, of whatever number, was met before."""
    word, _, number = head.partition(" ")
    if word != m.DealHead.kind or rest not in _DEALS:
        return None
    try:
        return m.DealHead(_DEAL_NUMBERS[number], *_DEALS[rest])
    except KeyError:
        return None


def _cards(line: Any, head: str, rest: str) -> Make | None:
    """A list of cards of a seat."""
    kind, seat = type(line), line.seat
    nothing = _NOTHING.setdefault(kind, set())

    def make(rest: str, cards: Words) -> m.Line:
        made = _new(kind)
        words = rest.split(" ")
        # For all at once: to ask for them one by one takes longer by a third.
        made.cards = itemgetter(*words)(cards) if len(words) > 1 else () if rest in nothing else (cards[rest],)
        made.seat, made.undone, made.comment = seat, False, None
        return made  # type: ignore[no-any-return]

    if head != f"{line.kind} {seat}":
        return None
    if not line.cards:
        nothing.add(rest)
    return make


def _placed(line: Any, head: str, rest: str) -> Make | None:
    """A list of cards of a place on the table."""
    place = line.place

    def make(rest: str, cards: Words) -> m.Line:
        made = _new(m.CardsLine)
        words = rest.split(" ")
        made.cards = itemgetter(*words)(cards) if len(words) > 1 else (cards[rest],)
        made.place, made.undone, made.comment, made.back = place, False, None, False
        return made

    return make if head == place else None


def _sums(line: Any, head: str, rest: str) -> Make | None:
    """Sides and their totals."""
    kind, known = type(line), _SUMS.__getitem__

    def make(rest: str, cards: Words) -> m.Line:
        made = _new(kind)
        made.sums = tuple(map(known, rest.split(", ")))
        made.undone, made.comment = False, None
        return made  # type: ignore[no-any-return]

    return make if head == line.kind and _SUMS.add(line.sums, rest) else None


def _items(line: Any, head: str, rest: str) -> Make | None:
    """Items of a score and their points."""
    side, known = line.side, _ITEMS.__getitem__

    def make(rest: str, cards: Words) -> m.Line:
        made = _new(m.ScoreLine)
        made.items = tuple(map(known, rest.split(", ")))
        made.side, made.undone, made.comment, made.remark = side, False, None, None
        return made

    return make if head == f"score {side}" and line.remark is None and _ITEMS.add(line.items, rest) else None


def _chains(line: Any, head: str, rest: str) -> Make | None:
    """Red threes laid before the first turn, and what was drawn for each, where all are known exactly."""
    seat, known = line.seat, _CHAINS.__getitem__
    pieces = [">".join(chain) for chain in line.chains]

    def make(rest: str, cards: Words) -> m.Line:
        made = _new(m.RedLine)
        made.chains = tuple(map(known, rest.split(" ")))
        made.seat, made.undone, made.comment = seat, False, None
        return made

    if head != f"red {seat}" or " ".join(pieces) != rest or not all(map(EXACT.issuperset, line.chains)):
        return None
    _CHAINS.lengths.update(map(len, line.chains))
    return make


_MAKERS: dict[type[m.Line], Callable[[Any, str, str], Make | None]] = {
    m.HandLine: _cards,
    m.FootLine: _cards,
    m.Left: _cards,
    m.CardsLine: _placed,
    m.Before: _sums,
    m.Minimum: _sums,
    m.Totals: _sums,
    m.ScoreLine: _items,
    m.RedLine: _chains,
}
"""Learners, by the class of the line."""
_AS_WHOLE = frozenset((m.DealHead, m.Tag, m.End))
"""Lines that come again as they are."""


def _whole(line: Any, text: str, whole: Whole) -> None:
    """A line that comes again as it is."""
    if len(whole) > _LIMIT:
        whole.clear()
    if isinstance(line, m.DealHead):
        whole[text] = m.DealHead, (line.number, line.dealer, line.cut, line.uncut, line.first), None
    elif isinstance(line, m.Tag):
        whole[text] = m.Tag, (line.name, line.value), None
    elif line.remark is None:
        whole[text] = m.End, (line.outs, line.why), place_of(line)
