"""Whatever is given to the command line: one clear line, the right exit code, never a traceback."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.cli.logs import CLEAN

BYTES = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "utf-16 without a mark": CLEAN.encode("utf-16-le"),
    "zip": b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + bytes(100),
}


def one_line(err: str) -> bool:
    return err.count("\n") == 1 and err.startswith("canasta-audit: ") and "Traceback" not in err


@pytest.mark.parametrize("verb", ["audit", "replay", "score", "fmt", "parse"])
@pytest.mark.parametrize("kind", BYTES)
def test_a_file_that_is_no_log(run, tmp_path, verb, kind) -> None:
    path = tmp_path / "log.cgn"
    path.write_bytes(BYTES[kind])
    outcome = run(verb, path)
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert path.read_bytes() == BYTES[kind]


@pytest.mark.parametrize("verb", ["audit", "replay", "score", "fmt", "parse"])
def test_a_folder_and_a_path_that_is_not_there(run, tmp_path, verb) -> None:
    for path in (tmp_path, tmp_path / "gone.cgn", tmp_path / "no\nline\x1b[2J.cgn", "x" * 5000):
        outcome = run(verb, path)
        assert outcome.code == 2
        assert one_line(outcome.err)
        assert "\x1b" not in outcome.err


def test_convert_takes_the_same(run, tmp_path) -> None:
    target = tmp_path / "out.cgn"
    for path in (tmp_path, tmp_path / "gone.jsonl"):
        outcome = run("convert", path, "--from", "events", "-o", target)
        assert outcome.code == 2
        assert one_line(outcome.err)
        assert not target.exists()


def test_a_file_cut_in_mid_line_is_audited_up_to_there(run, tmp_path) -> None:
    path = tmp_path / "log.cgn"
    path.write_text(CLEAN[:-6], encoding="utf-8")
    outcome = run("audit", path, "-f", "concise")
    assert outcome.code == 1
    assert "SYNTAX-001" in outcome.out


def test_bytes_that_are_not_utf_8_spoil_their_line_only(run, tmp_path) -> None:
    path = tmp_path / "log.cgn"
    path.write_bytes(CLEAN.encode().replace(b"[Sides", b'[Round "\xcb\xfc"]\n[Sides'))
    outcome = run("audit", path, "-f", "concise")
    assert outcome.code == 1
    assert [line.split()[2] for line in outcome.out.splitlines()] == ["SYNTAX-006"]


def test_fmt_never_rewrites_what_it_could_not_read_whole(run, tmp_path) -> None:
    path = tmp_path / "log.cgn"
    for broken in (b'[Round "\xcb"]\n', b"# " + b"x" * 100_000 + b"\n"):
        content = broken + CLEAN.replace("draw QC", "draw  QC").encode()
        path.write_bytes(content)
        outcome = run("fmt", path)
        assert outcome.code == 2
        assert one_line(outcome.err)
        assert path.read_bytes() == content


def test_a_line_of_50_mb_takes_little_memory_and_time(tmp_path) -> None:
    path = tmp_path / "log.cgn"
    with path.open("w", encoding="utf-8") as stream:
        stream.write(CLEAN)
        for _ in range(50):
            stream.write("N: draw " * 131_072)
        stream.write("\nS: draw KC, discard 4H\n")
    begin = time.perf_counter()
    script = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20));"
        f"from canasta_audit.cli.main import main; main(['audit', {str(path)!r}, '-f', 'concise'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert time.perf_counter() - begin < 10
    assert done.returncode == 1
    assert "SYNTAX-005" in done.stdout


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

RULESETS = {
    "bomb": BOMB,
    "duplicate keys": "name: x\nname: z\nextends: uk-regency\n",
    "a word for no": "name: x\nextends: uk-regency\nmelds:\n  sequences: NO\n",
    "an unknown key": "name: x\nextends: uk-regency\nmelds:\n  wild_cup: 4\n",
    "not yaml": "name: [x\n",
    "a list": "- x\n",
    "empty": "",
    "deep": "[" * 10_000,
    "binary": "\x00\x01\x02",
    "an unknown base": "name: x\nextends: uk-regensy\n",
}


@pytest.mark.parametrize("kind", RULESETS)
def test_a_ruleset_that_cannot_be_used(run, tmp_path, kind) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(RULESETS[kind], encoding="utf-8")
    begin = time.perf_counter()
    outcome = run("audit", "-", "--ruleset", path, stdin=CLEAN)
    assert time.perf_counter() - begin < 5
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert str(path) in outcome.err
    assert outcome.out == ""
    checked = run("ruleset", "check", path, "-f", "concise")
    assert checked.code == 1
    assert str(path) in checked.out


@pytest.mark.parametrize(
    ("reference", "meant"), [("uk-regensy", "uk-regency"), ("uk-regency+no-such-option", None), ("gone.yaml", None), ("", None)]
)
def test_a_ruleset_that_there_is_not(run, reference, meant) -> None:
    outcome = run("audit", "-", "--ruleset", reference, stdin=CLEAN)
    if reference == "":
        assert outcome.code == 0
        return
    assert outcome.code == 2
    assert one_line(outcome.err)
    assert meant is None or meant in outcome.err


def test_a_ruleset_that_a_log_names_and_there_is_not(run) -> None:
    log = CLEAN.replace("uk-regency", "uk-regensy")
    outcome = run("audit", "-", "-f", "concise", stdin=log)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.count("\n") == 1
    for verb in ("score", "replay"):
        outcome = run(verb, "-", stdin=log)
        assert outcome.code == 2
        assert one_line(outcome.err)
