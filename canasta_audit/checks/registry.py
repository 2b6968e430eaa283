"""The table of checks: what each is called, what it reads, and which faults fold under it.

A check is a plain function ``judge(step) -> Faults`` that reads the table before a play (or at the end of a turn, a deal, a match)
and the ruleset, and returns the faults it finds: ``None`` or nothing where the law is kept or the record cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from canasta_audit.finding import Grade, Related, SeverityName
from canasta_audit.value import Fixed, fixed

if TYPE_CHECKING:
    from canasta_audit.checks.step import Step
    from canasta_audit.notation.model import Line
    from canasta_audit.ruleset.chapters import Rules

Event = Literal[
    "match-start", "deal-start", "odd-up", "dealt", "odd-turn", "first-turn",
    "draw", "red", "take", "pickup", "meld", "add", "ask", "discard", "lock", "last", "turnover", "move", "foot", "pass",
    "row", "second-row", "odd-add", "odd-target", "odd-top", "odd-draw", "chain", "stock-differs", "short-stock", "lacking",
    "second-source", "undrawn-play", "after-discard", "after-last-red", "excess", "threes-laid", "laid", "begun", "low", "asked",
    "undrawn", "no-discard", "red-held", "turn-end", "finish", "deal-end", "sheet", "left", "score-differs", "totals-differ",
    "before", "minimum", "penalty", "offences", "undone", "exposed", "counted", "ruled", "match-end",
]  # fmt: skip
"""When a check is asked: at what has happened, never at what a rule says of it.

Around the turns: ``match-start``; ``deal-start``: its head is known; ``odd-up``: anything was turned up but one natural from four
to ace; ``dealt``: all that stands before the first turn is on the
table; ``odd-turn``: a turn that is not the next player's, or comes when the deal is over; ``first-turn``.

Plays, by their kind, before they are carried out; and besides:

* ``row``: a row of cards goes down as a new meld, with the pile's top card or without it. Rows of one rank and as many naturals and
  wild cards are alike: what is found good is not asked again, so such a check reads ``step.cards`` and the rules, and of the
  cards of a rank other than three no suit;
* ``second-row``: a new meld of a rank that the side has melded already;
* ``odd-add``: a lay-off that is not only naturals of the meld's rank, or of threes;
* ``odd-target``: an address that does not single out one meld of the mover's side;
* ``odd-top``: the pile is taken, and is empty or has another card on top than the record says;
* ``take``: the pile is taken. Takes that are alike in what ``before.alike`` lists are good or bad together, and what is found good
  is not asked again: such a check reads nothing else;
* ``odd-draw``: more or fewer cards are drawn in the turn than usual;
* ``chain``: a card was drawn for another, or laid as a red three;
* ``stock-differs``: the known stock has another card next;
* ``short-stock``: a draw takes the last card of the stock, or more than it has;
* ``second-source``: a draw or take after another one;
* ``undrawn-play``: a meld, lay-off or discard before any;
* ``after-discard``: any play after the discard;
* ``after-last-red``: a play after a red three came as the last card drawn;
* ``lacking``: a card was played that the hand cannot have held; ``excess``: a card has come into view too often. These two are
  asked when the play has been carried out.

At the end of a turn: ``threes-laid``: threes were melded; ``laid``: cards were laid by a side that had no meld; ``begun``: a
player has begun his first meld, and his side had one; ``low``: at most one card is in the hand, or the hand is not known for
certain; ``asked``: the partner was asked; ``undrawn``: neither stock nor pile; ``no-discard``: no discard; ``red-held``: a red
three is in the hand, or was discarded; ``turn-end``: always. ``finish``: after all turns a player has laid off cards because his
partner has gone out; nothing else is asked then.

After the turns: ``deal-end``; ``sheet``: of a deal without turns, that is not void; ``left``, ``totals``, ``before``, ``minimum``:
such a line; ``score-differs``: a score line that claims what the ledger does not have, or that cannot be held against it;
``penalty``: such a line; ``offences``: where there are such lines or a schedule of them; ``match-end``.

Between the turns: ``undone``: a turn that was taken back, after it was tried on a copy of the table; ``exposed``, ``counted``,
``ruled``: cards were seen or counted, or a director put something right; these are asked before it is carried out.
"""

Scope = Literal[
    "hand", "side", "score", "total", "stock", "pile", "order", "turn", "take", "end", "deal", "opening", "threes", "claims",
    "cards", "copies", "spare", "melds", "reds", "out", "sums", "unread",
    "added",
]  # fmt: skip
"""What a fault makes doubtful.

Of a seat: ``hand`` (which cards are left in it), ``cards`` (whether it held a card that it plays), ``spare`` (whether cards that it
laid were left out of the record), ``threes``.

Of a side: ``melds`` and ``reds`` (what they score), ``score`` (everything), ``claims`` (its score line), ``sums`` (what stands on
the sheet besides), ``total`` (its running total), ``added`` (whether that is added up rightly), ``opening``, ``unread`` (what it
did in a line that could not be read).

Of the deal: ``deal`` (what was dealt), ``stock``, ``pile``, ``order`` (whose turn it is), ``copies`` (how many of a card there
are), ``end`` (how it ended), ``out`` (whether going out was lawful). Of the turn: ``turn`` (its course), ``take`` (how the pile
was earned).
"""


Fact = Literal[
    "lots", "odd-number", "odd-dealer", "odd-first", "cut", "uncut", "over", "foot", "red", "odd-red", "void", "outs", "no-end",
    "used-up", "result",
]  # fmt: skip
"""What a record may hold of a deal or a match, so that a check which finds nothing without it need not be asked.

Of a match: ``lots`` were drawn for it (told with its first deal, too), it has a ``result``. Of a deal: its number or its dealer
does not come behind that of the deal before, or that was void (``odd-number``, ``odd-dealer``); its head names as the first player
another than who sits at the dealer's left (``odd-first``), names who ``cut``, or says that nobody did (``uncut``); the match was
``over`` before it; second hands (``foot``) or red threes (``red``) are listed before the first turn, and not each with a card drawn
for it (``odd-red``). Of its end: there is none (``no-end``), it is ``void``, somebody went out (``outs``), or the stock was
``used-up``.
"""

Need = Literal[
    "hand", "size", "out", "dealt", "drawn", "draws", "chain", "last", "laid", "beside", "buried", "melds", "thrown", "top", "pile",
    "freezer", "heap", "stock", "order", "over", "copies", "up", "left", "question", "score", "sums", "lots", "dealers",
]  # fmt: skip
"""What a check must know to tell whether the law is kept; where the record lacks it, silence of the check says nothing.

Of the mover: ``hand`` (which cards he holds), ``size`` (how many), ``out`` (whether the turn left him none), ``drawn`` (which cards
he drew), ``draws`` (that and how many he drew), ``chain`` (what was drawn for what), ``last`` (what he drew, if it was the last of
the stock), ``laid`` (what he lays, and what he adds it to), ``beside`` (what he had to lay or show besides the pile's top card),
``buried`` (which of the cards laid came from below it), ``melds`` (that all melds are written down), ``thrown`` (what he discards),
``question`` (that the question for leave is written down where it was asked).

Of the table: ``dealt`` (how many cards each was dealt), ``up`` (what was turned up), ``top`` (the pile's top card), ``pile`` (what
lies in it), ``freezer`` (whether a card in it freezes it), ``heap`` (how many cards it has), ``stock`` (how many cards it has),
``order`` (which it has next), ``over`` (whether the deal ended with the turn before), ``copies`` (all cards, to count equal ones).
At the end: ``left`` (the hand of a line about it), ``score`` (the score of a side), ``sums`` (the running totals). Of the match:
``lots`` (what everybody drew for seats), ``dealers`` (who deals and who dealt last).
"""


@fixed
class Fault(Fixed):
    """One fault as a check sees it: the data of its message, and where it differs from the play being judged, its place.

    ``play`` is the index of the play in the turn (``-1``: the whole line), ``card`` the index of a card in that play; ``severity``,
    ``message`` and ``parameter`` (a pointer) replace the check's own; ``seat`` is whom it concerns. ``doubts`` are keys of what
    this fault may explain later, ``follows`` the key of a doubt that explains this one. ``line`` is where it stands, if not in the
    line being judged. ``guessed``: it rests on what a hand is taken to have or to lack that nobody has seen; where that hand is in
    doubt, or a line in mid-deal told of it, or the fault follows from another, it is not told, for then nobody can tell.
    """

    data: Mapping[str, Any]
    play: int | None = None
    card: int | None = None
    severity: SeverityName | None = None
    message: str | None = None
    parameter: str | None = None
    related: tuple[Related, ...] = ()
    doubts: tuple[Any, ...] = ()
    follows: Any = None
    seat: str | None = None
    line: Line | None = None
    guessed: bool = False


Faults = Fault | Sequence[Fault] | None
Judge = Callable[["Step"], Faults]


@fixed
class Check(Fixed):
    """A check: identity, what people are told, the ruleset pointers it ``reads`` (the first is the one that decides), the scopes it
    ``taints`` when it fires, and the scopes that, when tainted, make its faults follow from another; ``needs`` is what the record
    must tell for its silence to mean that the law was kept. ``only``: at some of its events it finds nothing where the record does
    not hold the fact that is named.
    """

    id: str
    name: str
    on: tuple[Event, ...]
    severity: SeverityName
    grade: Grade
    message: str
    reads: tuple[str, ...]
    judge: Judge
    doc: str
    taints: tuple[Scope, ...] = ()
    depends: tuple[Scope, ...] = ()
    when: Callable[[Rules], bool] | None = None
    help: str = ""
    needs: tuple[Need, ...] = ()
    only: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def chapter(self) -> str:
        """The part of the id before the dash: ``"MELD"``."""
        return self.id.split("-")[0]


_checks: dict[str, Check] = {}
_names: set[str] = set()


def check(
    id: str,
    name: str,
    on: Event | tuple[Event, ...],
    message: str,
    *,
    grade: Grade = "illegal",
    severity: SeverityName = "error",
    reads: tuple[str, ...] = (),
    taints: tuple[Scope, ...] = (),
    depends: tuple[Scope, ...] = (),
    when: Callable[[Rules], bool] | None = None,
    help: str = "",
    needs: tuple[Need, ...] = (),
    only: Mapping[str, Fact] | None = None,
) -> Callable[[Judge], Judge]:
    """Enter a function into the table of checks.

    Raises ``ValueError`` where the id or the name is taken.
    """

    def enter(judge: Judge) -> Judge:
        if id in _checks or name in _names:
            raise ValueError(f"{id} {name}: taken")
        _names.add(name)
        events = (on,) if isinstance(on, str) else on
        doc = judge.__doc__ or ""
        _checks[id] = Check(
            id, name, events, severity, grade, message, reads, judge, doc, taints, depends, when, help, needs, only or {}
        )  # fmt: skip
        return judge

    return enter


def registered() -> dict[str, Check]:
    """All checks by id, in the order of their chapters' files."""
    return _checks


def matches(id_: str, name: str, selectors: Iterable[str]) -> bool:
    """Tell whether a finding's id or name is meant by one of ``selectors``: an id, a name, or a chapter (``MELD``), any case.

    >>> matches("MELD-004", "too-many-wilds", ["meld"]), matches("MELD-004", "too-many-wilds", ["PILE", "too-few-cards"])
    (True, False)
    """
    wanted = {selector.lower() for selector in selectors}
    return bool({id_.lower(), name, id_.split("-")[0].lower()} & wanted)
