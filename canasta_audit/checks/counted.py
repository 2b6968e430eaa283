"""How a deal ended, what every side scored, and between what bounds that lies where the record does not show every card."""

from __future__ import annotations

from collections.abc import Collection

from canasta_audit.cards import UNKNOWN
from canasta_audit.checks.step import Step, emptied, has_canasta, was_concealed
from canasta_audit.notation import model as n
from canasta_audit.table.bounds import Blind, bounds
from canasta_audit.table.last_hands import BARE_THREE, all_seen, last_hands
from canasta_audit.table.ledger import can_be_known, ledger
from canasta_audit.table.score import Outcome, made
from canasta_audit.table.state import Table


def outcome_of(step: Step) -> Outcome:
    """Who went out: the record's word, else who lawfully emptied his hand in the last turn."""
    end, table = step.end, step.table
    outs = [one for one in end.outs if one[0] in table.hands] if end is not None and end.outs else []
    if table.turn is None or table.played_turns == 0:
        return Outcome(*outs[0]) if outs else Outcome()
    why, last, told = end.why if end is not None else None, step.turn.seat, dict(outs)
    seat: n.Seat | None = None
    if told:
        seat = last if last in told else outs[0][0]
    elif (why is None or why == "stock") and emptied(step) and has_canasta(table, last, step.rules):
        seat = last
    if seat is None:
        return made(Outcome, (None, False, None, _last_to_play(step) if why == "stock" else None))
    partner = _finisher(step, seat, told) if step.rules.going_out.partner_bonus else None
    return made(Outcome, (seat, seat == last and was_concealed(step), partner, None))


def _finisher(step: Step, out: n.Seat, told: Collection[n.Seat]) -> n.Seat | None:
    """The partner of ``out`` who finished after him: by his turn, else by the record's word, unless he holds cards."""
    table = step.table
    for seat in table.seats.partners(out):
        if seat == table.finisher or (seat in told and table.hand_size(seat) in (0, None)):
            return seat
    return None


def _last_to_play(step: Step) -> n.Seat:
    """Who played last in a deal that ended for want of cards: who could only pass did not."""
    turn = step.turn
    return turn.seat if turn.drawn or turn.took else step.table.seats.before(turn.seat)


NO_POINTS = frozenset((UNKNOWN, BARE_THREE))
"""Cards whose points nobody can tell."""


def count(step: Step) -> None:
    """Set the ledger of every side, whose is known, and between what bounds the others lie."""
    table, rules, out = step.table, step.rules, step.outcome
    step.bounds = {}
    played = table.played_turns > 0
    if not played or _sees_all(table):
        step.ledger, step.known = ledger(table, rules, out, seen=played), dict.fromkeys(table.seats.sides, played)
        return
    blind = _blind(step)
    shown = {line.seat: line.cards for line in reversed(step.noted.get("left", ())) if isinstance(line, n.Left)}
    last = last_hands(table, shown, [seat for seat, _ in step.end.outs] if step.end else (), not any(blind))
    outcomes = _outcomes(step, blind)
    step.ledger = ledger(table, rules, out, last.cards)
    if any(blind):
        # Whoever is not concerned is taken to be seen in full: what goes wrong there hangs on the line that could not be read.
        step.known = {side: can_be_known(table, rules, side, {*last.in_part, *table.vague}) for side in step.ledger}
    else:
        sure = len(outcomes) == 1
        step.known = {side: sure and can_be_known(table, rules, side, last.in_part) for side in step.ledger}
    if all(step.known.values()):
        return
    for side, found in bounds(table, rules, outcomes, last, blind).items():
        if step.known[side]:
            continue
        points = {item.item: item.points for item in step.ledger[side]}
        exact = {item: each.low for item, each in found.items() if each.low == each.high and item != "total"}
        whole = found["total"].low == found["total"].high and len(exact) == len(found) - 1
        step.known[side] = whole and all(points.get(item, 0) == exact.get(item, 0) for item in {**points, **exact})
        if not step.known[side]:
            step.bounds[side] = found


def _sees_all(table: Table) -> bool:
    """Tell whether every card that lies in a hand or a meld is known, as far as that is of moment for its points."""
    # Where nobody has, or had, cards that are not known exactly, no hand need be looked at.
    if (table.vague or table.unsure) and not all(all_seen(table, seat) for seat in table.hands):
        return False
    for melds in table.melds.values():
        for meld in melds:
            if not NO_POINTS.isdisjoint(meld.cards):
                return False
    return True


_SUMS = ("before", "score", "totals", "penalty", "minimum", "left")


def _blind(step: Step) -> Blind:
    """What of the deal the record leaves out: by its own word, and in lines that could not be read."""
    recorded = step.match.recorded
    unread = any(isinstance(line, n.Bad) and line.meant[0] not in _SUMS for line in step.noted.get("bad", ()))
    sides = step.table.seats.sides if unread or "melds" not in recorded else ()
    return Blind(sides, unread or "draws" not in recorded, unread or "discards" not in recorded)


def _outcomes(step: Step, blind: Blind) -> list[Outcome]:
    """How the deal may have ended, first the way it is taken to have: a hand nobody counted may have been emptied, and a meld with
    unseen cards in it may be a canasta or none.
    """
    table, out = step.table, step.outcome
    found = [out]
    told = bool(step.end and step.end.outs)
    why = step.end.why if step.end is not None else None
    used_up = Outcome(used_up=_last_to_play(step) if why == "stock" and table.turn is not None else None)
    if table.turn is None or (blind.melds and not told):
        return [out, used_up, *[Outcome(seat, concealed) for seat in table.hands for concealed in (False, True)]]
    turn = step.turn
    unsure = any(UNKNOWN in meld.cards for meld in table.melds[turn.side]) or bool(blind.melds)
    may_be_empty = emptied(step) or table.hand_size(turn.seat) is None
    may_be_empty = may_be_empty and (unsure or has_canasta(table, turn.seat, step.rules))
    if not told and why in (None, "stock") and may_be_empty and (unsure or out.out is None):
        found += [used_up, Outcome(turn.seat, was_concealed(step))]
    if unsure:
        found += [each._replace(concealed=not each.concealed) for each in found if each.out == turn.seat]
    found += [each._replace(partner=None) for each in found if each.partner and table.hand_size(each.partner) is None]
    return list(dict.fromkeys(found))
