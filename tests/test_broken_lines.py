"""A line that cannot be read is one finding, whichever it is; the rest is audited, and what hangs on that line is folded."""

from __future__ import annotations

import pytest

import canasta_audit as ca
from canasta_audit.resources import data_path

GAMES = ("01-opening-at-fifty", "06-last-card-a-red-three", "10-black-threes-in-going-out", "12-three-players", "13-two-players")


def roots(lines: list[str]) -> list[ca.Finding]:
    report = ca.audit(ca.parse("\n".join(lines)), ca.load_ruleset("uk-regency"))
    return [finding for finding in report.roots if finding.severity != "note"]


def broken(line: str, where: int) -> str:
    return f"{line[:where]}%{line[where:]}"


@pytest.mark.parametrize("name", GAMES)
def test_one_broken_line_is_one_finding(name: str) -> None:
    game = data_path("fixtures", "games", "uk-regency", f"{name}.cgn").read_text(encoding="utf-8").split("\n")
    tried = 0
    for number, line in enumerate(game):
        content = line.partition("#")[0].partition("{")[0]
        if content.strip() and not content.startswith("["):
            for where in (0, len(content) // 2):
                faulty = [*game[:number], broken(line, where), *game[number + 1 :]]
                assert [(finding.id, finding.line) for finding in roots(faulty)] == [("SYNTAX-001", number + 1)]
                tried += 1
    assert tried > 60


def test_what_does_not_hang_on_it_is_still_found() -> None:
    lines = [
        "deal 1: dealer W",
        "melds S: QC QD QH 2S 2H *",
        "hand N: 2C 5C 6D",
        "hand E: 4C 4D 4H 9C",
        "W: drew something",
        "N: draw QD, add QD 2C to Q, discard 5C",
        "E: draw 9D 9H, discard 9C",
    ]
    assert [(finding.id, finding.line) for finding in roots(lines)] == [("SYNTAX-001", 5), ("MELD-004", 6), ("DRAW-001", 7)]


def test_a_broken_head_of_a_deal_still_begins_one() -> None:
    log = ca.parse("deal 1: dealer W\nN: draw KD, discard 4C\nend: stop\n\ndeal 2 dealer N\nE: draw KD, discard 4C\n")
    assert [len(match.deals) for match in log.matches] == [2]
    assert ca.parse(ca.write(log)) == log
