"""The turns of an event file's deal: events gathered into one line a turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from canasta_audit.cards import RED_THREES, Card
from canasta_audit.notation.events_deal import Seating, chains, closing, end
from canasta_audit.notation.events_line import Event
from canasta_audit.notation.events_melds import Laid, Melds, rank_of, says_rank
from canasta_audit.notation.model import (
    Add,
    Address,
    Ask,
    Blank,
    CardsLine,
    Chain,
    Director,
    Discard,
    Draw,
    Line,
    Meld,
    Move,
    Pass,
    Pickup,
    Place,
    Play,
    Red,
    Seat,
    Take,
    Turn,
)


@dataclass(slots=True)
class _Open:
    """The turn being gathered. Each play stands with the meld it began, if any; ``late`` are lines that follow the turn's."""

    seat: int
    line: int
    plays: list[tuple[Play, Laid | None]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    late: list[Line] = field(default_factory=list)


class Turns:
    """Makes the lines of one deal's events, all but those before its first turn.

    A turn ends with a discard, a pass, the end of the deal or another player's play.
    """

    def __init__(self, table: Seating, events: Sequence[Event]) -> None:
        self._table = table
        self._events = events
        self._lines: list[Line] = []
        self._melds = Melds(table.team_of, table.seats)
        self._open: _Open | None = None
        self._outs: list[tuple[Seat, bool]] = []
        self._ended = False
        self._usual = _usual_draw(events)
        self._deeds: dict[str, Callable[[Event], None]] = {
            "draw": self._draw,
            "pickup": lambda event: self._play(event, Pickup()),
            "meld": lambda event: self._play(event, Meld(event.cards("cards")), self._lay(event)),
            "add": lambda event: self._lay_off(event, event.cards("cards"), event.text("rank")),
            "discard": self._discard,
            "ask": lambda event: self._play(event, Ask()),
            "answer": self._answer,
            "out": self._out,
            "revert": self._revert,
            "lay_reds": self._lay_reds,
            "turnup": self._turn_up,
            "pass": self._pass,
            "note": self._note,
            "hand_end": self._hand_end,
            "game_end": self._game_end,
        }

    def lines(self) -> list[Line]:
        """Convert the events; call it once."""
        place = 0
        while place < len(self._events):
            event = self._events[place]
            place += 1
            if event.type == "take":
                part = self._part_of_take(event, place)
                self._take(event, part)
                place += len(part)
            else:
                self._deeds[event.type](event)
        self._close()
        return self._lines

    def _close(self) -> None:
        """End the turn that is open, if any."""
        turn, self._open = self._open, None
        if turn is None:
            return
        plays = tuple(play for play, _ in turn.plays)
        comment = "; ".join(remark for remark in turn.remarks if remark) or None
        if plays:
            self._lines.append(Turn(line=turn.line, seat=self._table.seats[turn.seat], plays=plays, comment=comment))
        elif comment:
            # all of it was taken back
            self._lines.append(Blank(line=turn.line, comment=comment))
        self._lines.extend(turn.late)

    def _play(self, event: Event, play: Play, laid: Laid | None = None) -> None:
        if self._open is None or self._open.seat != event.seat:
            self._close()
            self._open = _Open(event.seat, event.line)
        self._open.plays.append((play, laid))

    def _draw(self, event: Event) -> None:
        given, reds = event.cards("cards"), event.cards("reds")
        # a draw as long as one without threes, or nearly, shows that not every three was replaced
        spare = len(given) - (self._usual or 0)
        links, bare = chains(given, reds, spare if self._usual and 0 <= spare < len(reds) else None)
        self._play(event, Draw(links))
        if bare:
            self._play(event, Red(tuple((card,) for card in bare)))

    def _part_of_take(self, take: Event, place: int) -> list[Event]:
        """Collect the melds that belong to a take."""
        part = []
        for event in self._events[place:]:
            if event.type not in ("meld", "add") or not event.flag("with_top") or event.seat != take.seat:
                break
            part.append(event)
        return part

    def _take(self, event: Event, part: Sequence[Event]) -> None:
        pile, claim = event.cards("pile"), event.cards("claim")
        top = pile[-1]
        joins = _joined(part, top, claim)
        if joins is None:
            self._play(event, Take(top, how="showing", cards=claim) if claim else Take(top))
        else:
            rest = _without(joins.cards("cards"), (top,))
            onto = self._onto(joins, (), joins.text("rank")) if joins.type == "add" else None
            laid = self._lay(joins) if joins.type == "meld" else None
            self._play(event, Take(top, how="with" if rest else None, cards=rest, onto=onto), laid)
        for other in part:
            if other is not joins:
                self._deeds[other.type](other)
        reds = event.cards("reds")
        if reds:
            from_pile = tuple((Counter(reds) & Counter(pile)).elements())
            self._play(event, Red(_replaced(from_pile or reds, event.cards("repl"))))

    def _lay(self, event: Event) -> Laid:
        owner = event.number("owner")
        return self._melds.lay(event.seat if owner is None else owner, event.text("rank") or rank_of(event.cards("cards")))

    def _lay_off(self, event: Event, cards: tuple[Card, ...], rank: str) -> None:
        self._play(event, Add(cards, self._onto(event, cards, rank)))

    def _onto(self, event: Event, cards: Sequence[Card], rank: str) -> Address | None:
        """Address the meld that gets ``cards``; ``None`` where these say so much themselves."""
        laid = self._melds.find(event.seat, rank, event.number("owner"), event.number("slot"))
        if says_rank(cards, rank) and (laid is None or self._melds.plain(event.seat, laid)):
            return None
        return Address(rank) if laid is None else self._melds.address(event.seat, laid)

    def _discard(self, event: Event) -> None:
        self._play(event, Discard(event.card("card") or "?"))
        self._close()

    def _answer(self, event: Event) -> None:
        plays = self._open.plays if self._open else []
        if plays and isinstance(plays[-1][0], Ask):
            plays[-1] = (Ask(event.flag("yes")), None)

    def _pass(self, event: Event) -> None:
        self._play(event, Pass())
        self._close()

    def _out(self, event: Event) -> None:
        """Note who went out; some programs lay off and discard in the same action."""
        for rank, cards in event.additions("adds"):
            self._lay_off(event, cards, rank)
        card = event.card("discard")
        if card is not None:
            self._play(event, Discard(card))
        self._outs.append((self._table.seats[event.seat], event.flag("concealed")))

    def _revert(self, event: Event) -> None:
        """Write the turn so far struck out, and go on without the melds that were taken back."""
        turn = self._open
        if turn is None or turn.seat != event.seat or not turn.plays:
            return
        struck = tuple(play for play, _ in turn.plays)
        self._lines.append(Turn(line=turn.line, seat=self._table.seats[turn.seat], plays=struck, undone=True))
        back = Counter(card for meld in event.hands("melds") for card in meld)
        kept = []
        for play, laid in reversed(turn.plays):
            if not isinstance(play, (Meld, Add)) or Counter(play.cards) - back:
                kept.append((play, laid))
                continue
            back.subtract(play.cards)
            if laid is not None:
                self._melds.drop(laid)
        turn.plays = kept[::-1]

    def _lay_reds(self, event: Event) -> None:
        """Lay threes from the hand; in the middle of another player's turn, his line stays whole and this one follows."""
        red = Red(_replaced(event.cards("reds"), event.cards("repl")))
        if self._open is not None and self._open.seat != event.seat:
            self._open.late.append(Turn(line=event.line, seat=self._table.seats[event.seat], plays=(red,)))
        else:
            self._play(event, red)

    def _turn_up(self, event: Event) -> None:
        """Turn cards up; in the middle of a deal the notation has only the director's move for that."""
        cards = event.cards("cards")
        self._close()
        if any(isinstance(line, Turn) for line in self._lines):
            move = Move(cards, Place("stock"), Place("pile"))
            self._lines.append(Director(line=event.line, rulings=(move,), remark="turned up"))
        else:
            self._lines.append(CardsLine(line=event.line, place="up", cards=cards))

    def _note(self, event: Event) -> None:
        remark = plain(event.text("text"))
        if self._open is not None:
            self._open.remarks.append(remark)
        else:
            self._lines.append(Blank(line=event.line, comment=remark or None))

    def _hand_end(self, event: Event) -> None:
        self._close()
        self._lines.append(Blank(line=event.line))
        self._lines.extend(closing(self._table, event, self._outs))
        self._ended = True

    def _game_end(self, event: Event) -> None:
        """Tell why the game stopped, where that was in the middle of a deal."""
        self._close()
        if not self._ended:
            self._lines.append(Blank(line=event.line))
            self._lines.extend(end(event.line, event.text("reason") or "stop", self._outs))
            self._ended = True


def plain(text: str) -> str:
    r"""Make foreign text fit for one line: blanks for all white space, a mark for what cannot be written.

    >>> plain("a\n b\ud800\0")
    'a b??'
    """
    words = text.encode("utf-8", "replace").decode().split()
    return re.sub("[\x00-\x1f\x7f-\x9f]", "?", " ".join(words))


def _usual_draw(events: Sequence[Event]) -> int | None:
    """Return how many cards a draw without red threes has most often in this deal."""
    sizes = Counter(len(event.cards("cards")) for event in events if event.type == "draw" and not event.cards("reds"))
    return sizes.most_common(1)[0][0] if sizes else None


def _without(cards: Sequence[Card], some: Sequence[Card]) -> tuple[Card, ...]:
    """Return ``cards`` without ``some`` of them, each once."""
    rest = list(cards)
    for card in some:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def _joined(part: Sequence[Event], top: Card, claim: Sequence[Card]) -> Event | None:
    """Return the meld that the top card joined: the one with the cards claimed as well, else the first that holds the card."""
    holding = [event for event in part if top in event.cards("cards")]
    wanted = Counter((*claim, top))
    return next((event for event in holding if not wanted - Counter(event.cards("cards"))), next(iter(holding), None))


def _replaced(reds: Sequence[Card], given: Sequence[Card]) -> tuple[Chain, ...]:
    """Chain red threes of a hand to the cards drawn for them; cards to spare go to threes drawn and laid in their turn."""
    rest = list(given)
    spare = len(rest) - len(reds)
    links = []
    for red in reds:
        link: Chain = (red, *rest[:1])
        del rest[:1]
        while spare > 0 and rest and link[-1] in RED_THREES:
            link = (*link, rest.pop(0))
            spare -= 1
        links.append(link)
    return tuple(links)
