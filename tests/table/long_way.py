"""Audits without any short cut: every check is asked at each of its events, and every play carried out by itself."""

from __future__ import annotations

import pytest

from canasta_audit import asking, before, closing
from canasta_audit.asking import Asker, Shortcuts

NO_SHORTCUTS = Shortcuts(
    limits=None, each=None, first=False, takes=False, adds=False, chains=False, reds=False, ends=None, opening=None
)  # fmt: skip


def go_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be left out because nothing can be found, or because it was found good before."""
    monkeypatch.setattr(asking, "shortcuts_for", lambda *_: NO_SHORTCUTS)
    monkeypatch.setattr(Asker, "hear", lambda *_: None)
    monkeypatch.setattr(before, "PLAIN_RANKS", frozenset())
    monkeypatch.setattr(closing, "_is_left", lambda *_: False)
