"""The name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean X?`` for the nearest of ``known``, ``""`` where none is near.

    >>> did_you_mean("adit", ["audit", "score"]), did_you_mean("xyz", ["audit"])
    ('; did you mean audit?', '')
    """
    import difflib

    words = {each.lower(): each for each in known}
    near = difflib.get_close_matches(word.lower()[:80], words, n=1, cutoff=0.6)
    return f"; did you mean {words[near[0]]}?" if near else ""
