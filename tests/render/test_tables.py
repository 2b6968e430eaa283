"""The formats that are read by spreadsheets, wikis and workflows: CSV, Markdown, annotations."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pytest

from canasta_audit.batch.items import Accepted, FileBegins, Interrupted, Passed, Stale, StreamItem, Unusable, Withheld
from canasta_audit.finding import Finding, SeverityName
from canasta_audit.render.csv_ import COLUMNS
from canasta_audit.render.github import MOST
from canasta_audit.render.registry import FORMATS, renderer
from canasta_audit.render.stream import Options
from canasta_audit.render.style import printable
from tests.render.hostile import TEXTS, report
from tests.render.shared_report import DEAL_1, LATE, MATCH, NOTE, TOTAL, UNREADABLE, WILD, shared_report

WITHHELD = Withheld(WILD.id, WILD.name, "error", False)


def written(name: str, items: list[StreamItem] | None = None, **options: Any) -> str:
    return "".join(renderer(name)(shared_report() if items is None else items, Options(**options)))


def table(text: str) -> list[dict[str, str]]:
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert tuple(head) == COLUMNS
    assert {len(row) for row in rows} <= {len(head)}
    return [dict(zip(head, row, strict=True)) for row in rows]


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Kind, properties and message of every line, as the runner reads them."""
    read = []
    for line in text.splitlines():
        found = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
        assert found, line
        pairs = (pair.partition("=") for pair in found[2].split(","))
        properties = {key: unquote(value, errors="strict") for key, _, value in pairs}
        read.append((found[1], properties, unquote(found[3], errors="strict")))
    return read


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
@pytest.mark.parametrize("name", FORMATS)
def test_nothing_steers_a_terminal(name: str, evil: str) -> None:
    text = written(name, report(evil))
    assert not set(text) & {"\x1b", "\x00", "\x07", "\x0b", "\x7f"}
    # What is no text cannot be written to a file of UTF-8.
    text.encode("utf-8", "backslashreplace" if name in ("html",) else "strict")


@pytest.mark.parametrize("name", FORMATS)
def test_marks_that_say_nothing_to_a_format_are_passed_over(name: str) -> None:
    marks: list[StreamItem] = [Passed(2, 9), Accepted(WILD), Stale("a.cgn", 2), WITHHELD]
    for items in ([*marks, *shared_report()], [*shared_report(), *marks, Interrupted(1, 9)]):
        assert written(name, items)


def test_csv_has_a_row_a_finding_with_all_that_places_it() -> None:
    text = written("csv")
    assert text.replace("\r\n", "").count("\n") == 0
    rows = table(text)
    assert [row["id"] for row in rows] == [one.id for one in (WILD, UNREADABLE, TOTAL, LATE, NOTE)]
    first = rows[0]
    places = ("file", "line", "column", "end_column", "match", "deal", "turn", "seat")
    assert [first[name] for name in places] == ["final.cgn", "12", "13", "35", "1", "1", "3", "N"]
    assert (first["parameter"], first["value"], first["set_at"]) == ("/melds/wild_cap", "3", "uk-regency.yaml:113")
    assert "62" in first["citation"]
    assert first["fingerprint"] == WILD.fingerprint
    assert (rows[2]["follows"], rows[2]["follows_line"], rows[2]["follows_column"]) == ("MELD-004", "12", "13")
    assert rows[1]["turn"] == rows[1]["parameter"] == rows[1]["follows"] == ""


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
def test_csv_comes_back_as_it_was_and_never_as_a_formula(evil: str) -> None:
    rows = table(written("csv", report(evil)))
    assert [row["line"] for row in rows] == ["3", "3"]
    for cell in rows[0].values():
        assert not re.match(r"\s*[=+@|%-]|[\t\r\n]", cell)
    assert rows[0]["message"].removeprefix("'") == printable(evil)
    assert rows[0]["text"] == rows[0]["message"]


def test_csv_leaves_numbers_alone() -> None:
    assert WILD.parameter is not None
    found = replace(WILD, parameter=WILD.parameter._replace(value=-5))
    assert table(written("csv", [found]))[0]["value"] == "-5"
    for formula in ("-5+cmd", "=A1", "@SUM(A1)", "-1e", "|x", "%x"):
        (row,) = table(written("csv", [replace(WILD, text=formula)]))
        assert row["text"] == f"'{formula}"


def test_markdown_has_a_row_a_file_and_a_fence_a_finding() -> None:
    lines = written("markdown").splitlines()
    rows = [line for line in lines if line.startswith("| ")]
    assert [row.split(" | ")[:3] for row in rows[1:5]] == [
        ["| final.cgn", "2", "0"],
        ["| clean.cgn", "0", "0"],
        ["| gone.cgn", "0", "0"],
        ["| **3 files**", "2", "0"],
    ]
    assert [line for line in lines if line.startswith("## ")] == ["## final.cgn", "## clean.cgn"]
    heads = [re.findall("`(.*?)`", line) for line in lines if line.startswith("### ")]
    assert heads == [["MELD-004"], ["SYNTAX-001"], ["SYNTAX-002"]]
    assert lines.count("```text") == lines.count("```") == 3
    fence = lines.index("```text")
    assert lines[fence + 2].count("^") == WILD.end_column - WILD.column
    assert lines[fence + 1].index("meld") == lines[fence + 2].index("^")


def test_markdown_folds_what_follows_and_tells_where_the_sheet_is_wrong() -> None:
    text = written("markdown")
    inside = text.partition("<details>")[2].partition("</details>")[0]
    assert TOTAL.id in inside
    assert text.count(TOTAL.message) == 1
    assert re.search(r"\| NS \| total \| 80 \| 75 \| \+5 \|", text)
    shown = written("markdown", show_follows=True)
    assert "<details>" not in shown
    assert re.search(r"\| hand \| -45 \| N:-5 S:-40 \|", shown)


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
def test_markdown_means_nothing_but_what_we_say(evil: str) -> None:
    text = written("markdown", report(evil))
    lines = text.splitlines()
    assert lines.count("```text") == lines.count("```") == (2 if evil else 0)
    outside = re.sub(r"```text\n.*?\n```\n", "", text, flags=re.DOTALL)
    plain = re.sub(r"\\.", "", outside).replace("<!-- -->", "\0")
    assert not re.search(r"<(?!/?details>|/?summary>)|@\w|\]\(|\*\*b|(?<!^)(?<!#)#\d", plain)
    assert {row.count("|") for row in plain.splitlines() if row.startswith("| NS")} == {6}
    files = plain.partition("\nNot audited")[0].partition("\n#### ")[0].splitlines()
    assert {row.count("|") for row in files if row.startswith("|")} == {9}


def test_markdown_with_many_files_shows_the_worst() -> None:
    items: list[StreamItem] = []
    for number in range(300):
        items += [FileBegins(f"{number}.cgn"), *([replace(WILD, file=f"{number}.cgn")] if number % 100 == 7 else []), DEAL_1, MATCH]
    rows = [line for line in written("markdown", items).splitlines() if re.match(r"\| \d+\.cgn", line)]
    assert {row.split()[1] for row in rows} == {"7.cgn", "107.cgn", "207.cgn"}


@pytest.mark.parametrize("name", ["text", "markdown", "github"])
def test_a_file_that_was_not_audited_is_named_however_many_have_faults(name: str) -> None:
    items: list[StreamItem] = [FileBegins("gone.cgn"), Unusable("gone.cgn", "there is no such file")]
    for number in range(200):
        items += [FileBegins(f"{number}.cgn"), replace(WILD, file=f"{number}.cgn"), DEAL_1, MATCH]
    assert written(name, items).count("gone.cgn") == 1
    if name == "text":
        some = [FileBegins("a.cgn"), DEAL_1, MATCH, Unusable("a.cgn", "damaged"), FileBegins("b.cgn"), DEAL_1, MATCH]
        assert [line.split(" (")[0] for line in written(name, some).splitlines()[-3:]] == [
            "a.cgn: no faults; not audited to its end",
            "b.cgn: no faults",
            "2 files: no faults; 1 file not audited, or not to the end",
        ]
    assert ", and 3 more\n" in written("text", [Unusable(f"{number}.cgn", "damaged") for number in range(13)])
    assert "\n- and 3 more\n" in written("markdown", [Unusable(f"{number}.cgn", "damaged") for number in range(103)])


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_many_rulesets_are_counted_in_the_line_of_all_files(name: str) -> None:
    items = [replace(MATCH, ruleset=f"club-{number}") for number in range(9)]
    few, many = ([line for line in written(name, items[:most]).splitlines() if "club-1" in line] for most in (8, 9))
    assert len(few) == len(many) + 1
    assert "9 rulesets" in written(name, items)


def test_github_marks_lines_and_files() -> None:
    unusable, first, second, last = commands(written("github"))
    assert (unusable[0], unusable[1]["file"], "line" in unusable[1]) == ("error", "gone.cgn", False)
    assert first[0] == "error"
    place = {"file": "final.cgn", "line": "12", "endLine": "12", "col": "13", "endColumn": "35"}
    assert first[1] == {**place, "title": "MELD-004 too-many-wilds"}
    assert first[2].splitlines()[0] == WILD.message
    assert (second[0], second[1]["line"]) == ("error", "14")
    assert (last[0], last[1]["file"]) == ("notice", "clean.cgn")


def test_github_shows_the_most_severe_first_and_names_the_rest() -> None:
    notes: list[Finding] = [replace(NOTE, line=number) for number in range(1, 9)]
    warnings: list[Finding] = [replace(LATE, follows=None, line=number) for number in range(101, 109)]
    errors: list[Finding] = [replace(WILD, line=number) for number in range(201, 204)]
    shown = commands(written("github", [FileBegins("final.cgn"), *notes, *warnings, *errors, DEAL_1]))
    assert [kind for kind, _, _ in shown] == ["error"] * 3 + ["warning"] * 7 + ["notice"]
    assert [int(one[1]["line"]) for one in shown[:-1]] == [201, 202, 203, *range(101, 108)]
    rest = shown[-1]
    assert str(len(notes) + 1) in rest[1]["title"]
    kinds = (f"{NOTE.id} {NOTE.name} (8)", f"{LATE.id} {LATE.name} (1)")
    assert all(word in rest[2] for word in ("8 notes", "1 warning", *kinds, "clean.cgn (8)", "final.cgn (1)"))


@pytest.mark.parametrize("severity", ["note", "warning", "error"])
def test_github_has_at_most_ten_of_a_kind_whatever_there_is(severity: SeverityName) -> None:
    items: list[StreamItem] = [replace(WILD, line=number, severity=severity) for number in range(1, 500)]
    counts = Counter(kind for kind, _, _ in commands(written("github", [*items, WITHHELD, Accepted(WILD), Stale("a.cgn", 1)])))
    assert max(counts.values()) <= MOST
    *shown, rest = commands(written("github", items))
    assert len(shown) == (MOST - 1 if severity == "note" else MOST)
    assert str(len(items) - len(shown)) in rest[1]["title"]


@pytest.mark.parametrize("evil", TEXTS, ids=range(len(TEXTS)))
def test_github_says_what_it_was_given_and_commands_nothing_else(evil: str) -> None:
    text = written("github", report(evil))
    assert text.count("\n") == 3
    assert "\r" not in text
    unusable, error, note = commands(text)
    expected = printable(" ".join(evil.splitlines()))
    assert error[1]["file"] == unusable[1]["file"] == note[1]["file"] == expected
    assert error[2].split("\n")[0] == unusable[2] == expected


def test_github_tells_of_a_run_that_was_ended() -> None:
    *_, last = commands(written("github", [*shared_report(), Interrupted(3, 9)]))
    assert last[0] == "notice"
    assert "3 of 9" in last[2]
