"""Several slips in one log: who sees less of it does not call unlawful what the whole log does not."""

from __future__ import annotations

from itertools import islice
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.simulate.match import numbered_match
from tests.games import GAMES, ruleset_of, text_of
from tests.redact.slips import slipped
from tests.redact.test_subset import RULESETS, TABLES
from tests.redact.views import beyond, views

COMPLETE = [name for name in GAMES if not name.startswith("partial")]


def game(random: Random) -> tuple[str, ca.Ruleset]:
    """A shipped game or a simulated one, and its ruleset."""
    if random.random() < 0.5:
        name = random.choice(COMPLETE)
        return text_of(name), ruleset_of(name)
    ruleset, players = random.choice(TABLES)
    match = numbered_match(RULESETS[ruleset], players, random.choice(["greedy", "random"]), random.randint(1, 40), 1)
    return "".join(islice(match, 2)), RULESETS[ruleset]


# What is rare is looked for by hand, over many thousands of seeds; a run of the suite always takes the same.
@given(st.integers(0, 1_000_000))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_a_log_with_several_slips(seed: int) -> None:
    random = Random(seed)
    text, ruleset = game(random)
    log = ca.parse(slipped(text, random))
    assert list(beyond(log, ruleset, [None, random.choice(views(log)[1:])])) == []
