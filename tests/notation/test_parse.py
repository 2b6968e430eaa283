"""Reading whole logs: what is yielded when, and every fault of the text by id, place and data."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from canasta_audit.finding import Finding
from canasta_audit.notation import expected as expected_words
from canasta_audit.notation import faults
from canasta_audit.notation import model as m
from canasta_audit.notation.derive import grammar
from canasta_audit.notation.parse import parse, read_line, units
from canasta_audit.source import LINE_LIMIT, BrokenLine, InputError, read_path, read_text

HEAD = '[Event "x"]\ndeal 1: dealer N\n'


def _kinds(log: m.Log) -> list[list[str]]:
    """Kinds of lines, one list a match head and one a deal."""
    return [[line.kind for line in part] for match in log.matches for part in (match.head, *(deal.lines for deal in match.deals))]


def _found(text: str) -> list[tuple[str, int, int, int]]:
    return [(finding.id, finding.line, finding.column, finding.end_column) for finding in parse(text).findings]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("", []),
        ("\n\n", []),
        ("# alone\n", [["blank"]]),
        ('\n[Event "a"]\n\ndeal 1:\nN: pass\n\n[Event "b"]\n', [["blank", "tag", "blank"], ["deal", "turn", "blank"], ["tag"]]),
        ("deal 1:\nN: pass\ndeal 2:\n", [[], ["deal", "turn"], ["deal"]]),
        ('[Date "d"]\n[Event "a"]\ndeal 1:\n', [["tag", "tag"], ["deal"]]),
        ('~[Event "a"]\n[Event "b"]\n~deal 1:\ndeal 1:\n~deal 2:\n', [["tag", "tag", "deal"], ["deal", "deal"]]),
        ("lots: N KS\n!\ndeal 1:\n", [["lots", "bad"], ["deal"]]),
    ],
)
def test_matches_and_deals(text: str, kinds: list[list[str]]) -> None:
    assert _kinds(parse(text)) == kinds


def test_each_part_comes_as_soon_as_it_is_complete() -> None:
    read: list[int] = []

    def lines() -> Iterator[str]:
        for number, line in enumerate((HEAD + 'N: pass\ndeal 2:\n[Event "y"]\n').splitlines(), 1):
            read.append(number)
            yield line

    stream = units(lines(), "log.cgn", lambda finding: None)
    parts = [(type(part).__name__, read[-1]) for part in stream]
    assert parts == [("Match", 2), ("Deal", 4), ("Deal", 5), ("Match", 5)]


def test_lines_know_their_number_and_text() -> None:
    log = parse(HEAD + "  N:draw KD\t\nN: draw KD\n")
    assert [(line.line, line.text) for line in log.lines()][2:] == [(3, "  N:draw KD\t"), (4, "N: draw KD")]


def test_equal_plays_are_one_object() -> None:
    turns = [line for line in parse(HEAD + "N: draw KD\nE: draw KD, pass\n").lines() if isinstance(line, m.Turn)]
    assert turns[0].plays[0] is turns[1].plays[0]


@pytest.mark.parametrize(
    ("line", "column", "found", "expected", "slip"),
    [
        ("N: draw KD, 3C", 13, "3C", "'discard'", "comma-before-card"),
        ("N: meld KS, KH, 2C", 13, "KH", "'meld'", "comma-before-card"),
        ("N: meld KSKH", 9, "KSKH", "card", "cards-glued"),
        ("N: draw JK", 9, "JK", "card", "joker-letters"),
        ("hand N: KD SK", 12, "SK", "card", "suit-first"),
        ("N: draw \u0422S", 9, "\u0422S", "card", "cyrillic-t"),
        ("\u0421: draw KD", 1, "\u0421", "seat", "cyrillic-letter"),
        ("n: draw KD", 1, "n", "seat", "small-seat"),
        ("hand N: 11?", 9, "11?", "card", "count-of-unknown"),
        ("N: take KD wit KS", 12, "wit", "'with'", "misspelt-word"),
        ("N: draw KD, discrad 3C", 13, "discrad", "'discard'", "misspelt-word"),
        ("N: discard 3X", 12, "3X", "card", ""),
        ("N: discard", 11, "end of line", "card", ""),
        ("N: draw KD,", 12, "end of line", "'pass'", ""),
        ("N: , pass", 4, ",", "play", ""),
        ("N: draw KD {a", 12, "{", "@time", ""),
        ("   N: draw KD KDx", 15, "KDx", "','", ""),
        ("N pass", 3, "pass", "':'", ""),
        ("deal 1: first N, dealer E", 16, ",", "end of line", ""),
        ("N: add 2C to K of", 18, "end of line", "seat", ""),
        ("N: discard 3Cdraw KD", 12, "3Cdraw", "card", ""),
        ("what is this", 1, "what", "'hand'", ""),
        ("N: Draw KD; meld 2X", 18, "2X", "card", ""),
    ],
)
def test_unreadable_line(line: str, column: int, found: str, expected: str, slip: str) -> None:
    log = parse(HEAD + line + "\nN: pass\n", "log.cgn")
    (finding,) = log.findings
    assert (finding.id, finding.severity, finding.grade, finding.file) == ("SYNTAX-001", "error", "unreadable", "log.cgn")
    assert (finding.line, finding.column, finding.text, finding.match, finding.deal) == (3, column, line, 1, 1)
    assert (finding.data["found"], finding.data["slip"]) == (found, slip)
    assert expected in finding.data["expected"]
    assert finding.end_column == column + (1 if found == "end of line" else len(found))
    assert bool(finding.help) == bool(slip)
    assert found in finding.message
    kinds = ["bad", "turn"] if line.startswith("deal") else ["deal", "bad", "turn"]
    assert _kinds(log)[-1] == kinds


@pytest.mark.parametrize(
    ("typed", "column", "words", "same"),
    [
        ("N: Draw KD; DISCARD 3C", 4, ["draw", "KD,", "discard"], "N: draw KD, discard 3C"),
        ("N: draw kd, discard 10\u0421", 9, ["KD", "10C"], "N: draw KD, discard TC"),
        ("N: draw \u041a\u2660 *", 9, ["K\u2660"], "N: draw KS *"),
        ("N:\u00a0draw\tKD", 3, ["blank", "blank"], "N: draw KD"),
        ("[Event \u201cx\u201d]", 8, ['"x"]'], '[Event "x"]'),
        ("score NS: hand \u221245", 16, ["-45"], "score NS: hand -45"),
        ("HAND A: as KR ?X3 kkk", 1, ["hand", "AS", "Kr", "?x3", "KKK"], "hand A: AS Kr ?x3 KKK"),
        ("Penalty EW: \u221250 For exposed-card", 1, ["penalty", "-50", "for"], "penalty EW: -50 for exposed-card"),
        ("exposed E: ks 10\u2660", 12, ["KS"], "exposed E: KS TS"),
        ("N: add 2c to k.2 of A {it's; ok}", 8, ["2C", "K.2"], "N: add 2C to K.2 of A {it's; ok}"),
    ],
)
def test_repaired_line(typed: str, column: int, words: list[str], same: str) -> None:
    line, finding = read_line(typed, 7, "log.cgn")
    assert finding is not None
    assert (finding.id, finding.severity, finding.line, finding.column) == ("SYNTAX-002", "note", 7, column)
    assert finding.data["read"] == words
    assert (line, line.text) == (read_line(same)[0], typed)


@pytest.mark.parametrize("line", ["hand a: KS", "N: add 2C to K of a", "deal 1: dealer a", "\u0410: pass", "a: pass"])
def test_seats_are_never_guessed(line: str) -> None:
    assert isinstance(read_line(line)[0], m.Bad)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (HEAD + '  [Round "2"]\n', [("SYNTAX-003", 3, 3, 14)]),
        (HEAD + '~[Round "2"]\n[Event "y"]\n[Round "2"]\n', []),
        ('[Event "x"]\nN: pass\n~E: pass\nhand N: KS\nlots: N KS\n# c\n', [("SYNTAX-004", 2, 1, 8), ("SYNTAX-004", 4, 1, 11)]),
        (HEAD + "hand N: KS\n~N: pass\nhand E: KS\nN: pass\nup: 3D\nend: stop\n", [("SYNTAX-004", 7, 1, 7)]),
        (HEAD + "hand N: KS\nhand E: KD\nhand N: KS\n", [("SYNTAX-008", 5, 1, 11)]),
        (HEAD + "up: 2C\nup: KC\nscore NS: a 1\nscore NS: b 2\nstock: KC\nstock: KC\n", [("SYNTAX-008", 8, 1, 10)]),
        ('[Event "x"]\n[Date "a"]\n[Date "b"]\n', [("SYNTAX-008", 3, 1, 11)]),
        (HEAD + "end: stop\nend: stop\ndeal 2:\nend: stop\n", [("SYNTAX-008", 4, 1, 10)]),
        (HEAD + "N: draw KD\nE: draw K, add 2 to K\nS: add KC to K {so}\n", [("SYNTAX-007", 4, 1, 22)]),
        (HEAD + "hand N: KS\nhand E: Kr *\nleft S: ?x3 77\n~W: draw K\n", [("SYNTAX-007", 5, 1, 15)]),
        (HEAD + "hand N: K 2 Kr\nN: draw Q\ndeal 2:\nN: draw KD\n", []),
        ('[Event "x"]\n[Cards "mixed"]\ndeal 1:\nhand N: KS\nhand E: K 7\n', []),
        ('[Event "x"]\n[Cards "suited"]\ndeal 1:\nhand N: KS\nhand E: K 7\n', [("SYNTAX-007", 5, 1, 12)]),
    ],
)
def test_lines_out_of_place(text: str, found: list[tuple[str, int, int, int]]) -> None:
    assert _found(text) == found


def test_the_first_of_a_pair_is_related() -> None:
    (finding,) = parse(HEAD + "end: stop\n\nend: void\n").findings
    assert [place.line for place in finding.related] == [3]
    assert finding.data == {"kind": "end", "whose": "the deal", "first": 3}


def test_broken_lines_are_findings() -> None:
    found: list[Finding] = []
    lines = ["deal 1:", BrokenLine("N: \ufffd", "badly-encoded", 4, "FF"), "N: pass", BrokenLine("xxx", "line-too-long", 65_537)]
    parts = list(units(lines, "log.cgn", found.append))
    assert [(finding.id, finding.line, finding.column) for finding in found] == [("SYNTAX-006", 2, 4), ("SYNTAX-005", 4, 65_537)]
    assert found[0].data == {"byte": "FF", "column": 4, "encoding": "UTF-8"}
    assert found[1].data == {"limit": LINE_LIMIT}
    assert isinstance(parts[1], m.Deal)
    assert [line.kind for line in parts[1].lines] == ["deal", "bad", "turn", "bad"]


def test_a_log_cut_in_mid_line_is_read_as_it_stands() -> None:
    assert _kinds(parse(HEAD + "N: draw KD, discard 3")) == [["tag"], ["deal", "turn"]]
    assert [place[:2] for place in _found(HEAD + "N: draw KD, disc")] == [("SYNTAX-001", 3)]


def test_input_errors_come_through() -> None:
    with pytest.raises(InputError):
        list(units(read_path("no-such-file.cgn"), "no-such-file.cgn", lambda finding: None))


def test_faults_are_numbered_named_and_described() -> None:
    assert [fault.id for fault in faults.FAULTS] == [f"SYNTAX-{number:03}" for number in range(1, len(faults.FAULTS) + 1)]
    assert len({fault.name for fault in faults.FAULTS}) == len(faults.FAULTS)
    assert all("Data: " in fault.doc for fault in faults.FAULTS)


@pytest.mark.parametrize("name", ["line", "play"])
def test_every_terminal_can_be_shown(name: str) -> None:
    for terminal in grammar(name).terminals:
        assert expected_words.show(terminal.name, terminal.pattern.to_regexp()) != terminal.name


def test_text_and_file_are_read_alike() -> None:
    assert list(read_text(HEAD)) == HEAD.splitlines()
