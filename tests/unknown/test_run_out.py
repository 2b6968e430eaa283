"""What nobody saw is bounded all the same: by the cards that were dealt, and by what the packs hold."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from tests.checks.examples import ruleset
from tests.redact.views import beyond

DEAL = "deal 1: dealer W, first N\nup: JC\n"
LAID = "meld KC KD KH, meld QC QD QH, meld 7C 7D 7H, "


@pytest.mark.parametrize(
    ("last", "after", "ids"),
    [
        ("meld 4C 4D 4H", "E: draw 9D, discard 9D\n", {"OUT-002"}),
        # It keeps a card.
        ("discard 5C", "E: draw 9D, discard 9D\n", set()),
        # Nobody plays on.
        ("meld 4C 4D 4H", "", set()),
    ],
)
def test_a_hand_never_listed_has_run_out_when_all_that_was_dealt_and_drawn_is_played(last: str, after: str, ids: set[str]) -> None:
    log = ca.parse(f"{DEAL}N: draw ?, {LAID}{last}\n{after}")
    assert {one.id for one in ca.audit(log, ruleset("uk-regency")).findings} & {"OUT-002", "RECORD-019"} == ids
    assert list(beyond(log, ruleset("uk-regency"))) == []


def test_red_threes_that_one_side_has_laid_are_not_the_others() -> None:
    """Draws are not noted, and so nobody knows how many red threes a side laid; but three of the four in the packs lie with one."""

    def most(reds: str) -> int:
        log = f'[Records "hands melds discards"]\n[Sides "NS EW"]\ndeal 1: dealer W\n{reds}melds N: KC KD KH\nmelds E: QC QD QH\n'
        text = f"{log}hand N: 4C\nhand S: 4D\nhand E: 4H\nhand W: 4S\nN: discard 4C\nend: stop\n"
        (deal,) = ca.audit(ca.parse(text), ruleset("uk-regency")).matches[0].deals
        of_north = next(score for score in deal.scores if score.side == "NS")
        return next(high for item, _, high in of_north.bounds if item == "threes")

    assert [most(reds) for reds in ("", "red E: 3H\n", "red E: 3H 3D 3H\n")] == [800, 300, 100]
