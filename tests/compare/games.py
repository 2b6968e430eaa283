"""Simulated games for comparisons, each made once."""

from __future__ import annotations

from functools import cache
from itertools import islice

import canasta_audit as ca
from canasta_audit.notation import model as n
from canasta_audit.simulate.match import numbered_match


@cache
def text_of(reference: str, players: int = 4, bot: str = "greedy", number: int = 1, deals: int = 6) -> str:
    pieces = numbered_match(ca.load_ruleset(reference), players, bot, 31, number)
    return "".join(islice(pieces, 1 + deals))


@cache
def log_of(reference: str, players: int = 4, bot: str = "greedy", number: int = 1, deals: int = 6) -> n.Log:
    return ca.parse(text_of(reference, players, bot, number, deals))
