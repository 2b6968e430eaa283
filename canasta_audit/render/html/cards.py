"""Pictures of cards: drawn once a page as symbols, shown wherever a card lies, and named for those who do not see them."""

from __future__ import annotations

from markupsafe import Markup

from canasta_audit.cards import ALL, COLOUR, JOKER, RANK, SUIT, UNKNOWN, Card
from canasta_audit.language import Words

_SHAPES = {
    "H": "M20 53C9 45 6 39 6 34c0-5 3-8 7-8 3 0 6 2 7 5 1-3 4-5 7-5 4 0 7 3 7 8 0 5-3 11-14 19z",
    "D": "M20 25l11 14.5-11 14.5L9 39.5z",
    "S": "M20 25c10 8 14 12 14 18 0 4-3 6-6 6-2 0-4-1-6-3 0 4 1 6 3 8H15c2-2 3-4 3-8-2 2-4 3-6 3-3 0-6-2-6-6 0-6 4-10 14-18z",
    "C": "M20 25a6.6 6.6 0 0 1 5.6 10.1 6.6 6.6 0 1 1-3.6 11.5c0 3 1 5 3 7.4"
    "H15c2-2.4 3-4.4 3-7.4a6.6 6.6 0 1 1-3.6-11.5A6.6 6.6 0 0 1 20 25z",
    "r": "M20 28a11.5 11.5 0 1 0 0 23 11.5 11.5 0 1 0 0-23zm0 5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13z",
    "b": "M20 28a11.5 11.5 0 1 0 0 23 11.5 11.5 0 1 0 0-23z",
    JOKER: "M20 5l4.4 10 10.6 1.1-8 7.1 2.3 10.4L20 28.2l-9.3 5.4 2.3-10.4-8-7.1L15.6 15z",
}
"""Paths on a card 40 wide and 56 high: the suits, a ring for red without suit, a disc for black, the joker's star."""


def symbols(words: Words) -> Markup:
    """Every card there is as a symbol ``card-KS``, named in the language of ``words``; it stands once in a page."""
    drawn = Markup("").join(_symbol(card, words) for card in ALL)
    return Markup('<svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">{}</svg>').format(drawn)


def name_of(name: Card, words: Words) -> str:
    """The name of a card in words: "king of spades", "red king", "king", "joker", "a card not seen"."""
    if name in (JOKER, UNKNOWN):
        return words("card-joker" if name == JOKER else "card-unknown")
    rank = words(f"rank-{RANK[name]}")
    if SUIT[name]:
        return words("card-suited", rank=rank, suit=words(f"suit-{SUIT[name]}"))
    return words(f"card-{COLOUR[name]}", rank=rank) if COLOUR[name] else rank


def symbol_id(name: Card) -> str:
    """The id of a card's symbol."""
    return f"card-{ {JOKER: 'joker', UNKNOWN: 'unknown'}.get(name, name) }"


def _symbol(name: Card, words: Words) -> Markup:
    return Markup('<symbol id="{}" viewBox="0 0 40 56"><title>{}</title>{}</symbol>').format(
        symbol_id(name), name_of(name, words), _drawing(name)
    )


def _drawing(name: Card) -> Markup:
    if name == UNKNOWN:
        back = Markup('<rect class="back" x="1" y="1" width="38" height="54" rx="5"/>')
        return back + Markup('<text class="unseen" x="20" y="38" text-anchor="middle">?</text>')
    face = Markup('<rect class="face" x="1" y="1" width="38" height="54" rx="5"/>')
    if name == JOKER:
        star = Markup('<path class="wild" d="{}"/>').format(_SHAPES[JOKER])
        return face + star + Markup('<text class="wild small" x="20" y="50" text-anchor="middle">JOK</text>')
    colour = {"r": "red", "b": "black"}.get(COLOUR[name], "plain")
    rank = "10" if RANK[name] == "T" else RANK[name]
    drawn = Markup('<text class="{} rank" x="20" y="22" text-anchor="middle">{}</text>').format(colour, rank)
    path = _SHAPES.get(SUIT[name] or COLOUR[name])
    return face + drawn + (Markup('<path class="{}" d="{}"/>').format(colour, path) if path else Markup(""))
