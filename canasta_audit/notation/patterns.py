"""The expressions derived from the grammars (see ``derive``), as they were stored with them."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from canasta_audit.resources import data_path

GRAMMARS = ("card.lark", "line.lark", "play.lark")
PATTERNS = "patterns.json"


class Patterns(NamedTuple):
    """What is derived of the grammars.

    ``digest``: of the texts of the grammars. ``lines``, ``plays``: regular expression by kind, to be matched in full (a play with
    one blank before it); ``blank`` is the line without content. ``heads``: the word or sign a line of that kind begins with, for
    all but turns. ``words``: all words the notation knows.
    """

    digest: str
    lines: dict[str, str]
    plays: dict[str, str]
    heads: dict[str, str]
    words: list[str]


def digest() -> str:
    """Digest of the grammars' texts."""
    whole = hashlib.sha256()
    for name in GRAMMARS:
        whole.update(data_path("grammar", name).read_bytes().replace(b"\r\n", b"\n"))
    return whole.hexdigest()


def stored() -> Patterns | None:
    """The expressions of ``patterns.json``, ``None`` where it is missing or made from other grammars than these."""
    try:
        found = Patterns(**json.loads(data_path("grammar", PATTERNS).read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError):
        return None
    return found if found.digest == digest() else None
