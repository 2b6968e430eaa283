"""Audits without any short cut: every check is asked at each of its events, and every play carried out by itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import canasta_audit as ca
from canasta_audit import asking, before, closing
from canasta_audit.asking import Asker, Shortcuts

NO_SHORTCUTS = Shortcuts(
    limits=None, first=False, takes=False, adds=False, chains=False, reds=False, ends=None, opening=None
)  # fmt: skip


def go_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be left out because nothing can be found, or because it was found good before."""
    monkeypatch.setattr(asking, "shortcuts_for", lambda *_: NO_SHORTCUTS)
    monkeypatch.setattr(Asker, "hear", lambda *_: None)
    monkeypatch.setattr(before, "PLAIN_RANKS", frozenset())
    monkeypatch.setattr(closing, "_is_left", lambda *_: False)


def is_as_the_long_way(monkeypatch: pytest.MonkeyPatch, texts: Iterable[str], ruleset: ca.Ruleset) -> None:
    """Hold audits of logs, in some of which something is found, to such without short cuts; from then on there are none."""
    logs = [ca.parse(text) for text in texts]
    quick = [ca.audit(log, ruleset) for log in logs]
    assert any(report.findings for report in quick)
    go_the_long_way(monkeypatch)
    assert [ca.audit(log, ruleset) for log in logs] == quick
