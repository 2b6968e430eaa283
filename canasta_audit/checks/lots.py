"""The draw for sides and seats: who draws again, and what it makes of sides, seats and the first player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from canasta_audit.cards import EXACT, JOKER, RANK, SUIT, SUITED, UNKNOWN, Card, could_be
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import MatchState, Step
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.ruleset.chapters import Rules, Seating

Lots = dict[Seat, list[Card]]
"""The cards that each seat drew, in order: those who drew again have several."""


class Span(NamedTuple):
    """The lowest and the highest that what a seat drew can be: as many ranks and suits as cards count."""

    low: tuple[tuple[int, int], ...]
    high: tuple[tuple[int, int], ...]


Spans = dict[Seat, Span]


def drawn_lots(match: MatchState) -> Lots:
    """What everybody drew; of a seat at the table without a lot, one card that nobody has seen."""
    drawn: Lots = {}
    for line in match.lots:
        for seat, card in line.drawn:
            drawn.setdefault(seat, []).append(card)
    return drawn | {seat: [UNKNOWN] for seat in match.seats.order if seat not in drawn}


def _kept(lots: list[Card], law: Seating) -> list[Card]:
    """The cards that count: a joker that is drawn again does not."""
    return [card for card in lots if card != JOKER] if "joker" in law.lots_redraw else lots


def _are_tied(a: Card, b: Card, law: Seating, *, sure: bool) -> bool:
    """Tell whether two cards are such as are drawn again, or if not ``sure`` may leave open who is higher."""
    if law.lots_tie == "redraw" and RANK[a] == RANK[b] != UNKNOWN:
        return True
    return ("same-card" in law.lots_redraw and a == b and a in EXACT) if sure else could_be(a, b)


Tied = Callable[[list[Card], list[Card]], bool]


def _readings(law: Seating, *, sure: bool) -> list[Tied]:
    """Ways to tell whether what two players drew leaves them equal: one for each sense of a second lot."""

    def equal(a: Card, b: Card) -> bool:
        return _are_tied(a, b, law, sure=sure)

    def by_last(a: list[Card], b: list[Card]) -> bool:
        return equal(a[-1], b[-1])

    def by_all(a: list[Card], b: list[Card]) -> bool:
        return (len(a) == len(b) or not sure) and all(map(equal, a, b))

    return [tied for name, tied in (("replaces", by_last), ("parts", by_all)) if law.lots_again in (name, "any")]


def draw_again(drawn: Lots, law: Seating, *, sure: bool) -> list[Seat]:
    """The seats whose last lot must be drawn again, or if not ``sure`` those for whom it may be so, or who may be equal."""
    found: set[Seat] = set()
    first = {lots[0][0] for lots in drawn.values() if len(lots) == 1 and lots[0] in SUITED}
    if len(first) == len(drawn):
        # One card each, all of them of other ranks: most draws.
        return []
    for seat, lots in drawn.items():
        if "joker" in law.lots_redraw and (lots[-1] == JOKER or (not sure and lots[-1] == UNKNOWN)):
            found.add(seat)
    quantify = all if sure else any
    for a, b in combinations([seat for seat in drawn if seat not in found], 2):
        if quantify(tied(_kept(drawn[a], law), _kept(drawn[b], law)) for tied in _readings(law, sure=sure)):
            found |= {a, b}
    return [seat for seat in drawn if seat in found]


def _span(cards: Iterable[Card], law: Seating) -> Span:
    """How low and how high ``cards`` may be: jokers above all ranks, equal ranks by suit where that decides."""
    low, high = [], []
    for card in cards:
        each = [_key(card, law)] if card in EXACT else [_key(one, law) for one in EXACT if could_be(card, one)]
        low.append(min(each))
        high.append(max(each))
    return Span(tuple(low), tuple(high))


def _key(card: Card, law: Seating) -> tuple[int, int]:
    if card == JOKER:
        return len(law.lots_ranks), 0
    return law.lots_ranks.index(RANK[card]), law.lots_suits.index(SUIT[card]) if law.lots_tie == "suit" else 0


def final_spans(match: MatchState, rules: Rules) -> list[Spans]:
    """What everybody has in the end, for each sense of a second lot; nothing where somebody has, or may have, to draw again."""
    if not match.lots:
        return []
    if match.spans is None:
        match.spans = _final_spans(match, rules)
    spans: list[Spans] = match.spans
    return spans


def _final_spans(match: MatchState, rules: Rules) -> list[Spans]:
    law, drawn = rules.seating, drawn_lots(match)
    if set(drawn) != set(match.seats.order) or draw_again(drawn, law, sure=False):
        return []
    kept = {seat: _kept(lots, law) for seat, lots in drawn.items()}
    senses: list[Spans] = []
    if law.lots_again != "parts":
        senses.append({seat: _span(lots[-1:], law) for seat, lots in kept.items()})
    if law.lots_again != "replaces":
        senses.append({seat: _span(lots, law) for seat, lots in kept.items()})
    return senses


def _can_be_highest(some: tuple[Seat, ...], spans: Spans) -> bool:
    """Tell whether ``some`` can have drawn the highest cards."""
    least = min(spans[seat].high for seat in some)
    return all(least >= spans[seat].low for seat in spans if seat not in some)


def highest_lots(match: MatchState, rules: Rules, number: int = 1) -> list[tuple[Seat, ...]]:
    """Those who can have drawn the ``number`` highest cards; nothing where nobody can tell."""
    senses = final_spans(match, rules)
    some = combinations(match.seats.order, number)
    return [seats for seats in some if any(_can_be_highest(seats, spans) for spans in senses)]


def drawn_first(match: MatchState, rules: Rules) -> list[Seat]:
    """The players whom the draw can make the first to play; nothing where it does not tell."""
    if rules.seating.first_player == "any":
        return []
    highest = [seat for (seat,) in highest_lots(match, rules)]
    return highest if rules.seating.first_player == "highest-lot" else [match.seats.next_of[seat] for seat in highest]


def one_or_all(seats: list[Seat]) -> Seat | list[Seat]:
    """The only one of ``seats``, or all of them, as a message names them."""
    return seats[0] if len(seats) == 1 else seats


@check(
    "SEAT-003", "redraw-missed", "match-start", "{seats} should have drawn again",
    reads=("/seating/lots_redraw", "/seating/lots_tie", "/seating/lots_again"), needs=("lots",),
    only={"match-start": "lots"},
)  # fmt: skip
def redraw_missed(step: Step) -> Faults:
    """A joker or the same card twice came up in the draw for seats, and nobody drew again.

    Why: such lots do not tell who is higher.

    Bad:
        [Sides "NS EW"]
        lots: N *, E 4H, S KS, W 9C  # here
        deal 1: dealer E

    Good:
        [Sides "NS EW"]
        lots: N *, E 4H, S KS, W 9C
        lots: N QD
        deal 1: dealer E
    """
    if not step.match.lots:
        return None
    seats = draw_again(drawn_lots(step.match), step.rules.seating, sure=True)
    return Fault({"seats": seats}, line=step.match.lots[-1]) if seats else None


@check(
    "SEAT-009", "redraw-without-cause", "match-start", "{seats} drew again, but the first card stood",
    reads=("/seating/lots_redraw", "/seating/lots_tie"), needs=("lots",),
    when=lambda rules: rules.seating.lots_sides != "none" or rules.seating.first_player != "any",
    only={"match-start": "lots"},
)  # fmt: skip
def redraw_without_cause(step: Step) -> Faults:
    """A player draws another card for seats though his first one told it from all others.

    Why: everybody draws one card, and only those draw again whose cards decide nothing. Where all draw anew it is another draw.

    Bad:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        lots: E 5D  # here
        deal 1: dealer W

    Good:
        [Sides "NS EW"]
        lots: N KS, E 4H, S KS, W 3C
        lots: N AD, S 5C
        deal 1: dealer W
    """
    match, law = step.match, step.rules.seating
    drawn = drawn_lots(match)
    if all(len(lots) > 1 for lots in drawn.values()):
        return None
    seats = [seat for seat, lots in drawn.items() if any(not _may_fail(seat, card, drawn, law) for card in lots[:-1])]
    again = [line for line in match.lots[1:] if any(seat in seats for seat, _ in line.drawn)]
    return Fault({"seats": seats}, line=(again or match.lots)[0]) if seats else None


def _may_fail(seat: Seat, card: Card, drawn: Lots, law: Seating) -> bool:
    """Tell whether a lot may have been one that is drawn again."""
    if "joker" in law.lots_redraw and could_be(card, JOKER):
        return True
    return any(_are_tied(card, other, law, sure=False) for whose, lots in drawn.items() if whose != seat for other in lots)


@check(
    "SEAT-004", "sides-not-as-drawn", "match-start", "the draw makes {expected} partners",
    reads=("/seating/lots_sides", "/seating/lots_suits", "/seating/lots_ranks", "/seating/lots_again"), needs=("lots",),
    when=lambda rules: rules.seating.lots_sides == "highest-two-against-lowest-two" and rules.seating.sides == "opposite",
    only={"match-start": "lots"},
)  # fmt: skip
def sides_not_as_drawn(step: Step) -> Faults:
    """The two highest cards of the draw do not play together.

    Why: the players with the two higher cards play against those with the two lower; among equal ranks the suit decides.

    Bad:
        [Sides "NS EW"]
        lots: N KS, E QH, S 4H, W 9C  # here
        deal 1: dealer W

    Good:
        [Sides "NS EW"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer W
    """
    match, seats = step.match, step.match.seats
    pairs = highest_lots(match, step.rules, 2) if len(seats.order) == 4 else []
    if not pairs or any(seats.side_of[a] == seats.side_of[b] for a, b in pairs):
        return None
    spans = final_spans(match, step.rules)[0]
    falling = sorted(seats.order, key=lambda seat: spans[seat], reverse=True)
    expected = [
        "".join(seat for seat in falling if (seat in pair) is together) for pair in pairs for together in (True, False)
    ]  # fmt: skip
    return Fault({"expected": expected}, line=match.lots[0])


@check(
    "SEAT-010", "seat-chosen-by-wrong-player", "match-start", "{choice} chose a seat, but the draw gives the choice to {expected}",
    reads=("/seating/seat_choice",), when=lambda rules: rules.seating.seat_choice == "highest-lot", needs=("lots",),
    only={"match-start": "lots"},
)  # fmt: skip
def seat_chosen_by_wrong_player(step: Step) -> Faults:
    """A seat was chosen by another player than the one who drew the highest card.

    Why: the highest card of the draw gives the choice. The tag ``Choice`` names the seat of the player who had it; a record without
    the tag breaks nothing.

    Bad:
        [Ruleset "uk-howto"]
        [Sides "NS EW"]
        [Choice "S"]  # here
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer W

    Good:
        [Ruleset "uk-howto"]
        [Sides "NS EW"]
        [Choice "N"]
        lots: N KS, E 4H, S QH, W 9C
        deal 1: dealer W
    """
    match = step.match
    choice = match.tags.get("Choice")
    expected = [seat for (seat,) in highest_lots(match, step.rules)]
    if not expected or choice not in match.seats.order or choice in expected:
        return None
    line = next(line for line in match.head if isinstance(line, n.Tag) and line.name == "Choice" and not line.undone)
    return Fault({"choice": choice, "expected": one_or_all(expected)}, line=line)
