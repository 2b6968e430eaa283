"""How a take of the pile is earned: what goes down with its top card, what is shown for it, and what the rules let that open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from canasta_audit import cards as c
from canasta_audit.cards import BLACK_THREES, RANK, UNKNOWN, WILD, Card
from canasta_audit.checks.step import Step, frozen_by, had_opened, is_kind
from canasta_audit.notation import model as n
from canasta_audit.ruleset.chapters import PileWay, Rules
from canasta_audit.table.apply import resolve
from canasta_audit.table.hand import may_hold
from canasta_audit.table.irregular import exacter
from canasta_audit.table.score import is_canasta
from canasta_audit.table.state import MeldOnTable

_T = TypeVar("_T")

_SHOWN: dict[PileWay, tuple[int, int]] = {"show-one": (1, 0), "show-pair": (2, 0), "show-one-and-wild": (1, 1)}
"""Naturals of the top card's rank, and wild cards, that a way asks to be shown."""


def top_of(step: Step) -> Card:
    """The card that is taken from the top: as it lies there, or as claimed where that says more."""
    pile, play = step.table.pile, step.play
    top = pile[-1] if pile else UNKNOWN
    if isinstance(play, n.Take) and play.top is not None and top not in c.EXACT and c.could_be(top, play.top):
        return exacter(top, play.top)
    return top


def _at(cards: tuple[Card, ...], top: Card, hand: Sequence[Card] = ()) -> int | None:
    """Index of the top card among ``cards``: by its text if that is exact, else one that may be it, rather what ``hand`` lacks."""
    if top in cards and (top in c.EXACT or not hand):
        return cards.index(top)
    if top in c.EXACT and c.EXACT.issuperset(cards):
        return None
    fit = [i for i, card in enumerate(cards) if c.could_be(card, top)]
    lacking = c.missing(hand, cards) if len(fit) > 1 and hand else ()
    return next((i for i in fit if cards[i] in lacking), next((i for i in fit if cards[i] == top), fit[0] if fit else None))


def _once(step: Step, name: str, work: Callable[[Step], _T]) -> _T:
    """What ``work`` finds out about a take: worked out once while the checks of the take are asked."""
    known = step.turn.of_take
    if known is None:
        return work(step)
    if name not in known:
        known[name] = work(step)
    found: _T = known[name]
    return found


def _later(step: Step) -> list[n.Meld | n.Add]:
    return _once(step, "later", _laying_later)


def _laying_later(step: Step) -> list[n.Meld | n.Add]:
    return [play for play in step.plays[step.index + 1 :] if isinstance(play, (n.Meld, n.Add))]


def laid_beside(step: Step) -> tuple[Card, ...]:
    """The cards of the one play that lays the top card, without it."""
    play = step.play
    if not isinstance(play, n.Take) or play.how == "with" or play.onto is not None:
        return play.cards if isinstance(play, n.Take) else ()
    top, hand = top_of(step), may_hold(step.table, step.turn.seat)
    for later in _later(step):
        at = _at(later.cards, top, hand)
        if at is not None:
            return (*later.cards[:at], *later.cards[at + 1 :])
    return ()


def earned(step: Step) -> tuple[tuple[Card, ...], bool]:
    """The hand cards that go down with the top card, and whether it joins a meld that lies.

    A record may say so in the take, or take the pile and lay the top card with a meld or a lay-off later in the turn; then all
    naturals of its rank that the turn lays count with it, as far as the hand held them before.
    """
    return _once(step, "earned", _earned)


def _earned(step: Step) -> tuple[tuple[Card, ...], bool]:
    play = step.play
    if not isinstance(play, n.Take):
        return (), False
    if play.how == "with" or play.onto is not None:
        return play.cards, play.onto is not None
    table, seat, top = step.table, step.turn.seat, top_of(step)
    laying = next((later for later in _later(step) if _at(later.cards, top) is not None), None)
    if laying is None:
        return (() if step.rules.pile.top_melded else _laid_without_top(step, top)), False
    others = list(laid_beside(step))
    for later in _later(step):
        if later is not laying:
            others += [card for card in later.cards if RANK[card] == RANK[top]]
    # What a hand that lacked a card before can have supplied nobody knows.
    support = tuple(others) if seat in table.vague or table.debt.get(seat) else _supplied(step, others)
    return support, isinstance(laying, n.Add) and bool(resolve(table, seat, laying.cards, laying.onto))


def _supplied(step: Step, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of ``cards`` that the hand can supply; where not all of it was seen, also what neither it nor the pile has: that is a
    slip of the record, wherever it is, and no fault of the take.
    """
    return (*c.held(may_hold(step.table, step.turn.seat), cards), *_slips(step, step.table.pile[:-1], cards))


def _slips(step: Step, pile: Sequence[Card], cards: Sequence[Card]) -> list[Card]:
    """Those of ``cards`` that neither the hand nor ``pile`` has, where not all of the hand was seen."""
    table, seat = step.table, step.turn.seat
    return c.missing([*may_hold(table, seat), *pile], cards) if seat in table.unsure else []


def _laid_without_top(step: Step, top: Card) -> tuple[Card, ...]:
    """The naturals of the top card's rank that the turn lays from the hand while the top card itself is kept."""
    seat, before = step.turn.seat, [card for lay in step.turn.lays for card in lay.cards]
    after = [card for later in _later(step) for card in later.cards if RANK[card] == RANK[top]]
    like = after if seat in step.table.vague else _supplied(step, after)
    return (*[card for card in before if RANK[card] == RANK[top]], *like)


def freezer_of(step: Step) -> Card | None:
    """The card that freezes the pile being taken, ``None`` where it is not frozen."""
    return _once(step, "freezer", lambda step: frozen_by(step.table, step.rules))


def way_of(step: Step, top: Card) -> PileWay | None:
    """The way in which cards laid earn the pile; ``None`` where they do not match the top card."""
    return _once(step, f"way {top}", lambda step: _way_of(step, top))


def _way_of(step: Step, top: Card) -> PileWay | None:
    cards, joins = earned(step)
    naturals = [card for card in cards if card not in WILD]
    onto: PileWay | None = "onto-meld" if joins else None
    if any(RANK[card] not in (RANK[top], UNKNOWN) for card in naturals) or not naturals:
        return onto
    if len(naturals) >= 3:
        return "natural-triple"
    if len(naturals) == 2:
        return "natural-pair"
    return "natural-and-wild" if len(cards) >= 2 else onto


def uses_top(step: Step) -> bool:
    """Tell whether the top card is laid in the turn that takes it, or may be: a card that nobody has seen."""
    play = step.play
    if not isinstance(play, n.Take) or play.how == "with" or play.onto is not None:
        return True
    top = top_of(step)
    return any(_at(later.cards, top) is not None for later in _later(step))


def lays(step: Step) -> bool:
    """Tell whether the turn has laid cards before it takes the pile, or lays some with it or after it."""
    play = step.play
    with_it = isinstance(play, n.Take) and (play.how == "with" or play.onto is not None)
    return bool(step.turn.lays) or with_it or bool(_later(step))


def by_showing(ways: tuple[PileWay, ...]) -> bool:
    """Tell whether a card shown may be enough."""
    return not _SHOWN.keys().isdisjoint(ways)


def own_melds(step: Step) -> list[MeldOnTable]:
    """The melds that are the mover's own: his side's, or where melds belong to players his."""
    melds = step.table.melds[step.turn.side]
    return melds if step.rules.melds.owner == "side" else [meld for meld in melds if meld.seat == step.turn.seat]


def _shown_in_melds(step: Step) -> list[Card]:
    """Cards of the mover's own melds that may be shown: those of a finished canasta only if it opens the pile."""
    play, rules, melds = step.play, step.rules, own_melds(step)
    if isinstance(play, n.Take) and play.by is not None:
        meant = resolve(step.table, step.turn.seat, (), play.by)
        melds = [meld for meld in melds if any(meld is other for other in meant)]
    return [card for meld in melds if rules.pile.onto_canasta or not is_canasta(meld, rules) for card in meld.cards]


def can_show(step: Step, top: Card, ways: tuple[PileWay, ...]) -> bool:
    """Tell whether the pile is open by cards shown: those that the record names, else what the player has to show. A hand that is
    not known may have them.
    """
    if not by_showing(ways) or not isinstance(step.play, n.Take):
        return False
    play, table, seat = step.play, step.table, step.turn.seat
    told = play.how in ("showing", "by")
    if not told and (seat in table.vague or table.debt.get(seat, 0) > 1):
        # One out of which several cards came that it lacks is another hand than the one written down.
        return True
    naturals, wilds = _once(step, "shown", _to_show)
    return any(naturals >= _SHOWN[way][0] and wilds >= _SHOWN[way][1] for way in ways if way in _SHOWN)


def _to_show(step: Step) -> tuple[int, int]:
    """How many naturals of the top card's rank, and wild cards, the player shows or has to show; unseen cards count as both."""
    play, table, seat, top = step.play, step.table, step.turn.seat, top_of(step)
    assert isinstance(play, n.Take)
    told = play.how in ("showing", "by")
    cards = [*(play.cards if told else may_hold(table, seat)), *_shown_in_melds(step)]
    if not told and seat in table.unsure:
        # What comes out of the hand in this turn may have been shown.
        played = [card for later in _later(step) for card in later.cards]
        played += [later.card for later in step.plays[step.index + 1 :] if isinstance(later, n.Discard)]
        cards += _slips(step, table.pile, played)
    ranks, unseen = [RANK[card] for card in cards], cards.count(UNKNOWN)
    naturals = unseen if top == UNKNOWN else unseen + ranks.count(RANK[top])
    return naturals, unseen + len([card for card in cards if card in WILD])


def rests_on_hand(step: Step) -> bool:
    """Tell whether a take is judged by what a hand is taken to lack of which not all cards were seen: the record does not say what
    of it goes down with the top card, or does not say what is shown where that can be enough.
    """
    play, table, law = step.play, step.table, step.rules.pile
    if not isinstance(play, n.Take) or not (step.turn.seat in table.unsure or step.turn.seat in table.vague):
        return False
    if play.how in ("showing", "by"):
        return False
    return (play.how != "with" and play.onto is None) or by_showing(law.unopened + law.opened + law.frozen)


def is_way(way: PileWay | None, allowed: tuple[PileWay, ...]) -> bool:
    """Tell whether ``way`` is among the ways allowed; more naturals than asked are as good."""
    return way in allowed or (way == "natural-triple" and "natural-pair" in allowed)


def opens(step: Step, top: Card, ways: tuple[PileWay, ...]) -> bool:
    """Tell whether a take is made in one of ``ways``."""
    return is_way(way_of(step, top), ways) or can_show(step, top, ways)


def has_opened(step: Step) -> bool:
    """Tell whether the mover takes the pile as one who has made his initial meld: before, or if the rules let him in this turn."""
    return had_opened(step) or (step.rules.pile.after_opening and bool(step.turn.lays))


def ways_open(step: Step) -> tuple[PileWay, ...]:
    """The ways in which the pile as it lies is open to the mover."""
    law = step.rules.pile
    if not has_opened(step) and not law.unopened:
        return ()
    if freezer_of(step) is not None:
        return law.frozen
    return law.opened if has_opened(step) else law.unopened


def is_barred(top: Card, rules: Rules) -> bool:
    """Tell whether a card keeps the pile from being taken as long as it is its top card."""
    return is_kind(top, rules.pile.never_top + rules.pile.blocked_once_by)


def judged_top(step: Step) -> Card | None:
    """The top card of a take that is lawful or not by the way in which it is made. ``None`` where the top card bars the pile, is
    not known or makes no meld, where it joins a meld that does not lie, or the only card is swapped: other checks speak then.
    """
    return _once(step, "judged", _judged_top)


def _judged_top(step: Step) -> Card | None:
    play, top, rules = step.play, top_of(step), step.rules
    if not isinstance(play, n.Take) or top == UNKNOWN or top in WILD or is_barred(top, rules):
        return None
    if RANK[top] == "3" and not (top in BLACK_THREES and rules.melds.black_threes.when == "any-time"):
        return None
    if (play.onto is not None and not step.targets) or is_swap(step):
        return None
    return top


def is_swap(step: Step) -> bool:
    """Tell whether the only card of the pile is taken in the deal's first turn, where the rules let that be done for nothing."""
    return step.rules.pile.first_turn_swap and step.turn.number == 1 and len(step.table.pile) == 1


def goes_out_without_discard(step: Step) -> bool:
    """Tell whether a turn that takes the pile's top card alone lays all cards and discards none. A hand that is not known goes out
    if the record says so.
    """
    table, turn, play = step.table, step.turn, step.play
    if any(one.kind == "discard" for one in step.plays):
        return False
    size = table.hand_size(turn.seat)
    if size is None:
        return step.last_turn and step.end is not None and any(seat == turn.seat for seat, _ in step.end.outs)
    if not isinstance(play, n.Take):
        return False
    with_it = play.how == "with" or play.onto is not None
    laid = sum(len(later.cards) for later in _later(step)) + (len(play.cards) if with_it else -1)
    return laid == size


def alike_tells(rules: Rules) -> bool:
    """Tell whether takes that are alike in what ``before.alike`` lists are lawful together: not where it matters what the hand can
    show, which turn of the deal it is, whose a meld is, or what else lies on the table.
    """
    law, locks = rules.pile, rules.freezing
    return not (
        by_showing(law.unopened + law.opened + law.frozen)
        or locks.joker_locks
        or locks.two_locks
        or law.first_turn_swap
        or law.top_alone_to_go_out
        or not (law.rank_of_canasta and law.top_melded)
        or "player" in (rules.opening.by, rules.melds.owner)
        or rules.opening.wild_only == "allowed-and-bars"
    )
