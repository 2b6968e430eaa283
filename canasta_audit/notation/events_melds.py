"""Which meld an event means, and how the notation addresses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from canasta_audit.cards import NATURAL, WILD, Card
from canasta_audit.notation.model import Address, Seat


@dataclass(slots=True, eq=False)
class Laid:
    """A meld on the table: which team's, who laid it (both counted from 0), of what rank (``*``: wild cards only)."""

    team: int
    owner: int
    rank: str


def rank_of(cards: Sequence[Card]) -> str:
    """Return the rank of a new meld: that of its first card that is not wild, else ``*``."""
    return next((card[0] for card in cards if card not in WILD), "*")


def says_rank(cards: Sequence[Card], rank: str) -> bool:
    """Tell whether cards laid off show by themselves which rank they are laid on."""
    return any(card[0] == rank for card in cards if card in NATURAL or card[0] == "3")


class Melds:
    """The melds of one deal as far as ranks go; ``team_of`` gives each seat's team, ``letters`` each seat's letter."""

    def __init__(self, team_of: Sequence[int], letters: Sequence[Seat]) -> None:
        self._team_of = team_of
        self._letters = letters
        self._of_team: list[list[Laid]] = [[] for _ in range(max(team_of) + 1)]

    def lay(self, owner: int, rank: str) -> Laid:
        """Note a new meld."""
        laid = Laid(self._team_of[owner], owner, rank)
        self._of_team[laid.team].append(laid)
        return laid

    def drop(self, laid: Laid) -> None:
        """Forget a meld that was taken back."""
        self._of_team[laid.team].remove(laid)

    def find(self, seat: int, rank: str, owner: int | None = None, slot: int | None = None) -> Laid | None:
        """Return the meld meant, ``None`` if there is none of its rank.

        That is the side's meld ``slot``, counted from 0, if its rank is right; else ``owner``'s; else the player's own; else the
        side's first.
        """
        melds = self._of_team[self._team_of[seat if owner is None else owner]]
        if slot is not None and 0 <= slot < len(melds) and melds[slot].rank == rank:
            return melds[slot]
        fitting = [laid for laid in melds if laid.rank == rank and owner in (None, laid.owner)]
        own = [laid for laid in fitting if laid.owner == seat]
        return next(iter(own or fitting), None)

    def plain(self, seat: int, laid: Laid) -> bool:
        """Tell whether the rank alone addresses the meld: the player's only own one, else his side's only one."""
        side = [other for other in self._of_team[self._team_of[seat]] if other.rank == laid.rank]
        return ([other for other in side if other.owner == seat] or side) == [laid]

    def address(self, seat: int, laid: Laid) -> Address:
        """Address the meld as shortly as can be: by rank, else by who laid it, else as the side's second such, and so on."""
        if self.plain(seat, laid):
            return Address(laid.rank)
        fitting = [other for other in self._of_team[laid.team] if other.rank == laid.rank]
        his = [other for other in fitting if other.owner == laid.owner]
        if laid.team == self._team_of[seat] and (laid.owner == seat or len(his) > 1):
            return Address(laid.rank, nth=_written(fitting.index(laid) + 1))
        return Address(laid.rank, nth=_written(his.index(laid) + 1) if len(his) > 1 else None, owner=self._letters[laid.owner])


def _written(nth: int) -> int | None:
    """Return the place of a meld among its like, ``None`` where the notation has no digit for it: no pack makes so many."""
    return nth if nth < 10 else None
