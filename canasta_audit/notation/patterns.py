"""The expressions derived from the grammars (see ``derive``), as they were stored with them."""

from __future__ import annotations

import json
import zlib
from typing import NamedTuple

from canasta_audit.resources import read_bytes, read_text

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
    """Checksum of the grammars' texts: it has to tell a stale file, not a forged one."""
    whole = b"".join(read_bytes("grammar", name) for name in GRAMMARS).replace(b"\r\n", b"\n")
    return f"{zlib.crc32(whole):08x}"


def stored() -> Patterns | None:
    """The expressions of ``patterns.json``, ``None`` where it is missing or made from other grammars than these."""
    try:
        found = Patterns(**json.loads(read_text("grammar", PATTERNS)))
    except (OSError, TypeError, ValueError):
        return None
    return found if found.digest == digest() else None
