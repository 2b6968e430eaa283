"""A record as one player saw it, or as somebody did who saw the table alone and nobody's hand.

What lay open stays: what was turned up, laid, discarded, taken with the pile, shown or exposed, hands left at the end, questions,
scores. Hands, what was drawn into them, second hands not taken up, the stock and cards that lie face down become unseen ones. A
record and its redacted form have the same lines in the same places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from canasta_audit.cards import UNKNOWN, Card
from canasta_audit.notation import model as n
from canasta_audit.notation.model import Chain, Seat
from canasta_audit.notation.write import write_line

Unit = TypeVar("Unit", n.Match, n.Deal, n.Match | n.Deal)

_WORDS = frozenset(kind.kind for kind in n.LINES) | {"stock", "pile", "up", "down"}
"""Words with which a line begins: those a line that cannot be read may keep."""


def redacted(match: n.Match, view: Seat | None, *, told: bool = False) -> n.Match:
    """The match as the seat ``view`` saw it, or, for ``None`` and for a seat that nobody sits at, as the table showed it.

    Comments and remarks, which may give hands away, are left out unless they are to be ``told``. A line that cannot be read is
    replaced by one that cannot either and is meant for the same thing. Redacting twice changes nothing.
    """
    head = redact_unit(n.Match(match.head), view, told=told)
    return n.Match(head.head, [redact_unit(deal, view, told=told) for deal in match.deals])


def redact_unit(unit: Unit, view: Seat | None, *, told: bool = False) -> Unit:
    """The same for what the parser yields, one by one: the head of a match, or a deal."""
    if isinstance(unit, n.Match):
        return n.Match(_lines(unit.head, view, told))
    return n.Deal(_lines(unit.lines, view, told))


def _lines(lines: Sequence[n.Line], view: Seat | None, told: bool) -> list[n.Line]:
    feet = {line.seat for line in lines if isinstance(line, n.Turn) and not line.undone and _takes_foot(line)}
    return [_line(line, view, told, feet) for line in lines]


def _takes_foot(line: n.Turn) -> bool:
    return any(isinstance(play, n.Foot) for play in line.plays)


def _line(line: n.Line, view: Seat | None, told: bool, feet: Iterable[Seat]) -> n.Line:
    if isinstance(line, n.Bad):
        # The fault stays what it is in the typed log; written down, it is that of any line that cannot be read.
        raw = _unreadable(line)
        return line if raw == line.raw else replace(line, raw=raw, text=raw, column=1)
    shown = line
    if isinstance(line, n.Turn):
        plays = tuple([_play(play, line.seat == view, told) for play in line.plays])
        if any(new is not old for new, old in zip(plays, line.plays, strict=True)):
            shown = replace(line, plays=plays)
    elif isinstance(line, (n.HandLine, n.FootLine)):
        if line.seat != view or (isinstance(line, n.FootLine) and line.seat not in feet):
            shown = _unseen(line)
    elif isinstance(line, n.CardsLine):
        if line.place in ("stock", "down"):
            shown = _unseen(line)
    elif isinstance(line, n.RedLine):
        if line.seat != view:
            chains = _laid(line.chains)
            shown = line if chains == line.chains else replace(line, chains=chains)
    elif isinstance(line, n.Director):
        rulings = tuple([_ruling(ruling, view) for ruling in line.rulings])
        shown = line if rulings == line.rulings else replace(line, rulings=rulings)
    # Lines of other kinds tell what all saw, cards exposed and cards counted among them.
    if not told:
        shown = _untold(shown)
    if shown is not line:
        shown.text = write_line(shown)
    return shown


def _untold(line: n.Line) -> n.Line:
    """The line without its comment and its remark."""
    if line.comment is not None:
        line = replace(line, comment=None)
    if getattr(line, "remark", None) is not None:
        line = replace(line, remark=None)  # type: ignore[call-arg]
    return line


def _unseen(line: n.HandLine | n.FootLine | n.CardsLine) -> n.Line:
    cards = _hidden(line.cards)
    return line if cards == line.cards else replace(line, cards=cards)


def _hidden(cards: Sequence[Card]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)


def _drawn(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """What others see of cards drawn: how many, and the red threes laid, but not what was kept."""
    return tuple([(*chain[:-1], UNKNOWN) for chain in chains])


def _laid(chains: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """What others see of red threes laid from the hand: the threes, but not the card kept at the end of those replaced."""
    return tuple([(*chain[:-1], UNKNOWN) if len(chain) > 1 else chain for chain in chains])


_KEPT: dict[type[n.Play], Callable[[tuple[Chain, ...]], tuple[Chain, ...]]] = {n.Draw: _drawn, n.Red: _laid}
"""What others see of the plays that bring cards of the stock into the hand; all other plays lie open."""


def _play(play: n.Play, own: bool, told: bool) -> n.Play:
    if not own and isinstance(play, (n.Draw, n.Red)):
        chains = _KEPT[type(play)](play.chains)
        if chains != play.chains:
            play = replace(play, chains=chains)
    if play.remark is not None and not told:
        play = replace(play, remark=None)
    return play


def _ruling(ruling: n.Ruling, view: Seat | None) -> n.Ruling:
    """A director's ruling; cards that go from one hidden place to another are not seen."""
    if not isinstance(ruling, n.Move) or _open(ruling.source, view) or _open(ruling.target, view):
        return ruling
    return replace(ruling, cards=_hidden(ruling.cards))


def _open(place: n.Place, view: Seat | None) -> bool:
    return place.where in ("pile", "meld") or (place.where == "hand" and place.seat == view)


def _unreadable(line: n.Bad) -> str:
    """A text that cannot be read, meant for the same thing as ``line``."""
    word, whose = line.meant
    if word in ("turn", ""):
        words = ["X" if not word else f"{whose}:" if len(whose) == 1 else f"turn {whose}"]
        # That the pile was taken was seen by all, and what follows hangs on it.
        words += ["take"] if "take" in line.raw else []
    else:
        words = [word if word in _WORDS else "line", whose]
    return " ".join([*" ".join(words).split(), "!"])
