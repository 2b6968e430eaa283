"""Turns that were taken back: in time, with cause, and with the card that had been drawn."""

from __future__ import annotations

from canasta_audit import cards as c
from canasta_audit.cards import UNKNOWN, Card
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step, is_late_red
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.table.state import Table

WHOLE_LINE = -1


@check(
    "IRREG-001", "turn-taken-back-late", "undone", "{seat} takes back a turn after {after} has played",
    reads=("/irregularities/undo",), depends=("order", "unread"),
    when=lambda rules: rules.irregularities.undo != "any-time",
)  # fmt: skip
def turn_taken_back_late(step: Step) -> Faults:
    """A turn is taken back when another player has played already.

    Why: what went wrong can be put right as long as nobody has gone on from there; after that it stands, and a penalty is all that
    is left. Some games have no turn taken back at all.

    Bad:
        deal 1: dealer W
        melds N: KC KD KH
        ~N: draw 5D, meld QC QD 2C 2D, discard 4C  # here
        ~E: draw 6C, discard 9H
        N: draw 5D, discard 4C
        E: draw 6C, discard 9H

    Good:
        deal 1: dealer W
        melds N: KC KD KH
        ~N: draw 5D, meld QC QD 2C 2D, discard 4C
        N: draw 5D, discard 4C
        E: draw 6C, discard 9H
    """
    line = step.line
    if not isinstance(line, n.Turn):
        return None
    if step.rules.irregularities.undo == "never":
        return Fault({"seat": line.seat}, WHOLE_LINE, message="{seat} takes back a turn")
    after = step.following
    expected = _due(step)
    if after is None or after.seat in (line.seat, expected) or is_late_red(after.plays):
        return None
    if not after.undone and line.seat != expected:
        # Who plays now in place of the one whose turn it is does so by a fault of his own.
        return None
    # Those who played after him took their turns back because he did.
    late = ("taken back late", step.table.played_turns)
    return Fault({"seat": line.seat, "after": after.seat}, WHOLE_LINE, doubts=(late,), follows=late)


def _due(step: Step) -> Seat | None:
    """Whose turn it is on the table as it stands."""
    last = step.table.last_seat
    return step.table.first if last is None else step.table.seats.next_of[last]


@check(
    "IRREG-002", "lawful-turn-taken-back", "undone", "{seat} takes back a turn that is lawful",
    severity="note", reads=("/irregularities/undo",), depends=("order", "hand", "stock", "pile", "unread"),
    needs=("hand", "drawn", "copies"),
)  # fmt: skip
def lawful_turn_taken_back(step: Step) -> Faults:
    """A turn is taken back in which nothing is against the law.

    Why: what is lawful needs no putting right; perhaps the player changed his mind, which he may not do, or the wrong turn was
    struck out.

    Bad:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        ~N: draw 9D, discard 4C  # here
        N: draw 9D, discard QS

    Good:
        deal 1: dealer W
        pile: 5D
        hand N: KS QS 4C
        ~N: draw 9D, discard 4C, discard KS
        N: draw 9D, discard QS
    """
    if not step.lawful or _hides(step.table):
        return None
    return Fault({"seat": step.seat}, WHOLE_LINE)


def _hides(table: Table) -> bool:
    """Tell whether there are cards that nobody saw: with them the turn may be known to be unlawful."""
    return any(UNKNOWN in cards for cards in (*table.hands.values(), *table.feet.values(), table.stock or ()))


@check(
    "IRREG-003", "other-card-after-taking-back", "undone", "{seat} drew {card} and put it back; the same card is next, not {other}",
    grade="impossible", severity="warning", depends=("order", "stock", "unread"), needs=("drawn",),
)  # fmt: skip
def other_card_after_taking_back(step: Step) -> Faults:
    """A turn is taken back, and in its place another card is drawn.

    Why: a card that was drawn and put back lies on the stock again; who draws once more draws it.

    Bad:
        deal 1: dealer W
        ~N: draw KD, discard 4C, discard 5C  # here
        N: draw 9H, discard 4C

    Good:
        deal 1: dealer W
        ~N: draw KD, discard 4C, discard 5C
        N: draw KD, discard 4C
    """
    line, after = step.line, step.following
    if after is None or not isinstance(line, n.Turn) or after.seat != line.seat or step.table.stock is not None:
        # Where the order of the stock is known, it tells which of the two is wrong.
        return None
    card, other = _drawn_first(line), _drawn_first(after)
    if card is None or other is None or c.could_be(card, other) or _ruled_between(step, line, after):
        return None
    return Fault({"seat": line.seat, "card": card, "other": other}, 0, card=0)


def _drawn_first(line: n.Turn) -> Card | None:
    """The first card of the stock that a turn begins with."""
    play = line.plays[0]
    return play.chains[0][0] if isinstance(play, n.Draw) and play.chains else None


def _ruled_between(step: Step, line: n.Turn, after: n.Turn) -> bool:
    """Tell whether a director has said something between two turns: then he may have put the card elsewhere."""
    lines = step.deal.lines
    places = [index for index, one in enumerate(lines) if one is line or one is after]
    return any(isinstance(one, n.Director) for one in lines[places[0] : places[-1]])
