"""Findings in which every text that may come from a log, a file name or a club's ruleset is as bad as can be."""

from __future__ import annotations

from dataclasses import replace

from canasta_audit.batch.items import FileBegins, StreamItem, Unusable
from canasta_audit.finding import Citation, Finding, Parameter, Related
from canasta_audit.report import DealReport, MatchReport
from tests.render.shared_report import DEAL_1, MATCH, WILD

TEXTS = (
    "line\nfeed\r\nand\rback\x0bup\x85\u2028next",
    "\x1b[2J\x1b]0;title\x07 \x9b31m \u202e \x00 \x7f",
    "a,b;\"c\" 'd'\t\\e",
    "<b>&amp;</b> ]]> <!-- --> <![CDATA[ </failure></details>",
    "::error file=x::boo %0A::set-output %25 : , =",
    "=1+1",
    "  +cmd|' /C calc'!A0",
    "@user #12 [link](javascript:x) ![i](x) **b** `c` ```` ~~~ | $x$ _e_ &lt;",
    "😀 \U0010ffff e\u0301 卡",
    "lone \ud800 and \udcff",
    "\ufffe\uffff\ufdd0",
    "{0} {name} %s $(x)",
    "",
)


def finding(evil: str, number: int) -> Finding:
    """A finding with ``evil`` everywhere."""
    return replace(
        WILD, template="{evil}", data={"evil": evil}, file=evil, line=number, column=2, end_column=4, deal=None, turn=None,
        text=evil, help=evil, seat=evil, parameter=Parameter("/melds/wild_cap", evil, evil, 3, "reconstructed", (evil,)),
        citation=(Citation(evil, evil, 7),), related=(Related(evil, 4, evil),),
    )  # fmt: skip


def report(evil: str) -> list[StreamItem]:
    """A stream of one file that is as bad, and of one that cannot be used."""
    found = finding(evil, 3)
    deal: DealReport = DEAL_1._replace(line=1)
    match: MatchReport = replace(MATCH, ruleset=evil, tags={"Event": evil})
    items: list[StreamItem] = [FileBegins(evil), found, replace(found, severity="note", column=3), deal, match]
    return [*items, FileBegins(evil), Unusable(evil, evil)]
