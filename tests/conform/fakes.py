"""Programs under test that misbehave, one way each: ``python fakes.py WAY [N]``. They need nothing but Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Message = dict[str, Any]


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def started(seq: int, **more: Any) -> Message:
    """The answer to ``start`` of one that answers by verdict alone."""
    return {"seq": seq, "protocol": 1, "program": {"name": "fake"}, "answers": ["verdict"], **more}


def legal(seq: int, **more: Any) -> Message:
    return {"seq": seq, "verdict": "legal", **more}


def serve(on_run: Callable[[int, Message], None], *, obeys: bool = True, **about: Any) -> None:
    """Answer as it should be but for ``run``, which ``on_run`` answers, given the count of runs and the message."""
    runs = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "start":
            say(started(message["seq"], **about))
        elif message["cmd"] == "ruleset":
            say({"seq": message["seq"], "ok": True})
        elif message["cmd"] == "run":
            runs += 1
            on_run(runs, message)
        elif obeys:
            return
    while not obeys:
        time.sleep(1)


def at(n: int, odd: Callable[[int], None]) -> Callable[[int, Message], None]:
    """``legal`` to everything, but ``odd`` in place of the n-th answer of this process."""
    return lambda runs, message: odd(message["seq"]) if runs == n else say(legal(message["seq"]))


def crash(seq: int) -> None:
    print("about to fall over", file=sys.stderr, flush=True)
    os._exit(7)


def flood(seq: int) -> None:
    while True:
        sys.stdout.write("x" * 65536)


def orphan(seq: int) -> None:
    """End, and leave a process behind that holds the pipes open."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    os._exit(0)


def close(seq: int) -> None:
    os.close(1)
    time.sleep(60)


def together(seq: int) -> None:
    """The answer, and in the same piece a line that nobody asked for."""
    sys.stdout.write(json.dumps(legal(seq)) + "\nby the way\n")
    sys.stdout.flush()


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def slow_start() -> None:
    time.sleep(0.4)
    serve(at(0, crash))


def once() -> None:
    """Start the first time only: a file beside tells that it has been."""
    path = sys.argv[2]
    if os.path.exists(path):
        sys.exit(3)
    open(path, "w").close()
    serve(at(2, crash))


def deaf() -> None:
    """Read no line but the first, whatever is sent."""
    say(started(json.loads(sys.stdin.readline())["seq"]))
    time.sleep(60)


def exits() -> None:
    print("no licence found", file=sys.stderr)
    sys.exit(4)


def other_version() -> None:
    say({**started(json.loads(sys.stdin.readline())["seq"]), "protocol": 2})
    time.sleep(60)


def refuses() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        say(
            started(message["seq"])
            if message["cmd"] == "start"
            else {"seq": message["seq"], "ok": False, "why": "never heard of it"}
        )


ALL = ["verdict", "lines", "ids", "data", "scores"]

WAYS: dict[str, Callable[[], None]] = {
    "legal": lambda: serve(at(0, crash)),
    "illegal": lambda: serve(lambda _, message: say({"seq": message["seq"], "verdict": "fault"})),
    "wrong-seq": lambda: serve(at(2, lambda seq: say(legal(seq + 1)))),
    "old-seq": lambda: serve(at(2, lambda seq: say(legal(seq - 1)))),
    "silent-once": lambda: serve(at(2, lambda seq: None)),
    "one-result-short": lambda: serve(lambda _, message: say(legal(message["seq"], findings=[])), answers=ALL),
    "fault-without-findings": lambda: serve(lambda _, message: say({"seq": message["seq"], "verdict": "fault"}), answers=ALL),
    "legal-with-findings": lambda: serve(at(2, lambda seq: say(legal(seq, findings=[{"id": "MELD-004"}])))),
    "not-json": lambda: serve(at(2, lambda seq: raw(b"Segmentation fault\n"))),
    "not-utf-8": lambda: serve(at(2, lambda seq: raw(b"\xff\xfe{}\n"))),
    "not-an-object": lambda: serve(at(2, lambda seq: say([seq]))),
    "deep": lambda: serve(at(2, lambda seq: raw(b"[" * 200_000 + b"\n"))),
    "unknown-key": lambda: serve(at(2, lambda seq: say(legal(seq, mood="good")))),
    "unknown-verdict": lambda: serve(at(2, lambda seq: say({"seq": seq, "verdict": "maybe"}))),
    "chatty": lambda: serve(lambda _, message: (say("thinking"), say(legal(message["seq"])))),  # type: ignore[arg-type,return-value]
    "chatty-after": lambda: serve(at(2, together)),
    "flood": lambda: serve(at(2, flood)),
    "crash": lambda: serve(at(2, crash)),
    "always-crash": lambda: serve(at(1, crash)),
    "closes": lambda: serve(at(2, close)),
    "orphan": lambda: serve(at(2, orphan)),
    "hang": lambda: serve(at(2, lambda seq: time.sleep(60))),
    "hang-at-start": lambda: time.sleep(60),
    "deaf": deaf,
    "slow-start": slow_start,
    "exits": exits,
    "once": once,
    "version": other_version,
    "no-start": lambda: say({"seq": 1, "hello": True}),
    "refuses": refuses,
    "errored": lambda: serve(at(2, lambda seq: say({"seq": seq, "errored": "no such card"}))),
    "skipped": lambda: serve(at(2, lambda seq: say({"seq": seq, "skipped": "known to be wrong"}))),
    "unsupported": lambda: serve(at(2, lambda seq: say({"seq": seq, "unsupported": "positions"}))),
    "stubborn": lambda: serve(at(0, crash), obeys=False),
    "melds-only": lambda: serve(at(0, crash), chapters=["melds"]),
    "by-name": lambda: serve(at(0, crash), rulesets=["uk-regency"]),
    "two-players": lambda: serve(at(0, crash), players=[2]),
}

if __name__ == "__main__":
    WAYS[sys.argv[1]]()
