"""Compressed files and archives: the same lines as of the plain bytes, or all in front of a damage and its place."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_audit.resources import read_bytes
from canasta_audit.source import BrokenLine, Input, InputError, inputs, read_path, read_stream
from tests.packing import METHODS, PACK, encrypted, zipped

GAME = read_bytes("fixtures", "games", "uk-regency", "02-match-to-5000.cgn")
LINES = GAME.decode().split("\n")[:-1]


def read(data: bytes) -> tuple[list[str], InputError | None]:
    """The lines that can be read, and what ended them."""
    lines: list[str] = []
    try:
        # One by one: those in front of the error count.
        for line in read_stream(io.BytesIO(data), "log"):
            lines.append(line)
    except InputError as error:
        return lines, error
    return lines, None


texts = st.one_of(st.binary(max_size=3000), st.text("aé♠\n\r\0#:", max_size=3000).map(str.encode))


@given(texts, st.sampled_from([*PACK, *METHODS]))
def test_compressed_bytes_read_as_the_plain_ones(data: bytes, way: str | int) -> None:
    packed = zipped({"a.cgn": data}, way) if isinstance(way, int) else PACK[way](data)
    (plain, refused), (lines, error) = read(data), read(packed)
    if refused is None:
        assert error is None
        assert [(line, type(line)) for line in lines] == [(line, type(line)) for line in plain]
    elif refused.code == "empty":
        # Of what is packed less is looked at for bytes that no text has.
        assert error is not None
        assert error.code == "empty"


@given(st.sampled_from([*PACK, *METHODS]), st.integers(0), st.integers(1, 255))
def test_a_changed_byte_is_found(way: str | int, where: int, change: int) -> None:
    packed = bytearray(zipped({"a.cgn": GAME}, way) if isinstance(way, int) else PACK[way](GAME))
    packed[where % len(packed)] ^= change
    lines, error = read(bytes(packed))
    # Some bytes carry nothing: a time, a name, a flag.
    assert error is not None or lines == LINES or not packed.startswith(tuple(_begin(way)))


def _begin(way: str | int) -> list[bytes]:
    return [(zipped({"a.cgn": b"a"}, way) if isinstance(way, int) else PACK[way](b"a"))[:3]]


@pytest.mark.parametrize("way", PACK)
@pytest.mark.parametrize("cut", [1, 3, 0.5, 0.9])
def test_what_breaks_off_is_read_up_to_there(way: str, cut: float) -> None:
    packed = PACK[way](GAME)
    lines, error = read(packed[: -cut if isinstance(cut, int) else int(len(packed) * cut)])
    assert error is not None
    assert (error.code, error.line) == ("broken-off", len(lines) + 1)
    assert lines == LINES[: len(lines)]
    # These two hold the whole of so short a text in one block.
    assert len(lines) > (50 if way in ("gz", "xz") else -1)


@pytest.mark.parametrize("way", ["gz", "xz"])
def test_a_wrong_check_sum_costs_no_line(way: str) -> None:
    packed = bytearray(PACK[way](GAME))
    packed[-6 if way == "gz" else packed.rfind(b"YZ") - 30] ^= 1
    lines, error = read(bytes(packed))
    assert lines == LINES
    assert error is not None
    assert (error.code, error.line) == ("damaged", len(LINES) + 1)


@pytest.mark.parametrize("way", PACK)
def test_a_block_that_is_damaged_late_costs_none_before(way: str) -> None:
    text = b"".join(b"# line %d is not like the others\n" % number for number in range(60_000))
    packed = bytearray(PACK[way](text))
    packed[len(packed) * 9 // 10] ^= 0xFF
    lines, error = read(bytes(packed))
    assert error is not None
    good = next((i for i, line in enumerate(lines) if line != f"# line {i} is not like the others"), len(lines))
    assert good > 20_000
    assert error.line == len(lines) + 1


@pytest.mark.parametrize("way", PACK)
def test_what_follows(way: str) -> None:
    packed = PACK[way](GAME[:-1])
    assert read(packed + PACK[way](b"\n" + GAME)) == (LINES * 2, None)
    for more in (b"something else", b"x", b"PK\x03\x04 and so on"):
        lines, error = read(packed + more)
        assert lines == LINES
        assert error is not None
        assert (error.code, error.line) == ("left-over", len(LINES))
    if way in ("gz", "xz"):
        assert read(packed + bytes(12)) == (LINES, None)


@pytest.mark.parametrize("way", PACK)
def test_nothing_and_too_much_inside(way: str) -> None:
    for inner, code in ((b"", "empty"), (PACK[way](GAME), "packed-twice"), (zipped({"a.cgn": GAME}), "packed-twice")):
        lines, error = read(PACK[way](inner))
        assert (lines, error and (error.code, error.line)) == ([], (code, 0))


def test_a_suffix_that_lies(tmp_path: Path) -> None:
    for name, data in (
        ("a.gz", GAME),
        ("a.zip", PACK["xz"](GAME)),
        ("a.cgn", PACK["zst"](GAME)),
        ("b.cgn", zipped({"a.cgn": GAME})),
    ):
        (tmp_path / name).write_bytes(data)
        assert list(read_path(tmp_path / name)) == LINES


@pytest.mark.parametrize("way", [*PACK, *METHODS])
def test_a_bomb_is_read_in_little_memory(way: str | int, tmp_path: Path) -> None:
    data = b"x" * 30_000_000
    path = tmp_path / "bomb.cgn"
    path.write_bytes(zipped({"a.cgn": data}, way) if isinstance(way, int) else PACK[way](data))
    del data
    tracemalloc.start()
    lines = list(read_path(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [type(line) for line in lines] == [BrokenLine]
    # The format of xz has a dictionary of 8 MB.
    assert peak < 12_000_000


def test_twenty_megabytes_take_no_more_memory_packed_than_plain(tmp_path: Path) -> None:
    # Lines as long as remarks may be: it is what is unpacked that counts, not how many lines it makes.
    lines = [f"{line}  # {'we played on Friday ' * 15}" for line in LINES]
    text = "\n".join([*lines, ""]).encode()
    times = 20_000_000 // len(text)
    data = text * times
    peaks = {}
    for name, packed in (("plain", data), *((way, PACK[way](data)) for way in ("gz", "xz", "zst"))):
        (tmp_path / name).write_bytes(packed)
    del data, packed
    for name in ("plain", "gz", "xz", "zst"):
        begun = time.process_time()
        tracemalloc.start()
        count = sum(1 for _ in read_path(tmp_path / name))
        peaks[name] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count == times * len(LINES)
        assert time.process_time() - begun < 20
    # As above: that of xz is the largest.
    assert max(peaks.values()) < peaks["plain"] + 10_000_000


def members(data: bytes, passed: list[str] | None = None) -> dict[str, list[str] | str]:
    """Lines of every log in an archive, or the code of what is wrong with it."""
    found: dict[str, list[str] | str] = {}
    for one in inputs(io.BytesIO(data), pass_over=(passed if passed is not None else []).append):
        found[one.file] = _lines_or_code(one)
    return found


def _lines_or_code(one: Input) -> list[str] | str:
    try:
        return list(one.lines)
    except InputError as error:
        assert error.file == one.file
        return error.code


def test_members_are_read_in_order_of_name() -> None:
    passed: list[str] = []
    data = zipped(
        {
            "b/": b"",
            "b/late.cgn": b"N: pass\n",
            "b/early.cgn.gz": PACK["gz"](b"S: pass\n"),
            "a.CGN": b"E: pass\n",
            "notes.txt": b"we played on Friday\n",
            "by-content": b'\xef\xbb\xbf# ours\n\n[Event "Club"]\n',
            "events.jsonl": b'{"t": "deal"}\n',
            "inner.zip": zipped({"x.cgn": b"W: pass\n"}),
            "picture.png": b"\x89PNG\0",
            "__MACOSX/._a.cgn": b"\0\5\x16\7",
        }
    )
    assert members(data, passed) == {
        "<stdin>/a.CGN": ["E: pass"],
        "<stdin>/b/early.cgn.gz": ["S: pass"],
        "<stdin>/b/late.cgn": ["N: pass"],
        "<stdin>/by-content": ["# ours", "", '[Event "Club"]'],
    }
    assert passed == ["__MACOSX/._a.cgn", "events.jsonl", "inner.zip", "notes.txt", "picture.png"]


def test_members_that_cannot_be_used_stop_no_other() -> None:
    data = {"../up.cgn": GAME, "/root.cgn": GAME, "C:\\x.cgn": GAME, "empty.cgn": b"", "last.cgn": GAME, "secret.cgn": GAME}
    data["nested.cgn"] = zipped({"x.cgn": GAME})
    assert members(encrypted(zipped(data), "secret.cgn")) == {
        "<stdin>/../up.cgn": "bad-name",
        "<stdin>//root.cgn": "bad-name",
        "<stdin>/C:\\x.cgn": "bad-name",
        "<stdin>/empty.cgn": "empty",
        "<stdin>/last.cgn": LINES,
        "<stdin>/nested.cgn": "packed-twice",
        "<stdin>/secret.cgn": "encrypted",
    }


def test_a_damaged_member_is_read_up_to_there() -> None:
    archive = bytearray(zipped({"a.cgn": GAME, "b.cgn": GAME}, zipfile.ZIP_STORED))
    archive[archive.index(b"deal 3")] ^= 1
    assert members(bytes(archive)) == {"<stdin>/a.cgn": "damaged", "<stdin>/b.cgn": LINES}
    lines, error = read(zipped({"a.cgn.gz": PACK["gz"](GAME)[:-10]}))
    assert lines == LINES[: len(lines)]
    assert error is not None
    assert (error.file, error.code, error.line > 200) == ("log/a.cgn.gz", "broken-off", True)


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ({}, "no-log-inside"),
        ({"folder/": b""}, "no-log-inside"),
        ({"a.txt": b"nothing"}, "no-log-inside"),
        ({"a.cgn": GAME, "b.cgn": GAME}, "many-inside"),
    ],
)
def test_archives_without_the_one_log(inside: dict[str, bytes], code: str) -> None:
    with pytest.raises(InputError) as caught:
        next(read_stream(io.BytesIO(zipped(inside)), "log"))
    assert caught.value.code == code


def test_a_member_is_named_as_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    path.write_bytes(zipped({"may/a.cgn": GAME, "may/b.cgn": b"N: pass\n", "notes.txt": b"x\n"}))
    assert list(read_path(path / "may" / "b.cgn")) == ["N: pass"]
    assert list(read_path(path / "notes.txt")) == ["x"]
    for name, code in (("may/c.cgn", "no-member"), ("may", "folder-inside")):
        with pytest.raises(InputError) as caught:
            list(read_path(path / name))
        assert caught.value.code == code
    with pytest.raises(InputError) as caught:
        list(read_path(tmp_path / "no.zip" / "a.cgn"))
    assert caught.value.code == "missing-file"
