"""Claimed bonuses: for red threes and for going out."""

from __future__ import annotations

from canasta_audit.checks.registry import Faults, check
from canasta_audit.checks.scoring import MESSAGE, differs, has_item
from canasta_audit.checks.step import Step


@check(
    "SCORE-005", "red-threes-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=(
        "/red_threes/each", "/red_threes/all", "/red_threes/all_from", "/red_threes/unopened", "/red_threes/all_unopened",
        "/red_threes/no_canasta", "/red_threes/mixed_only", "/red_threes/natural_only", "/red_threes/lost_deal",
        "/red_threes/all_lost", "/red_threes/deal_won_by", "/red_threes/all_to_opponents",
    ),
    depends=("score", "reds"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def red_threes_misscored(step: Step) -> Faults:
    """The points for red threes are claimed wrongly.

    Why: each counts alike, all of them together more, and against a side that has no meld. Some games ask for canastas, too, or who
    has won the deal.

    Bad:
        deal 1: dealer W
        red N: 3H 3D
        pile: 9D
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: threes 200, hand -15  # here

    Good:
        deal 1: dealer W
        red N: 3H 3D
        pile: 9D
        hand N: 4C
        hand S: QH
        N: draw 4D, discard 4D
        end: stop
        score NS: threes -200, hand -15
    """
    return differs(step, "threes", "red-threes")


@check(
    "SCORE-006", "held-red-three-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/red_threes/held", "/red_threes/held_needs_turn"), depends=("score", "reds", "hand"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def held_red_three_misscored(step: Step) -> Faults:
    """The charge for a red three left in hand is claimed wrongly.

    Why: a red three is charged if its holder had a turn in which he could have laid it.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: 3H
        N: draw 4D, discard 4D
        end: stop
        score NS: held -500  # here

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        hand N: 4C
        hand S: 3H
        N: draw 4D, discard 4D
        end: stop
        score NS: held 0
    """
    return differs(step, "held")


@check(
    "SCORE-017", "opponents-red-threes-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=(
        "/red_threes/all_to_opponents", "/red_threes/unopened", "/red_threes/no_canasta", "/red_threes/mixed_only",
        "/red_threes/each", "/red_threes/all",
    ),
    depends=("score",), taints=("claims",), when=lambda rules: has_item("opponents-threes", rules),
    needs=("score",),
)  # fmt: skip
def opponents_red_threes_misscored(step: Step) -> Faults:
    """The points for the opponents' red threes are claimed wrongly.

    Why: in some games a side has the red threes of opponents who have no canasta, or pays for all of them lying there.

    Bad:
        [Ruleset "ro-canastone+red-threes-to-opponents"]
        deal 1: dealer W
        red E: 3H 3D
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D 5D, discard 4D
        end: stop
        score NS: cards 30, opponents-threes 100  # here

    Good:
        [Ruleset "ro-canastone+red-threes-to-opponents"]
        deal 1: dealer W
        red E: 3H 3D
        melds N: KC KD KH
        hand N: 4C
        hand S: QH
        N: draw 4D 5D, discard 4D
        end: stop
        score NS: cards 30, opponents-threes 200
    """
    return differs(step, "opponents-threes")


@check(
    "SCORE-007", "going-out-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/going_out/bonus", "/stock_end/going_out_bonus"), depends=("score", "end"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def going_out_misscored(step: Step) -> Faults:
    """The bonus for going out is claimed wrongly.

    Why: only the side that went out has it, and nobody has it when the deal ends with the stock.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: natural 500, cards 80, out 200  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: natural 500, cards 80, out 100
    """
    return differs(step, "out")


@check(
    "SCORE-008", "concealed-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/going_out/concealed_extra",), depends=("score", "end"), taints=("claims",),
    needs=("score",),
)  # fmt: skip
def concealed_misscored(step: Step) -> Faults:
    """The bonus for going out concealed is claimed wrongly.

    Why: it is paid on top of the bonus for going out, and for concealed going out alone.

    Bad:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: out 100, concealed 100  # here

    Good:
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH
        N: draw 4D, ask yes, add KD to K, discard 4D
        end: N out
        score NS: out 100, concealed 0
    """
    return differs(step, "concealed")


@check(
    "SCORE-018", "partner-finishing-misscored", "score-differs", MESSAGE, grade="misscored",
    reads=("/going_out/partner_bonus",), depends=("score", "end"), taints=("claims",),
    when=lambda rules: has_item("partner", rules),
    needs=("score",),
)  # fmt: skip
def partner_finishing_misscored(step: Step) -> Faults:
    """The bonus for a partner who finishes too is claimed wrongly.

    Why: it is for a partner who lays his last cards after the player went out, and for nobody else.

    Bad:
        [Ruleset "ru-bank+variation-11"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH JD 9C
        N: draw 4D, add KD to K, discard 4D
        end: N out
        score NS: out 100, partner 1000  # here

    Good:
        [Ruleset "ru-bank+variation-11"]
        deal 1: dealer W
        melds N: KC KC KD KH KH KS KS
        hand N: KD
        hand S: QH JD 9C
        N: draw 4D, add KD to K, discard 4D
        end: N out
        score NS: out 100, partner 0
    """
    return differs(step, "partner")
