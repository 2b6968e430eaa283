"""One small report that all renderers are tested on: two files, a root with a follower, a score, a line that cannot be read."""

from __future__ import annotations

from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, Passed, Stale, StreamItem, Unusable, Withheld
from canasta_audit.finding import Citation, Finding, Parameter, Related, Root
from canasta_audit.report import DealReport, MatchReport, SideScore
from canasta_audit.table.score import Item

WILD = Finding(
    "MELD-004",
    "too-many-wilds",
    "error",
    "illegal",
    "{cards}: {have} wild cards, at most {cap}",
    {"cards": ["KS", "KH", "2C", "2D", "2H", "*"], "have": 4, "cap": 3},
    "final.cgn",
    12,
    13,
    35,
    1,
    1,
    3,
    "N",
    "N: draw 5D, meld KS KH 2C 2D 2H *, discard 5D",
    "lay one of them elsewhere",
    Parameter("/melds/wild_cap", 3, "uk-regency.yaml", 113),
    (Citation("uk-wiki", "Heading", 62),),
    (Related("final.cgn", 4, "the hand as dealt"),),
)
LEDGER = [["cards", 120, ["K:120"]], ["hand", -45, ["N:-5", "S:-40"]]]
TOTAL = Finding(
    "SCORE-010",
    "total-misscored",
    "error",
    "misscored",
    "{side}: the deal is claimed as {claimed}; it is {computed}",
    {"side": "NS", "item": "total", "claimed": 80, "computed": 75, "ledger": LEDGER},
    "final.cgn",
    41,
    1,
    30,
    1,
    1,
    None,
    "N",
    "score NS: cards 120, total 80",
    follows=Root("MELD-004", 12, 13),
)
UNREADABLE = Finding(
    "SYNTAX-001",
    "unreadable-line",
    "error",
    "unreadable",
    "cannot read {found} here",
    {"found": "Х"},
    "final.cgn",
    14,
    4,
    5,
    1,
    text="N: Х\x1b[31m draw",
)
LATE = Finding(
    "SCORE-014",
    "minimum-claimed-wrongly",
    "warning",
    "misscored",
    "{side}: {claimed}",
    {"side": "NS", "claimed": 90},
    "final.cgn",
    50,
    1,
    9,
    1,
    2,
    text="minimum: NS 90",
    follows=Root("SCORE-013", 42, 1),
)
NOTE = Finding(
    "SYNTAX-002",
    "repaired-line",
    "note",
    "unreadable",
    "read {found} as {read}",
    {"found": ["kd"], "read": ["KD"]},
    "clean.cgn",
    9,
    9,
    11,
    1,
    1,
    text="N: draw kd, discard 5D",
)
ITEMS = (Item("cards", 120, ("K:120",)), Item("hand", -45, ("N:-5", "S:-40")))
SCORES = (
    SideScore(
        "NS", (Item("cards", 120, ("K:120",)), Item("hand", -45, ("N:-5", "S:-40"))), 75, True, 75, (("cards", 120),), 80, 80
    ),
    SideScore("EW", (), 0, False, 0),
)
DEAL_1 = DealReport(1, 1, 2, 21, "out", "N", False, SCORES)
DEAL_2 = DealReport(1, 2, 45, 8, "unfinished", None, False, ())
MATCH = MatchReport(1, 1, {"Event": "Club \u2764"}, "uk-regency", "ab12", (), {"NS": 75, "EW": 0}, None)


def shared_report() -> list[StreamItem]:
    """The stream."""
    return [
        FileBegins("final.cgn"),
        WILD,
        UNREADABLE,
        TOTAL,
        DEAL_1,
        LATE,
        DEAL_2,
        MATCH,
        FileBegins("clean.cgn"),
        NOTE,
        DealReport(1, 1, 2, 30, "stock", None, False, ()),
        MatchReport(1, 1, {}, "uk-regency+may-ask", "cd34", (), {}, None),
        FileBegins("gone.cgn"),
        Unusable("gone.cgn", "there is no such file"),
    ]


def cut_short() -> list[StreamItem]:
    """What is left of a run over several logs, with a baseline and a limit, that was interrupted in its second log."""
    return [
        FileBegins("final.cgn"),
        Passed(3, 70),
        UNREADABLE,
        Withheld("MELD-004", "too-many-wilds", "error", False),
        Withheld("SCORE-010", "total-misscored", "error", True),
        Accepted(WILD),
        DEAL_1,
        MATCH,
        Stale("final.cgn", 2),
        FileBegins("clean.cgn"),
        NOTE,
        Unusable("clean.cgn", "the audit was interrupted before its end"),
        Interrupted(1, 7),
    ]


REPORTS = {"report": shared_report, "cut-short": cut_short}
"""What all formats render, by name."""
