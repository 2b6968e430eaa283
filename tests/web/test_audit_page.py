"""The report of an audit as a page, without a browser: what stands where."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import html5lib
import pytest

from canasta_audit.audit import audit, stream
from canasta_audit.batch.items import FileBegins, StreamItem
from canasta_audit.checks.chapters import all_checks
from canasta_audit.finding import GRADES, SEVERITIES, Finding
from canasta_audit.language import words
from canasta_audit.law import TEXTS
from canasta_audit.notation.parse import parse
from canasta_audit.render.html.audit_parts import pieces_of
from canasta_audit.render.registry import renderer
from canasta_audit.render.stream import Options
from canasta_audit.report import DealReport, MatchReport
from canasta_audit.resources import read_text
from canasta_audit.table.score import GROUPS, ITEMS
from tests.render.shared_report import DEAL_1, MATCH, TOTAL, WILD, shared_report

NAME = "faulty-final.cgn"
HEAD = 14
"""Lines before the first deal."""


def game() -> str:
    return read_text("fixtures", "games", NAME)


def page(items: list[StreamItem], **options: Any) -> Any:
    text = "".join(renderer("html")(items, Options(**options)))
    return html5lib.HTMLParser(namespaceHTMLElements=False).parse(text)


def recorded(text: str, name: str = NAME) -> list[StreamItem]:
    return [FileBegins(name), *stream(text.split("\n"), name, recorded=True)]


def by_file(items: list[StreamItem]) -> list[tuple[FileBegins, StreamItem]]:
    """Every item with the mark of its file."""
    marks = list(accumulate(items, lambda last, item: item if isinstance(item, FileBegins) else last))
    return list(zip(marks, items, strict=True))  # type: ignore[arg-type]


def having(root: Any, tag: str, name: str) -> list[Any]:
    return [node for node in root.iter(tag) if name in (node.get("class") or "").split()]


def said(node: Any) -> str:
    return " ".join("".join(node.itertext()).split())


def test_every_line_of_a_deal_is_there_in_order() -> None:
    log = parse(game(), NAME)
    entries = having(page(recorded(game())), "li", "entry")
    shown = ["".join(next(entry.iter("code")).itertext()) for entry in entries]
    lines = [line.text for match in log.matches for deal in match.deals for line in deal.lines]
    assert [line.rstrip() for line in shown if line.strip()] == [line.rstrip() for line in lines if line.strip()]


def test_every_root_stands_at_its_line_once() -> None:
    entries = having(page(recorded(game())), "li", "entry")
    found = []
    for entry in entries:
        number = int(entry.get("id").rpartition("-")[2])
        found += [(number, said(next(node.iter("b")))) for node in having(entry, "div", "finding")]
    roots = audit(parse(game(), NAME)).roots
    assert sorted(found) == sorted((finding.line, finding.id) for finding in roots if finding.line > HEAD)
    assert len(found) > 15


def test_a_finding_tells_rule_source_alternatives_and_followers() -> None:
    advised = replace(WILD, data={**WILD.data, "alternatives": ["meld KS KH 2C"]})
    root = page([FileBegins("final.cgn"), advised, TOTAL, DEAL_1])
    (shown,) = having(root, "div", "finding")
    text = said(shown)
    for part in (WILD.message, "/melds/wild_cap = 3", "uk-wiki", "62", "meld KS KH 2C", WILD.help, "SCORE-010"):
        assert part in text
    (folded,) = list(shown.iter("details"))
    assert TOTAL.message in said(folded)


def test_followers_stand_in_full_where_that_is_asked() -> None:
    shown = having(page([FileBegins("final.cgn"), WILD, TOTAL, DEAL_1], show_follows=True), "div", "finding")
    assert len(shown) == 2


@pytest.mark.parametrize("name", SEVERITIES)
def test_a_severity_has_a_word_and_a_sign(name: Any) -> None:
    (shown,) = having(page([replace(WILD, severity=name), DEAL_1]), "div", "finding")
    sign = having(shown, "span", "severity")[0]
    assert words("en")(f"mark-{name}") in said(sign)
    assert len(said(sign).split()) == 2


def test_the_summary_counts_by_severity_chapter_and_file() -> None:
    (summary,) = having(page(shared_report()), "section", "summary")
    files, chapters = summary.iter("table")
    rows = [[said(cell) for cell in row if cell.tag in ("th", "td")] for row in files.iter("tr")][1:]
    assert [(re.split(r"(?<=[.]cgn)| ", row[0])[0], row[2:]) for row in rows] == [
        ("final.cgn", ["2", "0", "0", "2", "2", "29"]),
        ("clean.cgn", ["0", "0", "1", "0", "1", "30"]),
        ("gone.cgn", ["0", "0", "0", "0", "0", "0"]),
        (words("en")("audit-all").split()[0], ["2", "0", "1", "2", "3", "59"]),
    ]
    counted = [[said(cell) for cell in row if cell.tag in ("th", "td")] for row in chapters.iter("tr")][1:]
    assert [(row[0].split()[-1], row[1:]) for row in counted] == [("MELD", ["1", "0", "0"]), ("SYNTAX", ["1", "0", "1"])]


def test_the_score_sheet_has_claimed_computed_and_difference() -> None:
    first, second = having(page([FileBegins("final.cgn"), DEAL_1, MATCH]), "table", "sheet")
    rows = {said(row[0]).split()[0]: [said(cell) for cell in row[1:]] for row in first.iter("tr") if row[0].get("scope") == "row"}
    assert rows["total"][:2] == ["80", "75"]
    assert "+5" in rows["total"][2]
    assert rows["cards"][:2] in (["120", "120"], ["–", "-45"])
    assert [said(row[2]) for row in second.iter("tr") if row[0].get("scope") == "row"] == ["?", "?"]


def test_a_total_that_is_open_has_its_bounds() -> None:
    (result,) = having(page([FileBegins("final.cgn"), DEAL_1, replace(MATCH, bounds={"NS": (75, 90)})]), "dl", "result")
    assert "NS 75 (75..90), EW 0" in said(result)


def test_a_deal_without_faults_is_folded() -> None:
    deals = having(page([FileBegins("final.cgn"), DEAL_1, WILD, DEAL_1._replace(number=2), MATCH]), "details", "deal")
    assert [deal.get("open") is not None for deal in deals] == [False, True]


def test_a_fault_of_the_next_matchs_head_is_told_in_that_match() -> None:
    lines = ['[Sides "N S"]', "deal 1: dealer N"]
    items = recorded("\n".join(['[Event "a"]', *lines, '[Event "b"]', "[Evil 5]", *lines]))
    kinds = [type(item).__name__ for item in items]
    assert kinds.index("Finding") < kinds.index("MatchReport")
    first, second = having(page(items), "section", "match")
    assert (len(having(first, "div", "finding")), len(having(second, "div", "finding"))) == (0, 1)


def test_deals_and_matches_need_no_record() -> None:
    items = [item for item in recorded(game()) if not isinstance(item, DealReport | MatchReport)]
    assert len(having(page(items), "div", "finding")) > 15


def test_other_formats_are_the_same_with_and_without_the_record() -> None:
    bare: list[StreamItem] = [FileBegins(NAME), *stream(game().split("\n"), NAME)]
    for name in ("text", "json", "jsonl"):
        assert "".join(renderer(name)(recorded(game()), Options())) == "".join(renderer(name)(bare, Options()))


def test_every_word_of_a_report_is_known() -> None:
    english = words("en")
    names = [f"audit-chapter-{id.split('-')[0]}" for id in all_checks()]
    names += [f"audit-item-{item}" for item in (*ITEMS, *GROUPS, "total", "running", "penalty", "director")]
    names += [f"audit-{grade}" for grade in GRADES]
    names += [f"audit-{ended}" for ended in ("out", "stock", "void", "stop", "stuck", "unfinished")]
    assert [name for name in names if not english.has(name)] == []


def test_spans_that_overlap_show_the_more_severe() -> None:
    note = replace(WILD, severity="note", column=1, end_column=6)
    error = replace(WILD, column=4, end_column=9)
    assert pieces_of("abcdefghij", [error, note]) == [("abc", "note"), ("defgh", "error"), ("ij", "")]
    assert pieces_of("", [WILD]) == []
    assert pieces_of("ab", [replace(WILD, column=9, end_column=9)]) == [("a", ""), ("b", "error")]


def test_lines_are_quoted_from_the_readers_own_texts(tmp_path: Path) -> None:
    lines = [f"passage {number}" for number in range(1, TEXTS["uk-wiki"].lines + 1)]
    (tmp_path / "uk-wiki.txt").write_text("\n".join(lines), encoding="utf-8")
    root = page([FileBegins("final.cgn"), WILD, DEAL_1], sources=str(tmp_path))
    (quote,) = root.iter("blockquote")
    assert said(quote) == "62 passage 62"
    assert quote.get("lang") == "uk"
    assert not having(root, "section", "notice")


def test_a_text_that_is_not_there_is_told_of_once(tmp_path: Path) -> None:
    root = page([FileBegins("final.cgn"), WILD, replace(WILD, column=1), DEAL_1], sources=str(tmp_path))
    (notice,) = having(root, "section", "notice")
    assert len(list(notice.iter("li"))) == 1
    assert not list(root.iter("blockquote"))


def test_the_command_writes_the_page_beside_another_report(run: Any, tmp_path: Path) -> None:
    log, target = tmp_path / NAME, tmp_path / "report.html"
    log.write_text(game(), encoding="utf-8")
    done = run("audit", log, "--format", "concise", "--output", f"html={target}", "--lang", "ro")
    root = html5lib.HTMLParser(namespaceHTMLElements=False).parse(target.read_text(encoding="utf-8"))
    assert root.get("lang") == "ro"
    assert len(having(root, "li", "entry")) > 60
    assert (done.code, len(done.out.splitlines())) == (1, len(audit(parse(game(), NAME)).roots))


def test_a_large_page_leaves_out_the_plays_of_deals_without_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_audit.render.html.audit._WHOLE", 1)
    items = [*recorded(game()), *recorded(read_text("fixtures", "games", "uk-regency", "02-match-to-5000.cgn"), "b.cgn")]
    whole = [bool(having(deal, "li", "entry")) for deal in having(page(items), "details", "deal")]
    faulty = {(finding.file, finding.deal) for finding in items if isinstance(finding, Finding)}
    deals = [(mark.file, item.number) for mark, item in by_file(items) if isinstance(item, DealReport)]
    assert whole == [deal in faulty or deal == deals[0] for deal in deals]
    assert {True, False} == set(whole)
