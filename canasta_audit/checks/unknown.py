"""What could not be judged: the checks that a turn, or the end of a deal, would have asked something that the record does not tell.

A check is asked about what has happened, and is silent where the record cannot tell. Here it is worked out which silence that is:
what each check ``needs`` is held against what is known of the table before a turn and after it. Nothing here finds a fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from canasta_audit.cards import UNKNOWN, Card
from canasta_audit.checks.deal import turned_up
from canasta_audit.checks.lots import draw_again, drawn_lots
from canasta_audit.checks.open_scores import open_scores, open_sums, settled
from canasta_audit.checks.registry import Check, Event, Need
from canasta_audit.checks.step import Step, is_late_red
from canasta_audit.checks.stock_end import out_by_count
from canasta_audit.checks.takes import by_showing
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Seat
from canasta_audit.report import Lack, Unjudged, Why
from canasta_audit.ruleset.chapters import Rules
from canasta_audit.table.state import Table

_PLAYED = frozenset(("meld", "add", "take", "discard", "red"))
_LAID = frozenset(("meld", "add", "take"))
_DRAWN = frozenset(("draw", "red"))
_SOURCES = frozenset(("draw", "take"))
_UNDRAWN = frozenset(("meld", "add", "discard"))
_ROWS: tuple[Event, ...] = ("row", "second-row", "odd-add", "odd-target")
_AT_EVERY_TURN: tuple[Event, ...] = ("odd-turn", "low", "red-held", "turn-end")
_AT_TURN_END = frozenset(
    ("low", "red-held", "turn-end", "no-discard", "undrawn", "threes-laid", "laid", "begun", "asked", "finish")
)
"""Events that ask what a turn has left: what the hand held before it does not matter to them."""

_OF_OUT: tuple[Need, ...] = ("out", "question")

_THREES = frozenset(("red-three", "black-three"))

_OF_PLAY = frozenset(("hand", "foot", "melds", "red", "cards", "bad", "exposed", "count", "director"))
"""Kinds of lines that tell something of the cards of a deal, besides its turns."""

_BEFORE_PLAY: tuple[Event, ...] = ("dealt", "odd-up", "excess")

_SUMS: dict[str, Event] = {"totals": "totals-differ", "before": "before", "minimum": "minimum"}

Open = Mapping[Need, tuple[Lack, ...]]
"""What is lacking of each need, at one moment."""

Found = Collection[tuple[str, int]]
"""Ids of what was found, each with its line."""


def asked_by(line: n.Turn, table: Table) -> set[Event]:
    """The events that a turn is, or would be if all were known."""
    kinds = {play.kind for play in line.plays}
    asked: set[Event] = {*_AT_EVERY_TURN, *(kind for kind in kinds)}  # type: ignore[arg-type]
    if kinds & _LAID:
        asked |= {*_ROWS, "laid", "begun", "threes-laid", "finish"}
    if kinds & _DRAWN:
        asked |= {"chain", "stock-differs", "short-stock", "excess", "odd-draw", "after-last-red"}
    if kinds & _PLAYED:
        asked |= {"lacking", "excess"}
    if next((play.kind for play in line.plays if play.kind in _SOURCES or play.kind in _UNDRAWN), None) in _UNDRAWN:
        asked.add("undrawn-play")
    if "take" in kinds:
        asked |= {"odd-top", "second-source"}
    if "ask" in kinds:
        asked.add("asked")
    if "discard" not in kinds:
        asked.add("no-discard")
    if not kinds & {"draw", "take"}:
        asked |= {"undrawn", "short-stock"}
    if table.played_turns <= 1:
        asked.add("first-turn")
    return asked


def _dim(cards: Iterable[Card]) -> Why | None:
    """What is not known of cards: that they were not seen, or of a three the colour."""
    if UNKNOWN in cards:
        return "cards-unseen"
    return "suit-not-noted" if "3" in cards else None


def _hand(table: Table, seat: Seat) -> Why | None:
    return "hand-not-listed" if seat in table.vague else _dim(table.hands.get(seat, ()))


def _shows(rules: Rules) -> bool:
    return by_showing(rules.pile.unopened + rules.pile.opened + rules.pile.frozen)


class Moment(NamedTuple):
    """A table before or after a turn of ``seat``, whose ``line`` it is (``None``: no turn is being played)."""

    step: Step
    seat: Seat | None
    line: n.Turn | None
    after: bool

    def lacks(self) -> dict[Need, tuple[Lack, ...]]:
        """What is lacking here of each need."""
        found: dict[Need, tuple[Lack, ...]] = {}
        for need, why, seat in self._all():
            if why is not None:
                found[need] = (*found.get(need, ()), Lack(need, why, seat))
        return found

    def _all(self) -> Iterator[tuple[Need, Why | None, Seat | None]]:
        seat, table = self.seat, self.step.table
        if seat is not None and seat in table.hands:
            yield "hand", _hand(table, seat), seat
            yield "size", "hand-not-listed" if seat in table.vague else None, seat
            yield "out", "hand-not-listed" if seat in table.vague else None, seat
            if self.line is not None:
                yield from self._of_turn(seat, self.line)
        yield "copies", next((why for other in table.hands if (why := self._hides(other))), self._unseen_elsewhere()), None
        yield "stock", "stock-not-counted" if table.stock_left is None else None, None
        yield "pile", self._pile(), None
        yield "freezer", self._freezer(), None
        yield "heap", self._heap(), None
        yield "over", self._over(), None
        yield "sums", "totals-not-noted" if self.step.match.slack and "before" not in self.step.noted else None, None
        yield "melds", None if self.step.records("melds") else "melds-not-noted", seat

    def _of_turn(self, seat: Seat, line: n.Turn) -> Iterator[tuple[Need, Why | None, Seat | None]]:
        step, table = self.step, self.step.table
        taken = [play for play in line.plays if isinstance(play, n.Take)]
        if taken and not self.after:
            hand = _hand(table, seat)
            # What comes with the pile is played in the same turn.
            yield "hand", _dim(table.pile), seat
            yield "buried", hand or _dim(table.pile), seat
            if any(play.how != "with" and play.onto is None for play in taken) or _shows(step.rules):
                yield "beside", hand, seat
        drawn = [play for play in line.plays if isinstance(play, (n.Draw, n.Red))]
        bare = any(isinstance(play, n.Draw) and not play.chains for play in drawn)
        unseen = _dim([card for play in drawn for chain in play.chains for card in chain])
        laid_apart = [chain[:1] if isinstance(play, n.Red) else chain[:-1] for play in drawn for chain in play.chains]
        yield "chain", "draw-not-noted" if bare else _dim([card for chain in laid_apart for card in chain]), seat
        yield "drawn", "draw-not-noted" if bare else unseen, seat
        if table.stock_left in (0, None):
            yield "last", "draw-not-noted" if bare else unseen, seat
        yield "draws", "draw-not-noted" if bare or not step.records("draws") else None, seat
        if not self.after:
            yield "hand", "draw-not-noted" if bare else unseen, seat
        laid = [card for play in line.plays if play.kind in _LAID for card in getattr(play, "cards", ())]
        melds = table.melds[table.seats.side_of[seat]] if laid or taken else ()
        yield "laid", _dim(laid) or next((why for meld in melds if (why := _dim(meld.cards))), None), seat
        thrown = [play.card for play in line.plays if isinstance(play, n.Discard)]
        unknown = "discard-not-noted" if not thrown and not step.records("discards") else _dim(thrown)
        yield "thrown", unknown, seat
        yield "top", self._top(taken[0] if taken else None), None
        turn = table.turn
        if self.after and table.hand_size(seat) in (None, 0) and turn is not None and not turn.asked:
            yield "question", None if step.records("questions") else "question-not-noted", seat
        yield "order", self._order(drawn), None

    def _hides(self, seat: Seat) -> Why | None:
        table = self.step.table
        if seat in table.vague:
            return "hand-not-listed"
        return "cards-unseen" if UNKNOWN in table.hands[seat] or UNKNOWN in table.feet.get(seat, ()) else None

    def _unseen_elsewhere(self) -> Why | None:
        table = self.step.table
        hidden = UNKNOWN in table.pile or (table.stock is not None and UNKNOWN in table.stock)
        return "cards-unseen" if hidden else None

    def _pile_is_known(self) -> bool:
        cards = self.step.noted.get("cards", ())
        return self.step.table.pile_taken or any(getattr(line, "place", "") in ("up", "pile") for line in cards)

    def _pile(self) -> Why | None:
        step = self.step
        if not (step.records("discards") and step.records("pile") and self._pile_is_known()) and not self._is_first_pile():
            return "pile-not-noted"
        return _dim(step.table.pile[step.table.pile_down :])

    def _is_first_pile(self) -> bool:
        """Tell whether nothing lies in the pile, or lay there before this turn, but what was turned up."""
        table = self.step.table
        return bool(self.line is not None and table.up and table.played_turns <= 1 and not table.mid_deal)

    def _freezer(self) -> Why | None:
        """What is not known of the cards that may freeze the pile: of a three the colour only where one of them does."""
        table, law, why = self.step.table, self.step.rules.freezing, self._pile()
        if why != "suit-not-noted":
            return why
        start = 0 if table.pile_taken else len(table.up) + table.pile_down
        of_up = law.turned_up if "3" in table.pile[:start] else ()
        return why if _THREES & {*of_up, *(law.discarded if "3" in table.pile else ())} else None

    def _heap(self) -> Why | None:
        """Why nobody can tell how many cards the pile has: a line that could not be read leaves one that is not known."""
        why = self._pile()
        return why if why == "pile-not-noted" or "bad" in self.step.noted else None

    def _top(self, take: n.Take | None) -> Why | None:
        table = self.step.table
        if self.after and take is not None:
            # What lies there now is another pile.
            return None
        if not table.pile:
            return None if self._pile_is_known() else "pile-not-noted"
        return _dim(table.pile[-1:])

    def _order(self, drawn: Collection[n.Draw | n.Red]) -> Why | None:
        stock = self.step.table.stock
        if stock is None or self.after or not drawn:
            return None
        wanted = sum(len(chain) for play in drawn for chain in play.chains) or self.step.table.usual_draw
        unseen = UNKNOWN in stock[-wanted:] or any(UNKNOWN in chain for play in drawn for chain in play.chains)
        return "cards-unseen" if unseen else None

    def _over(self) -> Why | None:
        """Why nobody can tell whether the deal was over before the turn."""
        table = self.step.table
        turn = table.turn
        if self.after or table.over is not None or turn is None:
            return "hand-not-listed" if not self.after and out_by_count(table) else None
        if turn.seat in table.vague:
            return "hand-not-listed"
        if table.stock_left is None:
            return "stock-not-counted"
        return _hand(table, turn.seat) if table.stock_left == 0 else None


class Unknowns:
    """Collects what could not be judged, deal by deal. It is told of every turn before and after it is played."""

    def __init__(self, checks: Iterable[Check]) -> None:
        """Begin with the checks that are asked."""
        self.checks = [check for check in checks if check.needs]
        self.found: list[Unjudged] = []
        self._by_events: dict[frozenset[Event], list[Check]] = {}
        self._before: Open = {}
        self._last: dict[Seat, n.Turn] = {}
        self._sheet = False
        self._others: tuple[Lack, ...] = ()

    def begin_deal(self, step: Step, found: Found) -> None:
        """Forget the last deal, and work out what could not be judged before the first turn of this one."""
        self.found = []
        table = step.table
        turns = [line for line in step.deal.lines if isinstance(line, n.Turn)]
        self._last = {line.seat: line for line in turns if not line.undone and not is_late_red(line.plays)}
        self._sheet = not turns and _OF_PLAY.isdisjoint(step.noted)
        lacks: dict[Need, tuple[Lack, ...]] = dict(Moment(step, None, None, False).lacks())
        unlisted = [seat for seat in table.seats.order if seat in table.vague]
        if unlisted and not table.mid_deal:
            lacks["dealt"] = tuple([Lack("dealt", "hand-not-listed", seat) for seat in unlisted])
        ups = turned_up(step)
        if (why := _dim([up.card for up in ups])) is not None:
            lacks["up"] = (Lack("up", why, None),)
        ids = {id for id, _ in found}
        self._note(step, step.deal.head.line, None, *_of_seating(step), ids)
        if step.match.slack:
            self._note(step, step.deal.head.line, None, {"deal-start"}, {"sums": (Lack("sums", "totals-not-noted", None),)}, ids)
        if self._sheet:
            # Nobody asks how the cards of a score sheet were dealt.
            return
        if "red" not in step.noted:
            # Nothing was drawn yet.
            lacks.pop("stock", None)
            lacks.pop("pile", None)
        self._note(step, step.deal.head.line, None, {*_BEFORE_PLAY} if ups else {"dealt", "excess"}, lacks, ids)

    def before(self, step: Step, line: n.Turn) -> None:
        """Look at the table before a turn."""
        self._before = Moment(step, line.seat, line, False).lacks()
        table = step.table
        if not table.played_turns:
            others = tuple([Lack("hand", why, seat) for seat in table.hands if seat != line.seat and (why := _hand(table, seat))])
            self._others = others
        else:
            self._others = ()

    def after(self, step: Step, line: n.Turn, found: Found) -> None:
        """Work out what could not be judged of a turn; ``found`` is what was found of it."""
        if line.seat not in step.table.hands:
            return
        after = Moment(step, line.seat, line, True).lacks()
        if not line.undone and self._last.get(line.seat) is not line:
            # Who plays on has not gone out.
            self._before = {need: each for need, each in self._before.items() if need != "out"}
            for need in _OF_OUT:
                after.pop(need, None)
        both = {need: self._before.get(need, ()) or after.get(need, ()) for need in {*self._before, *after}}
        asked, ids, so_far = asked_by(line, step.table), {id for id, at in found if at == line.line}, len(self.found)
        if self._others:
            both_first = {**both, "hand": (*both.get("hand", ()), *self._others)}
            self._note(step, line.line, line.seat, {"first-turn"}, both_first, ids, True)
        during = asked - _AT_TURN_END
        self._note(step, line.line, line.seat, during, both, ids, True)
        # A check that is asked both during a turn and at its end could not tell once.
        ids |= {one.id for one in self.found[so_far:]}
        at_end = {**both, "hand": after.get("hand", ())}
        self._note(step, line.line, line.seat, asked & _AT_TURN_END, at_end, ids, True)
        turn = step.table.turn
        if turn is not None and turn.untold:
            self._note_untold(step, line, turn.untold, ids)

    def _note_untold(self, step: Step, line: n.Turn, untold: Collection[str], ids: Collection[str]) -> None:
        """Note what would have been a fault, had not cards been in doubt that nobody saw."""
        noted = {*ids, *(one.id for one in self.found if one.line == line.line)}
        deal, turn, lacks = step.deal.head.number, step.table.played_turns, (Lack("hand", "cards-unseen", line.seat),)
        for check in self.checks:
            if check.id in untold and check.id not in noted:
                self.found.append(Unjudged(check.id, check.name, step.match.number, deal, turn, line.line, line.seat, lacks))

    def closed(self, step: Step, found: Found) -> None:
        """Work out what could not be judged at the end of a deal."""
        table, end, ids = step.table, step.end, {id for id, _ in found}
        last = table.turn.seat if table.turn is not None else None
        outs = [seat for seat, _ in end.outs] if end is not None else []
        seats = dict.fromkeys([*outs, *([last] if last is not None else [])])
        where = end.line if end is not None else step.notes[-1].line
        lacks: dict[Need, tuple[Lack, ...]] = dict(Moment(step, last, None, True).lacks())
        lacks["size"] = tuple([Lack("size", "hand-not-listed", seat) for seat in seats if seat in table.vague])
        scores = open_scores(step)
        lacks["score"] = tuple([lack for lack in scores if not set(lack.side or "").isdisjoint(outs)])
        if end is None or end.why != "stock":
            lacks = {need: each for need, each in lacks.items() if need not in ("stock", "pile", "freezer", "heap", "top")}
        if not self._sheet:
            self._note(step, where, None, {"deal-end"}, lacks, ids)
        lacks["score"] = scores
        for line in step.notes:
            self._of_note(step, line, lacks, {id for id, at in found if at == line.line})

    def _of_note(self, step: Step, line: n.Line, lacks: Open, ids: Collection[str]) -> None:
        """Work out what could not be judged of a line behind the turns."""
        here: dict[Need, tuple[Lack, ...]]
        if isinstance(line, n.Left):
            why = (_hand(step.table, line.seat) if line.seat in step.table.hands else None) or _dim(line.cards)
            here = {"copies": lacks.get("copies", ())}
            if why is not None:
                here["left"] = (Lack("left", why, line.seat),)
            self._note(step, line.line, line.seat, {"left", "excess"}, here, ids)
        elif isinstance(line, n.ScoreLine):
            here = {"score": tuple([lack for lack in lacks["score"] if lack.side == line.side])}
            self._note(step, line.line, None, {"score-differs"}, here, {*ids, *settled(step, line)})
        elif line.kind in _SUMS:
            here = {"sums": open_sums(step, lacks["score"]), "score": lacks["score"]}
            self._note(step, line.line, None, {_SUMS[line.kind]}, here, ids)

    def between(self, step: Step, line: n.Line, event: Event, found: Found) -> None:
        """Work out what could not be judged of a line between the turns; ``found`` is what was found outside them."""
        lacks: dict[Need, tuple[Lack, ...]] = dict(Moment(step, step.seat, None, False).lacks())
        if isinstance(line, n.Turn):
            both = [line, step.following] if step.following is not None else [line]
            plays = [play for one in both for play in one.plays if isinstance(play, (n.Draw, n.Red))]
            drawn = [card for play in plays for chain in play.chains for card in chain]
            if (why := _dim(drawn)) is not None:
                lacks["drawn"] = (Lack("drawn", why, line.seat),)
        self._note(step, line.line, step.seat, {event}, lacks, {id for id, at in found if at == line.line})

    def match_end(self, step: Step, found: Found) -> tuple[Unjudged, ...]:
        """What could not be judged at the end of a match."""
        self.found = []
        if step.match.slack:
            lacks: Open = {"sums": (Lack("sums", "totals-not-noted", None),)}
            self._note(step, step.line.line, None, {"match-end"}, lacks, {id for id, _ in found})
        return tuple(self.found)

    def _note(
        self, step: Step, line: int, seat: Seat | None, asked: Collection[Event], lacks: Open, ids: Collection[str],
        of_turn: bool = False,
    ) -> None:  # fmt: skip
        deal = step.deal.head.number
        turn = step.table.played_turns if of_turn else None
        events = frozenset(asked)
        if events not in self._by_events:
            self._by_events[events] = [check for check in self.checks if not events.isdisjoint(check.on)]
        for check in self._by_events[events]:
            if check.id in ids:
                continue
            missing = tuple([lack for need in check.needs for lack in lacks.get(need, ())])
            if missing:
                whose = missing[0].seat or seat
                self.found.append(Unjudged(check.id, check.name, step.match.number, deal, turn, line, whose, missing))


def _of_seating(step: Step) -> tuple[set[Event], Open]:
    """What is lacking of the draw for seats before a match's first deal, and of who deals and who dealt before."""
    match, head = step.match, step.deal.head
    lacks: dict[Need, tuple[Lack, ...]] = {}
    if match.lots and not match.deals:
        drawn, law = drawn_lots(match), step.rules.seating
        open_ = [seat for seat in draw_again(drawn, law, sure=False) if seat not in draw_again(drawn, law, sure=True)]
        lacks["lots"] = tuple([Lack("lots", "lot-not-noted", seat) for seat in open_])
    if match.deals and (head.dealer is None) is not (match.last_dealer is None):
        lacks["dealers"] = (Lack("dealers", "dealer-not-noted", None),)
    return {"deal-start"} if match.deals else {"match-start", "deal-start"}, lacks
