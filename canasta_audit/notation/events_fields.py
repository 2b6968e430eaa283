"""The fields of every event of an event file, and how a field's value is read or refused.

``FIELDS`` is the whole definition. A field's kind ends with ``!`` where the event is of no use without it; any other field may be
left out or ``null``; one of the kind ``nothing`` is known only where it is empty. What a field means stands in
``schemas/events.schema.json``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from canasta_audit.cards import ALL, JOKER, RANKS, Card

T = TypeVar("T")

_CARDS: dict[str, Card] = {**{card: card for card in ALL}, "JOK": JOKER}
_WILD_RANKS = ("2", JOKER, "JOK")

MOST_SEATS = 6
"""The notation has letters for so many players."""

MOST_POINTS = 999_999_999
"""The notation writes numbers of nine digits at most."""

FIELDS: dict[str, dict[str, str]] = {
    "game": {
        "peer": "text",
        "commit": "text",
        "variant": "text",
        "seed": "number",
        "policy": "names",
        "players": "number",
        "team_of": "teams!",
        "target": "number",
        "rules": "anything",
        "rounds": "anything",
        "engine_seed": "anything",
        "shuffled": "anything",
    },
    "deal": {
        "hand": "count!",
        "dealer": "seat",
        "first": "seat",
        "deck": "cards",
        "dealt": "hands",
        "hands": "hands",
        "reds": "hands",
        "pile": "cards",
        "frozen": "flag",
        "stock": "cards",
        "totals": "points",
        "mortos": "nothing",
    },
    "draw": {"seat": "seat!", "cards": "cards!", "reds": "cards", "stock_left": "number"},
    "take": {
        "seat": "seat!",
        "pile": "some cards!",
        "reds": "cards",
        "repl": "cards",
        "claim": "cards",
        "frozen": "flag",
        "must_meld": "anything",
    },
    "pickup": {"seat": "seat!"},
    "meld": {
        "seat": "seat!",
        "cards": "some cards!",
        "rank": "rank",
        "hand_left": "number",
        "with_top": "flag",
        "batch": "number",
        "before_draw": "flag",
        "owner": "seat",
        "slot": "number",
    },
    "add": {
        "seat": "seat!",
        "cards": "some cards!",
        "rank": "rank!",
        "hand_left": "number",
        "with_top": "flag",
        "batch": "number",
        "before_draw": "flag",
        "owner": "seat",
        "slot": "number",
    },
    "discard": {"seat": "seat!", "card": "card!", "hand_left": "number"},
    "ask": {"seat": "seat!"},
    "answer": {"seat": "seat", "yes": "flag!"},
    "out": {"seat": "seat!", "concealed": "flag", "hand": "cards", "adds": "additions", "discard": "card"},
    "revert": {"seat": "seat!", "melds": "hands!"},
    "lay_reds": {"seat": "seat!", "reds": "some cards!", "repl": "cards"},
    "turnup": {"cards": "some cards!"},
    "pass": {"seat": "seat!", "forced": "flag"},
    "hand_end": {
        "hand": "number",
        "reason": "text",
        "seat": "seat",
        "concealed": "flag",
        "hand_scores": "points",
        "breakdown": "sheets",
        "totals": "points",
        "left": "hands",
        "melds": "anything",
        "melded": "anything",
        "reds": "hands",
        "pile": "cards",
        "stock_left": "number",
        "cards_in_play": "number",
    },
    "game_end": {"totals": "points", "winner": "number", "reason": "text", "hands": "number", "action_log": "anything"},
    "note": {"text": "text!"},
}
"""Kind of every field of every event, ``!`` where it must be there."""


class Refused(ValueError):
    """A value is not of its kind; ``value`` is the innermost value at fault."""

    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value


def _typed(kind: type[T]) -> Callable[[object, int], T]:
    def read(value: object, seats: int) -> T:
        # an exact type: JSON's true is no number
        if type(value) is not kind:
            raise Refused(value)
        return value

    return read


_number = _typed(int)
_text = _typed(str)


def _count(value: object, seats: int) -> int:
    if not 0 <= _number(value, seats) <= MOST_POINTS:
        raise Refused(value)
    return _number(value, seats)


def _points(value: object, seats: int) -> int:
    if abs(_number(value, seats)) > MOST_POINTS:
        raise Refused(value)
    return _number(value, seats)


def _each(one: Callable[[object, int], T]) -> Callable[[object, int], tuple[T, ...]]:
    def read(value: object, seats: int) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise Refused(value)
        return tuple(one(item, seats) for item in value)

    return read


def _some(several: Callable[[object, int], tuple[T, ...]]) -> Callable[[object, int], tuple[T, ...]]:
    def read(value: object, seats: int) -> tuple[T, ...]:
        if not value:
            raise Refused(value)
        return several(value, seats)

    return read


def _seat(value: object, seats: int) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise Refused(value)
    return value


def _card(value: object, seats: int) -> Card:
    if not isinstance(value, str) or value not in _CARDS:
        raise Refused(value)
    return _CARDS[value]


def _rank(value: object, seats: int) -> str:
    """Read a meld's rank; that of a meld of wild cards only is ``*``."""
    if not isinstance(value, str) or value not in (*RANKS, *_WILD_RANKS):
        raise Refused(value)
    return JOKER if value in _WILD_RANKS else value


def _names(value: object, seats: int) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else _each(_text)(value, seats)


def _teams(value: object, seats: int) -> tuple[int, ...]:
    teams = _each(_number)(value, seats)
    if not 2 <= len(teams) <= MOST_SEATS or set(teams) != set(range(max(teams) + 1)):
        raise Refused(value)
    return teams


def _sheet(value: object, seats: int) -> dict[str, int]:
    if not isinstance(value, dict):
        raise Refused(value)
    sheet = {name: _points(points, seats) for name, points in value.items()}
    if sum(map(abs, sheet.values())) > MOST_POINTS:
        raise Refused(value)
    return sheet


def _addition(value: object, seats: int) -> tuple[str, tuple[Card, ...]]:
    if not isinstance(value, dict):
        raise Refused(value)
    return _rank(value.get("rank"), seats), _some(_cards)(value.get("cards"), seats)


def _anything(value: object, seats: int) -> object:
    return value


_cards = _each(_card)

KINDS: dict[str, tuple[str, Callable[[object, int], object]]] = {
    "number": ("a whole number", _number),
    "flag": ("true or false", _typed(bool)),
    "text": ("a text", _text),
    "names": ("a text, or a list of texts", _names),
    "seat": ("a seat: 0 or more, less than the number of players", _seat),
    "card": ("a card", _card),
    "cards": ("a list of cards", _cards),
    "some cards": ("a list of one card or more", _some(_cards)),
    "hands": ("a list of lists of cards", _each(_cards)),
    "rank": ("a rank", _rank),
    "count": ("a whole number of at most nine digits, not below nought", _count),
    "points": ("a list of whole numbers of at most nine digits", _each(_points)),
    "teams": (f"each seat's team, 2 to {MOST_SEATS} whole numbers that leave out none from 0", _teams),
    "sheets": ("a list of objects of whole numbers that come to at most nine digits", _each(_sheet)),
    "additions": ("a list of objects with rank and cards", _each(_addition)),
    "anything": ("anything", _anything),
    "nothing": ("nothing", _anything),
}
"""What is expected in words, and the function that reads a value of this kind (it raises ``Refused``)."""
