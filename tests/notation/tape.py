"""Random values read off a string of bytes: Hypothesis draws the bytes at one go, which takes a tenth of the time.

A strategy that draws each card of each play by itself spends most of its time on book-keeping. Here a maker takes a ``Tape`` and
makes one value of it. Smaller bytes stand for simpler values, and past its end a tape reads as zeros, so that a failing example
still comes down to a simple one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Tape:
    """Choices, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` less one."""
        width = 1 if limit <= 256 else 3
        self._at += width
        return int.from_bytes(self._data[self._at - width : self._at], "big") % limit


Maker = Callable[[Tape], T]


_BYTES = st.binary(min_size=160, max_size=160)
"""One length for all: Hypothesis likes to put a copy of one draw in the place of another, and fills up what does not fit."""


def drawn(maker: Maker[T]) -> st.SearchStrategy[T]:
    """Strategy of what the maker makes of a tape; what needs a longer one is at its simplest from there on."""
    return _BYTES.map(lambda data: maker(Tape(data)))


def just(value: T) -> Maker[T]:
    return lambda tape: value


def pick(options: Sequence[T]) -> Maker[T]:
    return lambda tape: options[tape.below(len(options))]


def number(least: int, most: int) -> Maker[int]:
    """A whole number; that nearest to nought is the simplest."""
    simplest = min(max(least, 0), most)
    return lambda tape: least + (simplest - least + tape.below(most - least + 1)) % (most - least + 1)


def one_of(*makers: Maker[Any]) -> Maker[Any]:
    return lambda tape: makers[tape.below(len(makers))](tape)


def none_or(maker: Maker[T]) -> Maker[T | None]:
    return lambda tape: maker(tape) if tape.below(2) else None


def some(maker: Maker[T], least: int, most: int) -> Maker[tuple[T, ...]]:
    return lambda tape: tuple([maker(tape) for _ in range(least + tape.below(most - least + 1))])


def built(make: Callable[..., T], *args: Maker[Any], **kwargs: Maker[Any]) -> Maker[T]:
    return lambda tape: make(*[arg(tape) for arg in args], **{name: arg(tape) for name, arg in kwargs.items()})
