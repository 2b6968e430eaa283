"""Columns inside a turn, found when a finding needs them and never before.

All columns are 1-based code points of the line as read, end exclusive.
"""

from __future__ import annotations

import re

from canasta_audit.cards import Card
from canasta_audit.notation import build
from canasta_audit.notation.parse import plain_plays

_WORD = re.compile(r"[^ ,]+")
_KEYWORD = re.compile(r"[a-z]+")
_ADDRESS_AFTER = ("to", "by", "of", "from")


def play_spans(line: str) -> list[tuple[int, int]]:
    """Where each play of a turn stands, its remark included; an empty list where the line is no turn.

    >>> play_spans("N: draw KD, discard 3C")
    [(4, 11), (13, 23)]
    """
    text = line.strip(" \t\r")
    indent = line.index(text) + 1
    plain = plain_plays(text)
    if plain is not None:
        start, plays = plain
        return _joined(start + indent, plays)
    # Heavy, and needed for odd lines only.
    from canasta_audit.notation import repair, slow

    for attempt in (text, repair.repaired(text)):
        try:
            return [(start + indent, end + indent) for start, end in slow.spans(attempt)]
        except slow.Refused:
            continue
    return []


def _joined(start: int, plays: list[str]) -> list[tuple[int, int]]:
    """Spans of texts that stand one behind the other, joined by a comma and a blank."""
    spans = []
    for play in plays:
        spans.append((start, start + len(play)))
        start += len(play) + 2
    return spans


def card_spans(play: str, column: int = 1) -> list[tuple[Card, int, int]]:
    """Where each card of a play stands, the play beginning in ``column``; addresses of melds are no cards.

    Cards run together have a column each; cards counted (``?x11``) share theirs.

    >>> card_spans("take KD with KK to K", 4)
    [('KD', 9, 11), ('K', 17, 18), ('K', 18, 19)]
    """
    spans: list[tuple[Card, int, int]] = []
    before = "to"
    for match in _WORD.finditer(play.partition("{")[0]):
        if before not in _ADDRESS_AFTER and not _KEYWORD.fullmatch(match[0]):
            spans += _word_spans(match[0], match.start() + column)
        before = match[0]
    return spans


def _word_spans(word: str, start: int) -> list[tuple[Card, int, int]]:
    """Spans of the cards of one word, which may be a chain, a run or a count."""
    spans: list[tuple[Card, int, int]] = []
    for piece in word.split(">"):
        cards = build.cards([piece])
        if len(cards) > 1 and not piece.startswith("?"):
            spans += [(card, start + at, start + at + 1) for at, card in enumerate(cards)]
        else:
            spans += [(card, start, start + len(piece)) for card in cards]
        start += len(piece) + 1
    return spans
