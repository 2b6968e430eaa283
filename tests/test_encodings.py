"""Text in other encodings: announced, or told by a byte order mark."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_audit.source import LINE_LIMIT, BrokenLine, InputError, read_stream
from canasta_audit.source.encoded import encoding_named, known_encodings
from tests.packing import PACK, zipped

TEXT = '[Event "Клуб"]\n# гра\r\nN: draw KC\n'
LINES = ['[Event "Клуб"]', "# гра", "N: draw KC"]


def read(data: bytes, encoding: str | None = None) -> list[str]:
    return list(read_stream(io.BytesIO(data), "log.cgn", encoding))


@pytest.mark.parametrize(
    "encoding", ["cp1251", "koi8-u", "utf-16-le", "utf-16-be", "utf-32-le", "iso8859-5", "mac-cyrillic", "utf-8"]
)
def test_announced(encoding: str) -> None:
    data = TEXT.encode(encoding)
    assert read(data, encoding) == LINES
    for pack in (*PACK.values(), lambda inner: zipped({"a.cgn": inner})):
        assert read(pack(data), encoding) == LINES


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("announced", [None, "cp1251", "UTF-8"])
def test_a_byte_order_mark_tells_more_than_what_was_announced(encoding: str, announced: str | None) -> None:
    assert read(TEXT.encode(encoding), announced) == LINES
    assert read(PACK["gz"](TEXT.encode(encoding)), announced) == LINES


def test_the_order_of_bytes_is_seen_where_it_was_not_announced() -> None:
    for encoding in ("utf-16", "utf-32"):
        for order in ("le", "be"):
            assert read(TEXT.encode(f"{encoding}-{order}"), encoding) == LINES


def test_a_mark_in_an_announced_encoding_is_dropped() -> None:
    assert read(("\ufeff" + TEXT).encode("utf-16-be"), "utf-16-be") == LINES


@pytest.mark.parametrize(
    ("data", "encoding", "column", "byte"),
    [
        ("N: {пас".encode("cp1251") + b"\x98}", "cp1251", 8, "98"),
        (b"N: \xff", "ascii", 4, "FF"),
        ("N: ".encode("utf-16-le") + b"\x01\xdc", "utf-16-le", 4, "01"),
        ("N: pas".encode("utf-16-le")[:-1], "utf-16-le", 6, "73"),
        ("N: ♠".encode("shift_jis", "replace") + b"\x81", "shift_jis", 5, "81"),
        ("N: x".encode("utf-16-le") + b"\0\0", "utf-16-le", 5, "00"),
    ],
)
def test_what_cannot_be_decoded_spoils_its_line_only(data: bytes, encoding: str, column: int, byte: str) -> None:
    fine = "# fine\n".encode(encoding) * 40_000
    after = b"" if column == 6 else "\nN: pass\n".encode(encoding)
    lines = read(fine + data + after, encoding)
    assert lines[:40_000] == ["# fine"] * 40_000
    broken = lines[40_000]
    assert isinstance(broken, BrokenLine)
    assert (broken.code, broken.column, broken.byte, broken.encoding) == ("badly-encoded", column, byte, encoding)
    assert lines[40_001:] == (["N: pass"] if after else [])


def test_lines_have_the_same_limit() -> None:
    text = "x" * LINE_LIMIT + "\n" + "y" * 400_000 + "\nN: pass"
    for encoding in ("cp1251", "utf-16-le"):
        lines = read(text.encode(encoding), encoding)
        assert [type(line) for line in lines] == [str, BrokenLine, str]
        assert lines[2] == "N: pass"


@pytest.mark.parametrize(
    ("data", "encoding", "code"),
    [
        (b"", "cp1251", "empty"),
        (b"N: pass\n", "rot13", "no-encoding"),
        (b"\xff\xfe", None, "empty"),
        (b"\x7fELF\0\0\1", "cp1251", "binary"),
        (b"\x98\1\2\3", "cp1251", "binary"),
        (TEXT.encode("utf-16-le"), "cp1251", "binary"),
    ],
)
def test_no_text(data: bytes, encoding: str | None, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data, encoding)
    assert caught.value.code == code


def test_the_encoding_that_is_proposed_is_the_right_one() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        with pytest.raises(InputError) as caught:
            read(b"".join(f"N: pass {n}\n".encode(encoding) for n in range(9)))
        assert caught.value.code == "utf-16"
        assert encoding_named(caught.value.data["encoding"]) == encoding


def test_names() -> None:
    assert {"cp1251", "cp1250", "koi8_u", "iso8859_2", "utf_16"} <= set(known_encodings())
    assert encoding_named("U16") == "utf-16"
    for name in ("rot13", "hex", "zlib", "idna", "punycode", "undefined", "unicode_escape", "no\0name", "", "cp125l"):
        assert encoding_named(name) is None


@given(st.binary(max_size=300), st.sampled_from(known_encodings()))
def test_any_bytes_in_any_encoding(data: bytes, encoding: str) -> None:
    try:
        lines = read(b"# a log\n" + data, encoding)
    except InputError as error:
        assert error.message
    else:
        for line in lines:
            assert line.encode() is not None
