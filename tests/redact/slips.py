"""Slips of a recorder, put at random into a log: wrong cards, turns lost, swapped or unreadable, and lines between the turns that
say what was not so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from canasta_audit.cards import SUITED

_SEATS = "NESW"
_CARD = re.compile(r"[A2-9TJQK][CDHS]")
_UNREADABLE = ("N: draw XX", "exposed N KS", "count N 3", "director move", "S: take KX", "???", "~E: drew 3")
_BROKEN = ("drew", "take !", "x")

Lines = list[str]
Slip = Callable[[Lines, int, Random, str], None]
"""Changes lines at the turn with this index; the seats are those that play."""


def slipped(text: str, random: Random) -> str:
    """The log with one slip to four in it."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 4)):
        turns = [i for i, line in enumerate(lines) if line[1:2] == ":" and line[0] in _SEATS]
        if turns:
            seats = "".join(sorted({lines[i][0] for i in turns}))
            SLIPS[random.choice(list(SLIPS))](lines, random.choice(turns), random, seats)
    return "\n".join(lines)


def _swap(lines: Lines, at: int, random: Random, seats: str) -> None:
    later = next((i for i in range(at + 1, len(lines)) if lines[i][1:2] == ":"), at)
    lines[at], lines[later] = lines[later], lines[at]


def _drop(lines: Lines, at: int, random: Random, seats: str) -> None:
    del lines[at]


def _break(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines[at] = f"{lines[at][:2]} {random.choice(_BROKEN)}{lines[at][2:]}"


def _other_card(lines: Lines, at: int, random: Random, seats: str) -> None:
    cards = list(_CARD.finditer(lines[at]))
    if cards:
        card = random.choice(cards)
        lines[at] = lines[at][: card.start()] + random.choice(SUITED) + lines[at][card.end() :]


def _other_seat(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines[at] = random.choice(seats) + lines[at][1:]


def _unreadable(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines.insert(at, random.choice(_UNREADABLE))


def _exposed(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines.insert(at, f"exposed {random.choice(seats)}: {' '.join(random.choices(SUITED, k=random.randint(1, 2)))}")


def _counted(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines.insert(at, f"count {random.choice([*seats, 'stock', 'pile'])}: {random.choice([1, 5, 10, 11, 12, 13, 30])}")


def _ruled(lines: Lines, at: int, random: Random, seats: str) -> None:
    where = random.choice([*seats, "pile", "stock"])
    lines.insert(at, f"director: move {random.choice(SUITED)} from {random.choice(seats)} to {where}")


def _undone(lines: Lines, at: int, random: Random, seats: str) -> None:
    lines.insert(at, f"~{random.choice(seats)}: draw {random.choice(SUITED)}, discard {random.choice(SUITED)}")


SLIPS: Mapping[str, Slip] = {
    "swap": _swap,
    "drop": _drop,
    "break": _break,
    "card": _other_card,
    "seat": _other_seat,
    "unreadable": _unreadable,
    "exposed": _exposed,
    "counted": _counted,
    "ruled": _ruled,
    "undone": _undone,
}
