"""Score sheets without plays: what no deal of the game can come to, by the cards that its packs hold.

Red threes hang on melds and on who went out, so they are asked about when it is known that these can be.
"""

from __future__ import annotations

from canasta_audit.checks.claimed import (
    Claimed,
    blamed,
    claimed_in,
    endings,
    endings_claimed,
    ends_so,
    known_of,
    total_of_canastas,
    went_out,
)
from canasta_audit.checks.registry import Fault, Faults, check
from canasta_audit.checks.step import Step
from canasta_audit.notation import model as n
from canasta_audit.table.possible import best_deal, bonus_of, canastas_possible, least_meld, pack_points, worst_deal
from canasta_audit.table.possible_threes import fewest_threes, ways_of_threes
from canasta_audit.table.score import KINDS


def _at(one: Claimed, item: str, claimed: int | None = None, message: str | None = None, **data: object) -> Fault:
    points = one.items.get(item, 0) if claimed is None else claimed
    told = {"side": one.side, "item": item, "claimed": points, **data}
    return Fault(told, message=message, seat=one.side[0], line=one.line, doubts=(("claims", one.side),))


@check(
    "SHEET-001", "canastas-not-possible", "sheet", "{side}: no canastas that {packs} packs hold count {claimed} as {item}",
    grade="misscored", reads=("/canastas/natural", "/canastas/mixed", "/canastas/size", "/equipment/packs", "/scoring/both_kinds"),
    depends=("claims", "score"),
)  # fmt: skip
def canastas_not_possible(step: Step) -> Faults:
    """A score sheet has points for canastas that no canastas of the game count, or for more of them than the packs hold.

    Why: each kind has its bonus, a canasta has so many cards, and there are only so many of each rank. It is asked where a deal
    has no plays.

    Bad:
        deal 1: dealer W
        score NS: natural 450, cards 90  # here

    Good:
        deal 1: dealer W
        score NS: natural 500, cards 90
    """
    claimed, packs = claimed_in(step), step.rules.equipment.packs
    wrong = [one for one in claimed if not one.canastas]
    faults = [_at(one, *_item_of(one), packs=packs) for one in wrong]
    faults += [_at(one, "bonuses", packs=packs) for one in claimed if one not in wrong and not _bonuses_possible(one, step)]
    possible = canastas_possible(step.rules)
    if not wrong and len(claimed) > 1 and total_of_canastas(one.canastas for one in claimed).isdisjoint(possible):
        one = blamed(one for one in claimed if any(map(any, one.canastas)))
        points = sum(points for item, points in one.items.items() if item in (*KINDS, "canastas"))
        faults.append(_at(one, "canastas", points, "all sides together claim more canastas than {packs} packs hold", packs=packs))
    return faults


def _item_of(one: Claimed) -> tuple[str, int]:
    """The item that no canastas make, or all of them where only together they cannot be."""
    for item in (*KINDS, "canastas"):
        alone = Claimed(one.rules, one.line, {item: one.items.get(item, 0)}, None)
        if not alone.canastas:
            return item, alone.items[item]
    return "canastas", sum(points for item, points in one.items.items() if item in (*KINDS, "canastas"))


def _bonuses_possible(one: Claimed, step: Step) -> bool:
    """Tell whether a sum of all bonuses can be made of canastas, red threes and going out."""
    wanted = one.items.get("bonuses")
    if wanted is None:
        return True
    rules, sides = one.rules, len(step.table.seats.sides)
    canastas = {sum(bonus_of(counts, kind, rules) for kind in KINDS) for counts in canastas_possible(rules)}
    canastas |= {0} if rules.scoring.both_kinds else set()
    out = {sum(ending.points(one.side, rules).values()) for ending in endings(step)}
    ways = ways_of_threes(known_of(one, endings(step)), sides, rules)
    others = {way.share * count for way in ways for count in range(sides)}
    threes = {way.own + way.held + given for way in ways for given in others}
    return any(wanted - first - second in canastas for first in out for second in threes)


@check(
    "SHEET-003", "hand-not-possible", "sheet", "{side}: cards left in hand cannot count {claimed}: {least} to {most}",
    grade="misscored", reads=("/scoring/hands_counted", "/values/black_three_held", "/equipment/packs"),
    depends=("claims", "score"),
)  # fmt: skip
def hand_not_possible(step: Step) -> Faults:
    """A score sheet has points for the cards left in hand that no hand counts.

    Why: they count against their side, no more than all cards of the packs do, and who went out has none. It is asked where a deal
    has no plays.

    Bad:
        deal 1: dealer W
        score NS: cards 90, hand 25  # here

    Good:
        deal 1: dealer W
        score NS: cards 90, hand -25
    """
    claimed, faults = claimed_in(step), []
    out = went_out(step, claimed)
    for one in claimed:
        points = one.items.get("hand")
        emptied = one.side == out and (len(one.side) == 1 or step.rules.scoring.hands_counted == "but-partner-of-out")
        least = 0 if emptied else -pack_points(step.rules)
        if points is not None and not least <= points <= 0:
            faults.append(_at(one, "hand", least=least, most=0))
    return faults


@check(
    "SHEET-004", "cards-not-possible", "sheet", "{side}: cards cannot count {claimed} beside the rest: {least} to {most}",
    grade="misscored", reads=("/values/ace", "/values/joker", "/equipment/packs", "/scoring/melded", "/scoring/no_canasta"),
    depends=("claims", "score"),
)  # fmt: skip
def cards_not_possible(step: Step) -> Faults:
    """A score sheet has points for melded cards that no cards count: more than there are, or less than the cards of the canastas.

    Why: canastas are made of cards, which count besides; and all cards of the packs count only so much. It is asked where a deal
    has no plays.

    Bad:
        deal 1: dealer W
        score NS: natural 500, mixed 300, cards 60  # here

    Good:
        deal 1: dealer W
        score NS: natural 500, mixed 300, cards 90
    """
    rules, faults = step.rules, []
    claimed = claimed_in(step)
    for one in claimed:
        least, most = _card_bounds(one)
        points = one.points("cards")
        if points is not None and not least <= points <= most:
            faults.append(_at(one, "cards", points, least=least, most=most))
        elif points and abs(points) < least_meld(rules):
            faults.append(_at(one, "cards", points, least=least_meld(rules), most=most))
    # A hand that cannot be has a fault of its own.
    hands = [-one.items.get("hand", 0) for one in claimed if -pack_points(rules) <= one.items.get("hand", 0) <= 0]
    all_cards = sum(abs(one.items.get("cards", 0)) for one in claimed) + sum(hands)
    if not faults and all_cards > pack_points(rules) and any("cards" in one.items for one in claimed):
        one = blamed(one for one in claimed if "cards" in one.items)
        message = "all cards that are claimed come to {sum}; those of {packs} packs count {most}"
        faults.append(_at(one, "cards", None, message, sum=all_cards, packs=rules.equipment.packs, most=pack_points(rules)))
    return faults


def _card_bounds(one: Claimed) -> tuple[int, int]:
    """The least and most that a side's melded cards can count beside its canastas."""
    rules = one.rules
    if rules.scoring.melded == "nothing":
        return 0, 0
    canasta, most = one.has(*KINDS), pack_points(rules)
    if canasta:
        possible = canastas_possible(rules)
        return min(possible[counts] for counts in one.canastas if any(counts)), most
    against = rules.scoring.no_canasta == "against"
    return (-most if against else 0), (0 if against and canasta is False else most)


@check(
    "SHEET-005", "going-out-not-possible", "sheet", "{side}: {claimed} for going out does not fit the end of this deal",
    grade="misscored", reads=("/going_out/bonus", "/going_out/concealed_extra", "/stock_end/going_out_bonus"),
    depends=("claims", "score", "end"),
)  # fmt: skip
def going_out_not_possible(step: Step) -> Faults:
    """A score sheet has a bonus for going out that the game does not have, or for a side that did not go out.

    Why: one side at most goes out, and the bonus is always the same. It is asked where a deal has no plays.

    Bad:
        deal 1: dealer W
        score NS: cards 90, out 100
        score EW: cards 60, out 100  # here

    Good:
        deal 1: dealer W
        score NS: cards 90, out 100
        score EW: cards 60, out 0
    """
    claimed = claimed_in(step)
    ends = list(endings(step))
    wrong = [one for one in claimed if not any(ends_so(one, ending) for ending in ends)]
    # A bonus that is booked for the wrong side is one fault.
    wrong = [one for one in wrong if _for_out(one) > 0] or wrong
    if not wrong and not endings_claimed(step, claimed):
        wrong = [blamed([one for one in claimed if _for_out(one)] or claimed)]
    return [_at(one, "out", _for_out(one)) for one in wrong]


def _for_out(one: Claimed) -> int:
    return sum(one.items.get(item, 0) for item in ("out", "concealed", "partner"))


@check(
    "SHEET-006", "out-without-canastas", "sheet", "{side} went out, but its canastas count {claimed}: too few to go out",
    grade="misscored", reads=("/going_out/canastas", "/going_out/kinds"), depends=("claims", "score", "end"),
)  # fmt: skip
def out_without_canastas(step: Step) -> Faults:
    """A side has gone out by the score sheet, and has not the canastas that going out asks for.

    Why: nobody goes out before his side has them, so the bonus for going out or that for a canasta is wrong. It is asked where a
    deal has no plays.

    Bad:
        deal 1: dealer W
        end: N out
        score NS: cards 90, out 100, total 190  # here

    Good:
        deal 1: dealer W
        end: N out
        score NS: mixed 300, cards 90, out 100, total 490
    """
    claimed = claimed_in(step)
    out, law = went_out(step, claimed), step.rules.going_out
    for one in claimed:
        if one.side != out or not one.canastas_known or not one.canastas:
            continue
        if any(
            sum(counts) >= law.canastas and all(_counts_as(one, kind, counts.of(kind)) for kind in law.kinds)
            for counts in one.canastas
        ):
            continue
        return _at(one, "canastas", sum(one.items.get(item, 0) for item in (*KINDS, "canastas")), canastas=law.canastas)
    return None


def _counts_as(one: Claimed, kind: str, number: int) -> bool:
    return number > 0 or (kind == "mixed" and one.rules.canastas.wild_counts_as == "mixed" and bool(one.has("wild")))


@check(
    "SHEET-002", "red-threes-not-possible", "sheet", "{side}: {claimed} is no score of red threes beside what else is claimed",
    grade="misscored",
    reads=(
        "/red_threes/each", "/red_threes/all", "/red_threes/all_from", "/red_threes/unopened", "/red_threes/held",
        "/equipment/packs",
    ),
    depends=("claims", "score"),
)  # fmt: skip
def red_threes_not_possible(step: Step) -> Faults:
    """A score sheet has points for red threes that no red threes count, or more of them than there are.

    Why: each counts alike, all of them more, and against a side without a meld. Both sides together cannot have more than the packs
    hold. It is asked where a deal has no plays.

    Bad:
        deal 1: dealer W
        score NS: threes 300, cards 90
        score EW: threes 200, cards 60  # here

    Good:
        deal 1: dealer W
        score NS: threes 300, cards 90
        score EW: threes 100, cards 60
    """
    claimed, rules, most = claimed_in(step), step.rules, 2 * step.rules.equipment.packs
    ends = endings_claimed(step, claimed) or list(endings(step))
    known = [known_of(one, ends) for one in claimed]
    blank: list[dict[str, int]] = [{}] * (len(step.table.seats.sides) - len(claimed))
    whole = [*known, *(known_of(_nothing(one), ends) for one in claimed[:1] for _ in blank)]
    if not claimed:
        return None
    faults = []
    for i, one in enumerate(claimed):
        alone = [other.threes if i == j else {} for j, other in enumerate(claimed)]
        if one.threes and fewest_threes([*alone, *blank], whole, rules) is None:
            faults.append(_at(one, "threes", sum(one.threes.values()), packs=rules.equipment.packs))
    if faults or len(claimed) < 2:
        return faults
    have = fewest_threes([*(one.threes for one in claimed), *blank], whole, rules)
    if have is not None and have <= most:
        return None
    one = blamed(one for one in claimed if have is None or any(one.threes.values()))
    message = "what all sides together claim for red threes cannot come of {most} of them"
    return _at(one, "threes", sum(one.threes.values()), message, most=most)


def _nothing(one: Claimed) -> Claimed:
    """A side of which nothing is claimed."""
    return Claimed(one.rules, n.ScoreLine(side=""), {}, None)


@check(
    "SHEET-007", "total-not-possible", "sheet", "{side}: no deal brings {claimed}; {least} to {most} can be",
    grade="misscored", reads=("/canastas/natural", "/canastas/mixed", "/equipment/packs", "/values/ace", "/red_threes/all"),
    depends=("claims", "score", "sums"), taints=("total",),
)  # fmt: skip
def total_not_possible(step: Step) -> Faults:
    """A score sheet has a total for a deal that no deal can come to, be it the difference of two running totals.

    Why: with all cards in the best canastas a deal comes to so much, and with all of them left in hand to so little. It is asked
    where a deal has no plays.

    Bad:
        deal 1: dealer W
        before: NS 500, EW 300
        totals: NS 9500, EW 365  # here

    Good:
        deal 1: dealer W
        before: NS 500, EW 300
        totals: NS 950, EW 365
    """
    least, most = worst_deal(step.rules), best_deal(step.rules)
    claimed = {one.side: one for one in claimed_in(step) if one.total is not None}
    wrong = _too_far({side: one.total or 0 for side, one in claimed.items()}, least, most)
    faults = [_at(claimed[side], "total", claimed[side].total, least=least, most=most) for side in wrong]
    for line in step.noted.get("totals", ()):
        found = _differences(step, line) if isinstance(line, n.Totals) else {}
        for side in _too_far(found, least, most):
            data = {"side": side, "item": "totals", "claimed": found[side], "least": least, "most": most}
            faults.append(Fault(data, seat=side[0], line=line))
    return faults


def _too_far(points: dict[n.Side, int], least: int, most: int) -> list[n.Side]:
    """The sides with points that no deal brings, or the last of those that none brings to all of them."""
    wrong = [side for side, one in points.items() if not least <= one <= most]
    if wrong:
        return wrong
    won, lost = [side for side in points if points[side] > 0], [side for side in points if points[side] < 0]
    if sum(points[side] for side in won) > most:
        return won[-1:]
    return lost[-1:] if sum(points[side] for side in lost) < least else []


def _differences(step: Step, line: n.Totals) -> dict[n.Side, int]:
    """What the deal brought by its running totals to the sides that have no score line; where a record begins, only if it says with
    what score.
    """
    told = {side for before in step.noted.get("before", ()) if isinstance(before, n.Before) for side, _ in before.sums}
    sides = [side for side, _ in line.sums if side in step.table.before and step.claimed_total(side) is None]
    if step.match.deals:
        # A score that was carried wrongly is told of where it stands.
        sides = [side for side in sides if step.table.before[side] == step.match.totals.get(side)]
    elif step.deal.head.number != 1:
        sides = [side for side in sides if side in told]
    points = dict(line.sums)
    found = {side: points[side] - step.table.before[side] - step.extra.get(side, 0) for side in sides}
    found = {side: value for side, value in found.items() if value % step.rules.scoring.unit == 0}
    alone = not step.match.deals and not told
    return {
        side: value for side, value in found.items() if not alone or not worst_deal(step.rules) <= value <= best_deal(step.rules)
    }
