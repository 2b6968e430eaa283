"""The deal: cards for each player, what is turned up first, and when a deal is void."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from canasta_audit.cards import COLOUR, UNKNOWN, WILD, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_kind
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import Dealing, Rules

Due = Literal["covered", "returned", "void", "stays"]
"""What is to be done about a card that is turned up: another one onto it, back into the stock, a new deal, or nothing."""

Amiss = Literal["uncovered", "covered", "kept", "returned", "void"]
"""What was done about it instead; ``void``: whatever was done, the deal does not count."""


class UpCard(NamedTuple):
    """A card turned up before the first turn; ``back``: it was put back into the stock."""

    line: n.Line
    card: Card
    back: bool


class Wrong(NamedTuple):
    """An up-card with which something else was done than is due; ``last``: nothing was turned up after it."""

    how: Amiss
    up: UpCard
    last: bool


def due(card: Card, law: Dealing) -> Due | None:
    """What is to be done about a card that is turned up; ``None`` where its text leaves that open.

    >>> law = Dealing(11, 0, ("two",), ("joker",), ("red-three",), 0, "none", False)
    >>> [due(card, law) for card in ("2C", "*", "3H", "3C", "3", "K", "?")]
    ['covered', 'returned', 'void', 'stays', None, 'stays', None]
    """
    if card == UNKNOWN:
        return None
    if card[0] == "3" and not COLOUR[card]:
        red, black = due("3D", law), due("3C", law)
        return red if red == black else None
    if is_kind(card, law.up_card_void):
        return "void"
    if is_kind(card, law.up_card_returned):
        return "returned"
    return "covered" if is_kind(card, law.up_card_covered) else "stays"


def turned_up(step: Step) -> list[UpCard]:
    """The cards turned up before the first turn, in order."""
    return [
        UpCard(line, card, line.back)
        for line in step.noted.get("cards", ())
        if isinstance(line, n.CardsLine) and line.place == "up"
        for card in line.cards
    ]


def first_wrong(ups: Sequence[UpCard], law: Dealing) -> Wrong | None:
    """The first of the cards turned up that was not dealt with as is due, or that makes the deal void."""
    wilds = 0
    for index, up in enumerate(ups):
        last = index == len(ups) - 1
        wilds = wilds + 1 if up.card in WILD else 0
        what = "void" if law.void_after_wilds and wilds >= law.void_after_wilds else due(up.card, law)
        how: Amiss | None = None
        if what == "void":
            how = "void"
        elif what == "returned":
            how = None if up.back else "kept"
        elif what is not None and up.back:
            how = "returned"
        elif what == "covered" and last:
            how = "uncovered"
        elif what == "stays" and not last:
            how = "covered"
        if how is not None:
            return Wrong(how, up, last)
    return None


def is_void(step: Step) -> bool:
    """Tell whether the deal was declared void: then a faulty deal has been put right."""
    return step.end is not None and step.end.why == "void"


def dealt_again(step: Step) -> bool:
    """Tell whether the deal is to be dealt again: it was declared void, or ends at the up-card that makes it so."""
    if is_void(step):
        return True
    wrong = first_wrong(turned_up(step), step.rules.dealing) if _knows_void(step.rules) else None
    return wrong is not None and wrong.how == "void" and not _goes_on(step, wrong)


def _knows_void(rules: Rules) -> bool:
    return bool(rules.dealing.up_card_void or rules.dealing.void_after_wilds)


def _goes_on(step: Step, wrong: Wrong) -> bool:
    """Tell whether more is turned up after an up-card, or the deal is played or scored."""
    ended = step.end is not None and step.end.why not in ("stop", "void")
    return not wrong.last or ended or "score" in step.noted or _is_played(step)


def _is_played(step: Step) -> bool:
    return any(line.kind == "turn" and not line.undone for line in step.deal.lines)


def _wrongly(step: Step, how: Amiss) -> Faults:
    if is_void(step):
        return None
    wrong = first_wrong(turned_up(step), step.rules.dealing)
    return Fault({"card": wrong.up.card}, line=wrong.up.line) if wrong is not None and wrong.how == how else None


@check(
    "DEAL-001", "wrong-number-dealt", "dealt", "{seat} was dealt {have} cards; each player gets {want}",
    reads=("/dealing/cards_each",), taints=("deal",),
    needs=("dealt",),
)  # fmt: skip
def wrong_number_dealt(step: Step) -> Faults:
    """A player was dealt more or fewer cards than the rules say.

    Why: each player gets the same number of cards. What follows is judged with the hand as it is.

    Bad:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S  # here
        N: draw KD, discard KD

    Good:
        deal 1: dealer W
        hand N: AS KS QS JS TS 9S 8S 7S 6S 5S 4S
        N: draw KD, discard KD
    """
    return None if is_void(step) else _wrong_numbers(step)


def _wrong_numbers(step: Step) -> list[Fault]:
    table, want = step.table, step.rules.dealing.cards_each
    if table.mid_deal:
        return []
    return [
        Fault({"seat": line.seat, "have": len(line.cards), "want": want}, seat=line.seat, line=line)  # type: ignore[attr-defined]
        for line in step.noted.get("hand", ())
        if len(line.cards) != want and line.seat in table.hands  # type: ignore[attr-defined]
    ]


@check(
    "DEAL-002", "up-card-left-uncovered", "odd-up", "the up-card {card} is left uncovered",
    reads=("/dealing/up_card_covered",), depends=("pile",),
    needs=("up",),
)  # fmt: skip
def up_card_left_uncovered(step: Step) -> Faults:
    """A card was turned up that another one belongs on, and none was put onto it.

    Why: cards are turned up until one lies on top on which play can begin; jokers, deuces and threes are mostly covered.

    Bad:
        deal 1: dealer W
        up: 2C  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W
        up: 2C 9D
        N: draw KD, discard 4C
    """
    return _wrongly(step, "uncovered")


@check(
    "DEAL-003", "up-card-covered-needlessly", "odd-up", "the up-card {card} was covered, though play begins on it",
    reads=("/dealing/up_card_covered",), depends=("pile",),
    needs=("up",),
)  # fmt: skip
def up_card_covered_needlessly(step: Step) -> Faults:
    """A further card was turned up although the last one may stay.

    Why: turning up goes on only after a card that the rules name.

    Bad:
        deal 1: dealer W
        up: 9D 4C  # here
        N: draw KD, discard 4C

    Good:
        deal 1: dealer W
        up: 3C 4C
        N: draw KD, discard 4C
    """
    return _wrongly(step, "covered")


@check(
    "DEAL-004", "up-card-not-put-back", "odd-up", "the up-card {card} is not put back into the stock",
    reads=("/dealing/up_card_returned",), depends=("pile",), when=lambda rules: bool(rules.dealing.up_card_returned),
    needs=("up",),
)  # fmt: skip
def up_card_not_put_back(step: Step) -> Faults:
    """A card that goes back into the stock when it is turned up stays in the pile.

    Why: in such a game another card replaces it, and no special card lies in the pile when play begins.

    Bad:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        up: 2C KD  # here

    Good:
        [Ruleset "ru-bank"]
        deal 1: dealer W
        up: 2C back
        up: KD
    """
    return _wrongly(step, "kept")


@check(
    "DEAL-005", "up-card-put-back", "odd-up", "the up-card {card} is put back into the stock",
    reads=("/dealing/up_card_returned",), depends=("pile",),
    needs=("up",),
)  # fmt: skip
def up_card_put_back(step: Step) -> Faults:
    """A card turned up goes back into the stock, though it should stay in the pile.

    Why: only cards that the rules name are put back; another card is covered, and may freeze the pile, or is the first top card.

    Bad:
        deal 1: dealer W
        up: 2C back  # here
        up: KD

    Good:
        deal 1: dealer W
        up: 2C KD
    """
    return _wrongly(step, "returned")


@check(
    "DEAL-006", "void-deal-played", "odd-up", "{card} turned up makes the deal void, but it goes on",
    reads=("/dealing/up_card_void", "/dealing/void_after_wilds"), depends=("pile",), taints=("deal",),
    when=_knows_void,
    needs=("up",),
)  # fmt: skip
def void_deal_played(step: Step) -> Faults:
    """A deal goes on after an up-card that makes it void.

    Why: the cards are thrown in and the same player deals again. What follows is judged as if the deal counted.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 3H  # here
        N: draw KD 5D, discard 4C

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 3H
        end: void
        deal 1: dealer W
    """
    wrong = first_wrong(turned_up(step), step.rules.dealing)
    if is_void(step) or wrong is None or wrong.how != "void" or not _goes_on(step, wrong):
        return None
    by_kind = due(wrong.up.card, step.rules.dealing) == "void"
    pointer = "/dealing/up_card_void" if by_kind else "/dealing/void_after_wilds"
    return Fault({"card": wrong.up.card}, line=wrong.up.line, parameter=pointer)


@check(
    "DEAL-007", "void-without-cause", "dealt", "the deal is declared void; {card} turned up does not make it so",
    reads=("/dealing/up_card_void", "/dealing/void_after_wilds"), depends=("pile", "deal"), severity="warning",
    when=_knows_void,
    needs=("up", "copies"),
    only={"dealt": "void"},
)  # fmt: skip
def void_without_cause(step: Step) -> Faults:
    """A deal is declared void before the first turn, and the record shows no reason.

    Why: the rules say which up-cards make a deal void; a misdeal does so too, but then a hand has too many cards or too few, or a
    card is there too often.

    Bad:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: KC
        end: void  # here

    Good:
        [Ruleset "ro-canastone"]
        deal 1: dealer W
        up: 3H
        end: void
    """
    ups = turned_up(step)
    if not is_void(step) or not ups or _is_played(step):
        return None
    if first_wrong(ups, step.rules.dealing) is not None or any(due(up.card, step.rules.dealing) is None for up in ups):
        return None
    if step.table.excess or _wrong_numbers(step) or _hides(step):
        return None
    return Fault({"card": ups[-1].card}, line=step.end)


def _hides(step: Step) -> bool:
    """Tell whether cards are noted that players saw and the record does not show: with one too many of a kind among them the deal
    is void.
    """
    hands = (n.HandLine, n.FootLine)
    noted = [line for kind in ("hand", "foot", "cards") for line in step.noted.get(kind, ())]
    seen = [line for line in noted if isinstance(line, hands) or (isinstance(line, n.CardsLine) and line.place != "down")]
    return any(UNKNOWN in line.cards for line in seen)
