"""Short logs in which little makes sense: they are judged all the same, and no fault of the program comes of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import canasta_audit as ca
from canasta_audit.notation import model as n
from canasta_audit.ruleset.load import list_rulesets
from tests.notation.strategies import log

RULESETS = [ca.load_ruleset(name) for name, _ in list_rulesets()]
BANK = '[Ruleset "ru-bank"]\n'

ODD = [
    "deal 0:\nstock: AC\npile: AC\n",
    # Somebody who sits nowhere is said to play first, and plays; or a line that cannot be read stands where he would.
    "deal 0: dealer A, first N\nN: pickup\n",
    '[Seats "NES"]\ndeal 1: dealer N, first W\nN: draw KC KD, discard\n',
    '[Seats "NES"]\ndeal 1: dealer N, first W\nW: draw KC, , discard 5C\nW: pickup\n',
    # More cards are counted than there are.
    "deal 1: dealer W\ncount N: 109\nN: pickup\n",
    # The discard goes to the stock in the same turn.
    "deal 1: dealer W\nhand N: 3H 4C\npile: 5D\nN: draw KD, discard 4C, turnover\n",
    # The only turn of a deal cannot be read: nobody is known to have played it.
    "deal 1: dealer W\nN: draw KD KC discard\nend: N out concealed\n",
    f"{BANK}deal 1: dealer W\npile: QS\nstock: K K\nN: draw KD KC discard\n",
    f"{BANK}deal 1: dealer W\nN: draw KD, discard KD\n\ndeal 2:\nN: draw KD KC discard\nend: N out, S out\n",
    # A hand left at a seat where nobody sits, after a line of it that cannot be read; an unseen card in a sequence.
    '[Seats "NES"]\n[Sides "N E S"]\ndeal 1: dealer N\nW: draw KD KC discard\nE: draw ?, discard ?\nleft W: KS\n',
    f"{BANK}deal 1: dealer W\nmelds N: 5S ? 7S\nN: draw KD, add 2D to 5S, discard KD\nend: stop\n",
    f"{BANK}deal 1: dealer W\nN: draw KD, meld 4S 2D 5S ?, discard KD\nend: stop\n",
    # A vague card that was shown speaks for one that an exact card takes.
    "deal 1: dealer W\nhand N: KS K 4C\nexposed N: K KH KS\nN: draw ?, discard K\nexposed N: K Kr\n",
]


def internal(text_or_log: str | n.Log, ruleset: ca.Ruleset | None) -> list[str]:
    read = ca.parse(text_or_log) if isinstance(text_or_log, str) else text_or_log
    found = [one for unknowns in (False, True) for one in ca.audit(read, ruleset, unknowns=unknowns).findings]
    return [one.message for one in found if one.grade == "internal"]


@pytest.mark.parametrize("text", ODD)
def test_odd_logs(text: str) -> None:
    assert [internal(text, ruleset) for ruleset in (None, *RULESETS)] == [[]] * (1 + len(RULESETS))


@given(log, st.sampled_from(RULESETS))
@settings(max_examples=150, deadline=None)
def test_any_logs(read: n.Log, ruleset: ca.Ruleset) -> None:
    assert internal(read, ruleset) == []
