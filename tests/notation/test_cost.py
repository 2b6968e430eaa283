"""What reading costs: nothing heavy is loaded for a log in order, memory does not grow with the file, output does not vary."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator

from canasta_audit.notation import parse as reader
from canasta_audit.notation import patterns
from canasta_audit.notation.parse import parse, units

DEAL = """deal {number}: dealer E, cut N
hand S: 3H 8D 8S AH AD JC JD TS 6H 6C 5S
hand W: QC QS AS AC 7D 7S 6D 4D 8C TD 2H
up: 9D
S: red 3H>QD, draw 8H, discard 5S
W: draw 3C, discard 3C
N: draw 4C, discard 8H
E: draw KS, discard 4S
S: draw 7H, meld 8D 8S 8H, meld 6H 6C 6S, add JC JD to J, discard 7H
W: take 7H with 7D 7S, pickup, meld AS AC 2D, discard {card}
end: stock
left S: AH AD
score NS: mixed 300, cards 230, hand -45, total 485
"""
_RUN = """
import sys
from canasta_audit.notation.parse import parse
log = parse(sys.stdin.read())
print([name for name in ("lark", "jsonschema", "canasta_audit.notation.slow") if name in sys.modules])
"""
_SHOW = """
import json, sys
sys.modules["interegular"] = None  # With it Lark looks for terminals that overlap, which takes most of the time.
from canasta_audit.notation.json_form import to_json
from canasta_audit.notation.parse import parse
from canasta_audit.notation.derive import derive
log = parse(sys.stdin.read())
print(json.dumps(to_json(log)), derive(), *log.findings)
"""


def _python(code: str, text: str, seed: str = "0") -> str:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def _many(deals: int) -> Iterator[str]:
    for number in range(deals):
        yield from DEAL.format(number=number, card="3D").splitlines()


def test_a_log_in_order_needs_no_parser() -> None:
    assert _python(_RUN, DEAL.format(number=1, card="3D")).strip() == "[]"


def test_the_hash_seed_changes_nothing() -> None:
    text = DEAL.format(number=1, card="KR") + "N: draw KD, 3C\nN: drwa K\nhand N: K\n"
    assert _python(_SHOW, text, "1") == _python(_SHOW, text, "2")


def test_expressions_are_derived_where_none_fit() -> None:
    text = DEAL.format(number=1, card="KR") + "N: pass\n"
    before = parse(text)
    for cached in (reader._patterns, reader._play_pattern, reader._reader, reader._kinds):
        cached.cache_clear()
    stored = patterns.PATTERNS
    try:
        patterns.PATTERNS = "no-such-file.json"
        assert patterns.stored() is None
        assert parse(text) == before
    finally:
        patterns.PATTERNS = stored


def _peak(hold: bool) -> int:
    """Peak memory, in bytes, of reading 1000 deals one by one or all at once."""
    # What is remembered of lines met before is bounded, and not counted here.
    for _ in units(_many(1000), "log.cgn", print):
        pass
    tracemalloc.start()
    held = [part for part in units(_many(1000), "log.cgn", print) if hold]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(held) == (1001 if hold else 0)
    return peak


def test_memory_does_not_grow_with_the_log() -> None:
    assert _peak(hold=False) * 10 < _peak(hold=True)


def test_the_memo_of_plays_is_bounded() -> None:
    plays = reader._Plays()
    for number in range(reader._MEMO_LIMIT + 10):
        plays.play(f"pass {{{number}}}")
    assert len(plays.met) <= reader._MEMO_LIMIT


def test_a_log_is_read_fast_enough() -> None:
    """A tenth of what is asked of a quiet machine, so that only a true slump fails."""
    lines = list(_many(1500))
    size = sum(map(len, lines)) + len(lines)
    best = 9.0
    for _ in range(2):
        begun = time.process_time()
        for _ in units(lines, "log.cgn", print):
            pass
        best = min(best, time.process_time() - begun)
    assert size / best > 800_000
