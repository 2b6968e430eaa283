"""Which of a player's cards each of his plays can have been, where cards or plays are not known exactly.

A play of a king may have been any king of the hand. It is not settled then, only guessed: when a later play finds its card gone,
earlier guesses of the same hand are tried otherwise, along an alternating path as in the matching of two sets. A card lacks only
where no way to share out the cards of the hand among its plays is left. A play never had a card that came in after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import NamedTuple

from canasta_audit.cards import COLOUR, EXACT, JOKER, SUIT, UNKNOWN, Card, could_be

_FREE, _GONE = -1, -2


class Taken(NamedTuple):
    """What a play took: ``gone`` is the card that is no longer in the hand (``None``: one of those that were never listed), and
    ``shown`` the card that came into view by it, if any; with ``instead`` it was in view as ``gone``, and is now known better.
    """

    gone: Card | None
    shown: Card | None = None
    instead: bool = False


def exactness(card: Card) -> int:
    """How much is known of a card: 0 nothing, 1 its rank, 2 its colour, too, 3 all.

    >>> [exactness(card) for card in ("?", "K", "Kr", "KS", "*")]
    [0, 1, 2, 3, 3]
    """
    if card == UNKNOWN:
        return 0
    return 3 if SUIT[card] or card == JOKER else 2 if COLOUR[card] else 1


class Holding:
    """The cards that came into one hand, each with the time when it came, and the plays that took them.

    ``cards`` are the texts, ``since`` the number of plays before them, ``user`` the play that took each; ``plays`` are the cards
    played, ``slot`` the place of the card that each took, ``-1`` where none was left for it.
    """

    __hash__ = None  # type: ignore[assignment]
    __slots__ = ("cards", "plays", "since", "slot", "user")

    def __init__(self, hand: Sequence[Card] = ()) -> None:
        """Begin with a hand out of which nothing was played yet."""
        self.cards: list[Card] = list(hand)
        self.since: list[int] = [0] * len(self.cards)
        self.user: list[int] = [_FREE] * len(self.cards)
        self.plays: list[Card] = []
        self.slot: list[int] = []

    def copy(self) -> Holding:
        """The same, to be played on apart."""
        other = Holding()
        for name in Holding.__slots__:
            setattr(other, name, getattr(self, name)[:])
        return other

    def __eq__(self, other: object) -> bool:
        """Tell whether the same cards came in and the same plays took them."""
        return isinstance(other, Holding) and all(getattr(self, name) == getattr(other, name) for name in Holding.__slots__)

    def meet(self, hand: Sequence[Card]) -> None:
        """Note what has come into ``hand``, and what has left it otherwise than by a play, since the last time."""
        now = Counter(hand)
        for index, card in enumerate(self.cards):
            if self.user[index] == _FREE:
                if now[card] > 0:
                    now[card] -= 1
                else:
                    self.user[index] = _GONE
        for card in now.elements():
            self._bring(card, len(self.plays))

    def _bring(self, card: Card, since: int) -> int:
        self.cards.append(card)
        self.since.append(since)
        self.user.append(_FREE)
        return len(self.cards) - 1

    def take(self, card: Card, room: int | None = 0) -> Taken | None:
        """Play ``card``; ``None`` where the hand cannot have held it, however its plays are shared out.

        ``room``: how many cards the hand has besides, that were never listed, ``None`` for any number. What is known is used up
        first, and of several plays that may have been an unseen card, the one of which least is known.
        """
        play = len(self.plays)
        self.plays.append(card)
        self.slot.append(-1)
        if card in EXACT and UNKNOWN not in self.plays:
            plain = self._plainly(play, card, room)
            if plain is not None:
                return plain
        if card == UNKNOWN:
            came = self._reached(play)
            return self._unseen(play, came, room) or self._known(card, came)
        taken = self._known(card, self._reached(play, blind=False))
        if taken is None:
            came = self._reached(play)
            taken = self._known(card, came) or self._unseen(play, came, room)
        return taken

    def _plainly(self, play: int, card: Card, room: int | None) -> Taken | None:
        """Take a card known to be this one, or, where none of its rank is known, an unseen one: nothing is to be guessed then."""
        blind, rank = -1, card[0]
        for at, other in enumerate(self.cards):
            if other == card:
                if self.user[at] == _FREE:
                    self.user[at], self.slot[play] = play, at
                    return Taken(card)
                return None
            if other == UNKNOWN:
                if blind < 0 and self.user[at] == _FREE:
                    blind = at
            elif other[0] == rank and other not in EXACT and self.user[at] != _GONE:
                return None
        if room is None or room > 0:
            at, gone = self._bring(UNKNOWN, 0), None
        elif blind >= 0:
            at, gone = blind, UNKNOWN
        else:
            return None
        self.user[at], self.slot[play] = play, at
        return Taken(gone, card)

    def _known(self, card: Card, came: dict[int, int]) -> Taken | None:
        """Let a card be the one of which something is known: the same text if there is one, else the one known best."""
        known = [at for at in self._free(came) if self.cards[at] != UNKNOWN]
        if not known:
            return None
        best = max(known, key=lambda at: (self.cards[at] == card, exactness(self.cards[at])))
        direct = came[best] == len(self.plays) - 1
        self._shift(best, came)
        more = direct and self._tells_more(card, self.cards[best])
        return Taken(self.cards[best], card, True) if more else Taken(self.cards[best])

    def _tells_more(self, card: Card, taken: Card) -> bool:
        """Tell whether the last play, of ``card``, says more of the card ``taken`` for it than was known, and of no other: where it
        can have been one of which something else was known, nobody can tell which of the two is now known better.
        """
        play = len(self.plays) - 1
        fit = {
            other
            for at, other in enumerate(self.cards)
            if could_be(card, other) and self.user[at] != _GONE and self.since[at] <= play
        }
        return exactness(taken) < exactness(card) and fit <= {taken, UNKNOWN}

    def _unseen(self, play: int, came: dict[int, int], room: int | None) -> Taken | None:
        """Let an unseen card be the one: for this play, or for an earlier one that then gives up its card."""
        blind = [at for at in self._free(came) if self.cards[at] == UNKNOWN]
        plays = {play} | {self.user[at] for at in came if self.user[at] >= 0 and self.cards[at] != UNKNOWN}
        if room is None or room > 0:
            vaguest = min(sorted(plays, reverse=True), key=lambda one: exactness(self.plays[one]))
            at = self._bring(UNKNOWN, 0)
            gone: Card | None = None
        elif blind:
            fit = [one for one in plays if any(self.since[at] <= one for at in blind)]
            vaguest = min(sorted(fit, reverse=True), key=lambda one: exactness(self.plays[one]))
            at = next(at for at in blind if self.since[at] <= vaguest)
            gone = UNKNOWN
        else:
            return None
        came[at] = vaguest
        self._shift(at, came)
        return Taken(gone, self.plays[vaguest])

    def _reached(self, play: int, *, blind: bool = True) -> dict[int, int]:
        """The places that ``play`` could get a card from, if others move: for each the play that would then have it. Those of
        unseen cards only if ``blind``.
        """
        came: dict[int, int] = {}
        waiting = [play]
        for one in waiting:
            wanted = self.plays[one]
            for at, card in enumerate(self.cards):
                if (
                    at in came
                    or self.user[at] == _GONE
                    or not (blind or card != UNKNOWN)
                    or self.since[at] > one
                    or not could_be(wanted, card)
                ):
                    continue
                came[at] = one
                user = self.user[at]
                # Who had to do with an unseen card finds no better one now.
                if user >= 0 and (card != UNKNOWN or self.plays[user] == UNKNOWN):
                    waiting.append(user)
        return came

    def surely(self, kinds: Container[Card]) -> bool:
        """Tell whether a card out of ``kinds`` is left in the hand however its plays are shared out."""
        other = self.copy()
        while other._spend(kinds):
            pass
        return any(user == _FREE and card in kinds for card, user in zip(other.cards, other.user, strict=True))

    def _spend(self, kinds: Container[Card]) -> bool:
        """Let a card that is left and of ``kinds`` have been played for another, which comes back; tell whether one can."""
        left = [at for at, card in enumerate(self.cards) if self.user[at] == _FREE and card in kinds]
        gives: dict[int, int] = dict.fromkeys(left, -1)
        for at in left:
            for play, taken in enumerate(self.slot):
                if taken in gives or taken < 0 or self.since[at] > play or not could_be(self.plays[play], self.cards[at]):
                    continue
                gives[taken] = at
                left.append(taken)
                if self.cards[taken] not in kinds:
                    self.user[taken] = _FREE
                    while play >= 0:
                        taken = gives[taken]
                        self.slot[play] = taken
                        play, self.user[taken] = self.user[taken], play
                    return True
        return False

    def _free(self, came: dict[int, int]) -> list[int]:
        return [at for at in came if self.user[at] == _FREE]

    def _shift(self, at: int, came: dict[int, int]) -> None:
        """Give the card at ``at`` to the play that reached it, its card to the one that reached that, and so on."""
        while True:
            play = came[at]
            before, self.slot[play] = self.slot[play], at
            self.user[at] = play
            if before < 0:
                return
            at = before


def revealed(holding: Holding, noted: Sequence[Card], room: int | None = 0) -> list[Card]:
    """Cards that come into view where ``noted`` are found to be left in a hand."""
    end, shown = holding.copy(), []
    for card in sorted(noted, key=exactness, reverse=True):
        taken = end.take(card, room)
        if taken is not None and taken.shown is not None and not taken.instead:
            shown.append(taken.shown)
    return shown


def unmatched(holding: Holding, noted: Sequence[Card], room: int | None = 0) -> tuple[list[Card], list[Card]]:
    """Hold ``noted``, cards written down as left in a hand, against what must be there: (those it cannot hold, those missing)."""
    end = holding.copy()
    extra = []
    for card in sorted(noted, key=exactness, reverse=True):
        taken = end.take(card, room)
        if taken is None:
            extra.append(card)
        elif taken.gone is None and room is not None:
            room -= 1
    return extra, [card for card, user in zip(end.cards, end.user, strict=True) if user == _FREE]
