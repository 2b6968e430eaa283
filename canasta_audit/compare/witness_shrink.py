"""Makes a log smaller, word by word, as long as it still shows what it is there for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Cost = tuple[int, ...]

Measure = Callable[[str], Cost | None]
"""What a log costs, the less the better; ``None`` where it does not show what it has to."""

MOST_TRIALS = 300

_CARD = re.compile(r"(?<![\w\"])(?:10|[2-9TJQKA])[CDHS](?!\w)")
_NUMBER = re.compile(r"(?<=[ -])[1-9][0-9]+\b")


def size_of(text: str) -> Cost:
    """How much there is to read: turns, words, different cards, and figures other than 0."""
    lines = text.split("\n")
    turns = sum(len(line) > 1 and line[0].isupper() and line[1] == ":" for line in lines)
    return turns, len(text.split()) + len(lines), len(set(_CARD.findall(text))), len(re.findall("[1-9]", text))


def shrink(text: str, measure: Measure, trials: int = MOST_TRIALS) -> str:
    """The smallest log that is found on the way down from ``text``; the same for the same log, and never one that costs more.

    What is tried: lines left out, parts of lines between commas, words, then rounder numbers and fewer different cards.
    """
    best = measure(text)
    if best is None:
        raise ValueError("a log that does not show it")
    seen, left = {text}, trials
    smaller = True
    while smaller:
        smaller = False
        for way in (_without_lines, _without_parts, _without_words, _rounder, _fewer_cards):
            place = 0
            while left and (options := list(way(text)))[place:]:
                option = options[place]
                cost = None
                if option not in seen:
                    seen.add(option)
                    left -= 1
                    cost = measure(option)
                if cost is not None and cost < best:
                    text, best, smaller = option, cost, True
                else:
                    place += 1
    return text


def _without_lines(text: str) -> Iterator[str]:
    """Leave out lines, many at once first, from the end."""
    yield from map("\n".join, _without(text.split("\n")[:-1], "", len(text.split("\n")) // 2))


def _without(parts: list[str], end: str, most: int) -> Iterator[list[str]]:
    """``parts`` without some that stand side by side, ``most`` of them first, from the end on; ``end`` behind what is left."""
    count = most
    while count:
        for start in range(len(parts) - count, -1, -count):
            yield [*parts[:start], *parts[start + count :], end]
        count //= 2


def _changed(text: str, ways: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """``text`` with one line changed in each of ``ways``."""
    lines = text.split("\n")
    for i in range(len(lines) - 1, -1, -1):
        for other in ways(lines[i]):
            yield "\n".join([*lines[:i], other, *lines[i + 1 :]])


def _without_parts(text: str) -> Iterator[str]:
    def ways(line: str) -> Iterator[str]:
        head, colon, rest = line.partition(": ")
        parts = rest.split(", ")
        if colon and len(parts) > 1:
            for left in _without(parts, "", len(parts) // 2):
                yield f"{head}: {', '.join(left[:-1])}"

    return _changed(text, ways)


def _without_words(text: str) -> Iterator[str]:
    def ways(line: str) -> Iterator[str]:
        head, colon, rest = line.partition(": ")
        words = rest.split(" ")
        if colon:
            for left in _without(words, "", max(1, len(words) // 2)):
                yield f"{head}: {' '.join(left[:-1])}".rstrip(" ,")

    return _changed(text, ways)


def _rounder(text: str) -> Iterator[str]:
    for found in _NUMBER.finditer(text):
        for other in ("0", found[0][0] + "0" * (len(found[0]) - 1)):
            if other != found[0]:
                yield text[: found.start()] + other + text[found.end() :]


def _fewer_cards(text: str) -> Iterator[str]:
    """Every card of a kind put as one that is there already: of the same rank, or the first of all."""
    cards = sorted(set(_CARD.findall(text)))
    for card in reversed(cards):
        for other in dict.fromkeys([*(other for other in cards if other[:-1] == card[:-1]), cards[0]]):
            if other != card:
                yield re.sub(rf"(?<![\w\"]){card}(?!\w)", other, text)
