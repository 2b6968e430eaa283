"""How lines in plain spelling are read once one like them has been: their pieces are looked up among those met so far.

Nothing is taken for granted of what a line may hold: a piece (a card, ``NS 165``, ``3H>KD``) is known only from a line that the
expressions derived from the grammars took, and stands there between the same separators.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from canasta_audit.notation import build
from canasta_audit.notation import model as m

Readers = MutableMapping[str, Callable[[str], m.Line]]
"""What makes a line of the text behind its colon, by what stands before that; it raises ``KeyError`` for a piece not met so far."""
Whole = MutableMapping[str, tuple[type[m.Line], tuple[Any, ...]]]
"""Class and fields of a line by its whole text."""

_LIMIT = 1 << 12
_SUMS: dict[str, tuple[str, int]] = {}
"""Sides and totals by their text."""
_ITEMS: dict[str, tuple[str, int]] = {}
"""Items of a score and their points by their text."""
_CHAINS: dict[str, m.Chain] = {}
"""Chains by their text."""


def learn(line: m.Line, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """Remember of ``line``, read of ``text`` (``head``, colon, ``rest``), what makes others like it, if it is spelled plainly."""
    if len(readers) < _LIMIT:
        LEARNT[type(line)](line, head, rest, text, readers, whole)


def _cards(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """A list of cards of a seat."""
    kind, seat, card = type(line), line.seat, build.ONE_CARD.__getitem__
    if head == f"{line.kind} {seat}":
        readers[head] = lambda rest: kind(seat, tuple(map(card, rest.split(" "))))


def _placed(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """A list of cards of a place on the table."""
    place, card, made = line.place, build.ONE_CARD.__getitem__, m.CardsLine
    if head == place:
        readers[head] = lambda rest: made(place, tuple(map(card, rest.split(" "))))


def _sums(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """Sides and their totals."""
    kind, known = type(line), _SUMS.__getitem__
    if head == line.kind and _add(_SUMS, line.sums, rest):
        readers[head] = lambda rest: kind(tuple(map(known, rest.split(", "))))


def _items(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """Items of a score and their points."""
    side, known, made = line.side, _ITEMS.__getitem__, m.ScoreLine
    if head == f"score {side}" and line.remark is None and _add(_ITEMS, line.items, rest):
        readers[head] = lambda rest: made(side, tuple(map(known, rest.split(", "))))


def _add(memo: dict[str, tuple[str, int]], pairs: tuple[tuple[str, int], ...], rest: str) -> bool:
    """Remember pairs of word and number by their text, if that is spelled plainly; tell whether it is."""
    pieces = [f"{word} {number}" for word, number in pairs]
    if ", ".join(pieces) != rest:
        return False
    if len(memo) > _LIMIT:
        memo.clear()
    memo.update(zip(pieces, pairs, strict=True))
    return True


def _chains(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """Red threes laid before the first turn, and what was drawn for each."""
    seat, known, made = line.seat, _CHAINS.__getitem__, m.RedLine
    pieces = [">".join(chain) for chain in line.chains]
    if head == f"red {seat}" and " ".join(pieces) == rest:
        if len(_CHAINS) > _LIMIT:
            _CHAINS.clear()
        _CHAINS.update(zip(pieces, line.chains, strict=True))
        readers[head] = lambda rest: made(seat, tuple(map(known, rest.split(" "))))


def _whole(line: Any, head: str, rest: str, text: str, readers: Readers, whole: Whole) -> None:
    """A line that comes again as it is."""
    if len(whole) > _LIMIT:
        whole.clear()
    if isinstance(line, m.DealHead):
        whole[text] = m.DealHead, (line.number, line.dealer, line.cut, line.uncut, line.first)
    elif isinstance(line, m.Tag):
        whole[text] = m.Tag, (line.name, line.value)
    elif line.remark is None:
        whole[text] = m.End, (line.outs, line.why)


LEARNT: dict[type[m.Line], Callable[[Any, str, str, str, Readers, Whole], None]] = {
    m.HandLine: _cards,
    m.Left: _cards,
    m.CardsLine: _placed,
    m.Before: _sums,
    m.Minimum: _sums,
    m.Totals: _sums,
    m.ScoreLine: _items,
    m.RedLine: _chains,
    m.DealHead: _whole,
    m.End: _whole,
    m.Tag: _whole,
}
"""Learners, by the class of the line."""
