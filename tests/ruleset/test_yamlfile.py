"""Hostile and ambiguous YAML: each is refused at its place, soon, and whatever parser reads it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml

from canasta_audit.finding import Finding
from canasta_audit.ruleset.document import MAX_FINDINGS, Document, Span
from canasta_audit.ruleset.faults import RulesetError
from canasta_audit.ruleset.yamlfile import MAX_BYTES, parse, read_document

PARSERS = ["libyaml", "python"] if yaml.__with_libyaml__ else ["python"]


@pytest.fixture(params=PARSERS, autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", request.param == "libyaml")


def faults_of(text: str | bytes) -> list[Finding]:
    try:
        if isinstance(text, str):
            parse(text, "x.yaml")
        else:
            Path("x.yaml").write_bytes(text)
            read_document(Path("x.yaml"), "x.yaml")
    except RulesetError as error:
        return error.findings
    return []


REFUSED = {
    "duplicate": ("a: 1\nb: 2\na: 3\n", "RULESET-010", 3, 1),
    "duplicate inside": ("a:\n  b: 1\n  b: 2\n", "RULESET-010", 3, 3),
    "duplicate in flow": ("a: {b: 1, b: 2}\n", "RULESET-010", 1, 11),
    "anchor": ("a: &x 1\n", "RULESET-009", 1, 4),
    "anchor on a mapping": ("a: &x {b: 1}\n", "RULESET-009", 1, 4),
    "anchor on a key": ("&x a: 1\n", "RULESET-009", 1, 1),
    "alias": ("a: *x\n", "RULESET-009", 1, 4),
    "alias as key": ("*x : 1\n", "RULESET-009", 1, 1),
    "merge key": ("a: 1\n<<: {b: 1}\n", "RULESET-009", 2, 1),
    "tag": ("a: !!str 1\n", "RULESET-009", 1, 4),
    "own tag": ("a: !python/object:os.system x\n", "RULESET-009", 1, 4),
    "tag on the whole": ("!!map\na: 1\n", "RULESET-009", 1, 1),
    "directive": ("%YAML 1.1\n---\na: 1\n", "RULESET-009", 1, 1),
    "mapping as key": ("? {a: 1}\n: 2\n", "RULESET-009", 1, 3),
    "number as key": ("players:\n  4: {}\n", "RULESET-011", 2, 3),
    "true as key": ("true: 1\n", "RULESET-011", 1, 1),
    "on as key": ("on: 1\n", "RULESET-011", 1, 1),
    "tilde as key": ("~: 1\n", "RULESET-011", 1, 1),
    "NO": ("a: NO\n", "RULESET-012", 1, 4),
    "yes": ("a: [yes]\n", "RULESET-012", 1, 5),
    "on": ("a: on\n", "RULESET-012", 1, 4),
    "True": ("a: True\n", "RULESET-012", 1, 4),
    "Null": ("a: Null\n", "RULESET-012", 1, 4),
    "tilde": ("a: ~\n", "RULESET-012", 1, 4),
    "octal": ("a: 010\n", "RULESET-012", 1, 4),
    "new octal": ("a: 0o10\n", "RULESET-012", 1, 4),
    "hexadecimal": ("a: 0x1F\n", "RULESET-012", 1, 4),
    "underscores": ("a: 1_000\n", "RULESET-012", 1, 4),
    "plus": ("a: +5\n", "RULESET-012", 1, 4),
    "huge": ("a: 12345678901\n", "RULESET-012", 1, 4),
    "base 60": ("a: 1:30\n", "RULESET-012", 1, 4),
    "date": ("a: 2024-01-31\n", "RULESET-012", 1, 4),
    "time": ("a: 2024-01-31 10:00:00\n", "RULESET-012", 1, 4),
    "fraction": ("a: 1.5\n", "RULESET-012", 1, 4),
    "short fraction": ("a: .5\n", "RULESET-012", 1, 4),
    "exponent": ("a: 1e3\n", "RULESET-012", 1, 4),
    "infinity": ("a: -.inf\n", "RULESET-012", 1, 4),
    "not a number": ("a: .nan\n", "RULESET-012", 1, 4),
    "no value": ("a: 1\nb:\n", "RULESET-013", 2, 1),
    "two documents": ("a: 1\n---\nb: 2\n", "RULESET-007", 2, 1),
    "empty": ("", "RULESET-006", 0, 1),
    "comments only": ("# nothing\n", "RULESET-006", 0, 1),
    "list": ("- a\n", "RULESET-006", 1, 1),
    "text": ("just text\n", "RULESET-006", 1, 1),
    "unclosed": ("a: [1, 2\n", "RULESET-005", 2, 1),
    "tab": ("a:\n\tb: 1\n", "RULESET-005", 2, 1),
    "control character": ("a: 1\nb: \x07\n", "RULESET-004", 2, 4),
    "NUL": ("a: \x00\n", "RULESET-004", 1, 4),
    "line separator": ("a: x\u2028b: 1\n", "RULESET-004", 1, 5),
    "next line": ("a: x\x85b: 1\n", "RULESET-004", 1, 5),
    "deep": ("a: " + "[" * 50 + "]" * 50 + "\n", "RULESET-008", 1, 23),
    "long list": ("a: [" + "1," * 600 + "]\n", "RULESET-015", 1, 1005),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_at_its_place(name: str) -> None:
    text, id, line, column = REFUSED[name]
    assert [(finding.id, finding.line, finding.column) for finding in faults_of(text)] == [(id, line, column)]


@pytest.mark.parametrize(
    ("raw", "id", "line"),
    [
        ("a: 1\n".encode("utf-16"), "RULESET-003", 1),
        (b"a: 1\nb: caf\xe9\n", "RULESET-003", 2),
        (b"a: " + b"x" * MAX_BYTES, "RULESET-002", 0),
    ],
    ids=["utf-16", "latin-1", "too large"],
)
def test_bytes_refused(raw: bytes, id: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [(finding.id, finding.line) for finding in faults_of(raw)] == [(id, line)]


@pytest.mark.parametrize("name", ["missing.yaml", "folder", "with\0nul", "x" * 5000, "loop"])
def test_what_is_no_file_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    with pytest.raises(RulesetError) as caught:
        read_document(Path(name), name)
    assert [finding.id for finding in caught.value.findings] == ["RULESET-001"]


BOMBS = {
    "aliases": "a: &a [x,x,x]\n"
    + "".join(f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)),
    "nesting": "a: " + "[" * 100_000,
    "block nesting": "\n".join(" " * depth + "a:" for depth in range(700)),
    "question marks": "? " * 100_000,
    "keys": "".join(f"k{number}: 1\n" for number in range(25_000)),
    "equal keys": "k: 1\n" * 50_000,
    "long key": "k" * 200_000 + ": 1\n",
    "long digits": "a: " + "1" * 200_000 + "\n",
    "long base 60": "a: 1" + ":1" * 100_000 + "x\n",
    "long fraction": "a: 1." + "1" * 100_000 + "e\n",
    "long list": "a: [" + "{}," * 80_000 + "]\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_soon(name: str) -> None:
    start = time.perf_counter()
    findings = faults_of(BOMBS[name])
    assert time.perf_counter() - start < 2
    assert len(findings) <= MAX_FINDINGS + 1


def test_many_faults_are_capped_and_counted() -> None:
    findings = faults_of("k: 1\n" * 200)
    assert findings[0].id == "RULESET-014"
    assert findings[0].data == {"count": 199, "shown": MAX_FINDINGS}
    assert {finding.id for finding in findings[1:]} == {"RULESET-010"}


def test_several_faults_are_reported_together() -> None:
    findings = faults_of("a: NO\nb: 010\na: 1\n")
    assert [(finding.id, finding.line) for finding in findings] == [("RULESET-012", 1), ("RULESET-012", 2), ("RULESET-010", 3)]


def document(text: str) -> Document:
    return parse(text, "x.yaml")


def test_plain_data() -> None:
    text = "a: true\nb: false\nc: null\nd: -12\ne: text of words\nf: 'NO'\ng: \"010\"\nh: [x, 0]\ni: {}\nj: no; not that\n"
    assert document(text).data == {
        "a": True,
        "b": False,
        "c": None,
        "d": -12,
        "e": "text of words",
        "f": "NO",
        "g": "010",
        "h": ["x", 0],
        "i": {},
        "j": "no; not that",
    }


def test_places_count_characters() -> None:
    found = document("ключ: [дама, король]\nx:\n  a/b: 10\n")
    assert found.keys["/ключ"] == Span(1, 1, 5)
    assert found.values["/ключ/1"] == Span(1, 14, 20)
    assert found.keys["/x/a~1b"] == Span(3, 3, 6)
    assert found.values["/x/a~1b"] == Span(3, 8, 10)


def test_a_byte_order_mark_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    found = read_document(path, "x.yaml")
    assert found.data == {"a": 1}
    assert found.keys["/a"] == Span(1, 1, 2)


def test_line_ends_of_windows(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: 1\r\nb: 2\r\n")
    assert read_document(path, "x.yaml").keys["/b"] == Span(2, 1, 2)
