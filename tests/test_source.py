"""Lines out of whatever bytes: what stops the whole file, what stops one line, what is dropped without a word."""

from __future__ import annotations

import io
import time
import tracemalloc
from pathlib import Path

import pytest

from canasta_audit import source
from canasta_audit.source import LINE_LIMIT, BrokenLine, InputError, read_path, read_stream, read_text


def _read(data: bytes) -> list[str]:
    return list(read_stream(io.BytesIO(data), "log.cgn"))


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\nb\n", ["a", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"\xef\xbb\xbfa\n\n", ["a", ""]),
        (b"\n", [""]),
        ("a\u2028b\x0bc\x85d\r\r\n".encode(), ["a\u2028b\x0bc\x85d"]),
        ("хід {♠}\nN: pas".encode(), ["хід {♠}", "N: pas"]),
    ],
)
def test_lines(data: bytes, lines: list[str]) -> None:
    assert _read(data) == lines
    assert list(read_text(data.decode())) == lines


def test_no_text_at_all_has_no_lines() -> None:
    assert list(read_text("")) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ("[Event]\n".encode("utf-16-le"), "utf-16"),
        ("[Event]\n".encode("utf-16-be"), "utf-16"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "binary"),
        (b"\x1f\x8b\x08\x08\xff\xfe\x01", "broken-off"),
        (b"PK\x03\x04" + bytes(30), "broken-zip"),
    ],
)
def test_unusable_streams(data: bytes, code: str) -> None:
    with pytest.raises(InputError) as caught:
        _read(data)
    assert (caught.value.code, caught.value.file) == (code, "log.cgn")
    assert "log.cgn" in str(caught.value)


def test_unusable_paths(tmp_path: Path) -> None:
    for path, code in ((tmp_path, "directory"), (tmp_path / "none.cgn", "missing-file"), ("a\0b", "unreadable-file")):
        with pytest.raises(InputError) as caught:
            list(read_path(path))
        assert (caught.value.code, caught.value.file) == (code, str(path))


def test_forbidden_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.cgn"
    path.write_text("N: pass\n", encoding="utf-8")

    # The superuser may read everything, so the system's refusal is played.
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError) as caught:
        list(read_path(path))
    assert caught.value.code == "permission"


def test_every_message_can_be_written() -> None:
    words = ("reason", "byte", "encoding", "pointer", "kind", "inner", "package", "member", "example")
    data = {"offset": 1, "count": 2, "method": 9, **dict.fromkeys(words, "x")}
    for code in source.MESSAGES:
        assert InputError("f", code, 3, 4, **data).message in str(InputError("f", code, 3, 4, **data))


@pytest.mark.parametrize(
    ("raw", "column", "byte"),
    [("N: {туз}".encode("cp1251"), 5, "F2"), ("♠♠".encode() + b"\xff", 3, "FF"), (b"N: \0", 4, "00"), (b"\xe2\x99", 1, "E2")],
)
def test_one_bad_line_costs_no_other(raw: bytes, column: int, byte: str) -> None:
    padding = b"# fine\n" * 40_000
    lines = _read(padding + raw + b"\nN: pass\n")
    assert len(lines) == 40_002
    broken = lines[40_000]
    assert isinstance(broken, BrokenLine)
    assert (broken.code, broken.column, broken.byte) == ("badly-encoded", column, byte)
    assert lines[40_001] == "N: pass"


def test_a_character_across_blocks_is_whole() -> None:
    text = "x" + "♠" * (LINE_LIMIT // 4) + "\n"
    assert _read(text.encode() * 12) == [text[:-1]] * 12


@pytest.mark.parametrize("size", [LINE_LIMIT + 1, 700_000])
def test_reading_goes_on_after_a_long_line(size: int) -> None:
    lines = _read(b"N: pass\n" + b"x" * size + b"\nE: pass\nS: pass")
    assert [lines[0], *lines[2:]] == ["N: pass", "E: pass", "S: pass"]
    assert isinstance(lines[1], BrokenLine)
    assert (lines[1].code, len(lines)) == ("line-too-long", 4)
    assert [type(line) for line in read_text("x" * size + "\ny")] == [BrokenLine, str]


def test_the_longest_line_is_read() -> None:
    assert _read(b"x" * LINE_LIMIT + b"\n") == ["x" * LINE_LIMIT]


def test_fifty_megabytes_without_a_line_end_are_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "long.cgn"
    with path.open("wb") as file:
        for _ in range(50):
            file.write(b"x" * 1_000_000)
    tracemalloc.start()
    begun = time.process_time()
    lines = list(read_path(path))
    seconds = time.process_time() - begun
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [type(line) for line in lines] == [BrokenLine]
    assert seconds < 2
    assert peak < 5_000_000
