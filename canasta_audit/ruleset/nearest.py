"""The names most like a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 60
"""Characters of a name that are compared; no known name is longer."""


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return at most three of ``known`` that are like ``name``, best first.

    >>> nearest("forzen", ["frozen", "opened", "unopened"])
    ['frozen']
    """
    # Only faulty files need it, and its import is not cheap.
    import difflib

    return difflib.get_close_matches(name[:_LONGEST], list(known), n=3)


def did_you_mean(names: list[str], otherwise: str = "") -> str:
    """Advice that offers ``names``; ``otherwise`` if there are none.

    >>> did_you_mean(["frozen"])
    'did you mean frozen?'
    """
    return f"did you mean {' or '.join(names)}?" if names else otherwise
