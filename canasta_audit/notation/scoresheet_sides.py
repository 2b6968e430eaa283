"""Who plays in a score sheet: sides by seats, or by the names of players, to which seats are given."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from canasta_audit.notation.model import Seat, Side
from canasta_audit.notation.scoresheet_table import plain_name

_COMPASS = {"north": "N", "east": "E", "south": "S", "west": "W", "n": "N", "e": "E", "s": "S", "w": "W"}
_PAIRS = ("ns", "sn", "ew", "we")
_SEATS = {2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF"}
_AND = re.compile(r"\s*[&+/,]\s*|\s+(?:and|und|și|si|и|with|-|\u2013)\s+", re.IGNORECASE)
TAG_OF = {"N": "North", "E": "East", "S": "South", "W": "West"}
"""Names of the tags for players; that of any other seat is its letter."""


def letters_of(text: str) -> Side:
    """The seats that a side is named by, ``""`` where it has another name.

    >>> [letters_of(text) for text in ("NS", "North-South", "e/w", "C", "We", "Ben")]
    ['NS', 'NS', 'EW', 'C', '', '']
    """
    words = plain_name(text).split()
    if words and all(word in _COMPASS for word in words):
        letters = "".join(_COMPASS[word] for word in words)
    else:
        letters = text if text.isupper() else text.upper() if text in _PAIRS else ""
    fits = letters and len(set(letters)) == len(letters) and (set(letters) <= set("NESW") or set(letters) <= set("ABCDEF"))
    return letters if fits else ""


@dataclass
class Players:
    """The sides of a match by what rows call them, its seats in turn order, and who sits where."""

    sides: dict[str, Side] = field(default_factory=dict)
    order: str = ""
    names: dict[Seat, str] = field(default_factory=dict)

    @property
    def listed(self) -> list[Side]:
        """The sides, each once."""
        return list(dict.fromkeys(self.sides.values()))

    def side(self, text: str) -> Side:
        """The side that a row means, ``""`` where nobody can tell."""
        found = self.sides.get(plain_name(text), "")
        if not found and (letters := letters_of(text)):
            found = next((side for side in self.listed if set(side) == set(letters)), "")
        return found

    def seat(self, text: str) -> Seat:
        """The seat that a cell means, by its letter or the player's name; ``""`` where nobody can tell."""
        letters = letters_of(text)
        if len(letters) == 1 and letters in self.order:
            return letters
        named = [seat for seat, name in self.names.items() if plain_name(name) == plain_name(text)]
        return named[0] if len(named) == 1 else ""


def players_of(called: Iterable[str], tags: Mapping[str, str]) -> Players:
    """Give seats to what the rows of a match call its sides, in the order in which they come.

    >>> players_of(["Ana & Ion", "Eva & Dan"], {}).listed, players_of(["Ana", "Ion", "Eva"], {}).listed
    (['NS', 'EW'], ['N', 'E', 'S'])
    """
    texts = list({plain_name(text): text for text in called if plain_name(text)}.values())
    given = tags.get("Sides", "").split()
    names = {seat: tags[tag] for seat, tag in [*TAG_OF.items(), *((letter, letter) for letter in "ABCDEF")] if tag in tags}
    lettered = _apart(letters_of(text) for text in texts)
    if len(lettered) == 1 and set(lettered[0]) in ({*"NS"}, {*"EW"}):
        # Of the other side there is no row.
        lettered.append("EW" if "N" in lettered[0] else "NS")
    if given or len(lettered) > 1:
        players = Players(order=_order("".join(given or lettered), tags), names=names)
        rest = [side for side in given or lettered if not any(set(letters_of(text)) == set(side) for text in texts)]
        players.sides = {plain_name(side): side for side in given or lettered}
        players.sides |= {plain_name(text): side for text, side in zip(_unlettered(texts), rest, strict=False)}
        return players
    return _named(texts, tags, names)


def _unlettered(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if not letters_of(text)]


def _apart(found: Iterable[Side]) -> list[Side]:
    """Sides that share no seat with an earlier one."""
    sides: list[Side] = []
    for side in found:
        alike = set("".join(sides) + side) <= set("NESW") or set("".join(sides) + side) <= set("ABCDEF")
        if side and alike and not set(side) & set("".join(sides)):
            sides.append(side)
    return sides


def _order(letters: str, tags: Mapping[str, str]) -> str:
    given = "".join(tags.get("Seats", "").split())
    pool = "NESW" if set(letters) <= set("NESW") else "ABCDEF"
    return given if set(given) == set(letters) else "".join(letter for letter in pool if letter in letters)


def _named(texts: list[str], tags: Mapping[str, str], names: dict[Seat, str]) -> Players:
    """Sides by the names of players: of two each, or each alone."""
    parts = [[part for part in _AND.split(text) if part] for text in texts]
    together = len(texts) in (2, 3) and all(len(part) == 2 for part in parts)
    texts = texts[:6]
    count = 2 * len(texts) if together else max(2, len(texts))
    order = _SEATS.get(count, "")
    players = Players(order=order, names=dict(names))
    for i, text in enumerate(texts):
        seats = order[i] + order[i + count // 2] if together else order[i]
        players.sides[plain_name(text)] = seats
        for seat, name in zip(seats, parts[i] if together else [text], strict=True):
            players.names.setdefault(seat, name)
    return players
